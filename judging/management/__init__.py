"""Commands of manage.py that judge."""

"""Commands of manage.py that work on drawings and runs."""

"""The Django project: settings, URLs, the rules every app stands on, and the roof, ``site``."""

"""The product's own settings, in a temporary folder of this process and faster where it is safe.

Of the environment only ``DATABASE_URL`` counts: ``python -m tests.postgres`` sets it.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from pathlib import Path

_VARIABLES = (
    "ALLOWED_HOSTS",
    "CSRF_TRUSTED_ORIGINS",
    "DEBUG",
    "PELICAN_PRODUCTION",
    "REDIS_URL",
    "REDIS_URL_FILE",
    "SECRET_KEY",
    "SECRET_KEY_FILE",
    "TRUSTED_PROXIES",
)
for _name in _VARIABLES:
    os.environ.pop(_name, None)

TEST_VAR = Path(tempfile.mkdtemp(prefix="pelican-tests-"))
atexit.register(shutil.rmtree, TEST_VAR, ignore_errors=True)
os.environ["PELICAN_VAR"] = str(TEST_VAR)

from pelican.catalogues import compile_catalogues  # noqa: E402 the folder had to be set first
from pelican.settings import *  # noqa: E402, F403 a test settings module adds to the product's
from pelican.settings import (  # noqa: E402
    CACHES,
    DATABASES,
    LOCALE_PATHS,
    STATIC_ROOT,
    STORAGES,
)

for _folder in LOCALE_PATHS:
    compile_catalogues(_folder)

# A file and not memory, so that threads meet the same locks as in production.
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["TEST"] = {"NAME": str(TEST_VAR / "test.sqlite3")}
    DATABASES["default"]["OPTIONS"] |= {
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"
    }
CACHES["default"] = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
Path(STATIC_ROOT).mkdir(exist_ok=True)
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
LOGGING_CONFIG = None

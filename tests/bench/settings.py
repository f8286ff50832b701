"""The product's settings for benchmarks: one view more, and static files as they lie there."""

from __future__ import annotations

from pelican.settings import *  # noqa: F403 a settings module adds to the product's
from pelican.settings import STORAGES

ALLOWED_HOSTS = ["127.0.0.1"]
ROOT_URLCONF = "tests.bench.urls"
STORAGES = STORAGES | {
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
}

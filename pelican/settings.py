"""Django settings, all from the environment and safe by default.

``docs/settings.md`` lists every variable. Without any, the site runs on SQLite under ``var/`` and
answers on the loopback names only.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

from django.utils.translation import gettext_lazy as _
from whitenoise.compress import Compressor

from pelican.environment import Environment, local_secret_key, require_production
from pelican.rules import RULES

env = Environment()

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = env.folder("PELICAN_VAR", default=BASE_DIR / "var")

PRODUCTION = env.flag("PELICAN_PRODUCTION", default=False)
DEBUG = env.flag("DEBUG", default=False)

SECRET_KEY = env.secret("SECRET_KEY")
ALLOWED_HOSTS = env.texts("ALLOWED_HOSTS")
if PRODUCTION:
    require_production("SECRET_KEY", SECRET_KEY, "$(openssl rand -base64 48)")
    require_production("ALLOWED_HOSTS", ALLOWED_HOSTS, "pelican.example.org")
else:
    SECRET_KEY = SECRET_KEY or local_secret_key(VAR_DIR / "secret_key")
    ALLOWED_HOSTS = ALLOWED_HOSTS or ["localhost", "127.0.0.1", "[::1]"]
CSRF_TRUSTED_ORIGINS = env.texts("CSRF_TRUSTED_ORIGINS")

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_filters",
    "django_q",
    "django_htmx",
    "csp",
    "boards",
    "judging",
    "voting",
    "benchmarks",
    "pelican.site",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django_permissions_policy.PermissionsPolicyMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "pelican.site.middleware.UnstorableValues",
]

ROOT_URLCONF = "pelican.urls"
WSGI_APPLICATION = "pelican.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "pelican.site.context.shell",
            ],
        },
    },
]

# SQLite needs WAL and IMMEDIATE together: with WAL alone, transactions that read before they
# write fail at once under contention, whatever the timeout.
_SQLITE_OPTIONS: dict[str, Any] = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
}
DATABASES: dict[str, Any] = {
    "default": env.db("DATABASE_URL", default=f"sqlite:///{VAR_DIR / 'pelican.sqlite3'}")
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["OPTIONS"] = _SQLITE_OPTIONS
else:
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
# Opening SQLite's file anew for every request took as long as most requests do.
DATABASES["default"]["CONN_MAX_AGE"] = env.number("DATABASE_MAX_AGE", default=60)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env.secret("REDIS_URL")
CACHES: dict[str, Any] = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
    }
    if REDIS_URL
    else {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "cache_table",
        "OPTIONS": {"MAX_ENTRIES": 20_000},
    },
    # django-q2 writes its status twice a second; `pelican.site.heartbeat` tells more, and rarely.
    "nowhere": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"},
}

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "admin:login"

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("zh-hans", _("Simplified Chinese"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES: dict[str, Any] = {
    "default": {
        "BACKEND": "django.core.files.storage.FileSystemStorage",
        "OPTIONS": {"location": VAR_DIR / "files"},
    },
    "raw": {
        "BACKEND": "django.core.files.storage.FileSystemStorage",
        "OPTIONS": {"location": VAR_DIR / "raw"},
    },
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
# Compressing what no page asks for takes most of a first start.
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
WHITENOISE_SKIP_COMPRESS_EXTENSIONS = (*Compressor.SKIP_COMPRESS_EXTENSIONS, "map")


def _cluster(timeout: int, workers: int = 2, queue_limit: int = 1, bulk: int = 1) -> dict[str, int]:
    """One django-q2 cluster.

    A job's lock starts when it is prefetched, not when it starts to run, so ``retry`` must exceed
    the time that everything prefetched before it may take.
    """
    longest_wait = timeout * (1 + math.ceil((queue_limit + bulk) / workers))
    return {
        "timeout": timeout,
        "retry": longest_wait + 60,
        "workers": workers,
        "queue_limit": queue_limit,
        "bulk": bulk,
    }


FAST_CLUSTER = "fast"
SLOW_CLUSTER = "slow"
Q_CLUSTER: dict[str, Any] = {
    "name": FAST_CLUSTER,
    "orm": "default",
    "cache": "nowhere",
    **_cluster(timeout=60),
    "ack_failures": True,
    "max_attempts": 3,
    "catch_up": False,
    "poll": 0.5,
    "recycle": 200,
    "max_rss": 900_000,
    "save_limit": 500,
    "time_zone": "Asia/Shanghai",
    "ALT_CLUSTERS": {SLOW_CLUSTER: _cluster(timeout=960)},
}

# What `manage.py serve` starts: threads cost least memory, processes use more cores.
WEB_PROCESSES = env.number("WEB_PROCESSES", default=1, least=1)
WEB_THREADS = env.number("WEB_THREADS", default=8, least=1)

# The browser that artifacts are examined in; empty: the system's, or else Playwright's own. The
# flags choose the GPU; without one, and so by default, Chromium draws on the processor.
CHROMIUM = env.program("CHROMIUM")
CHROMIUM_FLAGS = env.text(
    "CHROMIUM_FLAGS",
    default="--use-angle=swiftshader --enable-unsafe-swiftshader --ignore-gpu-blocklist",
).split()

# Artifacts may run under another host name (https://sandbox.example.org), which must be among
# ALLOWED_HOSTS; their origin is opaque either way.
SANDBOX_ORIGIN = env.text("SANDBOX_ORIGIN", default="").rstrip("/")

SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "pelican.site.views.errors.csrf_failure"
if PRODUCTION:
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
    SECURE_SSL_REDIRECT = env.flag("SECURE_SSL_REDIRECT", default=True)
    SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
    SECURE_HSTS_SECONDS = env.number("SECURE_HSTS_SECONDS", default=31_536_000)
    SECURE_HSTS_INCLUDE_SUBDOMAINS = env.flag("SECURE_HSTS_INCLUDE_SUBDOMAINS", default=True)
    SECURE_HSTS_PRELOAD = env.flag("SECURE_HSTS_PRELOAD", default=False)
    # Preloading binds a whole domain for years: a decision of its owner, not a default.
    SILENCED_SYSTEM_CHECKS = ["security.W021"]
    if env.flag("TRUST_FORWARDED_PROTO", default=False):
        SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# How many proxies of our own stand in front: the client address is taken that many steps from the
# right of X-Forwarded-For, and from the connection itself when 0.
TRUSTED_PROXIES = env.number("TRUSTED_PROXIES", default=0)

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "font-src": ["'self'"],
        "connect-src": ["'self'"],
        "manifest-src": ["'self'"],
        "form-action": ["'self'"],
        "base-uri": ["'none'"],
        "frame-ancestors": ["'none'"],
    }
}
PERMISSIONS_POLICY: dict[str, list[str]] = {
    feature: []
    for feature in (
        "accelerometer",
        "camera",
        "display-capture",
        "geolocation",
        "gyroscope",
        "magnetometer",
        "microphone",
        "midi",
        "payment",
        "usb",
    )
}

REST_FRAMEWORK = {
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "pelican.site.problems.AnyAccept",
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.AllowAny"],
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "UNAUTHENTICATED_USER": None,
    # Of what `?version=` says of the API's description, nothing else may get into its headers.
    "ALLOWED_VERSIONS": ["1"],
    "EXCEPTION_HANDLER": "pelican.site.problems.problem_response",
    "DEFAULT_THROTTLE_RATES": {
        "score": env.rate("SCORE_RATE", default="30/min"),
        "login_address": env.rate("LOGIN_ADDRESS_RATE", default="20/hour"),
        "login_name": env.rate("LOGIN_NAME_RATE", default="40/hour"),
    },
}
# A form may send the longest reply that is read, with every character escaped.
DATA_UPLOAD_MAX_MEMORY_SIZE = 3 * RULES.gate.board.reply_bytes
SPECTACULAR_SETTINGS = {
    "TITLE": "Pelican",
    "VERSION": "1",
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
    "SERVE_INCLUDE_SCHEMA": False,
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"format": "%(asctime)s %(levelname)s %(name)s %(message)s"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "plain"}},
    "root": {"handlers": ["console"], "level": env.level("LOG_LEVEL", default="INFO")},
    "loggers": {
        "django.server": {"handlers": ["console"], "propagate": False},
        "django-q": {"level": "WARNING"},  # at INFO it writes four lines about every job
    },
}

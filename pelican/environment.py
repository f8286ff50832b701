"""Reads configuration from the environment, and the secret key of a fresh checkout from disk.

A value that cannot be used is refused with one line that names the variable, the value and what
would do; a value that may be secret is not repeated.
"""

from __future__ import annotations

import logging
import os
import re
import secrets
from pathlib import Path
from typing import Any, Final

import environ
from django.core.exceptions import ImproperlyConfigured

_SQLITE: Final = "django.db.backends.sqlite3"
_POSTGRESQL: Final = "django.db.backends.postgresql"
_YES: Final = frozenset(environ.Env.BOOLEAN_TRUE_STRINGS)
_NO: Final = frozenset({"", "0", "false", "off", "n", "no"})
_RATE: Final = re.compile(r"[1-9][0-9]*/(s|sec|second|m|min|minute|h|hour|d|day)")


class Environment:
    """Variables by type; every method raises :class:`ImproperlyConfigured` on a useless value."""

    def __init__(self) -> None:
        self._env = environ.Env()

    def text(self, name: str, *, default: str) -> str:
        """The text as it stands."""
        return str(self._env.str(name, default=default))

    def texts(self, name: str) -> list[str]:
        """Texts separated by commas; none where the variable is not set."""
        return list(self._env.list(name, default=[]))

    def flag(self, name: str, *, default: bool) -> bool:
        """Whether something is on: a word for yes or no, and nothing that could mean either."""
        value = self._env.str(name, default="on" if default else "off").strip().lower()
        if value not in _YES | _NO:
            raise ImproperlyConfigured(f"{name}={value} is neither on nor off: set 1 or 0.")
        return value in _YES

    def number(self, name: str, *, default: int, least: int = 0) -> int:
        """A whole number from ``least`` on."""
        value = self._env.str(name, default=str(default)).strip()
        if not re.fullmatch(r"[0-9]{1,12}", value) or int(value) < least:
            raise ImproperlyConfigured(
                f"{name}={value} cannot be used: set a whole number from {least} on, "
                f"for example {name}={default}."
            )
        return int(value)

    def rate(self, name: str, *, default: str) -> str:
        """How often something may happen: ``number/period``."""
        value = self._env.str(name, default=default).strip()
        if not _RATE.fullmatch(value):
            raise ImproperlyConfigured(
                f"{name}={value} is no rate: set a number from 1 on, a slash and sec, min, hour or "
                f"day, for example {name}={default}."
            )
        return str(value)

    def level(self, name: str, *, default: str) -> str:
        """The name of a log level."""
        value = self._env.str(name, default=default).strip().upper()
        if value not in logging.getLevelNamesMapping():
            raise ImproperlyConfigured(
                f"{name}={value} is no log level: set DEBUG, INFO, WARNING, ERROR or CRITICAL."
            )
        return str(value)

    def folder(self, name: str, *, default: Path) -> Path:
        """A folder that can be written to, made if it is not there."""
        path = Path(self._env.str(name, default="") or default).resolve()
        try:
            path.mkdir(parents=True, exist_ok=True)
        except FileExistsError:
            reason = "it is no folder"
        except OSError as error:
            reason = f"it cannot be made ({error.strerror})"
        else:
            reason = "" if os.access(path, os.W_OK | os.X_OK) else "it cannot be written to"
        if reason:
            raise ImproperlyConfigured(
                f"{name}={path} cannot be used: {reason}. Name a folder of your own, "
                f"for example {name}={default}."
            )
        return path

    def db(self, name: str, *, default: str) -> dict[str, Any]:
        """A database as Django's ``DATABASES`` describes it; SQLite or PostgreSQL.

        The address may hold a password, so no more of it is repeated than its scheme.
        """
        url = self._env.str(name, default="") or default
        scheme = url.partition(":")[0] if ":" in url else ""
        if environ.Env.DB_SCHEMES.get(scheme) not in {_SQLITE, _POSTGRESQL}:
            shown = f"{scheme}:…" if scheme else "…"
            raise ImproperlyConfigured(
                f"{name}={shown} names no database that the site runs on: set "
                f"postgres://user:password@host/name or sqlite:////path/to/file."
            )
        try:
            found: dict[str, Any] = environ.Env.db_url_config(url)
        except ValueError as error:
            raise ImproperlyConfigured(
                f"{name}={scheme}:… cannot be read ({error}): set "
                f"postgres://user:password@host:port/name, special characters as %XX."
            ) from None
        folder = Path(found["NAME"]).parent
        if found["ENGINE"] == _SQLITE and not folder.is_dir():
            raise ImproperlyConfigured(
                f"{name}={url} cannot be used: the folder {folder} does not exist. Make it first."
            )
        return found

    def program(self, name: str) -> str:
        """The path of a program, or "" where none is named."""
        path = str(self._env.str(name, default=""))
        if path and not (Path(path).is_file() and os.access(path, os.X_OK)):
            raise ImproperlyConfigured(
                f"{name}={path} cannot be used: there is no such program. Name another, or leave "
                f"{name} unset."
            )
        return path

    def secret(self, name: str) -> str:
        """The value of ``NAME``, or the content of the file that ``NAME_FILE`` points to, or ""."""
        path = self._env.str(f"{name}_FILE", default="")
        if not path:
            return str(self._env.str(name, default=""))
        try:
            return Path(path).read_text(encoding="utf-8").strip()
        except OSError as error:
            reason = error.strerror
        except UnicodeDecodeError:
            reason = "it is not UTF-8 text"
        raise ImproperlyConfigured(
            f"{name}_FILE={path} cannot be read: {reason}. Name a file that holds the value alone."
        )


def local_secret_key(path: Path) -> str:
    """The secret key kept in ``path``, made on first use with mode 0600.

    Two processes that start at once agree on one key: the file is linked into place whole.
    """
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f"{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(secrets.token_urlsafe(50))
        try:
            os.link(draft, path)
        except FileExistsError:
            pass  # another process was first: its key is the key
        finally:
            draft.unlink()
    return path.read_text(encoding="utf-8").strip()


def require_production(name: str, value: object, example: str) -> None:
    """Stop the start when a production site lacks a setting, saying what to set."""
    if not value:
        raise ImproperlyConfigured(
            f"{name} is not set. A production site (PELICAN_PRODUCTION=1) needs it; "
            f"for example: {name}={example}"
        )

"""Reads configuration from the environment, and the secret key of a fresh checkout from disk."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

import environ
from django.core.exceptions import ImproperlyConfigured


def read_secret(env: environ.Env, name: str) -> str:
    """The value of ``NAME``, or the content of the file that ``NAME_FILE`` points to, or "".

    Raises :class:`ImproperlyConfigured` when the file cannot be read.
    """
    path = env.str(f"{name}_FILE", default="")
    if not path:
        return str(env.str(name, default=""))
    try:
        return Path(path).read_text(encoding="utf-8").strip()
    except OSError as error:
        raise ImproperlyConfigured(f"{name}_FILE={path} cannot be read: {error}.") from error


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

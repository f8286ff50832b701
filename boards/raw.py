"""Raw records: everything a harness or judge sent back, kept by date for a limited time.

Rows keep only the path and the digest; the record itself is for staff and is deleted after
``RULES.generation.raw_days`` days.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import re
from dataclasses import dataclass
from typing import Final
from uuid import uuid4

from django.core.files.base import ContentFile
from django.core.files.storage import storages
from django.utils import timezone

from pelican.rules import RULES

_DAY: Final = re.compile(r"\d{4}-\d\d-\d\d")


@dataclass(frozen=True)
class RawRecord:
    """Where a raw record lies in the ``raw`` storage, and its SHA-256."""

    path: str
    digest: str


def save_raw(kind: str, content: bytes, *, day: dt.date | None = None) -> RawRecord:
    """Store ``content`` under ``YYYY-MM-DD/<kind>/``; the day is today's (UTC) unless given."""
    day = day or timezone.now().date()
    name = f"{day.isoformat()}/{kind}/{uuid4().hex}"
    path = storages["raw"].save(name, ContentFile(content))
    return RawRecord(path, hashlib.sha256(content).hexdigest())


def read_raw(path: str) -> bytes | None:
    """The content of a raw record; None once it was purged."""
    try:
        with storages["raw"].open(path) as file:
            content: bytes = file.read()
    except FileNotFoundError:
        return None
    return content


def purge_raw(today: dt.date | None = None) -> int:
    """Delete every day older than ``RULES.generation.raw_days``; returns how many records went.

    What is not a folder named by a date is left alone.
    """
    today = today or timezone.now().date()
    oldest_kept = today - dt.timedelta(days=RULES.generation.raw_days)
    try:
        days, _files = storages["raw"].listdir("")
    except FileNotFoundError:  # nothing was ever kept
        return 0
    return sum(_delete_below(day) for day in days if (kept := _date(day)) and kept < oldest_kept)


def _date(folder: str) -> dt.date | None:
    try:
        return dt.date.fromisoformat(folder) if _DAY.fullmatch(folder) else None
    except ValueError:
        return None


def _delete_below(folder: str) -> int:
    storage = storages["raw"]
    folders, files = storage.listdir(folder)
    deleted = len(files) + sum(_delete_below(f"{folder}/{name}") for name in folders)
    for name in files:
        storage.delete(f"{folder}/{name}")
    storage.delete(folder)
    return deleted

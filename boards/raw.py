"""Raw records: everything a harness or judge sent back, kept by date for a limited time.

Rows keep only the path and the digest; the record itself is for staff and is deleted after
``RULES.generation.raw_days`` days.
"""

from __future__ import annotations

import datetime as dt
import hashlib
from dataclasses import dataclass
from uuid import uuid4

from django.core.files.base import ContentFile
from django.core.files.storage import storages
from django.utils import timezone


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

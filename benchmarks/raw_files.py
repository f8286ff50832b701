"""Files that are kept beside an artifact, as they came."""

from __future__ import annotations

import hashlib

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

from benchmarks.models import Artifact, RawFile


def keep(artifact: Artifact, name: str, content: bytes) -> RawFile:
    """Store one file of an artifact, with its digest and size."""
    path = default_storage.save(f"artifacts/{artifact.slug}/{name}", ContentFile(content))
    return RawFile.objects.create(
        artifact=artifact,
        name=name,
        path=path,
        sha256=hashlib.sha256(content).hexdigest(),
        size=len(content),
    )

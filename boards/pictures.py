"""The 512 px PNG of a drawing: made once, kept in file storage, made again when it is missing."""

from __future__ import annotations

import logging
from typing import Final

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

from boards.models import Sample
from boards.svg import picture
from boards.svg.evaluation import PictureError
from pelican.rules import RULES

logger = logging.getLogger(__name__)

_PNG_START: Final = b"\x89PNG\r\n\x1a\n"
_PNG_END: Final = b"IEND\xaeB`\x82"


def ensure_picture(sample: Sample) -> None:
    """Make the picture of a sample that has a drawing, if it is not there yet."""
    picture_png(sample)


def picture_png(sample: Sample) -> bytes | None:
    """PNG bytes, the longer side 512 px, on white; None where there is nothing that can be drawn.

    A picture that was cut off while it was written (a full disk, a kill) counts as missing.
    """
    if not sample.svg:
        return None
    name = _name(sample)
    kept = _read(name)
    if kept is not None:
        return kept
    try:
        png = picture(sample.svg)
    except PictureError as error:
        logger.warning("Sample %s has no picture: %s", sample.pk, error)
        return None
    _keep(name, png)
    return png


def _name(sample: Sample) -> str:
    """Digest, size and renderer decide the pixels, so they make the name."""
    renderer = sample.renderer_version.replace("/", "_")
    pixels = RULES.render.picture_pixels
    return f"pictures/{sample.sha256[:2]}/{sample.sha256}-{pixels}-{renderer}.png"


def _read(name: str) -> bytes | None:
    try:
        with default_storage.open(name) as file:
            png: bytes = file.read()
    except FileNotFoundError:
        return None
    except OSError:
        logger.exception("The picture %s cannot be read.", name)
        return None
    return png if png.startswith(_PNG_START) and png.endswith(_PNG_END) else None


def _keep(name: str, png: bytes) -> None:
    try:
        if default_storage.exists(name):
            if _read(name) is not None:
                return
            default_storage.delete(name)
        stored = default_storage.save(name, ContentFile(png))
    except OSError:
        logger.exception("The picture %s could not be stored.", name)
        return
    if stored != name:  # another process was first
        default_storage.delete(stored)

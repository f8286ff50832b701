"""The picture of a sanitised drawing that judges and pages are shown."""

from __future__ import annotations

import cv2
import numpy as np
from lxml import etree

from boards.svg.animation import is_animated, settled, still
from boards.svg.ink import ink, share
from boards.svg.raster import RenderError, png_on_white
from boards.svg.view import declared_view
from pelican.rules import RULES


def picture_png(sanitised: str, longer: int) -> bytes:
    """A PNG on white with the longer side as given, in pixels.

    An animated drawing that begins blank is shown at its end, and any other with all parts that
    appear for good, and none that disappear. Raises
    :class:`~boards.svg.raster.RenderError` when the text is no drawing or is refused.
    """
    try:
        root = etree.fromstring(
            sanitised.encode("utf-8"), etree.XMLParser(resolve_entities=False, no_network=True)
        )
    except etree.XMLSyntaxError as error:
        raise RenderError(str(error)) from error
    view = declared_view(root)
    if view is None or view.is_empty:
        raise RenderError("The drawing has no canvas.")
    size = view.pixels(longer)
    png = png_on_white(sanitised, *size)
    if not is_animated(root):
        return png
    shown = still(root)[0] if _is_blank(png) else settled(root)
    if shown is None:
        return png
    return png_on_white(etree.tostring(shown, encoding="unicode"), *size)


def _is_blank(png: bytes) -> bool:
    pixels = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)
    return pixels is None or share(ink(np.asarray(pixels, np.uint8))) < RULES.gate.board.blank_share

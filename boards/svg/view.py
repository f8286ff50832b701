"""The root coordinate system of a drawing, and picture sizes that keep its shape."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Final

from lxml import etree

MAX_SIDE: Final = 4096
"""No picture side is ever longer, in pixels, whatever a caller asks for."""

_SMALLEST: Final = 1e-30
"""A scale beyond this or its inverse shows nothing, and is beyond the renderer's numbers."""

_LENGTH: Final = re.compile(
    r"\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*(px|pt|pc|mm|cm|in|q|em|rem|ex|ch)?\s*",
    re.IGNORECASE,
)
_SEPARATOR: Final = re.compile(r"\s*,\s*|\s+")

# CSS absolute lengths at 96 dpi; the font-relative ones at the initial font size, 16 px.
_PIXELS: Final = {
    "": 1.0,
    "px": 1.0,
    "pt": 96 / 72,
    "pc": 16.0,
    "mm": 96 / 25.4,
    "cm": 96 / 2.54,
    "in": 96.0,
    "q": 96 / 101.6,
    "em": 16.0,
    "rem": 16.0,
    "ex": 8.0,
    "ch": 8.0,
}


@dataclass(frozen=True)
class View:
    """What the canvas shows, in the root's user units.

    ``x``, ``y``, ``width`` and ``height`` are the visible region: the viewBox, widened (or, with
    ``slice``, narrowed) to the shape of the declared size as ``preserveAspectRatio`` says.
    ``stretch`` is the horizontal scale over the vertical one: 1 but for
    ``preserveAspectRatio="none"``. A side of 0 means that nothing can be seen.
    """

    x: float
    y: float
    width: float
    height: float
    stretch: float = 1.0

    @property
    def is_empty(self) -> bool:
        """Whether the canvas has no area, so that the drawing is blank whatever it holds."""
        return not (self.width > 0 and self.height > 0 and self.stretch > 0)

    @property
    def aspect(self) -> float:
        """Width ÷ height of the picture, kept within what a picture of whole pixels can show."""
        if self.is_empty:
            return 1.0
        aspect = self.width / self.height * self.stretch
        return min(max(aspect, 1 / MAX_SIDE), float(MAX_SIDE))

    def pixels(self, longer: int) -> tuple[int, int]:
        """Width and height in pixels with the longer side as given; each side 1 to 4,096."""
        aspect = self.aspect
        width = longer if aspect >= 1 else longer * aspect
        height = longer / aspect if aspect >= 1 else longer
        return _whole(width), _whole(height)

    def pixels_for_area(self, area: float) -> tuple[int, int]:
        """Width and height in pixels of a picture with about this many pixels; sides as above."""
        aspect = self.aspect
        return _whole(math.sqrt(area * aspect)), _whole(math.sqrt(area / aspect))


def length_in_pixels(text: str | None) -> float | None:
    """An absolute SVG or CSS length in px at 96 dpi; None for percentages, words and nothing."""
    match = _LENGTH.fullmatch(text or "")
    if match is None:
        return None
    value = float(match[1]) * _PIXELS[(match[2] or "").lower()]
    return value if math.isfinite(value) else None


def view_box(text: str | None) -> tuple[float, float, float, float] | None:
    """The four numbers of a ``viewBox``; None when it is missing or malformed.

    A negative width or height is malformed, a zero one is not: it turns rendering off.
    """
    try:
        x, y, width, height = map(float, _SEPARATOR.split((text or "").strip()))
    except ValueError:
        return None
    if width < 0 or height < 0 or not all(map(math.isfinite, (x, y, width, height))):
        return None
    return x, y, width, height


def declared_view(root: etree._Element) -> View | None:
    """The view that a root element declares; None when it has neither viewBox nor a full size.

    Width and height count when they are absolute lengths; anything else follows the viewBox, as
    in an ``<img>`` without a size.
    """
    width, height = (length_in_pixels(root.get(name)) for name in ("width", "height"))
    box = view_box(root.get("viewBox"))
    if any(side is not None and side <= 0 for side in (width, height)):
        return View(0.0, 0.0, 0.0, 0.0)
    if box is None:
        return None if width is None or height is None else View(0.0, 0.0, width, height)
    if width is None or height is None or box[2] == 0 or box[3] == 0:
        return View(*box)
    return _fitted(box, width, height, root.get("preserveAspectRatio") or "")


def _fitted(
    box: tuple[float, float, float, float], width: float, height: float, ratio: str
) -> View:
    """The region of user space that a canvas of this size shows (SVG 2, section 8.7)."""
    x, y, box_width, box_height = box
    across, down = width / box_width, height / box_height
    if not (_SMALLEST < across < 1 / _SMALLEST and _SMALLEST < down < 1 / _SMALLEST):
        return View(0.0, 0.0, 0.0, 0.0)
    align, _, mode = ratio.strip().partition(" ")
    if align == "none":
        return View(x, y, box_width, box_height, across / down)
    scale = max(across, down) if mode.strip() == "slice" else min(across, down)
    shown_width, shown_height = width / scale, height / scale
    along = {"xMin": 0.0, "xMax": 1.0}.get(align[:4], 0.5)
    below = {"YMin": 0.0, "YMax": 1.0}.get(align[4:8], 0.5)
    return View(
        x + (box_width - shown_width) * along,
        y + (box_height - shown_height) * below,
        shown_width,
        shown_height,
    )


def _whole(side: float) -> int:
    return min(max(round(side), 1), MAX_SIDE)

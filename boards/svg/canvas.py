"""The canvas of a drawing that declares none: the box of its content."""

from __future__ import annotations

import copy
from typing import Final

import numpy as np
from lxml import etree

from boards.svg.raster import rasterise
from boards.svg.view import View, declared_view

_FIRST_WINDOW: Final = View(-1024.0, -1024.0, 4096.0, 4096.0)
_ENLARGEMENT: Final = 16.0
_WINDOWS: Final = 3
_PIXELS: Final = 512
_DEFAULT_SIZE: Final = View(0.0, 0.0, 300.0, 150.0)
"""What CSS gives a replaced element without a size."""
_RELATIVE_TO_CANVAS: Final = ("x", "y", "width", "height", "cx", "cy", "r", "rx", "ry")


def settle_view(root: etree._Element) -> tuple[View, bool]:
    """The drawing's view; where it declares none, its content's box is declared on ``root``.

    The second value says whether that was done. Raises
    :class:`~boards.svg.raster.RenderError` when the content cannot be drawn.
    """
    view = declared_view(root)
    if view is not None:
        return view, False
    view = _content_box(root) or _DEFAULT_SIZE
    root.set("width", f"{view.width:g}")
    root.set("height", f"{view.height:g}")
    root.set("viewBox", f"{view.x:g} {view.y:g} {view.width:g} {view.height:g}")
    return view, True


def _content_box(root: etree._Element) -> View | None:
    """The box of what is painted; None when nothing is, or when it has no bounds.

    Shapes measured in percent of the canvas fill any canvas and say nothing about it.
    """
    probe = copy.deepcopy(root)
    for element in list(probe.iter()):
        parent = element.getparent()
        if parent is not None and any("%" in element.get(n, "") for n in _RELATIVE_TO_CANVAS):
            parent.remove(element)
    window = _FIRST_WINDOW
    for _ in range(_WINDOWS):
        box, inside = _painted_box(probe, window)
        if box is not None and inside:
            fine, _ = _painted_box(probe, box)
            return _rounded(fine or box)
        window = _grown(window, _ENLARGEMENT)
    return None


def _painted_box(probe: etree._Element, window: View) -> tuple[View | None, bool]:
    """The painted box within a window, to a pixel's precision, and whether it ends inside."""
    probe.set("viewBox", f"{window.x} {window.y} {window.width} {window.height}")
    width, height = window.pixels(_PIXELS)
    probe.set("width", str(width))
    probe.set("height", str(height))
    painted = rasterise(etree.tostring(probe, encoding="unicode"), width, height)[..., 3] > 0
    rows, columns = np.flatnonzero(painted.any(axis=1)), np.flatnonzero(painted.any(axis=0))
    if not rows.size:
        return None, True
    left, right = int(columns[0]), int(columns[-1]) + 1
    top, bottom = int(rows[0]), int(rows[-1]) + 1
    across, down = window.width / width, window.height / height
    box = View(
        window.x + left * across,
        window.y + top * down,
        (right - left) * across,
        (bottom - top) * down,
    )
    return box, left > 0 and top > 0 and right < width and bottom < height


def _grown(window: View, factor: float) -> View:
    width, height = window.width * factor, window.height * factor
    return View(
        window.x - (width - window.width) / 2,
        window.y - (height - window.height) / 2,
        width,
        height,
    )


def _rounded(box: View) -> View:
    """Whole numbers, where a whole number is precise enough."""
    if min(box.width, box.height) < 20:
        return box
    x, y = round(box.x), round(box.y)
    return View(x, y, round(box.x + box.width) - x, round(box.y + box.height) - y)

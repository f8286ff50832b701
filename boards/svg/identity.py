"""The identity render: which painted leaf shows at each pixel, as resvg paints it.

The document is rewritten so that every leaf has a flat colour of its own (see ``rewrite``), resvg
does all geometry, without antialiasing, and :meth:`Identity.labels` reads the leaves back from
the colours. Leaves are numbered in the order of painting, so a higher number lies on top.
"""

from __future__ import annotations

import copy
import math
from typing import Final

import numpy as np
from lxml import etree
from numpy.typing import NDArray

from boards.svg.cascade import SVG_NAMESPACE
from boards.svg.raster import rasterise
from boards.svg.regions import NOTHING, Labels, Regions, measure_regions
from boards.svg.rewrite import UNSPREAD, Painted, Rewriting
from boards.svg.view import View
from pelican.rules import RULES

_REPAIR_PASSES: Final = 12


class Identity:
    """A document rewritten for identity renders, and the table of its leaves.

    ``tags``, ``alphas`` and ``groups`` run parallel to the leaf numbers: the element's name, its
    strongest effective opacity (0 to 1) and a number for its parent group. The tree that is
    passed in is copied, never changed.
    """

    def __init__(self, root: etree._Element, view: View) -> None:
        self.view = view
        rewriting = Rewriting(root)
        self.tags = rewriting.tags
        self.alphas = rewriting.alphas
        self.groups = rewriting.groups
        self._painted = rewriting.painted
        self._maps: dict[int, Labels] = {}
        self._regions: list[tuple[Labels, Regions]] = []
        self._document = rewriting.root
        self._document.set("shape-rendering", "crispEdges")
        self._document.set("text-rendering", "optimizeSpeed")
        self._framed = False

    @property
    def veils(self) -> NDArray[np.bool_]:
        """Per leaf: too transparent to hide what lies under it."""
        return np.array(self.alphas, float) < RULES.structure.veil_opacity

    @property
    def texts(self) -> NDArray[np.bool_]:
        """Per leaf: it is text."""
        return np.array([tag == "text" for tag in self.tags], bool)

    def labels(self, area: int, window: View | None = None) -> Labels:
        """Render the leaves that hide what is under them; ``area`` is the map's size in pixels.

        ``window`` (default: the root's view) is the region that the map shows. The map of the
        whole view is kept, so that asking again is free; do not write to it.
        """
        if window is None and area in self._maps:
            return self._maps[area]
        labels = self._render(area, window, veils=False)
        if window is None:
            self._maps[area] = labels
        return labels

    def veil_labels(self, area: int, window: View | None = None) -> Labels:
        """Render the veils alone, as opaque."""
        return self._render(area, window, veils=True)

    def regions(self, labels: Labels) -> Regions:
        """What each leaf covers on a map, measured once for each map."""
        for measured, regions in self._regions:
            if measured is labels:
                return regions
        regions = measure_regions(labels, len(self.tags))
        self._regions.append((labels, regions))
        return regions

    def _render(self, area: int, window: View | None, *, veils: bool) -> Labels:
        shown = window or self.view
        width, height = shown.pixels_for_area(area)
        pixel = math.sqrt(shown.width * shown.height / (width * height))
        bound = RULES.structure.veil_opacity
        for painted in self._painted:
            _show(painted, pixel, shown=(self.alphas[painted.leaf] < bound) == veils)
        if window and not self._framed:
            self._document = _frame(self._document, self.view)
            self._framed = True
        if self._framed:
            _aim(self._document, shown)
        pixels = rasterise(etree.tostring(self._document, encoding="unicode"), width, height)
        return _decode(pixels, len(self.tags))


def _show(painted: Painted, pixel: float, *, shown: bool) -> None:
    """Show or hide an element; no stroke is thinner than a pixel, here ``pixel`` root units wide.

    Without antialiasing a thinner one would be a row of dots, or fall between two rows of pixels.
    """
    element = painted.element
    element.set("fill", painted.fill if shown else "none")
    element.set("stroke", painted.stroke if shown else "none")
    if painted.stroke != "none" and painted.stroke_width and painted.stretch:
        least = RULES.render.identity_stroke * pixel / painted.stretch
        element.set("stroke-width", f"{max(painted.stroke_width, least):.9g}")


def windowed(root: etree._Element, view: View, window: View) -> etree._Element:
    """A copy of a document that shows ``window``, a region of the root's units, not the view."""
    frame = _frame(copy.deepcopy(root), view)
    _aim(frame, window)
    return frame


def _frame(root: etree._Element, view: View) -> etree._Element:
    """Make a root a nested document at the place where its canvas was, in a frame to be aimed.

    It overflows, and keeps the size of its canvas, so that percentages keep their meaning.
    """
    box = [f"{side:.9g}" for side in (view.x, view.y, view.width, view.height)]
    if root.get("viewBox") is None:
        root.set("viewBox", " ".join(box))
    for name, side in zip(("x", "y", "width", "height"), box, strict=True):
        root.set(name, side)
    root.set("overflow", "visible")
    root.set("style", f"{root.get('style', '')};overflow:visible")
    frame = etree.Element(f"{{{SVG_NAMESPACE}}}svg")
    frame.append(root)
    return frame


def _aim(frame: etree._Element, window: View) -> None:
    """Let a frame show a region."""
    frame.set("viewBox", f"{window.x:.9g} {window.y:.9g} {window.width:.9g} {window.height:.9g}")
    frame.set("width", f"{window.width * window.stretch:.9g}")
    frame.set("height", f"{window.height:.9g}")
    frame.set("preserveAspectRatio", "none" if window.stretch != 1 else "xMidYMid")


def _decode(pixels: NDArray[np.uint8], leaves: int) -> Labels:
    """Read leaf numbers back from colours.

    Where a pattern or mask blended colours, the code belongs to no leaf: such pixels take the
    number of a neighbour. Half-transparent pixels and less are nothing.
    """
    codes = np.ascontiguousarray(pixels).view("<u4")[..., 0]
    numbers = (codes * np.uint32(UNSPREAD)) & np.uint32(0xFFFFFF)
    painted = codes >= np.uint32(128 << 24)
    known = painted & (numbers < leaves)
    labels = np.where(known, numbers, np.uint32(0xFFFF)).astype(np.uint16).view(np.int16)
    unknown = painted & (labels == NOTHING)
    for _ in range(_REPAIR_PASSES):
        if not unknown.any():
            break
        for axis, step in ((0, 1), (0, -1), (1, 1), (1, -1)):
            near = np.roll(labels, step, axis)
            taken = unknown & (near != NOTHING)
            labels[taken] = near[taken]
            unknown &= ~taken
    return labels

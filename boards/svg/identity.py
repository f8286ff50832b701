"""The identity render: which painted leaf shows at each pixel, as resvg paints it.

A copy of the document is rewritten so that every leaf (a shape, a text, an instance made by
``use``, a marker) is filled and stroked with a flat colour of its own, without antialiasing; resvg
then does all geometry, and :meth:`Identity.labels` reads the leaves back from the colours. Paint
decides what counts: ``none``, transparent and nearly transparent paint is left out, a gradient or
pattern becomes its leaf's colour, filters and blending go, clips and masks stay.

Leaves are numbered in the order of painting, so a higher number lies on top.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np
from lxml import etree
from numpy.typing import NDArray

from boards.svg.cascade import (
    SVG_NAMESPACE,
    XLINK_HREF,
    Style,
    format_style,
    href,
    inline_css,
    parse_style,
)
from boards.svg.paints import colour_alpha, gradient_alpha, number, url_target
from boards.svg.raster import rasterise
from boards.svg.tree import local_name
from boards.svg.view import View
from pelican.rules import RULES

Labels = NDArray[np.int16]
"""Height × width: the number of the leaf that shows at each pixel, -1 where nothing is painted."""

NOTHING: Final = -1

_SHAPES: Final = frozenset({"path", "rect", "circle", "ellipse", "line", "polyline", "polygon"})
_MARKED: Final = frozenset({"path", "line", "polyline", "polygon"})
_CONTAINERS: Final = frozenset({"svg", "g", "a", "switch"})
_TEMPLATES: Final = frozenset({"symbol", "marker", "pattern"})
_REFERENCING: Final = frozenset({"use", "marker", "pattern"})
_TEXT_PARTS: Final = frozenset({"tspan", "textPath", "tref", "a"})
_INHERITED: Final = (
    "fill",
    "stroke",
    "fill-opacity",
    "stroke-opacity",
    "color",
    "marker-start",
    "marker-mid",
    "marker-end",
)
_MARKERS: Final = ("marker-start", "marker-mid", "marker-end")
_DROPPED: Final = (
    "opacity",
    "filter",
    "mix-blend-mode",
    "shape-rendering",
    "text-rendering",
    "enable-background",
)
_PAINT: Final = ("fill", "stroke", "fill-opacity", "stroke-opacity", "paint-order")

_SPREAD: Final = 0x9E3779
"""Odd, so that multiplying by it permutes the 24-bit colours: neighbours get far colours."""
_UNSPREAD: Final = pow(_SPREAD, -1, 1 << 24)
_LEAVES_MAX: Final = 32_000
"""Labels are 16 bits wide; leaves beyond share the last number."""
_REPAIR_PASSES: Final = 12


@dataclass(frozen=True)
class _Scope:
    """What a leaf inherits on its way down: paint properties, opacity, owner."""

    paint: Style = field(
        default_factory=lambda: {"fill": "black", "stroke": "none", "color": "black"}
    )
    alpha: float = 1.0
    leaf: int | None = None
    within: frozenset[str] = frozenset()
    group: int = 0


@dataclass(frozen=True)
class _Painted:
    """An element that paints (part of) a leaf, and its paint in the identity document."""

    leaf: int
    element: etree._Element
    fill: str
    stroke: str


class Identity:
    """A document rewritten for identity renders, and the table of its leaves.

    ``tags``, ``alphas`` and ``groups`` run parallel to the leaf numbers: the element's name, its
    strongest effective opacity (0 to 1) and a number for its parent group. The tree that is
    passed in is copied, never changed.
    """

    def __init__(self, root: etree._Element, view: View) -> None:
        self.view = view
        self.tags: list[str] = []
        self.alphas: list[float] = []
        self.groups: list[int] = []
        self._painted: list[_Painted] = []
        self._maps: dict[int, Labels] = {}
        self._group_count = 0
        self._clones = 0
        self._root = copy.deepcopy(root)
        inline_css(self._root)
        self._by_id = _pristine_ids(self._root)
        self._defs = etree.SubElement(self._root, f"{{{SVG_NAMESPACE}}}defs")
        self._rewrite()
        self._root.set("shape-rendering", "crispEdges")
        self._root.set("text-rendering", "optimizeSpeed")
        self._document = self._root
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
        self._show(veils=False)
        labels = self._render(area, window)
        if window is None:
            self._maps[area] = labels
        return labels

    def veil_labels(self, area: int, window: View | None = None) -> Labels:
        """Render the veils alone, as opaque."""
        self._show(veils=True)
        return self._render(area, window)

    def _show(self, *, veils: bool) -> None:
        bound = RULES.structure.veil_opacity
        for painted in self._painted:
            shown = (self.alphas[painted.leaf] < bound) == veils
            painted.element.set("fill", painted.fill if shown else "none")
            painted.element.set("stroke", painted.stroke if shown else "none")

    def _render(self, area: int, window: View | None) -> Labels:
        shown = window or self.view
        if window and not self._framed:
            self._document = _frame(self._document, self.view)
            self._framed = True
        if self._framed:
            _aim(self._document, shown)
        width, height = shown.pixels_for_area(area)
        pixels = rasterise(etree.tostring(self._document, encoding="unicode"), width, height)
        return _decode(pixels, len(self.tags))

    # ── rewriting ──────────────────────────────────────────────────────────────────────────────

    def _rewrite(self) -> None:
        """Walk what is painted, in order, giving each leaf its colour."""
        pending: list[tuple[etree._Element, _Scope]] = [(self._root, _Scope())]
        while pending:
            element, scope = pending.pop()
            pending.extend(reversed(list(self._visit(element, scope))))

    def _visit(
        self, element: etree._Element, scope: _Scope
    ) -> Iterator[tuple[etree._Element, _Scope]]:
        """Rewrite one element; yield what must be visited after it, in order of painting."""
        name = local_name(element)
        is_text_part = scope.leaf is not None and name in _TEXT_PARTS
        is_container = name in _CONTAINERS or (
            name in _TEMPLATES and element.getparent() is self._defs
        )
        if not (name in _SHAPES or name in ("use", "text") or is_container or is_text_part):
            return
        style = parse_style(element.get("style"))
        scope = self._enter(element, style, scope)
        if name in _SHAPES:
            yield from self._leaf(element, name, style, scope)
        elif name == "text" or is_text_part:
            yield from self._text(element, style, scope)
        elif name == "use":
            yield from self._instance(element, scope)
            _restyle(element, style, drop=_DROPPED)
        else:
            _restyle(element, style, drop=_DROPPED)
            self._group_count += 1
            inner = replace(scope, group=self._group_count)
            yield from ((child, inner) for child in element)

    def _enter(self, element: etree._Element, style: Style, scope: _Scope) -> _Scope:
        """The scope inside an element: what it sets over what it inherits."""
        if "marker" in style:
            for name in _MARKERS:
                style.setdefault(name, style["marker"])
            del style["marker"]
        own = {
            name: value
            for name in _INHERITED
            if (value := style.get(name, element.get(name))) and value != "inherit"
        }
        opacity = number(style.get("opacity", element.get("opacity")))
        if not own and opacity == 1.0:
            return scope
        return replace(
            scope, paint=scope.paint | own if own else scope.paint, alpha=scope.alpha * opacity
        )

    def _new_leaf(self, tag: str, scope: _Scope) -> int:
        if len(self.tags) >= _LEAVES_MAX:
            return len(self.tags) - 1
        self.tags.append(tag)
        self.alphas.append(0.0)
        self.groups.append(scope.group)
        return len(self.tags) - 1

    def _leaf(
        self, element: etree._Element, name: str, style: Style, scope: _Scope
    ) -> Iterator[tuple[etree._Element, _Scope]]:
        leaf = scope.leaf if scope.leaf is not None else self._new_leaf(name, scope)
        yield from self._colour(element, style, scope, leaf)
        if name in _MARKED:
            yield from self._marks(element, scope)

    def _text(
        self, element: etree._Element, style: Style, scope: _Scope
    ) -> Iterator[tuple[etree._Element, _Scope]]:
        leaf = scope.leaf if scope.leaf is not None else self._new_leaf("text", scope)
        yield from self._colour(element, style, scope, leaf)
        inner = replace(scope, leaf=leaf)
        yield from ((child, inner) for child in element)

    def _colour(
        self, element: etree._Element, style: Style, scope: _Scope, leaf: int
    ) -> Iterator[tuple[etree._Element, _Scope]]:
        """Give an element its leaf's colour where it is painted; yield its patterns."""
        colour = _colour_of(leaf)
        painted: dict[str, str] = {}
        strongest = 0.0
        for name in ("fill", "stroke"):
            alpha, pattern = self._alpha(scope, name)
            alpha *= scope.alpha * number(scope.paint.get(f"{name}-opacity"))
            if alpha < RULES.structure.leaf_opacity_min:
                painted[name] = "none"
                continue
            strongest = max(strongest, alpha)
            if pattern is None:
                painted[name] = colour
            else:
                clone = self._clone(pattern)
                painted[name] = f"url(#{clone.get('id')})"
                yield clone, _Scope(leaf=leaf, within=scope.within | {pattern.get("id") or ""})
        _restyle(element, style, drop=_DROPPED + _PAINT + _MARKERS)
        element.set("fill-opacity", "1")
        element.set("stroke-opacity", "1")
        element.set("fill", painted["fill"])
        element.set("stroke", painted["stroke"])
        self.alphas[leaf] = max(self.alphas[leaf], strongest)
        self._painted.append(_Painted(leaf, element, painted["fill"], painted["stroke"]))

    def _alpha(self, scope: _Scope, name: str) -> tuple[float, etree._Element | None]:
        """Alpha of a paint (before its opacity properties), and its pattern if it has one."""
        value = scope.paint[name]
        target = url_target(value)
        if target is not None:
            server = self._by_id.get(target[0])
            kind = "" if server is None else local_name(server)
            if server is not None and kind in ("linearGradient", "radialGradient"):
                return gradient_alpha(server, self._by_id), None
            if server is not None and kind == "pattern":
                return (0.0 if target[0] in scope.within else 1.0), server
            value = target[1] or "none"
        if value.lower() == "currentcolor":
            value = scope.paint["color"]
        return colour_alpha(value), None

    # ── instances ──────────────────────────────────────────────────────────────────────────────

    def _clone(self, source: etree._Element) -> etree._Element:
        """A copy of a referenced element with an id of its own, so that it can be painted alone."""
        clone = copy.deepcopy(source)
        clone.tail = None
        self._clones += 1
        clone.set("id", f"instance-{self._clones}")
        self._defs.append(clone)
        if local_name(clone) == "pattern" and len(clone) == 0:
            ancestor = self._by_id.get(href(clone) or "")
            if ancestor is not None and self._clones < _LEAVES_MAX:
                for child in ancestor:
                    clone.append(copy.deepcopy(child))
        return clone

    def _instance(
        self, element: etree._Element, scope: _Scope
    ) -> Iterator[tuple[etree._Element, _Scope]]:
        """Point a ``use`` at a private copy of its target, and visit that copy."""
        name = href(element)
        target = self._by_id.get(name or "")
        inside = scope.within | {ancestor.get("id") for ancestor in element.iterancestors()}
        if name is None or target is None or name in inside:
            for attribute in ("href", XLINK_HREF):
                if element.get(attribute) is not None:
                    del element.attrib[attribute]  # in a cycle resvg draws nothing
            return
        clone = self._clone(target)
        for attribute in ("href", XLINK_HREF):
            if element.get(attribute) is not None:
                element.set(attribute, f"#{clone.get('id')}")
        yield clone, replace(scope, within=scope.within | {name})

    def _marks(
        self, element: etree._Element, scope: _Scope
    ) -> Iterator[tuple[etree._Element, _Scope]]:
        """Give each of a shape's markers a private copy, so that its parts are leaves."""
        for name in _MARKERS:
            target = url_target(scope.paint.get(name))
            marker = self._by_id.get(target[0]) if target else None
            if target is None or marker is None or target[0] in scope.within:
                continue
            clone = self._clone(marker)
            element.set(name, f"url(#{clone.get('id')})")
            yield clone, _Scope(alpha=scope.alpha, within=scope.within | {target[0]})


def _colour_of(leaf: int) -> str:
    """A leaf's colour: its number, spread, with red as the lowest byte, as pixels lie in memory."""
    code = leaf * _SPREAD & 0xFFFFFF
    return f"#{code & 0xFF:02x}{code >> 8 & 0xFF:02x}{code >> 16:02x}"


def _restyle(element: etree._Element, style: Style, drop: tuple[str, ...]) -> None:
    """Write the style back without the dropped properties, and drop their attributes."""
    for name in drop:
        style.pop(name, None)
        if element.get(name) is not None:
            del element.attrib[name]
    if style:
        element.set("style", format_style(style))
    elif element.get("style") is not None:
        del element.attrib["style"]


def _pristine_ids(root: etree._Element) -> dict[str, etree._Element]:
    """Elements by id, from a copy that stays as it is while the document is rewritten.

    As in resvg, the first element of an id wins. Without references no copy is needed.
    """
    names = {local_name(element) for element in root.iter()}
    source = copy.deepcopy(root) if names & _REFERENCING else root
    by_id: dict[str, etree._Element] = {}
    for element in source.iter():
        name = element.get("id")
        if name:
            by_id.setdefault(name, element)
    return by_id


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
    numbers = (codes * np.uint32(_UNSPREAD)) & np.uint32(0xFFFFFF)
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

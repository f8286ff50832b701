"""The identity document: a copy of a drawing in which every leaf has a flat colour of its own.

A leaf is what is painted as one: a shape, a text, a part of an instance made by ``use`` or of a
marker. What is not painted (paint ``none``, transparent or nearly so) gets paint ``none``; a
gradient or pattern becomes its leaf's colour; filters and blending go, clips and masks stay, and
so does everything that decides geometry. References are pointed at private copies of their
targets, so that each instance can be painted by itself.
"""

from __future__ import annotations

import copy
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from lxml import etree

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
from boards.svg.tree import local_name
from boards.svg.view import length_in_pixels
from pelican.rules import RULES

LEAVES_MAX: Final = 32_000
"""Labels are 16 bits wide; leaves beyond share the last number."""

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
    "stroke-width",
    "marker-start",
    "marker-mid",
    "marker-end",
)
_MARKERS: Final = ("marker-start", "marker-mid", "marker-end")
_DROPPED: Final = frozenset(
    {
        "opacity",
        "filter",
        "mix-blend-mode",
        "shape-rendering",
        "text-rendering",
        "enable-background",
    }
)
_REPAINTED: Final = _DROPPED.union(
    ("fill", "stroke", "fill-opacity", "stroke-opacity", "paint-order"), _MARKERS
)

_SPREAD: Final = 0x9E3779
"""Odd, so that multiplying by it permutes the 24-bit colours: neighbours get far colours."""
UNSPREAD: Final = pow(_SPREAD, -1, 1 << 24)
"""Undoes the spreading of :func:`colour_of`, modulo 2²⁴."""
_FUNCTION: Final = re.compile(r"(\w+)\s*\(([^)]*)\)")
_NUMBER: Final = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?", re.IGNORECASE)


@dataclass(frozen=True)
class _Scope:
    """What a leaf inherits on its way down: paint properties, opacity, owner.

    ``within`` names the targets being drawn; ``stretch`` is the length of a unit in root units,
    None where that is not known (inside viewBoxes, markers and patterns).
    """

    paint: Style = field(
        default_factory=lambda: {"fill": "black", "stroke": "none", "color": "black"}
    )
    alpha: float = 1.0
    leaf: int | None = None
    within: frozenset[str] = frozenset()
    stretch: float | None = 1.0
    group: int = 0


@dataclass(frozen=True)
class Painted:
    """An element that paints (part of) a leaf, and its paint in the identity document.

    ``stroke_width`` is in its own units, ``stretch`` the length of such a unit in root units; None
    where they are not known.
    """

    leaf: int
    element: etree._Element
    fill: str
    stroke: str
    stroke_width: float | None
    stretch: float | None


class Rewriting:
    """A rewritten copy of a document.

    ``tags``, ``alphas`` and ``groups`` run parallel to the leaf numbers: the element's name, its
    strongest effective opacity (0 to 1), a number for its parent group. ``painted`` lists what
    paints them. Leaves are numbered in the order of painting.
    """

    def __init__(self, root: etree._Element) -> None:
        self.tags: list[str] = []
        self.alphas: list[float] = []
        self.groups: list[int] = []
        self.painted: list[Painted] = []
        self._group_count = 0
        self._clones = 0
        self.root = copy.deepcopy(root)
        inline_css(self.root)
        self._by_id = _pristine_ids(self.root)
        self._defs = etree.SubElement(self.root, f"{{{SVG_NAMESPACE}}}defs")
        self._rewrite()

    def _rewrite(self) -> None:
        """Walk what is painted, in order, giving each leaf its colour."""
        pending: list[tuple[etree._Element, _Scope]] = [(self.root, _Scope())]
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
        stretch = self._stretch(element, style, scope)
        if not own and opacity == 1.0 and stretch == scope.stretch:
            return scope
        return replace(
            scope,
            paint=scope.paint | own if own else scope.paint,
            alpha=scope.alpha * opacity,
            stretch=stretch,
        )

    def _stretch(self, element: etree._Element, style: Style, scope: _Scope) -> float | None:
        """The length of a unit inside an element, in root units."""
        if element is self.root or scope.stretch is None:
            return scope.stretch
        if local_name(element) in ("svg", "symbol", "marker", "pattern"):
            return None
        transform = style.get("transform", element.get("transform"))
        return scope.stretch * stretch_of(transform) if transform else scope.stretch

    def _new_leaf(self, tag: str, scope: _Scope) -> int:
        if len(self.tags) >= LEAVES_MAX:
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
        colour = colour_of(leaf)
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
        stroke_width = length_in_pixels(scope.paint.get("stroke-width", "1"))
        if stroke_width is not None:
            style.pop("stroke-width", None)
            element.set("stroke-width", f"{stroke_width:.9g}")
        _restyle(element, style, drop=_REPAINTED)
        element.set("fill-opacity", "1")
        element.set("stroke-opacity", "1")
        element.set("fill", painted["fill"])
        element.set("stroke", painted["stroke"])
        self.alphas[leaf] = max(self.alphas[leaf], strongest)
        self.painted.append(
            Painted(leaf, element, painted["fill"], painted["stroke"], stroke_width, scope.stretch)
        )

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
            if ancestor is not None and self._clones < LEAVES_MAX:
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


def stretch_of(transform: str) -> float:
    """How much longer, on average, a transform makes things: the root of its determinant."""
    stretch = 1.0
    for name, arguments in _FUNCTION.findall(transform):
        values = [float(value) for value in _NUMBER.findall(arguments)]
        if name == "scale" and values:
            stretch *= math.sqrt(abs(values[0] * values[-1])) if len(values) > 1 else abs(values[0])
        elif name == "matrix" and len(values) == 6:
            stretch *= math.sqrt(abs(values[0] * values[3] - values[1] * values[2]))
    return stretch


def colour_of(leaf: int) -> str:
    """A leaf's colour: its number, spread, with red as the lowest byte, as pixels lie in memory."""
    code = leaf * _SPREAD & 0xFFFFFF
    return f"#{code & 0xFF:02x}{code >> 8 & 0xFF:02x}{code >> 16:02x}"


def _restyle(element: etree._Element, style: Style, drop: frozenset[str]) -> None:
    """Write the style back without the dropped properties, and drop their attributes."""
    given = element.attrib
    for name in drop.intersection(style):
        del style[name]
    for name in drop.intersection(given):
        del given[name]
    if style:
        given["style"] = format_style(style)
    elif "style" in given:
        del given["style"]


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

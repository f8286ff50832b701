"""Hardening: what would make a renderer or a browser work too long is refused beforehand.

All checks are linear in the size of the document. A fault names the limit; the limits are
``pelican.rules.RULES.hardening``.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Final

from lxml import etree

from boards.svg.cascade import href, parse_style
from boards.svg.css import is_plain
from boards.svg.filters import filter_cost, function_cost, heavy_turbulence
from boards.svg.paints import url_target
from boards.svg.report import Fault
from boards.svg.tree import attributes, line_of, local_name, text_within
from boards.svg.view import View
from boards.svg.vocabulary import FILTER_STEPS
from pelican.rules import RULES

_LARGE: Final = re.compile(r"[eE]\+?\d|\d{10}")
_NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
_IN_DATA: Final = re.compile(_NUMBER)
_IN_WORDS: Final = re.compile(rf"#[\w-]+|(?<![\w.-]){_NUMBER}")
_COMMANDS: Final = re.compile(r"([MmZzLlHhVvCcSsQqTtAa])([^MmZzLlHhVvCcSsQqTtAa]*)")
_ARITY: Final = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "q": 4, "t": 2, "a": 7}
_DATA: Final = frozenset(
    {"d", "points", "transform", "gradientTransform", "patternTransform", "viewBox"}
)
_NOT_NUMERIC: Final = frozenset(
    {
        "id",
        "class",
        "lang",
        "version",
        "begin",
        "end",
        "dur",
        "min",
        "max",
        "repeatCount",
        "repeatDur",
        "attributeName",
        "font-family",
        "result",
        "in",
        "in2",
        "systemLanguage",
    }
)
_REFERENCED: Final = ("fill", "stroke", "mask", "clip-path", "filter")
_MARKERS: Final = ("marker-start", "marker-mid", "marker-end", "marker")
_TEXT_PER_NODE: Final = 20
"""So many characters cost about what a shape costs to draw."""


def size_fault(root: etree._Element) -> Fault | None:
    """Too many elements or attributes, or nested too deep."""
    limits = RULES.hardening
    count = sum(1 for _ in root.iter())
    if count > RULES.gate.board.elements:
        params = {"count": count, "limit": RULES.gate.board.elements}
        return Fault("too_many_elements", "too_many_elements", params)
    for element in root.iter():
        if len(element.attrib) > limits.attributes:
            params = {
                "count": len(element.attrib),
                "line": line_of(element),
                "limit": limits.attributes,
            }
            return Fault("hardening", "too_many_attributes", params)
    layer, depth = [root], 1
    while layer:
        layer = [child for element in layer for child in element]
        depth += bool(layer)
        if depth > limits.depth:
            line = line_of(layer[0])
            params = {"count": depth, "line": line, "limit": limits.depth}
            return Fault("hardening", "too_deep", params)
    return None


def style_fault(root: etree._Element) -> Fault | None:
    """More CSS than can be parsed in good time; plain ``name:value`` attributes cost nothing."""
    characters = 0
    for element in root.iter():
        style = element.get("style") or ""
        characters += 0 if is_plain(style) else len(style)
        if local_name(element) == "style":
            characters += len(text_within(element))
    limit = RULES.hardening.css_characters
    if characters > limit:
        return Fault("hardening", "css_too_long", {"count": characters, "limit": limit})
    return None


def content_fault(root: etree._Element) -> Fault | None:
    """A number, a path or a text too large."""
    limits = RULES.hardening
    characters = 0
    for element in root.iter():
        line = line_of(element)
        for name, value in attributes(element):
            fault = _number_fault(name, value, line)
            if fault is not None:
                return fault
        data = element.get("d") or element.get("points") or ""
        if len(data) > limits.path_segments:
            segments = path_segments(data)
            if segments > limits.path_segments:
                params = {"count": segments, "line": line, "limit": limits.path_segments}
                return Fault("hardening", "path_too_long", params)
        name = local_name(element)
        if name == "style":
            fault = _number_fault("style", element.text or "", line)
            if fault is not None:
                return fault
        elif name == "text":
            characters += len(text_within(element))
    if characters > limits.text_characters:
        params = {"count": characters, "limit": limits.text_characters}
        return Fault("hardening", "text_too_long", params)
    return None


def css_fault(rules: int, elements: int) -> Fault | None:
    """Style sheets whose matching would take too long."""
    if rules * elements > RULES.hardening.css_work:
        return Fault("hardening", "css_too_heavy", {"rules": rules, "elements": elements})
    return None


def drawing_fault(root: etree._Element, view: View) -> Fault | None:
    """Filters and repeated parts that would take too long to draw.

    ``root`` has its style sheets inlined (see :func:`boards.svg.cascade.inline_css`).
    """
    limits = RULES.hardening
    steps = [element for element in root.iter() if local_name(element) in FILTER_STEPS]
    if len(steps) > limits.filter_primitives:
        params = {"count": len(steps), "limit": limits.filter_primitives}
        return Fault("hardening", "too_many_filter_steps", params)
    for step in steps:
        octaves = heavy_turbulence(step)
        if octaves is not None:
            params = {"count": octaves, "limit": limits.turbulence_octaves}
            return Fault("hardening", "turbulence_too_fine", params)
    return _Expansion(root, view).fault()


def path_segments(data: str) -> int:
    """Segments of path data, or points of a point list; implicit repetitions counted."""
    commands = _COMMANDS.findall(data)
    if not commands:
        return len(_IN_DATA.findall(data)) // 2
    return sum(
        max(1, len(_IN_DATA.findall(numbers)) // _ARITY.get(command.lower(), 1))
        for command, numbers in commands
    )


def _number_fault(name: str, value: str, line: int) -> Fault | None:
    if not _LARGE.search(value) or name in _NOT_NUMERIC or name.startswith("data-"):
        return None
    for match in (_IN_DATA if name in _DATA else _IN_WORDS).finditer(value):
        number = match[0]
        if not number.startswith("#") and abs(float(number)) > RULES.hardening.number_max:
            shown = number if len(number) <= 20 else f"{number[:19]}…"
            return Fault("hardening", "number_too_large", {"number": shown, "line": line})
    return None


class _TooDeepError(Exception):
    """References lead deeper than the renderer can follow."""


class _Expansion:
    """What a document grows to when every reference is drawn where it is used.

    Per element: nodes drawn, cost of filters. ``use`` draws its target; a pattern, mask, clip path
    or marker is drawn once per user (a marker once per vertex). A cycle draws nothing.
    """

    def __init__(self, root: etree._Element, view: View) -> None:
        self._root = root
        self._view = view
        self._by_id: dict[str, etree._Element] = {}
        for element in root.iter():
            self._by_id.setdefault(element.get("id") or "", element)
        self._known: dict[etree._Element, tuple[float, float]] = {}
        self._open: set[etree._Element] = set()

    def fault(self) -> Fault | None:
        """The limit that is passed, if any."""
        limits = RULES.hardening
        try:
            nodes, cost = self._weigh(self._root, 1)
        except _TooDeepError:
            return Fault("hardening", "deeper_than_parsed", {"limit": limits.depth})
        if nodes > limits.use_nodes:
            return Fault("hardening", "expands_too_far", {"limit": limits.use_nodes})
        if cost > limits.filter_cost:
            params = {"cost": math.ceil(cost), "limit": int(limits.filter_cost)}
            return Fault("hardening", "filters_too_heavy", params)
        return None

    def _weigh(self, element: etree._Element, depth: int) -> tuple[float, float]:
        known = self._known.get(element)
        if known is not None:
            return known
        if element in self._open:
            return 0.0, 0.0
        if depth > RULES.hardening.depth:
            raise _TooDeepError
        self._open.add(element)
        nodes = 1.0
        cost = 0.0
        if local_name(element) == "text":
            nodes += len(text_within(element)) / _TEXT_PER_NODE
        for part, times in self._parts(element):
            part_nodes, part_cost = self._weigh(part, depth + 1)
            nodes += part_nodes * times
            cost += part_cost * times
        cost += self._own_filter_cost(element)
        self._open.discard(element)
        self._known[element] = nodes, cost
        return nodes, cost

    def _parts(self, element: etree._Element) -> Iterator[tuple[etree._Element, int]]:
        """Everything drawn with an element, and how often."""
        for child in element:
            yield child, 1
        if local_name(element) == "use":
            yield from self._target(href(element), 1)
        style = parse_style(element.get("style"))
        for name in _REFERENCED:
            yield from self._target(_local_url(style.get(name, element.get(name))), 1)
        for name in _MARKERS:
            target = _local_url(style.get(name, element.get(name)))
            if target is not None:
                yield from self._target(target, _vertices(element))

    def _target(self, name: str | None, times: int) -> Iterator[tuple[etree._Element, int]]:
        target = self._by_id.get(name) if name else None
        if target is not None:
            yield target, times

    def _own_filter_cost(self, element: etree._Element) -> float:
        value = parse_style(element.get("style")).get("filter", element.get("filter")) or "none"
        target = self._by_id.get(_local_url(value) or "")
        if target is None:
            return function_cost(value, element, self._view)
        if local_name(target) != "filter":
            return 0.0
        return filter_cost(target, element, self._view)


def _local_url(value: str | None) -> str | None:
    target = url_target(value)
    return target[0] if target else None


def _vertices(element: etree._Element) -> int:
    data = (one.get("d") or one.get("points") or "M0 0" for one in element.iter())
    return max(1, sum(map(path_segments, data)))

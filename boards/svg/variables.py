"""CSS variables put in their places, since resvg knows none and a browser does."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final

import tinycss2
from lxml import etree

from boards.svg.css import media_applies, tokens_verdict
from boards.svg.tree import attributes, local_name, text_within

_USE: Final = re.compile(r"var\(\s*(--[\w-]+)\s*(?:,\s*([^(){};\"']*))?\)")
_VALUE_MAX: Final = 64
"""A longer value is left alone: repeated, it would let the document grow without bound."""
_ROUNDS: Final = 4
"""Variables made of variables are followed this far."""


def resolve_variables(root: etree._Element) -> None:
    """Replace each ``var(--name)`` below ``root`` by the value of that variable, in place.

    That is done for variables that have one value in the whole drawing, or none and a fallback.
    Others stay, and go with the declaration that asks for them.
    """
    sheets = [one for one in root.iter("{*}style") if local_name(one) == "style"]
    if not any("var(" in text for text in _texts(root, sheets)):
        return
    values: dict[str, set[str]] = {}
    for sheet in sheets:
        _collect_rules(tinycss2.parse_stylesheet(text_within(sheet), True, True), values)
    for element in root.iter(etree.Element):
        style = element.get("style") or ""
        if "--" in style:
            _collect(tinycss2.parse_blocks_contents(style, True, True), values)
    known = {name: found.pop() for name, found in values.items() if len(found) == 1}
    for _ in range(_ROUNDS):
        known = {name: _resolved(value, known, values) for name, value in known.items()}
    known = {name: value for name, value in known.items() if "var(" not in value}
    for sheet in sheets:
        sheet.text = _resolved(sheet.text or "", known, values)
    for element in root.iter(etree.Element):
        for name, value in attributes(element):
            if "var(" in value:
                element.set(name, _resolved(value, known, values))


def _texts(root: etree._Element, sheets: list[etree._Element]) -> Iterable[str]:
    for sheet in sheets:
        yield text_within(sheet)
    for element in root.iter(etree.Element):
        yield from (str(value) for value in element.attrib.values())


def _collect_rules(nodes: Iterable[Any], values: dict[str, set[str]]) -> None:
    for node in nodes:
        if node.type == "qualified-rule":
            _collect(tinycss2.parse_blocks_contents(node.content, True, True), values)
        elif (
            node.type == "at-rule"
            and node.lower_at_keyword == "media"
            and node.content
            and media_applies(tinycss2.serialize(node.prelude))
        ):
            _collect_rules(tinycss2.parse_stylesheet(node.content, True, True), values)


def _collect(nodes: Iterable[Any], values: dict[str, set[str]]) -> None:
    for node in nodes:
        if (
            node.type == "declaration"
            and node.name.startswith("--")
            and tokens_verdict(node.value) == "fine"
        ):
            values.setdefault(node.name, set()).add(tinycss2.serialize(node.value).strip())


def _resolved(text: str, known: dict[str, str], declared: dict[str, set[str]]) -> str:
    def value(match: re.Match[str]) -> str:
        name, fallback = match[1], match[2]
        found = known.get(name) if name in declared else fallback
        short = found is not None and len(found) <= _VALUE_MAX
        return found.strip() if found and short else match[0]

    return _USE.sub(value, text)

"""What a paint value lets through: the part of the cascade that decides whether a shape shows."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

import tinycss2.color3
from lxml import etree

from boards.svg.cascade import Style, href, parse_style
from boards.svg.tree import local_name

_URL: Final = re.compile(r"url\(\s*['\"]?#([^'\")]*)['\"]?\s*\)\s*(.*)", re.DOTALL)
_HREF_CHAIN: Final = 8
"""Gradients and patterns that inherit from one another are followed this far."""


def url_target(value: str | None) -> tuple[str, str] | None:
    """The id and the fallback of a ``url(#id) fallback`` value; None for any other value."""
    match = _URL.match(value.strip()) if value and "url(" in value else None
    return (match[1], match[2].strip()) if match else None


def number(text: str | None, default: float = 1.0) -> float:
    """An opacity: a number or percentage, held within 0 and 1; ``default`` when malformed."""
    if not text:
        return default
    try:
        value = float(text[:-1]) / 100 if text.endswith("%") else float(text)
    except ValueError:
        return default
    return min(max(value, 0.0), 1.0)


def colour_alpha(value: str) -> float:
    """Alpha of a colour value, 0 to 1; 0 for ``none``, 1 for what cannot be read."""
    word = value.strip().lower()
    if word in ("none", "transparent"):
        return 0.0
    if word.startswith("#"):
        if len(word) in (5, 9):
            try:
                return int(word[-1] * 2 if len(word) == 5 else word[-2:], 16) / 255
            except ValueError:
                return 1.0
        return 1.0
    if "(" not in word:
        return 1.0
    colour = tinycss2.color3.parse_color(word)
    return 1.0 if colour is None or isinstance(colour, str) else float(colour.alpha)


def gradient_alpha(gradient: etree._Element, by_id: Mapping[str, etree._Element]) -> float:
    """The strongest alpha among a gradient's stops, 0 without stops."""
    node: etree._Element | None = gradient
    for _ in range(_HREF_CHAIN):
        if node is None:
            return 0.0
        stops = [child for child in node if local_name(child) == "stop"]
        if stops:
            return max(_stop_alpha(stop) for stop in stops)
        node = by_id.get(href(node) or "")
    return 0.0


def _stop_alpha(stop: etree._Element) -> float:
    style: Style = parse_style(stop.get("style"))
    opacity = number(style.get("stop-opacity", stop.get("stop-opacity")))
    return opacity * colour_alpha(style.get("stop-color", stop.get("stop-color")) or "black")

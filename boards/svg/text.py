"""The text that a picture shows: what is written in the source and not hidden there.

Whether it is really painted is decided by rendering, see :mod:`boards.svg.measure`.
"""

from __future__ import annotations

import copy
from collections.abc import Collection
from itertools import pairwise
from typing import Final

from lxml import etree

from boards.svg.cascade import parse_style
from boards.svg.paints import colour_alpha, number
from boards.svg.tree import local_name
from boards.svg.view import length_in_pixels
from pelican.rules import RULES

_TEXT_PARTS: Final = frozenset({"tspan", "textPath", "a"})
_NEVER_DRAWN_IN_PLACE: Final = frozenset({"pattern", "mask", "clipPath", "marker", "symbol"})
_MOVED: Final = ("x", "y", "dx", "dy")
_FONT_SIZE: Final = 16.0


def text_elements(root: etree._Element) -> list[etree._Element]:
    """Every ``<text>`` that lies in no other, in document order."""
    return [
        element
        for element in root.iter()
        if local_name(element) == "text"
        and not any(local_name(parent) == "text" for parent in element.iterancestors())
    ]


def written_text(element: etree._Element) -> str:
    """What a ``<text>`` writes, white space collapsed; empty when the source hides it.

    ``element`` belongs to a tree with its style sheets inlined. Titles and descriptions are not
    written; a part that is set off to a position of its own is a word of its own.
    """
    pieces: list[str] = []
    _collect(element, pieces)
    return " ".join("".join(pieces).split())


def without_texts(root: etree._Element, but: Collection[int] = ()) -> etree._Element:
    """A copy of a document without its texts, but for those at the given places in order."""
    remaining = copy.deepcopy(root)
    for index, element in enumerate(text_elements(remaining)):
        parent = element.getparent()
        if index not in but and parent is not None:
            parent.remove(element)
    return remaining


def _collect(element: etree._Element, pieces: list[str]) -> None:
    shows = not _is_hidden(element)
    if shows:
        pieces.append(_apart(element))
    for child in element:
        if local_name(child) in _TEXT_PARTS:
            if any(child.get(name) for name in _MOVED) or local_name(child) == "textPath":
                pieces.append(" ")
            _collect(child, pieces)
        if shows:
            pieces.append(child.tail or "")


def _apart(element: etree._Element) -> str:
    """An element's own first characters; apart, where they stand in another order than written."""
    text = element.text or ""
    if not (_goes_back(element, "x") or _goes_back(element, "y") or _steps_back(element)):
        return text
    return " ".join(text)


def _goes_back(element: etree._Element, name: str) -> bool:
    """Whether a list of positions ever descends."""
    positions = _numbers(element, name)
    return any(after < before for before, after in pairwise(positions))


def _steps_back(element: etree._Element) -> bool:
    """Whether characters are moved back over others, by more than kerning does."""
    font_size = length_in_pixels(element.get("font-size")) or _FONT_SIZE
    least = -RULES.gate.board.text_step_back_max * font_size
    return any(step < least for name in ("dx", "dy") for step in _numbers(element, name)[1:])


def _numbers(element: etree._Element, name: str) -> list[float]:
    parts = (element.get(name) or "").replace(",", " ").split()
    return [length for part in parts if (length := length_in_pixels(part)) is not None]


def _is_hidden(element: etree._Element) -> bool:
    """Whether the source makes an element's own characters invisible, wherever they are drawn.

    What has an id may be drawn elsewhere, by a ``use``, pattern, mask or marker, and is then not
    subject to what holds it in the source: only what it says itself hides it for certain.
    """
    seen: dict[str, str] = {}
    elsewhere = False
    for one in (element, *element.iterancestors()):
        if local_name(one) in _NEVER_DRAWN_IN_PLACE:
            elsewhere = True
            break
        style = parse_style(one.get("style"))

        def value(
            name: str, style: dict[str, str] = style, one: etree._Element = one
        ) -> str | None:
            return style.get(name, one.get(name))

        if (
            value("display") == "none"
            or number(value("opacity")) < RULES.gate.board.text_opacity_min
        ):
            return True
        for name in ("visibility", "fill", "stroke", "fill-opacity", "stroke-opacity", "font-size"):
            own = style["font"] if name == "font-size" and "font" in style else value(name)
            if own is not None and own != "inherit":
                seen.setdefault(name, own)
        if one.get("id"):
            elsewhere = True
            break
    if seen.get("visibility") in {"hidden", "collapse"}:
        return True
    if length_in_pixels(seen.get("font-size")) == 0:
        return True
    filled = colour_alpha(seen.get("fill", "black")) * number(seen.get("fill-opacity"))
    inherited = "black" if elsewhere else "none"
    stroked = colour_alpha(seen.get("stroke", inherited)) * number(seen.get("stroke-opacity"))
    return max(filled, stroked) < RULES.gate.board.text_opacity_min

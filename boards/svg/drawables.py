"""Drawables: the painted subpaths of a drawing's source, wherever they lie."""

from __future__ import annotations

import re
from typing import Final

from lxml import etree

from boards.svg.cascade import parse_style
from boards.svg.paints import colour_alpha
from boards.svg.tree import local_name

_ONE: Final = frozenset({"circle", "ellipse", "line", "polygon", "polyline", "rect", "text", "use"})
_MOVES: Final = re.compile(r"[Mm]")
_START: Final = (True, False)
"""SVG's initial paint: filled black, not stroked."""


def count_drawables(root: etree._Element) -> int:
    """How many shapes are painted: a path counts once per subpath, anything else once.

    ``root`` has its style sheets inlined. Not painted is what is not displayed, or has neither
    fill nor stroke.
    """
    count = 0
    stack = [(root, *_START)]
    while stack:
        element, filled, stroked = stack.pop()
        style = parse_style(element.get("style"))
        if style.get("display", element.get("display")) == "none":
            continue
        filled = _paints(style.get("fill", element.get("fill")), filled)
        stroked = _paints(style.get("stroke", element.get("stroke")), stroked)
        name = local_name(element)
        if name == "use" or (name in _ONE and (filled or stroked)):
            count += 1
        elif name == "path" and (filled or stroked):
            count += len(_MOVES.findall(element.get("d", "")))
        stack += [(child, filled, stroked) for child in element]
    return count


def _paints(value: str | None, inherited: bool) -> bool:
    return inherited if value in {None, "", "inherit"} else colour_alpha(value or "none") > 0

"""References that lead back to themselves, which browsers leave out.

resvg refuses a ``use`` that draws itself, and some patterns that inherit from themselves keep it
busy for ever.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from lxml import etree

from boards.svg.cascade import SVG_NAMESPACE, XLINK_HREF, href
from boards.svg.ledger import Ledger
from boards.svg.tree import local_name

_INHERITING: Final = frozenset({"pattern", "linearGradient", "radialGradient"})


def cut_cycles(root: etree._Element, ledger: Ledger) -> None:
    """Take out every ``use`` that leads back to what holds it, in place.

    A pattern or gradient that inherits from itself loses the reference that closes the circle.
    """
    names = {local_name(element) for element in root.iter()}
    if names.isdisjoint({"use", *_INHERITING}):
        return
    by_id: dict[str, etree._Element] = {}
    for element in root.iter():
        name = element.get("id")
        if name:
            by_id.setdefault(name, element)
    for heir in _inheriting_itself(root, by_id):
        ledger.removed("reference", local_name(heir))
        for attribute in ("href", XLINK_HREF):
            heir.attrib.pop(attribute, "")
    for use in _closing(root, by_id):
        parent = use.getparent()
        if parent is not None:
            ledger.removed("element", "use")
            use.tail = None
            parent.remove(use)


def _inheriting_itself(
    root: etree._Element, by_id: dict[str, etree._Element]
) -> Iterator[etree._Element]:
    """The last element of every circle of patterns and gradients; each is looked at once."""
    done: set[etree._Element] = set()
    for element in root.iter(f"{{{SVG_NAMESPACE}}}*"):
        path: list[etree._Element] = []
        node: etree._Element | None = element
        while node is not None and node not in done and local_name(node) in _INHERITING:
            path.append(node)
            done.add(node)
            node = by_id.get(href(node) or "")
        if node is not None and node in path:
            yield path[-1]


def _closing(root: etree._Element, by_id: dict[str, etree._Element]) -> list[etree._Element]:
    """The ``use`` elements that close a cycle: a depth-first walk with a stack of its own."""
    closing: list[etree._Element] = []
    on_path: set[etree._Element] = set()
    done: set[etree._Element] = set()
    stack: list[tuple[etree._Element, Iterator[etree._Element]]] = [(root, _drawn(root, by_id))]
    on_path.add(root)
    while stack:
        element, parts = stack[-1]
        part = next(parts, None)
        if part is None:
            stack.pop()
            on_path.discard(element)
            done.add(element)
        elif part in on_path:
            closing.append(element)
        elif part not in done:
            on_path.add(part)
            stack.append((part, _drawn(part, by_id)))
    return closing


def _drawn(element: etree._Element, by_id: dict[str, etree._Element]) -> Iterator[etree._Element]:
    yield from element
    target = by_id.get(href(element) or "") if local_name(element) == "use" else None
    if target is not None:
        yield target

"""``use`` elements that would draw themselves, which browsers leave out and resvg refuses."""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

from boards.svg.cascade import href
from boards.svg.ledger import Ledger
from boards.svg.tree import local_name


def cut_cycles(root: etree._Element, ledger: Ledger) -> None:
    """Take out every ``use`` that leads back to what holds it, in place."""
    uses = [element for element in root.iter() if local_name(element) == "use"]
    if not uses:
        return
    by_id: dict[str, etree._Element] = {}
    for element in root.iter():
        by_id.setdefault(element.get("id") or "", element)
    for use in _closing(root, by_id):
        parent = use.getparent()
        if parent is not None:
            ledger.removed("element", "use")
            use.tail = None
            parent.remove(use)


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

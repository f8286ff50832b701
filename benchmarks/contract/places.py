"""Findings of the contract check and where they are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tree_sitter import Node


@dataclass(frozen=True)
class Place:
    """A place in the module, line and column from 1; the column counts characters."""

    line: int
    column: int


@dataclass(frozen=True)
class StaticFinding:
    """One thing that the contract does not allow, or that a reviewer should look at.

    ``code`` is one of :mod:`benchmarks.findings`; ``what`` quotes the piece of source that it is
    about; ``place`` is None when it is about the module as a whole.
    """

    code: str
    what: str
    place: Place | None = None

    def as_dict(self) -> dict[str, Any]:
        """The finding as JSON."""
        place = self.place
        return {
            "code": self.code,
            "what": self.what,
            "line": place.line if place else None,
            "column": place.column if place else None,
        }


def place_of(node: Node) -> Place:
    """Where a node starts. Tree-sitter counts columns in bytes, people in characters."""
    row, _column = node.start_point
    source = _root(node).text or b""
    line_start = source.rfind(b"\n", 0, node.start_byte) + 1
    before = source[line_start : node.start_byte].decode("utf-8", "replace")
    return Place(row + 1, len(before) + 1)


def text_of(node: Node) -> str:
    """The source of a node."""
    return (node.text or b"").decode("utf-8", "replace")


def _root(node: Node) -> Node:
    while node.parent is not None:
        node = node.parent
    return node

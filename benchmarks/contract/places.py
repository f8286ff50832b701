"""Findings of the contract check and where they are."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final

from tree_sitter import Node

_ESCAPE: Final = re.compile(
    r"\\(?:u\{0*(?P<wide>[0-9A-Fa-f]{1,6})\}|u(?P<four>[0-9A-Fa-f]{4})|x(?P<two>[0-9A-Fa-f]{2})"
    r"|(?P<line>\r\n|[\n\r\u2028\u2029])|(?P<plain>.))"
)


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


def place_of(node: Node, content: bytes) -> Place:
    """Where a node of ``content`` starts. Tree-sitter counts bytes, people count characters."""
    row, _column = node.start_point
    line_start = content.rfind(b"\n", 0, node.start_byte) + 1
    before = content[line_start : node.start_byte].decode("utf-8", "replace")
    return Place(row + 1, len(before) + 1)


def text_of(node: Node) -> str:
    """The source of a node."""
    return (node.text or b"").decode("utf-8", "replace")


def name_of(node: Node) -> str:
    r"""An identifier as the language reads it: ``f\u0065tch`` is ``fetch``."""
    return _unescape(text_of(node))


def string_of(node: Node) -> str | None:
    """The text of a string or of a template without anything filled in; None for all else."""
    is_template = node.type == "template_string"
    if node.type != "string" and not is_template:
        return None
    if is_template and any(child.type == "template_substitution" for child in node.children):
        return None
    return _unescape(text_of(node)[1:-1])


def _unescape(text: str) -> str:
    return _ESCAPE.sub(_character, text) if "\\" in text else text


def _character(escape: re.Match[str]) -> str:
    if escape["line"]:
        return ""
    if escape["plain"]:
        return escape["plain"]
    code = int(escape["wide"] or escape["four"] or escape["two"], 16)
    return chr(code) if code < 0x110000 else escape[0]

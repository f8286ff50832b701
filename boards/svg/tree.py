"""Small, typed looks at lxml elements."""

from __future__ import annotations

from lxml import etree


def local_name(element: etree._Element) -> str:
    """The element's name without namespace; empty for comments and instructions."""
    tag = element.tag
    return bare_name(tag) if isinstance(tag, str) else ""


def bare_name(name: str) -> str:
    """A name without lxml's ``{namespace}``."""
    return name.rpartition("}")[2]


def line_of(element: etree._Element) -> int:
    """The line, from 1, on which an element begins; 0 for one that was not parsed."""
    line: object = element.sourceline
    return line if isinstance(line, int) else 0


def attributes(element: etree._Element) -> list[tuple[str, str]]:
    """Names and values, as a list that may be walked while attributes are removed."""
    return [(str(name), str(value)) for name, value in element.attrib.items()]


def text_within(element: etree._Element) -> str:
    """All character data of an element and its descendants."""
    return "".join(map(str, element.itertext()))

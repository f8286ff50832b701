"""Makes a drawing anonymous: nothing in its bytes is the same twice, nothing says who made it.

Every name that an author chose is fresh; titles, descriptions, comments, stray text and
attributes that draw nothing are gone, and a random comment
fills the bytes up to a size class. What is drawn stays exactly the same. Looking up a known
drawing by its pixels stays possible. Pure, no Django.
"""

from __future__ import annotations

import re
import struct
import zlib
from random import Random
from typing import Any, Final

import tinycss2
from lxml import etree

from boards.svg.aliases import LETTERS, Aliases

MIN_BYTES: Final = 4_096
"""The smallest size class; the next is twice as large, and so on."""

_DESCRIPTIVE: Final = {"title", "desc", "metadata"}
_SELECTED: Final = re.compile(r"\[\s*([\w-]+)")
_NAMED_IN_PARTS: Final = re.compile(r"\[\s*(id|class)\s*[|^$*]=")
_IDLE: Final = {"version", "baseProfile", "cursor", "pointer-events", "zoomAndPan", "lang", "role"}
"""Attributes that draw nothing."""
_WRITING: Final = {"text", "tspan", "textPath", "style"}
_COUNTS_SIBLINGS: Final = re.compile(r"[+~]|:(nth|first|last|only|empty|has)")
_TIMING: Final = {"begin", "end"}
_HOLDING_RULES: Final = {"media", "supports", "layer", "container", "keyframes"}
_PNG_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_PNG_KEPT: Final = {b"IHDR", b"PLTE", b"IDAT", b"tRNS", b"sRGB", b"gAMA", b"cHRM", b"iCCP"}
_PNG_FILLER: Final = b"paDd"
"""Lower-case first letters: decoders must skip what they do not know."""


def size_class(size: int) -> int:
    """The smallest class (4 KiB times a power of two) that holds ``size`` bytes."""
    found = MIN_BYTES
    while found < size:
        found *= 2
    return found


def blind(svg: str, rng: Random) -> bytes:
    """A sanitised drawing without a trace of its author, as UTF-8 bytes of a size class.

    Raises :class:`lxml.etree.XMLSyntaxError` when the text is no XML.
    """
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, remove_comments=True, remove_pis=True
    )
    root = etree.fromstring(svg.encode(), parser)
    style = "".join(_text(element) for element in root.iter("{*}style"))
    kept = _NAMED_IN_PARTS.findall(style)
    _drop_descriptions(root, keep_places=bool(_COUNTS_SIBLINGS.search(style)))
    _drop_annotations(root, frozenset(_SELECTED.findall(style)))
    _drop_stray_text(root)
    _rename(root, Aliases(rng, _keyframes(style), keep_ids="id" in kept), frozenset(kept))
    content: bytes = etree.tostring(root, encoding="utf-8")
    return _pad(content, rng)


def _name(element: etree._Element) -> str:
    return etree.QName(element).localname


def _text(element: etree._Element) -> str:
    return "".join(str(part) for part in element.itertext())


def _pad(content: bytes, rng: Random) -> bytes:
    frame = len("<!---->")
    size = size_class(len(content) + frame)
    filler = "".join(rng.choices(LETTERS, k=size - len(content) - frame))
    return content + f"<!--{filler}-->".encode()


def _drop_descriptions(root: etree._Element, *, keep_places: bool) -> None:
    """Remove titles, descriptions and metadata.

    Where a style sheet may count siblings (``keep_places``) an empty element stays in their place.
    """
    for element in list(root.iter(*(f"{{*}}{name}" for name in _DESCRIPTIVE))):
        parent = element.getparent()
        if parent is None:
            continue
        if keep_places:
            tail = element.tail
            element.clear()
            element.tail = tail
            continue
        before, text = element.getprevious(), element.tail or ""
        if before is None:
            parent.text = (parent.text or "") + text
        else:
            before.tail = (before.tail or "") + text
        parent.remove(element)


def _drop_annotations(root: etree._Element, selected: frozenset[str]) -> None:
    """Remove attributes that draw nothing, but for those that a style sheet selects by."""
    for element in root.iter(etree.Element):
        for key in [str(key) for key in element.attrib]:
            name = etree.QName(key).localname
            idle = name in _IDLE or name.startswith(("aria-", "data-"))
            if name not in selected and (idle or (name == "id" and key != "id")):
                del element.attrib[key]


def _drop_stray_text(root: etree._Element) -> None:
    """Remove characters between the elements, which only a ``<text>`` draws."""
    written = {inner for text in root.iter("{*}text") for inner in text.iter()}
    for element in root.iter(etree.Element):
        if element not in written and _name(element) not in _WRITING:
            element.text = None
            for child in element:
                child.tail = None


def _keyframes(style: str) -> set[str]:
    """The names of the keyframes of a style sheet."""
    rules = tinycss2.parse_stylesheet(style, skip_comments=True, skip_whitespace=True)
    return {
        name
        for rule in rules
        if rule.type == "at-rule" and rule.lower_at_keyword.endswith("keyframes")
        for name in _names(rule)
    }


def _names(rule: Any) -> list[str]:
    """What the name of a keyframes rule is, written as a word or a string."""
    return [token.value for token in rule.prelude if token.type in {"ident", "string"}]


def _rename(root: etree._Element, aliases: Aliases, kept: frozenset[str]) -> None:
    results = {one.get("result") for one in root.iter(etree.Element)} - {None}
    for element in root.iter(etree.Element):
        if _name(element) == "style":
            element.text = _restyle(_text(element), aliases)
        for key, value in element.attrib.items():
            name = etree.QName(key).localname
            if name not in kept:
                element.set(key, _rename_in(name, str(value), aliases, results))


def _rename_in(name: str, value: str, aliases: Aliases, results: set[str | None]) -> str:
    if name == "href" and value.strip().startswith("#"):
        return f"#{aliases.of('id', value.strip()[1:])}"
    if name in {"result", "in", "in2"}:
        return aliases.of("result", value) if value in results else value
    if name in _TIMING:
        # "wheel.click; wheel.end+1s": an id up to the dot in front of an event
        return re.sub(
            r"(^|;)(\s*)([^;.\s\d][^;.\s]*)(?=\.)",
            lambda match: f"{match[1]}{match[2]}{aliases.of('id', match[3])}",
            value,
        )
    return aliases.attribute(name, value)


def _restyle(css: str, aliases: Aliases) -> str:
    """A style sheet with the fresh names and without comments."""
    rules = tinycss2.parse_stylesheet(css, skip_comments=True)
    return "".join(_restyle_rule(rule, aliases) for rule in rules)


def _restyle_rule(rule: Any, aliases: Aliases) -> str:
    if rule.type == "qualified-rule":
        inner = tinycss2.parse_blocks_contents(rule.content, skip_comments=True)
        body = "".join(_restyle_rule(part, aliases) for part in inner)
        return f"{aliases.selectors(rule.prelude)}{{{body}}}"
    if rule.type == "at-rule" and rule.content is not None:
        parse = (
            tinycss2.parse_rule_list
            if rule.lower_at_keyword.rpartition("-")[2] in _HOLDING_RULES
            else tinycss2.parse_blocks_contents
        )
        prelude = tinycss2.serialize(rule.prelude)
        if rule.lower_at_keyword.endswith("keyframes"):
            prelude = " ".join(["", *map(aliases.keyframes, _names(rule))])
        inner = parse(rule.content, skip_comments=True)
        body = "".join(_restyle_rule(part, aliases) for part in inner)
        return f"@{rule.at_keyword}{prelude}{{{body}}}"
    if rule.type == "declaration":
        return f"{aliases.declaration(rule)};"
    return aliases.references(rule.serialize())


def blind_png(png: bytes, rng: Random) -> bytes:
    """A PNG with the same pixels, no texts or times, filled up to a size class.

    Raises :class:`ValueError` when the bytes are no PNG.
    """
    if not png.startswith(_PNG_SIGNATURE):
        raise ValueError("These bytes are no PNG.")
    kept, at = [_PNG_SIGNATURE], len(_PNG_SIGNATURE)
    while at + 8 <= len(png):
        length, kind = struct.unpack(">I4s", png[at : at + 8])
        end = at + 12 + length
        if kind in _PNG_KEPT:
            kept.append(png[at:end])
        at = end
    content, tail = b"".join(kept), _chunk(b"IEND", b"")
    frame = len(_chunk(_PNG_FILLER, b""))
    room = len(content) + len(tail) + frame
    filler = _chunk(_PNG_FILLER, rng.randbytes(size_class(room) - room))
    return content + filler + tail


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

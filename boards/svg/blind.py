"""Makes a drawing anonymous: nothing in its bytes is the same twice, nothing says who made it.

Ids are fresh, titles, descriptions, comments and data attributes are gone, and a random comment
fills the bytes up to a size class. What is drawn stays exactly the same. Looking up a known
drawing by its pixels stays possible. Pure, no Django.
"""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Iterable, Mapping
from random import Random
from typing import Any, Final

import tinycss2
from lxml import etree

MIN_BYTES: Final = 4_096
"""The smallest size class; the next is twice as large, and so on."""

_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz0123456789"
_DESCRIPTIVE: Final = {"title", "desc", "metadata"}
_REFERENCE: Final = re.compile(r"""url\(\s*(["']?)#([^"')]+?)\1\s*\)""", re.IGNORECASE)
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
    _drop_descriptions(root, keep_places=bool(_COUNTS_SIBLINGS.search(style)))
    if "[" not in style:
        _drop_annotations(root)
    _rename(root, _fresh_ids(root, style, rng))
    content: bytes = etree.tostring(root, encoding="utf-8")
    return _pad(content, rng)


def _name(element: etree._Element) -> str:
    return etree.QName(element).localname


def _text(element: etree._Element) -> str:
    return "".join(str(part) for part in element.itertext())


def _pad(content: bytes, rng: Random) -> bytes:
    frame = len("<!---->")
    size = size_class(len(content) + frame)
    filler = "".join(rng.choices(_LETTERS, k=size - len(content) - frame))
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


def _drop_annotations(root: etree._Element) -> None:
    """Remove attributes that describe and draw nothing."""
    for element in root.iter(etree.Element):
        for name in [str(name) for name in element.attrib]:
            if name.startswith(("aria-", "data-")) or name == "role":
                del element.attrib[name]


def _fresh_ids(root: etree._Element, style: str, rng: Random) -> dict[str, str]:
    """Old id → new id; empty where a style sheet selects by parts of ids (``[id^=…]``)."""
    if re.search(r"\[\s*id\b", style):
        return {}
    fresh: dict[str, str] = {}
    for element in root.iter(etree.Element):
        old = element.get("id")
        if old is not None and old not in fresh:
            fresh[old] = "i" + "".join(rng.choices(_LETTERS, k=10))
    return fresh


def _rename(root: etree._Element, fresh: Mapping[str, str]) -> None:
    for element in root.iter(etree.Element):
        if _name(element) == "style":
            element.text = _restyle(_text(element), fresh)
        for key, value in element.attrib.items():
            name = etree.QName(key).localname
            element.set(key, _rename_in(name, str(value), fresh))


def _rename_in(name: str, value: str, fresh: Mapping[str, str]) -> str:
    if name == "id":
        return fresh.get(value, value)
    if name == "href" and value.strip().startswith("#"):
        target = value.strip()[1:]
        return f"#{fresh.get(target, target)}"
    if name in _TIMING:
        # "wheel.click; wheel.end+1s": an id up to the dot in front of an event
        return re.sub(
            r"(^|;)(\s*)([^;.\s]+)(?=\.)",
            lambda match: f"{match[1]}{match[2]}{fresh.get(match[3], match[3])}",
            value,
        )
    return _rename_references(value, fresh)


def _rename_references(value: str, fresh: Mapping[str, str]) -> str:
    return _REFERENCE.sub(lambda match: f"url(#{fresh.get(match[2], match[2])})", value)


def _restyle(css: str, fresh: Mapping[str, str]) -> str:
    """A style sheet with the fresh ids and without comments."""
    rules = tinycss2.parse_stylesheet(css, skip_comments=True)
    return "".join(_restyle_rule(rule, fresh) for rule in rules)


def _restyle_rule(rule: Any, fresh: Mapping[str, str]) -> str:
    if rule.type == "qualified-rule":
        inner = tinycss2.parse_blocks_contents(rule.content, skip_comments=True)
        body = "".join(_restyle_rule(part, fresh) for part in inner)
        return f"{_rename_selectors(rule.prelude, fresh)}{{{body}}}"
    if rule.type == "at-rule" and rule.content is not None:
        parse = (
            tinycss2.parse_rule_list
            if rule.lower_at_keyword in _HOLDING_RULES
            else tinycss2.parse_blocks_contents
        )
        inner = parse(rule.content, skip_comments=True)
        body = "".join(_restyle_rule(part, fresh) for part in inner)
        return f"@{rule.at_keyword}{tinycss2.serialize(rule.prelude)}{{{body}}}"
    text = _rename_references(rule.serialize(), fresh)
    return f"{text};" if rule.type == "declaration" else text


def _rename_selectors(prelude: Iterable[Any], fresh: Mapping[str, str]) -> str:
    tokens = list(prelude)
    for token in tokens:
        if token.type == "hash" and token.value in fresh:
            token.value = fresh[token.value]
        elif token.type == "function":
            token.arguments = tinycss2.parse_component_value_list(
                _rename_selectors(token.arguments, fresh)
            )
    return str(tinycss2.serialize(tokens))


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

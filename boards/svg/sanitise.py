"""The allow-list sanitiser: what may be published stays as it was written, the rest goes.

It is also the inspection of the source: embedded pictures, references outside and forbidden
elements are found by the same walk that takes them out, so the two cannot disagree. Presentation,
gradients, clips, masks, filters, ``use``, text and animation stay, and so do ids: a drawing that
passes the gate renders to the same pixels as before.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from lxml import etree

from boards.svg.agreement import HELD, shown
from boards.svg.css import SheetCleaner, clean_style, media_applies, value_verdict
from boards.svg.ledger import Ledger, is_script, local_reference, reference_kind
from boards.svg.tree import attributes, bare_name, line_of, local_name, text_within
from boards.svg.variables import resolve_variables
from boards.svg.vocabulary import (
    ANIMATABLE,
    ANIMATIONS,
    ATTRIBUTES,
    ELEMENTS,
    FORBIDDEN_ELEMENTS,
    RASTER_ELEMENTS,
    REFERENCES,
    STYLE_ATTRIBUTES,
    SVG_NAMESPACE,
    TIMING,
)

_PREFIX: Final = f"{{{SVG_NAMESPACE}}}"

# Their parentheses are those of their own grammars.
_OWN_GRAMMAR: Final = frozenset(
    {"d", "points", "transform", "gradientTransform", "patternTransform", "path", "id", "class"}
)


@dataclass(frozen=True)
class Sanitised:
    """What the walk learned besides the ledger's entries."""

    media_flattened: bool
    css_rules: int


def sanitise(root: etree._Element, ledger: Ledger) -> Sanitised:
    """Take everything that is not on the allow-list out of ``root``, in place.

    What resvg and browsers read differently is put the way both read it, or goes as well.
    """
    resolve_variables(root)
    flattened, rules = False, 0
    stack = [root]
    while stack:
        element = stack.pop()
        _clean_attributes(element, ledger)
        if element.tag == f"{_PREFIX}style":
            kept, one_flattened, one_rules = _clean_sheet(element, ledger)
            flattened |= one_flattened
            rules += one_rules
            if not kept:
                _take_out(element)
            continue
        for child in list(element):
            if _is_allowed(child) and _is_for_everybody(child):
                stack.append(child)
            else:
                _record(child, ledger)
                _take_out(child)
    etree.cleanup_namespaces(root)
    return Sanitised(flattened, rules)


def _is_allowed(element: etree._Element) -> bool:
    tag = element.tag
    if not isinstance(tag, str) or not tag.startswith(_PREFIX):
        return False
    name = tag[len(_PREFIX) :]
    if name in ANIMATIONS:
        animated = element.get("attributeName")
        return animated is None or animated in ANIMATABLE
    return name in ELEMENTS


def _is_for_everybody(element: etree._Element) -> bool:
    """Whether an element is drawn by a renderer that speaks English and has no extensions.

    Which languages a visitor speaks must not decide what is seen, and resvg speaks none.
    """
    languages = element.get("systemLanguage")
    spoken = languages is None or any(
        one.strip().lower().partition("-")[0] == "en" for one in languages.split(",")
    )
    return spoken and not element.get("requiredExtensions")


def _record(element: etree._Element, ledger: Ledger) -> None:
    """Note an element that goes, and what it and its descendants would have loaded or run."""
    name = local_name(element)
    if name in ANIMATIONS:
        ledger.removed("animation", element.get("attributeName") or name)
    else:
        ledger.removed("element", name)
    for one in element.iter():
        local, line = local_name(one), line_of(one)
        if local in RASTER_ELEMENTS:
            ledger.embeds(f"<{local}>", line)
        elif local in FORBIDDEN_ELEMENTS:
            ledger.forbids(f"<{local}>", line)
        for reference in REFERENCES & set(one.keys()):
            target = one.get(reference) or ""
            if reference_kind(target) != "local" and local not in RASTER_ELEMENTS:
                ledger.refers(target, f"<{local}> {bare_name(reference)}", line)


def _take_out(element: etree._Element) -> None:
    """Remove an element and keep the text after it."""
    parent = element.getparent()
    if parent is None:
        return
    if element.tail:
        previous = element.getprevious()
        if previous is None:
            parent.text = (parent.text or "") + element.tail
        else:
            previous.tail = (previous.tail or "") + element.tail
    parent.remove(element)


def _clean_attributes(element: etree._Element, ledger: Ledger) -> None:
    local = local_name(element)
    allowed = ATTRIBUTES
    if local in ANIMATIONS:
        allowed |= TIMING
    elif local == "style":
        allowed |= STYLE_ATTRIBUTES
    kept: str | None
    for name, value in attributes(element):
        if name == "style":
            is_root = element.getparent() is None
            kept = clean_style(value, ledger, line_of(element), is_root=is_root)
        elif name in REFERENCES:
            kept = _reference(name, value, line_of(element), ledger)
        elif not _keeps(element, name, value, allowed, ledger):
            kept = None
        elif name in HELD and local not in ANIMATIONS:
            kept = _held(name, value, ledger)
        else:
            continue
        if kept is None:
            del element.attrib[name]
        elif kept != value:
            element.set(name, kept)


def _held(name: str, value: str, ledger: Ledger) -> str | None:
    """A value that decides whether something shows, as judge and visitor both read it."""
    kept = shown(name, value)
    if kept is None:
        ledger.removed("attribute", name)
    return kept


def _reference(name: str, value: str, line: int, ledger: Ledger) -> str | None:
    """A reference as it may stay, if it may; the ledger learns why not."""
    if reference_kind(value) != "local":
        ledger.refers(value, bare_name(name), line)
        return None
    plain = local_reference(value) if name != "src" else None
    if plain is None:
        ledger.removed("reference", bare_name(name))
    return plain


def _keeps(
    element: etree._Element, name: str, value: str, allowed: frozenset[str], ledger: Ledger
) -> bool:
    """Whether an attribute stays; the ledger learns why not."""
    known = name in allowed
    if not known and bare_name(name).lower().startswith("on"):
        ledger.removed("handler", bare_name(name))
        return False
    if ":" in value and reference_kind(value) == "raster":
        ledger.refers(value, bare_name(name), line_of(element))
        return False
    if not (known or name.startswith("data-")) or is_script(value):
        ledger.removed("attribute", bare_name(name))
        return False
    if "(" in value or "\\" in value:
        verdict = "fine" if name in _OWN_GRAMMAR else value_verdict(value)
        if isinstance(verdict, tuple):
            ledger.refers(verdict[1], bare_name(name), line_of(element))
        elif verdict == "unknown":
            ledger.removed("attribute", bare_name(name))
        return verdict == "fine"
    return True


def _clean_sheet(element: etree._Element, ledger: Ledger) -> tuple[bool, bool, int]:
    """Clean a ``<style>``; whether it stays, whether media rules went, and how many rules it has.

    A sheet of another language or for another medium goes: no renderer uses it.
    """
    language = (element.get("type") or "text/css").strip().lower()
    if language not in {"", "text/css"}:
        ledger.removed("element", "style")
        return False, False, 0
    medium = element.get("media", "")
    if not media_applies(medium):
        return False, True, 0
    element.attrib.pop("media", "")
    text = text_within(element)
    for child in list(element):
        _record(child, ledger)
        element.remove(child)
    cleaner = SheetCleaner(ledger, line_of(element))
    element.text = cleaner.clean(text)
    return True, cleaner.flattened, cleaner.rules

"""CSS made inline: each element gets, as its ``style``, every declaration that applies to it.

Only what resvg understands is applied: type, class, id and attribute selectors, ``:first-child``,
and the descendant, child and next-sibling combinators. A rule with any other selector is skipped
here as the renderer skips it, so that both see one document.
"""

from __future__ import annotations

import functools
import re
from typing import Final

import cssselect2
import tinycss2
from lxml import etree

from boards.svg.tree import text_within

SVG_NAMESPACE: Final = "http://www.w3.org/2000/svg"
XLINK_HREF: Final = "{http://www.w3.org/1999/xlink}href"

Style = dict[str, str]
"""Property name → value, in the order of declaration."""

_PLAIN: Final = re.compile(r"""(?:[^"'\\!{}]|"[\w ,.-]*"|'[\w ,.-]*')*+""")
_UNSUPPORTED: Final = re.compile(r":(?!first-child\b)|~(?!=)")


def href(element: etree._Element) -> str | None:
    """The id that an element's ``href`` (or ``xlink:href``) names; None without a local one."""
    target = (element.get("href") or element.get(XLINK_HREF) or "").strip()
    return target[1:] if target.startswith("#") else None


def parse_style(text: str | None) -> Style:
    """The declarations of a ``style`` attribute; ``!important`` ones win over the others."""
    if not text:
        return {}
    if "/*" not in text and _PLAIN.fullmatch(text):
        pairs = (part.partition(":") for part in text.split(";"))
        return {name.strip().lower(): value.strip() for name, colon, value in pairs if colon}
    return dict(_elaborate_style(text))


@functools.lru_cache(maxsize=256)
def _elaborate_style(text: str) -> Style:
    """A style that needs a CSS parser, which is slow; each is asked for several times."""
    plain, important = _declarations(text)
    return plain | important


def _declarations(content: object) -> tuple[Style, Style]:
    """Plain and important declarations of a block's content."""
    plain: Style = {}
    important: Style = {}
    for node in tinycss2.parse_blocks_contents(content, skip_comments=True, skip_whitespace=True):
        if node.type == "declaration":
            value = tinycss2.serialize(node.value).strip()
            (important if node.important else plain)[node.lower_name] = value
    return plain, important


def inline_css(root: etree._Element) -> None:
    """Move the rules of every ``<style>`` below ``root`` into ``style`` attributes, in place."""
    sheets = list(root.iter(f"{{{SVG_NAMESPACE}}}style", "style"))
    if not sheets:
        return
    matcher = cssselect2.Matcher()
    for sheet in sheets:
        _add_rules(matcher, text_within(sheet))
    for wrapper in cssselect2.ElementWrapper.from_xml_root(root).iter_subtree():
        matches = matcher.match(wrapper)
        if matches:
            _apply(wrapper.etree_element, [payload for *_, payload in matches])
    for sheet in sheets:
        parent = sheet.getparent()
        if parent is not None:
            parent.remove(sheet)


def _add_rules(matcher: cssselect2.Matcher, text: str) -> None:
    for rule in tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True):
        if rule.type != "qualified-rule" or _UNSUPPORTED.search(tinycss2.serialize(rule.prelude)):
            continue
        try:
            selectors = cssselect2.compile_selector_list(rule.prelude)
        except cssselect2.SelectorError:
            continue  # the renderer drops a rule that it cannot read as well
        block = _declarations(rule.content)
        for selector in selectors:
            matcher.add_selector(selector, block)


def _apply(element: etree._Element, blocks: list[tuple[Style, Style]]) -> None:
    """Write the cascade of sheet rules (weakest first) and own ``style`` into ``style``."""
    own_plain, own_important = _declarations(element.get("style") or "")
    cascade: Style = {}
    for layer in (
        *(plain for plain, _ in blocks),
        own_plain,
        *(important for _, important in blocks),
        own_important,
    ):
        cascade |= layer
    element.set("style", format_style(cascade))


def format_style(style: Style) -> str:
    """The text of a ``style`` attribute."""
    return ";".join(f"{name}:{value}" for name, value in style.items())

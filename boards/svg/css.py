"""CSS held to the allow-list: style sheets, ``style`` attributes and presentation values.

A sheet in which nothing has to change stays as it was written, byte by byte.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final, Literal

import tinycss2
from tinycss2.ast import Node

from boards.svg.agreement import COMPUTED, shared_selectors, shared_value
from boards.svg.ledger import Ledger, reference_kind
from boards.svg.vocabulary import FUNCTIONS, PROPERTIES, VENDOR_PREFIXES

Verdict = Literal["fine", "unknown"] | tuple[Literal["refers"], str]

_NESTING_MAX: Final = 40
_SELECTOR_NESTING_MAX: Final = 20
_SIMPLE_FUNCTION: Final = r"url\(#[\w.:-]+\)|rgba?\([\d\s,.%]+\)"
_SIMPLE_STYLE: Final = re.compile(
    rf"""(?:(?<![\w-])(?:{_SIMPLE_FUNCTION})|"[\w ,.-]*"|'[\w ,.-]*'|[^"'\\(){{}}\[\]@/!<])*+"""
)
_PLAIN_NAME: Final = re.compile(r"[\w-]+")
"""A property's name as it may be written out: whatever else an escape spelt would end it."""
_SIMPLE_VALUE: Final = re.compile(rf"""[^"'\\(){{}}\[\]@<]*|{_SIMPLE_FUNCTION}""")

# resvg knows no media; a browser shows the drawing in a light window of unknown size.
_MEDIA_SHOWN: Final = frozenset(
    {
        "",
        "all",
        "screen",
        "only screen",
        "(prefers-color-scheme:light)",
        "(prefers-reduced-motion:no-preference)",
        "screen and (prefers-color-scheme:light)",
        "screen and (prefers-reduced-motion:no-preference)",
    }
)


def media_applies(query: str) -> bool:
    """Whether rules under a media query belong to the picture that is judged and shown."""
    words = re.sub(r"\s*:\s*", ":", " ".join(query.lower().split()))
    return any(part.strip() in _MEDIA_SHOWN for part in words.split(","))


def is_known(name: str) -> bool:
    """Whether a lower-case property name is on the allow-list, with or without vendor prefix."""
    if name in PROPERTIES or name.startswith("--"):
        return _PLAIN_NAME.fullmatch(name) is not None
    return any(name.removeprefix(prefix) in PROPERTIES for prefix in VENDOR_PREFIXES)


def value_verdict(value: str) -> Verdict:
    """Judge the value of a presentation attribute."""
    if _SIMPLE_VALUE.fullmatch(value):
        return "fine"
    if COMPUTED.search(value):
        return "unknown"
    return tokens_verdict(tinycss2.parse_component_value_list(value))


def tokens_verdict(tokens: Iterable[Node], depth: int = 0) -> Verdict:
    """Judge component values: fine, unknown (to be dropped), or referring to a URL not local."""
    if depth > _NESTING_MAX:
        return "unknown"
    verdict: Verdict = "fine"
    for token in tokens:
        one = _token_verdict(token, depth)
        if isinstance(one, tuple):
            return one
        if one == "unknown":
            verdict = one
    return verdict


def _token_verdict(token: Any, depth: int) -> Verdict:
    verdict: Verdict = "fine"
    if token.type == "url":
        verdict = _url_verdict(token.value)
    elif token.type == "string" and reference_kind(token.value) == "raster":
        verdict = "refers", token.value
    elif token.type == "error":
        verdict = "unknown"
    elif token.type == "function":
        verdict = _function_verdict(token, depth)
    elif token.type.endswith(" block"):
        verdict = tokens_verdict(token.content, depth + 1)
    return verdict


def _function_verdict(token: Any, depth: int) -> Verdict:
    strings = [one.value for one in token.arguments if one.type == "string"]
    if token.lower_name == "url":
        return _url_verdict("".join(strings))
    inner = tokens_verdict(token.arguments, depth + 1)
    if token.lower_name in FUNCTIONS or isinstance(inner, tuple):
        return inner
    outside = [text for text in strings if reference_kind(text) == "external"]
    return ("refers", outside[0]) if outside else "unknown"


def _url_verdict(target: str) -> Verdict:
    return "fine" if reference_kind(target) == "local" else ("refers", target)


def is_plain(style: str) -> bool:
    """Whether a ``style`` attribute can be read without a CSS parser."""
    return _SIMPLE_STYLE.fullmatch(style) is not None


def clean_style(text: str, ledger: Ledger, line: int, *, is_root: bool = False) -> str:
    """Hold a ``style`` attribute to the allow-list; unchanged where nothing has to go."""
    if is_plain(text):
        kept, changed = _plain_declarations(text, ledger, is_root=is_root)
    else:
        nodes = tinycss2.parse_blocks_contents(text)
        kept, changed = _declarations(nodes, ledger, line, is_root=is_root)
    return kept if changed else text


def _plain_declarations(text: str, ledger: Ledger, *, is_root: bool) -> tuple[str, bool]:
    """What :func:`_declarations` makes of a plain ``style``, many times as fast."""
    parts: list[str] = []
    changed = False
    for part in text.split(";"):
        given, colon, value = map(str.strip, part.partition(":"))
        name = given.lower()
        kept = shared_value(name, value, is_root=is_root) if is_known(name) else None
        if kept is not None:
            parts.append(f"{name}:{kept}")
            changed |= kept != value or name != given
        elif colon or given:
            changed = True
            if _PLAIN_NAME.fullmatch(name) and colon:
                ledger.removed("property", name)
    return ";".join(parts), changed


class SheetCleaner:
    """Holds one style sheet to the allow-list and takes its media rules apart."""

    def __init__(self, ledger: Ledger, line: int) -> None:
        self.flattened = False
        """Whether a media rule was flattened or dropped."""
        self.rules = 0
        """Selectors that were kept, which is what matching costs."""
        self._ledger = ledger
        self._line = line
        self._changed = False

    def clean(self, text: str) -> str:
        """The sheet without what is not allowed."""
        nodes = tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True)
        self._changed |= "<!--" in text or "-->" in text
        kept = self._kept(nodes)
        return kept if self._changed else text

    def _kept(self, nodes: Iterable[Any], depth: int = 0) -> str:
        parts = []
        for node in nodes:
            if node.type == "qualified-rule":
                parts.append(self._rule(node))
            elif node.type == "at-rule":
                parts.append(self._at_rule(node, depth))
            else:
                self._changed = True
        return "\n".join(part for part in parts if part)

    def _rule(self, node: Any) -> str:
        selectors = shared_selectors(node.prelude) if _is_selector(node.prelude) else None
        if not selectors or len(selectors) <= sum(part == "," for part in node.prelude):
            self._drop("rule", tinycss2.serialize(node.prelude[:4]))
        if not selectors:
            return ""
        self.rules += len(selectors)
        body, changed = _declarations(
            tinycss2.parse_blocks_contents(node.content),
            self._ledger,
            self._line_of(node),
            is_root=set(selectors) == {"svg"},
        )
        self._changed |= changed
        return f"{', '.join(selectors)} {{{body}}}"

    def _at_rule(self, node: Any, depth: int) -> str:
        keyword = node.lower_at_keyword
        if keyword == "media" and node.content is not None and depth < _NESTING_MAX:
            self.flattened = self._changed = True
            if not media_applies(tinycss2.serialize(node.prelude)):
                return ""
            inner = tinycss2.parse_stylesheet(
                node.content, skip_comments=True, skip_whitespace=True
            )
            return self._kept(inner, depth + 1)
        if keyword in {"keyframes", "-webkit-keyframes", "-moz-keyframes"} and node.content:
            return self._keyframes(node)
        if keyword == "import" or (keyword == "font-face" and not _is_local_font(node)):
            self._ledger.loads(_loaded(node), self._line_of(node))
        if keyword != "charset":
            self._drop("rule", f"@{keyword}")
        return ""

    def _keyframes(self, node: Any) -> str:
        name = [token for token in node.prelude if token.type not in {"whitespace", "comment"}]
        if len(name) != 1 or name[0].type not in {"ident", "string"}:
            self._drop("rule", f"@{node.lower_at_keyword}")
            return ""
        frames = []
        inner = tinycss2.parse_rule_list(node.content, skip_comments=True, skip_whitespace=True)
        for frame in inner:
            if frame.type != "qualified-rule" or not _is_selector(frame.prelude):
                self._changed = True
                continue
            body, changed = _declarations(
                tinycss2.parse_blocks_contents(frame.content),
                self._ledger,
                self._line_of(frame),
                is_moving=True,
            )
            self._changed |= changed
            frames.append(f"{tinycss2.serialize(frame.prelude).strip()} {{{body}}}")
        return f"@{node.lower_at_keyword} {tinycss2.serialize(name)} {{{' '.join(frames)}}}"

    def _drop(self, kind: str, name: str) -> None:
        self._changed = True
        self._ledger.removed(kind, name)

    def _line_of(self, node: Any) -> int:
        return self._line + int(node.source_line) - 1


def _declarations(
    nodes: Iterable[Any],
    ledger: Ledger,
    line: int,
    *,
    is_root: bool = False,
    is_moving: bool = False,
) -> tuple[str, bool]:
    """The declarations that are allowed, as text, and whether any was not.

    Whatever is no declaration goes as well: resvg stops reading at it, a browser does not.
    """
    parts: list[str] = []
    changed = False
    for node in nodes:
        if node.type == "declaration":
            kept = None
            verdict = tokens_verdict(node.value)
            if isinstance(verdict, tuple):
                ledger.refers(verdict[1], node.lower_name, line)
            elif verdict == "fine" and is_known(node.lower_name):
                plain = [one for one in node.value if one.type != "comment"]
                value = tinycss2.serialize(plain).strip()
                name = node.lower_name
                kept = value if is_moving else shared_value(name, value, is_root=is_root)
                changed |= kept != value or len(plain) < len(node.value) or node.name != name
            if kept is not None:
                ending = " !important" if node.important else ""
                parts.append(f"{node.lower_name}:{kept}{ending}")
                continue
            changed = True
            if not isinstance(verdict, tuple):
                ledger.removed("property", node.lower_name)
        elif node.type in {"qualified-rule", "at-rule"}:
            changed = True
            ledger.removed("rule", "nested")
        elif node.type == "error":
            changed = True
    return ";".join(parts), changed


def _is_selector(prelude: list[Any]) -> bool:
    """Whether a rule's prelude may be one of selectors: shallow, without URLs, well-formed.

    Functions such as ``:not(…)`` are no CSS value functions and judged by what they hold.
    """
    if _depth(prelude) > _SELECTOR_NESTING_MAX:
        return False
    pending = list(prelude)
    while pending:
        token = pending.pop()
        if token.type in {"url", "error"} or getattr(token, "lower_name", "") in {"url", "src"}:
            return False
        if token.type == "string" and reference_kind(token.value) == "raster":
            return False
        pending += getattr(token, "arguments", None) or getattr(token, "content", None) or []
    return True


def _depth(tokens: Iterable[Any]) -> int:
    """How deep blocks and functions are nested, without recursion."""
    deepest, layer = 0, list(tokens)
    while layer and deepest <= _NESTING_MAX:
        inner: list[Any] = []
        for token in layer:
            inner += getattr(token, "arguments", None) or getattr(token, "content", None) or []
        layer = inner
        deepest += bool(layer)
    return deepest


def _is_local_font(node: Any) -> bool:
    """Whether a ``@font-face`` names nothing but installed fonts; no renderer of ours has any."""
    tokens = node.content or []
    return all(
        token.type != "url" and (token.type != "function" or token.lower_name == "local")
        for token in tokens
    )


def _loaded(node: Any) -> str:
    """An ``@import`` or ``@font-face`` in short."""
    text = tinycss2.serialize(node.prelude).strip() if node.lower_at_keyword == "import" else ""
    return f"@{node.lower_at_keyword} {text}".strip()

"""Fresh names for those an author chose, wherever they stand: one alias for each name of a kind."""

from __future__ import annotations

import re
from collections.abc import Iterable
from random import Random
from typing import Any, Final

import tinycss2

LETTERS: Final = "abcdefghijklmnopqrstuvwxyz0123456789"
_LENGTH: Final = 10

_REFERENCE: Final = re.compile(r"""url\(\s*(["']?)#([^"')]+?)\1\s*\)""", re.IGNORECASE)
_VARIABLE: Final = re.compile(r"(?<![\w-])--[\w-]+")
_WORD: Final = re.compile(r"[\w-]+")
_FONT: Final = re.compile(r"(.*?[\d.]+[\w%]*(?:\s*/\s*[\w.%]+)?\s+)(.*)", re.DOTALL)
_PLAIN_FAMILIES: Final = frozenset(
    {"serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui", "inherit", "initial"}
    | {"ui-serif", "ui-sans-serif", "ui-monospace", "ui-rounded", "emoji", "math"}
    | {"-apple-system", "blinkmacsystemfont", "segoe ui", "roboto", "inter", "open sans"}
    | {"arial", "arial black", "helvetica", "helvetica neue", "verdana", "tahoma", "impact"}
    | {"trebuchet ms", "noto sans", "noto serif", "ubuntu", "cantarell", "comic sans ms"}
    | {"times", "times new roman", "georgia", "garamond", "palatino", "brush script mt"}
    | {"courier", "courier new", "consolas", "menlo", "monaco"}
    | {"pingfang sc", "microsoft yahei", "simsun", "simhei", "noto sans sc", "noto sans cjk sc"}
)
_MOVING: Final = ("animation", "animation-name", "-webkit-animation", "-webkit-animation-name")


class Aliases:
    """The aliases of one drawing; ``keyframes`` are the names that its style sheets define."""

    def __init__(self, rng: Random, keyframes: Iterable[str], *, keep_ids: bool) -> None:
        self._rng = rng
        self._keep_ids = keep_ids
        self._keyframes = frozenset(keyframes)
        self._known: dict[tuple[str, str], str] = {}

    def of(self, kind: str, name: str) -> str:
        """The alias of a name of a kind: id, class, keyframes, variable, family, result."""
        if kind == "id" and self._keep_ids:
            return name
        if (kind, name) not in self._known:
            self._known[kind, name] = "i" + "".join(self._rng.choices(LETTERS, k=_LENGTH))
        return self._known[kind, name]

    def references(self, value: str) -> str:
        """A text with its ``url(#…)`` and variables renamed."""
        value = _REFERENCE.sub(lambda match: f"url(#{self.of('id', match[2])})", value)
        return _VARIABLE.sub(lambda match: f"--{self.of('variable', match[0])}", value)

    def classes(self, value: str) -> str:
        """A list of class names."""
        return " ".join(self.of("class", name) for name in value.split())

    def attribute(self, name: str, value: str) -> str:
        """The value of an attribute."""
        if name == "id":
            return self.of("id", value)
        if name == "class":
            return self.classes(value)
        return self.style(value) if name == "style" else self.declared(name, value)

    def declared(self, name: str, value: str) -> str:
        """The value of a style property or presentation attribute."""
        if name == "font-family":
            return self._families(value)
        if name == "font" and (parts := _FONT.fullmatch(value)):
            return parts[1] + self._families(parts[2])
        if name in _MOVING:
            return _WORD.sub(lambda match: self.keyframes(match[0]), value)
        return self.references(value)

    def keyframes(self, word: str) -> str:
        """A word of an animation: an alias where it is the name of keyframes."""
        return self.of("keyframes", word) if word in self._keyframes else word

    def style(self, text: str) -> str:
        """A ``style`` attribute."""
        nodes = tinycss2.parse_blocks_contents(text, skip_comments=True)
        if any(node.type not in {"declaration", "whitespace"} for node in nodes):
            return self.references(text)
        declarations = [node for node in nodes if node.type == "declaration"]
        return ";".join(self.declaration(node) for node in declarations)

    def declaration(self, node: Any) -> str:
        """One declaration of a style sheet or attribute."""
        value = self.declared(node.lower_name, tinycss2.serialize(node.value).strip())
        name = self.references(node.name)
        return f"{name}:{value}{' !important' if node.important else ''}"

    def selectors(self, prelude: Iterable[Any]) -> str:
        """The selectors of a rule."""
        tokens = list(prelude)
        for before, token in zip([None, *tokens], tokens, strict=False):
            if token.type == "hash":
                token.value = self.of("id", token.value)
            elif token.type == "ident" and before == ".":
                token.value = self.of("class", token.value)
            elif token.type == "function":
                inner = self.selectors(token.arguments)
                token.arguments = tinycss2.parse_component_value_list(inner)
            elif token.type == "[] block":
                self._attribute(token.content)
        return str(tinycss2.serialize(tokens))

    def _attribute(self, content: list[Any]) -> None:
        """Rename what an attribute selector compares an id or a class with."""
        words = [token for token in content if token.type not in {"whitespace", "comment"}]
        if len(words) != 3 or words[1] not in ("=", "~="):
            return
        name, value = words[0].value, words[2]
        if name in {"id", "class"} and value.type in {"ident", "string"}:
            renamed = self.of("id", value.value) if name == "id" else self.classes(value.value)
            (string,) = tinycss2.parse_component_value_list(f'"{renamed}"')
            content[content.index(value)] = string

    def _families(self, value: str) -> str:
        """Fonts: those that everybody has stay, another name says who chose it."""
        families = (one.strip().strip("\"'") for one in value.split(","))
        return ",".join(
            (f"'{one}'" if " " in one else one)
            if one.lower() in _PLAIN_FAMILIES
            else self.of("family", one)
            for one in families
        )

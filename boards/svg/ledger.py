"""What the sanitiser takes out and finds on its way through a drawing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Final, Literal
from urllib.parse import unquote

from boards.svg.report import Finding, Removal

Reference = Literal["local", "empty", "raster", "external"]

_IGNORED_IN_URLS: Final = re.compile(r"[\x00-\x20\x7f-\xa0\u200b-\u200f\u2060\ufeff]+")
_MEANINGLESS_IN_URLS: Final = re.compile(r"^[\x00-\x20]+|[\x00-\x20]+$|[\t\n\r]+")
_SHOWN_LENGTH: Final = 60
_FINDINGS_MAX: Final = 1_000
"""More findings of one kind are not kept; nothing is decided by the exact number."""


def reference_kind(target: str) -> Reference:
    """What a URL refers to: a part of the drawing, nothing, a picture, or something outside."""
    plain = _IGNORED_IN_URLS.sub("", target).lower()
    if plain.startswith("#"):
        return "local"
    if not plain:
        return "empty"
    return "raster" if "data:image" in plain else "external"


def local_reference(target: str) -> str | None:
    """A local reference as every renderer reads it, ``#id``; None for what only looks like one.

    As the URL standard has it, blanks around it and line breaks in it mean nothing, and ``%74`` is
    a ``t``.
    """
    plain = _MEANINGLESS_IN_URLS.sub("", target)
    return "#" + unquote(plain[1:]) if plain.startswith("#") else None


def is_script(value: str) -> bool:
    """Whether a value is a URL that would run, were it followed."""
    if ":" not in value:
        return False
    plain = _IGNORED_IN_URLS.sub("", value).lower()
    return plain.startswith(("javascript:", "vbscript:"))


class Ledger:
    """Counts removals; collects what the gate wants to know of, with line numbers."""

    def __init__(self) -> None:
        self._removed: Counter[tuple[str, str]] = Counter()
        self.rasters: list[Finding] = []
        self.external: list[Finding] = []
        self.forbidden: list[Finding] = []

    def removed(self, kind: str, name: str, count: int = 1) -> None:
        """Something was taken out; ``kind`` is a key of ``words.REMOVALS``."""
        self._removed[kind, _shortened(name)] += count

    def refers(self, target: str, where: str, line: int) -> None:
        """A reference that is not local was met in ``where`` and is taken out."""
        kind = reference_kind(target)
        self.removed("reference", where)
        if kind == "raster":
            self.embeds(f"{where}=“{_shortened(target)}”", line)
        elif kind == "external":
            _add(self.external, f"{where}=“{_shortened(target)}”", line)

    def embeds(self, what: str, line: int) -> None:
        """An embedded picture was met."""
        _add(self.rasters, what, line)

    def loads(self, what: str, line: int) -> None:
        """A style sheet asks for something outside."""
        _add(self.external, _shortened(what), line)

    def forbids(self, what: str, line: int) -> None:
        """A forbidden element was met."""
        _add(self.forbidden, what, line)

    def removals(self) -> tuple[Removal, ...]:
        """Everything taken out, each kind and name once."""
        return tuple(Removal(kind, name, n) for (kind, name), n in self._removed.items())


def in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Findings in the order of the source."""
    return tuple(sorted(findings, key=lambda finding: finding.line))


def _add(findings: list[Finding], what: str, line: int) -> None:
    if len(findings) < _FINDINGS_MAX:
        findings.append(Finding(what, line))


def _shortened(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _SHOWN_LENGTH else f"{text[: _SHOWN_LENGTH - 1]}…"

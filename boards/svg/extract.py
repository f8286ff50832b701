"""The drawing in a model's reply: the last complete and plausible ``<svg>…</svg>``.

One pass over the text, linear on any input: tags are read by a pattern that cannot backtrack, and
comments, CDATA sections and quoted values are stepped over, so that a ``</svg>`` inside them ends
nothing. Nothing here parses XML; the render worker does.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, Literal

from boards.svg.report import Fault
from pelican.rules import RULES

Normalisation = Literal[
    "prose_removed", "prolog_dropped", "xmlns_added", "media_flattened", "size_given"
]
"""The only changes that are made to a drawing before it is judged; see ``words.NORMALISATIONS``."""

_ROOT_OPENING: Final = re.compile(r"<(?:[\w.-]++:)?svg(?=[\s/>])", re.IGNORECASE)
_MARKUP: Final = re.compile(r"<(?:(!--|!\[CDATA\[)|(/?)([A-Za-z_][\w:.-]*+))")
_ATTRIBUTES: Final = re.compile(r"""(?:[^<>"']|"[^"<]*"|'[^'<]*')*+(>|["'])""")
_QUOTED_MAX: Final = 4096
"""A quoted value with a ``<`` in it is believed up to this length, so that scanning is linear."""
_DRAWING: Final = frozenset(
    {"path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "use", "image"}
)
_PROLOG: Final = re.compile(r"<\?xml[\s?]|<!DOCTYPE\b", re.IGNORECASE)
_FENCE: Final = "```"
_TAG_CLOSER: Final = re.compile(">")


@dataclass(frozen=True)
class Extraction:
    """What a reply holds.

    ``source`` is the text of the drawing, from its first tag to its last (of a cut-off one, to the
    end of the reply); None when there is none. ``fault`` says why it cannot be judged.
    """

    source: str | None
    normalisations: tuple[Normalisation, ...] = ()
    fault: Fault | None = None


class _Ahead:
    """Where a pattern next occurs. Asked for growing positions, it reads the text only once."""

    def __init__(self, pattern: re.Pattern[str], text: str) -> None:
        self._pattern = pattern
        self._text = text
        self._found = -1

    def after(self, position: int) -> int:
        """Start of the first occurrence at or after ``position``; the text's length if none."""
        if self._found < position:
            match = self._pattern.search(self._text, position)
            self._found = match.start() if match else len(self._text)
        return self._found


@dataclass
class _Opened:
    """An ``<svg>`` whose end has not been met yet."""

    start: int
    tag: str
    drawings: int = 0
    nested: list[_Candidate] = field(default_factory=list)


@dataclass(frozen=True)
class _Candidate:
    """A complete ``<svg>…</svg>``."""

    start: int
    end: int
    tag: str
    draws: bool


def extract(reply: str | bytes) -> Extraction:
    """Find the drawing in a reply; never raises."""
    text = _text(reply)
    if isinstance(text, Fault):
        return Extraction(None, fault=text)
    found, opened = _scan(text)
    plausible = [one for one in found if one.draws]
    start = None if plausible else _cut_off_at(text, found, opened)
    if start is not None:
        return _cut_off(text, start)
    if found:
        last = (plausible or found)[-1]
        return Extraction(text[last.start : last.end], _normalised(text, last.start, last.end))
    message = "nothing_found" if text.strip() else "empty_reply"
    return Extraction(None, fault=Fault("missing", message))


def _text(reply: str | bytes) -> str | Fault:
    """The reply as text, or why it cannot be read."""
    try:
        text = reply.decode("utf-8") if isinstance(reply, bytes) else reply
        size = len(reply if isinstance(reply, bytes) else reply.encode("utf-8"))
    except UnicodeDecodeError as error:
        return Fault("encoding", "not_utf8", {"byte": error.start})
    except UnicodeEncodeError as error:
        return Fault("encoding", "not_unicode", {"at": error.start})
    limit = RULES.gate.board.reply_bytes
    if size > limit:
        return Fault("too_long", "reply_too_long", {"bytes": size, "limit": limit})
    return text


def last_opening_tag(source: str) -> tuple[str, int, int]:
    """Name, byte offset and line (from 1) of the last element opened in ``source``."""
    name, start = "svg", 0
    for match in _MARKUP.finditer(source):
        if match[3] and not match[2]:
            name, start = match[3], match.start()
    return name, len(source[:start].encode("utf-8")), source.count("\n", 0, start) + 1


def _scan(text: str) -> tuple[list[_Candidate], list[_Opened]]:
    """Complete drawings that lie in no other one, in order, and those never closed.

    A complete drawing inside unclosed ones is an attempt of its own where what lies around it is a
    mere mention in prose, or an earlier attempt that broke off: then a fence or a namespace of its
    own shows that a new document begins.
    """
    found: list[_Candidate] = []
    opened: list[_Opened] = []
    for start, end, name, kind in _tags(text):
        local = name.rpartition(":")[2].lower()
        if local != "svg":
            if opened and kind != "closing" and local in _DRAWING:
                opened[-1].drawings += 1
            continue
        if kind == "opening":
            opened.append(_Opened(start, text[start:end]))
            continue
        if kind == "closing":
            if not opened:
                continue
            top = opened.pop()
        else:
            top = _Opened(start, text[start:end])
        one = _Candidate(top.start, end, top.tag, _draws(top))
        (opened[-1].nested if opened else found).append(one)
    fences = _Ahead(re.compile(_FENCE), text)
    all_mentions = True
    for outer in opened:
        all_mentions = all_mentions and _is_mention(outer)
        for one in outer.nested:
            fenced = fences.after(outer.start) < one.start
            if all_mentions or fenced or "xmlns" in one.tag:
                found.append(one)
    found.sort(key=lambda one: one.start)
    return found, opened


def _draws(top: _Opened) -> bool:
    return top.drawings > 0 or any(one.draws for one in top.nested)


def _is_mention(opened: _Opened) -> bool:
    """Whether an ``<svg>`` without attributes or drawing is prose about SVG."""
    return not opened.drawings and "=" not in opened.tag


def _cut_off_at(text: str, found: list[_Candidate], opened: list[_Opened]) -> int | None:
    """Where a drawing that breaks off begins; None when ``<svg`` is only mentioned."""
    for one in opened:
        if not _is_mention(one):
            return one.start
    last = None if found else next(iter(deque(_ROOT_OPENING.finditer(text), maxlen=1)), None)
    if last is None:
        return None
    tag, _, rest = text[last.end() :].partition(">")
    return last.start() if "<" not in tag and not rest.strip() else None


def _tags(text: str) -> Iterator[tuple[int, int, str, Literal["opening", "closing", "empty"]]]:
    """Every tag inside or opening an ``<svg>``: start, end, name, kind.

    Outside of any, only ``<svg`` counts: prose may hold anything.
    """
    position = depth = 0
    openings, closers = _Ahead(_ROOT_OPENING, text), _Ahead(_TAG_CLOSER, text)
    comments_end = cdata_end = True
    end: int | None
    while True:
        match = (_MARKUP if depth else _ROOT_OPENING).search(text, position)
        if match is None:
            return
        position = match.end()
        if depth and match[1]:
            closer = "-->" if match[1] == "!--" else "]]>"
            ends = comments_end if closer == "-->" else cdata_end
            end = text.find(closer, position) if ends else -1
            if end >= 0:
                position = end + len(closer)
            elif closer == "-->":
                comments_end = False
            else:
                cdata_end = False
            continue
        name = match[3] if depth else match[0][1:]
        end = _tag_end(text, position)
        if end is None and name.rpartition(":")[2].lower() == "svg":
            # A root that is no well-formed XML ends where it can, unless another begins before.
            bracket = closers.after(position)
            end = bracket + 1 if bracket < openings.after(position) else None
        if end is None:
            continue
        position = end
        if depth and match[2]:
            kind: Literal["opening", "closing", "empty"] = "closing"
        else:
            kind = "empty" if text[end - 2] == "/" else "opening"
        if name.rpartition(":")[2].lower() == "svg":
            depth = max(depth + {"opening": 1, "closing": -1, "empty": 0}[kind], 0)
        yield match.start(), end, name, kind


def _tag_end(text: str, position: int) -> int | None:
    """Where the tag that is open at ``position`` ends; None when it is none."""
    while True:
        match = _ATTRIBUTES.match(text, position)
        if match is None:
            return None
        if match[1] == ">":
            return match.end()
        # A "<" in a quoted value is no XML; believe the quotes only where they look like a pair.
        close = text.find(match[1], match.end(), match.end() + _QUOTED_MAX)
        if close < 0 or text[close + 1 : close + 2] not in {" ", "\n", "\t", "/", ">"}:
            return None
        position = close + 1


def _cut_off(reply: str, start: int) -> Extraction:
    source = reply[start:].rstrip()
    name, byte, line = last_opening_tag(source)
    fault = Fault("truncated", "cut_off", {"tag": name, "byte": byte, "line": line})
    return Extraction(source, _normalised(reply, start, len(reply)), fault)


def _normalised(reply: str, start: int, end: int) -> tuple[Normalisation, ...]:
    """What surrounds the drawing and was left out."""
    before = reply[:start].removeprefix("\ufeff")
    prologs = list(_PROLOG.finditer(before))
    head = len(before)
    for match in reversed(prologs):
        if _FENCE in before[match.start() : head]:
            break
        head = match.start()
    codes: list[Normalisation] = []
    if before[:head].strip() or reply[end:].strip():
        codes.append("prose_removed")
    if head < len(before):
        codes.append("prolog_dropped")
    return tuple(codes)

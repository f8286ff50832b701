"""Words in a picture that name the answer, however they are spelt or split."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

_WORD: Final = re.compile(r"[^\W\d_]+")

# Cyrillic and Greek letters that look like Latin ones, after casefolding.
_LOOKALIKES: Final = str.maketrans("аеоросухіјѕкмтвнαεινοτυχκ", "aeopocyxijskmtbhaeivotuxk")


def forbidden_term(text: str, terms: Iterable[str]) -> str | None:
    """The first of ``terms`` that stands in ``text`` as a whole word or phrase; None without one.

    Case, accents, zero-width characters and letters that merely look Latin make no difference;
    plurals count; a word split over pieces (``pel ican``, ``P-E-L-I-C-A-N``) is put together.
    Chinese has no spaces, so a Chinese term counts anywhere.
    """
    words = _WORD.findall(_plain(text))
    joined = "".join(words)
    starts: set[int] = set()
    ends: set[int] = set()
    position = 0
    for word in words:
        starts.add(position)
        position += len(word)
        ends.add(position)
    for term in terms:
        wanted = "".join(_WORD.findall(_plain(term)))
        if not wanted:
            continue
        if not wanted.isascii():
            if wanted in joined:
                return term
            continue
        for match in re.finditer(f"(?={wanted})", joined):
            end = match.start() + len(wanted)
            if match.start() in starts and any(
                end + len(plural) in ends and joined.startswith(plural, end)
                for plural in ("", "s", "es")
            ):
                return term
    return None


def _plain(text: str) -> str:
    """Lower case without accents and invisible characters, look-alike letters made Latin."""
    kept = (
        character
        for character in unicodedata.normalize("NFKD", text)
        if unicodedata.category(character) not in {"Mn", "Me", "Cf"}
    )
    return "".join(kept).casefold().translate(_LOOKALIKES)

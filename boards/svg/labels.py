"""Words in a picture that name the answer, however they are spelt or split."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from itertools import accumulate
from typing import Final

_WORD: Final = re.compile(r"[^\W\d_]+")
_PLURALS: Final = ("", "s", "es")

# Letters that look like Latin ones, after casefolding: Cyrillic, Greek, Armenian, Cherokee.
_LOOKALIKES: Final = str.maketrans(
    "аеоросухіјѕкмтвнӏԁһԛԝүαεινοτυχκηρоօսոցᎪᏴᏟᎠᎬᏀᎻᎥᎫᏦᏞᎷᎢᏢᎡᏚᏙᏔᏃᎩ",
    "aeopocyxijskmtbhldhqwyaeivotuxknpoounqabcdeghijklmtprsvwzy",
)
_CAPITALS: Final = str.maketrans("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEZHIKMNOPTYX")
"""Greek capitals; their small letters look otherwise."""
_LATIN_NAME: Final = re.compile(
    r"(?:LATIN .*LETTER|REGIONAL INDICATOR SYMBOL LETTER|NEGATIVE \w+ LATIN CAPITAL LETTER)"
    r"(?: [A-Z]{2,})* ([A-Z])(?: WITH .*)?"
)


def forbidden_term(text: str, terms: Iterable[str]) -> str | None:
    """The first of ``terms`` that stands in ``text`` as a whole word or phrase; None without one.

    Case, accents, zero-width characters and letters that merely look Latin make no difference;
    plurals count; a word split over pieces (``pel ican``, ``P-E-L-I-C-A-N``) is put together, in
    whatever order its pieces are written or read, since each may be placed anywhere. Chinese has
    no spaces, so a Chinese term counts anywhere, but read backwards only as a whole: two signs side
    by side would often make one.
    """
    words = _WORD.findall(_plain(text))
    backwards = [word[::-1] for word in reversed(words)]
    for term in terms:
        wanted = "".join(_WORD.findall(_plain(term)))
        if wanted and (
            _stands_in(wanted, words, anywhere=not wanted.isascii())
            or _stands_in(wanted, backwards, anywhere=False)
            or any(_is_shuffled(wanted + plural, words) for plural in _PLURALS)
        ):
            return term
    return None


def _stands_in(wanted: str, words: list[str], *, anywhere: bool) -> bool:
    """Whether neighbouring words, joined, make a term; ``anywhere``, even from within a word."""
    joined = "".join(words)
    if wanted not in joined:
        return False
    if anywhere:
        return True
    ends = set(accumulate(map(len, words)))
    starts = {0, *ends}
    for match in re.finditer(f"(?={wanted})", joined):
        end = match.start() + len(wanted)
        if match.start() in starts and any(
            end + len(plural) in ends and joined.startswith(plural, end) for plural in _PLURALS
        ):
            return True
    return False


def _is_shuffled(wanted: str, words: list[str]) -> bool:
    """Whether neighbouring pieces make a term when they are put in another order."""
    letters = sorted(wanted)
    ends = list(accumulate(map(len, words)))
    place = {end: index for index, end in enumerate(ends)}
    for first, (word, end) in enumerate(zip(words, ends, strict=True)):
        last = place.get(end - len(word) + len(wanted))
        if last is None or word[0] not in wanted:
            continue
        pieces = words[first : last + 1]
        if sorted("".join(pieces)) == letters and _makes(wanted, Counter(pieces)):
            return True
    return False


def _makes(wanted: str, pieces: Counter[str]) -> bool:
    """Whether pieces, each used once, can be lined up to a word."""
    if not wanted:
        return True
    for piece in list(pieces):
        if pieces[piece] and wanted.startswith(piece):
            pieces[piece] -= 1
            if _makes(wanted[len(piece) :], pieces):
                return True
            pieces[piece] += 1
    return False


def _plain(text: str) -> str:
    """Lower case without accents and invisible characters, look-alike letters made Latin."""
    kept = (
        _latin(character)
        for character in unicodedata.normalize("NFKD", text)
        if unicodedata.category(character) not in {"Mn", "Me", "Cf"}
    )
    return "".join(kept).translate(_CAPITALS).casefold().translate(_LOOKALIKES)


def _latin(character: str) -> str:
    """The plain letter behind a small capital, a dotless, crossed or boxed one."""
    if character.isascii():
        return character
    match = _LATIN_NAME.fullmatch(unicodedata.name(character, ""))
    return match[1] if match else character

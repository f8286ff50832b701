"""Whether a caption names an animal or a vehicle. Pure, no Django.

Whole words, plurals included. What is denied ("no bicycle", "not a pelican") is not named, nor is
a word that is part of another thing ("ironing board", "bike rack"). English, as captions are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

_WORD: Final = re.compile(r"[a-z]+(?:['’][a-z]+)?|[.,;:!?()—–]|-")
_STOPS: Final = frozenset(".,;:!?()—–")


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_NEGATORS: Final = _words(
    "no not without never neither nor none cannot lacks lacking lack missing unlike hardly "
    "absent except"
)
_NEGATING_PHRASES: Final = (("rather", "than"), ("instead", "of"), ("far", "from"))
_NOT_NEGATING: Final = (("not", "only"), ("not", "just"), ("not", "merely"), ("no", "doubt"))
_TURNS: Final = _words("but however though although yet while whereas")
"""Words after which an earlier denial no longer holds."""
_ARTICLES: Final = _words("a an the its this that his her their")

_BEFORE: Final[dict[str, frozenset[str]]] = {
    "board": _words(
        "ironing surf surfing snow chess cutting chopping chalk white black bulletin notice score "
        "key circuit floor spring diving sign bill boogie paddle dart drawing message sound side "
        "cheese game emery card clip dash star body wake kite sail switch bread mood story"
    ),
    "bike": _words("motor dirt quad exercise pit trail"),
    "scooter": _words("motor mobility water sea"),
    "tandem": frozenset({"in"}),
}
"""Words that make another thing of the word after them."""

_AFTER: Final = _words(
    "rack racks lane lanes shop shops helmet helmets bell bells path paths wheel wheels tyre tyres "
    "tire tires frame frames part parts pump lock game games crossing crossings house houses cage "
    "cages bath feeder feeders nest nests seed feather feathers print prints like shaped style "
    "themed inspired toy"
)
"""Words that make another thing of the word before them."""


def names_any(caption: str, terms: Iterable[str]) -> bool:
    """Whether the caption says that one of ``terms`` (lower case, singular or plural) is there."""
    words = _WORD.findall(caption.lower())
    return any(
        _stands_for_itself(words, start, end) and not _is_denied(words, start)
        for term in terms
        for start, end in _places(words, term.split())
    )


def _places(words: Sequence[str], term: Sequence[str]) -> Iterator[tuple[int, int]]:
    for start in range(len(words) - len(term) + 1):
        end = start + len(term)
        *first, last = words[start:end]
        if first == list(term[:-1]) and last in _forms(term[-1]):
            yield start, end


def _forms(word: str) -> tuple[str, ...]:
    """A word, its plurals and its possessives."""
    plural = f"{word}es" if word.endswith(("s", "x", "ch", "sh")) else f"{word}s"
    return word, plural, f"{word}'s", f"{word}’s"


def _stands_for_itself(words: Sequence[str], start: int, end: int) -> bool:
    before = words[start - 1] if start else ""
    if before == "-":
        before = words[start - 2] if start > 1 else ""
    after = words[end] if end < len(words) else ""
    if after == "-":
        after = words[end + 1] if end + 1 < len(words) else ""
    last = words[end - 1]
    head = next((name for name in _BEFORE if last in _forms(name)), "")
    return before not in _BEFORE.get(head, frozenset()) and after not in _AFTER


def _is_denied(words: Sequence[str], start: int) -> bool:
    """Whether a denial before the word reaches it.

    It reaches to the end of its clause, to a word like "but", or to an "and" that begins a new
    thing ("no clouds and a pelican").
    """
    for place in range(start - 1, -1, -1):
        word = words[place]
        if word in _STOPS or word in _TURNS:
            return False
        if word == "and" and place + 1 < start and words[place + 1] in _ARTICLES:
            return False
        following = (word, words[place + 1])
        if following in _NEGATING_PHRASES:
            return True
        if (word in _NEGATORS or word.endswith(("n't", "n’t"))) and following not in _NOT_NEGATING:
            return True
    return False

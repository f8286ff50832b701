"""Which samples are judged together, and in which order. Pure, no Django.

A triple holds samples of different models of one task and condition. The partition is made once
from a seed and is the same for every judge.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from pelican.rules import RULES

LABELS: Final = "ABCDEFGHIJ"
"""The names of the pictures of one call."""


@dataclass(frozen=True)
class Entry:
    """A sample to be judged, and the model that drew it."""

    sample: int
    model: str


def partition(entries: Sequence[Entry], seed: int) -> list[tuple[int, ...]]:
    """The triples, each of samples of different models; the last ones may be smaller.

    The models with most samples left are drawn from first, which leaves as few small triples as
    can be. The same entries in any order give the same triples.
    """
    chance = Random(seed)  # noqa: S311 reproducible on purpose, nothing secret
    left: defaultdict[str, list[int]] = defaultdict(list)
    for entry in sorted(entries, key=lambda entry: entry.sample):
        left[entry.model].append(entry.sample)
    for samples in left.values():
        chance.shuffle(samples)
    triples = []
    while left:
        models = sorted(left)
        chance.shuffle(models)
        models.sort(key=lambda model: -len(left[model]))
        chosen = models[: RULES.judging.triple_size]
        triples.append(tuple(left[model].pop() for model in chosen))
        left = defaultdict(list, {model: samples for model, samples in left.items() if samples})
    return triples


def orders(triple: Sequence[int], seed: int) -> list[tuple[int, ...]]:
    """The orders in which a triple is shown: every second one is the reverse of the one before.

    So each pair of samples is seen both ways round.
    """
    shown: list[tuple[int, ...]] = []
    for number in range(RULES.judging.orders):
        if number % 2:
            shown.append(tuple(reversed(shown[-1])))
            continue
        order = sorted(triple)
        Random(f"{seed} {order} {number}").shuffle(order)  # noqa: S311 as above
        shown.append(tuple(order))
    return shown

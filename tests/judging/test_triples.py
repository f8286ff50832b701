"""Who is judged together: different models, as few small triples as can be, the same every time."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.triples import Entry, orders, partition


def entries(**samples_of: int) -> list[Entry]:
    number = iter(range(1, 1000))
    return [Entry(next(number), model) for model, many in samples_of.items() for _ in range(many)]


@pytest.mark.parametrize(
    ("models", "sizes"),
    [
        ({}, []),
        ({"a": 1}, [1]),
        ({"a": 1, "b": 1}, [2]),
        ({"a": 1, "b": 1, "c": 1}, [3]),
        ({"a": 5, "b": 5, "c": 5}, [3, 3, 3, 3, 3]),
        ({"a": 5, "b": 5, "c": 5, "d": 5}, [3, 3, 3, 3, 3, 3, 2]),
        ({"a": 3}, [1, 1, 1]),
        ({"a": 5, "b": 1, "c": 1}, [3, 1, 1, 1, 1]),
    ],
)
def test_sizes(models: dict[str, int], sizes: list[int]) -> None:
    assert [len(triple) for triple in partition(entries(**models), 1)] == sizes


@given(st.dictionaries(st.sampled_from("abcdefg"), st.integers(1, 7)), st.integers())
def test_each_sample_once_and_models_apart(models: dict[str, int], seed: int) -> None:
    samples = entries(**models)
    model = {entry.sample: entry.model for entry in samples}
    triples = partition(samples, seed)
    assert Counter(sample for triple in triples for sample in triple) == Counter(model.keys())
    for triple in triples:
        assert len({model[sample] for sample in triple}) == len(triple)
    # No partition can need fewer calls than samples by three, or than the commonest model has.
    least = max([-(-len(samples) // 3), *models.values()], default=0)
    assert len(triples) == least


def test_the_seed_decides_and_nothing_else() -> None:
    samples = entries(a=5, b=5, c=5)
    mixed = random.Random(3).sample(samples, len(samples))
    assert partition(samples, 7) == partition(mixed, 7)
    assert partition(samples, 7) != partition(samples, 8)


@pytest.mark.parametrize("triple", [(1,), (1, 2), (1, 2, 3)])
def test_every_pair_is_seen_both_ways_round(triple: tuple[int, ...]) -> None:
    first, second = orders(triple, 5)
    assert sorted(first) == sorted(second) == sorted(triple)
    for one, other in combinations(triple, 2):
        before = first.index(one) < first.index(other)
        assert before != (second.index(one) < second.index(other))


def test_orders_do_not_depend_on_how_a_triple_is_listed() -> None:
    assert orders((1, 2, 3), 5) == orders((3, 1, 2), 5)


def test_nobody_is_always_first() -> None:
    firsts = {orders((1, 2, 3), seed)[0][0] for seed in range(20)}
    assert firsts == {1, 2, 3}

"""The arithmetic of scores, as a table. The worked example of docs/judging.md is among it."""

from __future__ import annotations

import pytest

from judging.contradictions import contradictions
from judging.criteria import DIMENSIONS
from judging.scores import CountedVerdict, State, sample_score, variant_score, verdict_score


def marks(*five: int) -> dict[str, int]:
    return dict(zip(DIMENSIONS, five, strict=True))


@pytest.mark.parametrize(
    ("five", "score"),
    [
        ((1, 1, 1, 1, 1), 1.0),
        ((10, 10, 10, 10, 10), 10.0),
        ((10, 1, 1, 1, 1), 3.25),
        ((1, 10, 1, 1, 1), 3.25),
        ((1, 1, 10, 1, 1), 2.8),
        ((1, 1, 1, 10, 1), 2.35),
        ((1, 1, 1, 1, 10), 2.35),
        ((8, 7, 6, 5, 4), 6.3),
        ((6, 3, 3, 4, 3), 3.9),
    ],
)
def test_a_verdict_is_the_weighted_mean(five: tuple[int, ...], score: float) -> None:
    assert verdict_score(marks(*five)) == pytest.approx(score, abs=1e-12)


def test_verdicts_that_ought_to_be_equal_are() -> None:
    assert verdict_score(marks(8, 4, 5, 6, 3)) == verdict_score(marks(4, 8, 5, 3, 6))


def test_a_sample_is_the_mean_of_judges_not_of_passes() -> None:
    """Two counted judges, one of them with a single readable pass: (7.075 + 8.1) / 2."""
    curlew = [verdict_score(marks(8, 7, 6, 7, 7)), verdict_score(marks(8, 7, 7, 6, 7))]
    dunlin = [verdict_score(marks(9, 8, 8, 7, 8))]
    verdicts = [CountedVerdict("curlew", score) for score in curlew]
    verdicts += [CountedVerdict("dunlin", score) for score in dunlin]
    score = sample_score(verdicts)
    assert score is not None
    assert score.value == pytest.approx(7.5875)
    assert score.n == 2


def test_a_sample_that_nobody_counts_for_has_no_score() -> None:
    assert sample_score([]) is None


def test_one_judge_has_no_deviation() -> None:
    score = sample_score([CountedVerdict("curlew", 4.0), CountedVerdict("curlew", 5.0)])
    assert score is not None
    assert (score.value, score.n, score.sd) == (4.5, 1, None)


@pytest.mark.parametrize(
    ("scores", "state", "value", "best"),
    [
        ({}, State.INSUFFICIENT, None, None),
        ({1: 8.0, 2: 9.0}, State.INSUFFICIENT, None, 2),
        ({1: None, 2: None, 3: None}, State.NOT_JUDGED, None, None),
        ({1: 8.0, 2: 9.0, 3: None}, State.NOT_JUDGED, None, 2),
        ({1: 8.0, 2: 9.0, 3: 4.0}, State.SCORED, 7.0, 2),
        ({1: 8.0, 2: 9.0, 3: 4.0, 4: None}, State.SCORED, 7.0, 2),
        ({3: 8.0, 2: 8.0, 1: 4.0}, State.SCORED, 20 / 3, 2),
    ],
)
def test_a_variant(
    scores: dict[int, float | None], state: State, value: float | None, best: int | None
) -> None:
    result = variant_score(scores)
    assert (result.state, result.passed, result.best) == (state, len(scores), best)
    if value is None:
        assert result.mean is None
    else:
        assert result.mean is not None
        assert result.mean.value == pytest.approx(value)


def test_mean_comes_with_number_and_deviation() -> None:
    mean = variant_score({1: 4.0, 2: 6.0, 3: 8.0}).mean
    assert mean is not None
    assert (mean.value, mean.n, mean.sd) == (6.0, 3, 2.0)


@pytest.mark.parametrize(
    ("checklist", "five", "found"),
    [
        ({"two_wheels": False}, (5, 4, 5, 5, 5), []),
        ({"two_wheels": False}, (5, 5, 5, 5, 5), [("two_wheels", "vehicle", 5, 4)]),
        ({"two_wheels": True}, (5, 9, 5, 5, 5), []),
        ({}, (9, 9, 9, 9, 9), []),
        ({"on_seat": False, "frame": True}, (5, 9, 7, 5, 5), [("on_seat", "pose", 7, 6)]),
        (
            {"frame": False, "two_wheels": False},
            (5, 7, 5, 5, 5),
            [("two_wheels", "vehicle", 7, 4), ("frame", "vehicle", 7, 6)],
        ),
    ],
)
def test_contradictions(
    checklist: dict[str, bool], five: tuple[int, ...], found: list[tuple[str, str, int, int]]
) -> None:
    seen = contradictions(checklist, marks(*five))
    assert [(each.item, each.dimension, each.score, each.bound) for each in seen] == found

"""Statistics of judges, on records whose ties and flips were counted by hand."""

from __future__ import annotations

import pytest

from judging.judge_statistics import (
    PassRecord,
    VerdictRecord,
    agreement,
    judge_statistics,
)


def look(judge: str, triple: int, order: int, *, unread: int = 0, **scores: float) -> PassRecord:
    verdicts = [VerdictRecord(int(name[1:]), score) for name, score in scores.items()]
    replies = unread + bool(verdicts)
    return PassRecord(judge, triple, order, verdicts, replies, unread)


# Pairs by pass: 1/1 three of which one tie, 1/2 three, 2/1 one, 2/2 unparsed, 3 has no company.
RECORD = [
    look("curlew", 1, 1, s1=5.0, s2=5.0, s3=7.0),
    look("curlew", 1, 2, s1=5.0, s2=6.0, s3=4.0, unread=1),
    look("curlew", 2, 1, s4=8.0, s5=3.0),
    look("curlew", 2, 2, unread=3),
    look("curlew", 3, 1, s6=9.0),
    look("curlew", 3, 2, s6=9.0),
]


def test_ties_flips_and_failures_are_those_counted_by_hand() -> None:
    (curlew,) = judge_statistics(RECORD)
    assert (curlew.judge, curlew.passes) == ("curlew", 6)
    assert (curlew.ties.hits, curlew.ties.n) == (1, 7)
    # Pairs seen twice: 1-2 (tie, then 2 better: no flip), 1-3 and 2-3 (both turned round).
    assert (curlew.order_flips.hits, curlew.order_flips.n) == (2, 3)
    assert (curlew.unread_replies.hits, curlew.unread_replies.n) == (4, 9)
    assert (curlew.unparsed_passes.hits, curlew.unparsed_passes.n) == (1, 6)
    assert curlew.unparsed_passes.share == pytest.approx(1 / 6)


def test_contradictions_and_the_own_vendor() -> None:
    verdicts = [
        VerdictRecord(1, 9.0, own_vendor=True),
        VerdictRecord(2, 7.0, own_vendor=True, contradicts=True),
        VerdictRecord(3, 5.0),
    ]
    (one,) = judge_statistics([PassRecord("dunlin", 1, 1, verdicts)])
    assert (one.contradictions.hits, one.contradictions.n) == (1, 3)
    assert (one.bias.own, one.bias.others, one.bias.difference) == (2, 1, 3.0)


def test_nothing_is_a_rate_of_nothing() -> None:
    (one,) = judge_statistics([look("curlew", 1, 1, s1=5.0)])
    assert one.ties.share is None
    assert one.order_flips.share is None
    assert one.bias.difference is None
    assert judge_statistics([]) == []


def answers(judge: str, order: int, *rows: tuple[int, bool, bool]) -> PassRecord:
    return PassRecord(
        judge,
        1,
        order,
        [
            VerdictRecord(sample, float(sample), {"frame": frame, "on_seat": seat})
            for sample, frame, seat in rows
        ],
    )


def test_judges_who_say_the_same_agree_in_full() -> None:
    rows = [(1, True, False), (2, False, False), (3, True, True)]
    found = agreement([answers("curlew", 1, *rows), answers("dunlin", 1, *rows)])
    assert found.alpha == pytest.approx(1)
    assert found.answers == 12
    assert list(found.tau) == [("curlew", "dunlin")]
    assert found.tau["curlew", "dunlin"][0] == pytest.approx(1)


def test_alpha_of_a_small_table_by_hand() -> None:
    """Six units, one disagreement. Observed 1/6; values: 7 true, 5 false of 12: expected 70/132."""
    curlew = answers("curlew", 1, (1, True, False), (2, True, False), (3, True, True))
    dunlin = answers("dunlin", 1, (1, True, False), (2, False, False), (3, True, True))
    assert agreement([curlew, dunlin]).alpha == pytest.approx(1 - (1 / 6) / (70 / 132))


def test_tau_counts_the_samples_that_both_scored() -> None:
    found = agreement(
        [
            look("curlew", 1, 1, s1=1.0, s2=2.0, s3=3.0, s9=9.0),
            look("dunlin", 1, 1, s1=3.0, s2=2.0, s3=1.0),
        ]
    )
    tau, samples = found.tau["curlew", "dunlin"]
    assert tau == pytest.approx(-1)
    assert samples == 3


def test_agreement_is_undefined_without_difference_or_company() -> None:
    alone = agreement([answers("curlew", 1, (1, True, True))])
    assert (alone.alpha, alone.tau) == (None, {})
    flat = agreement([look("curlew", 1, 1, s1=5.0, s2=5.0), look("dunlin", 1, 1, s1=4.0, s2=5.0)])
    assert flat.tau["curlew", "dunlin"] == (None, 2)

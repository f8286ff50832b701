"""How ratings moved, and which days are worth telling."""

from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine

from tests.factories.voting import START, MemoryArenas, snapshot_of
from voting import arenas, history
from voting.models import Arena, Rating, RatingSnapshot

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
TODAY = date(2026, 11, 10)


@pytest.fixture(autouse=True)
def _in_november() -> object:
    with time_machine.travel(datetime(2026, 11, 10, 12, tzinfo=UTC), tick=False):
        yield


@pytest.fixture
def arena(provider: MemoryArenas) -> Arena:
    return arenas.row(provider.info)


def fitted(arena: Arena, at: datetime, ranks: dict[str, tuple[int, int] | None]) -> RatingSnapshot:
    """A snapshot with these rank ranges, best rating first; None is provisional."""
    snapshot = snapshot_of(arena, at)
    for place, (name, rank) in enumerate(ranks.items()):
        rating = 1100.0 - 10 * place
        Rating.objects.create(
            snapshot=snapshot,
            contestant=name,
            rating=rating,
            low=rating - 50,
            high=rating + 50,
            rank_best=rank[0] if rank else None,
            rank_worst=rank[1] if rank else None,
            elo=1000.0,
            votes=60,
            wins=0,
            ties=0,
            both_bad=0,
            listed=True,
            provisional=rank is None,
        )
    return snapshot


@pytest.mark.parametrize(("best", "worst", "text"), [(1, 3, "1–3"), (2, 2, "2"), (None, None, "")])
def test_a_range_is_written_as_in_the_table(best: int | None, worst: int | None, text: str) -> None:
    assert history.rank_range(best, worst) == text


def test_history_holds_the_last_fit_of_each_day(arena: Arena) -> None:
    fitted(arena, START, {"heron": (1, 2)})
    fitted(arena, START + timedelta(hours=3), {"tern": (1, 1), "heron": (2, 2)})
    fitted(arena, START + DAY, {"heron": (1, 1), "tern": (2, 2)})
    found = history.rating_history(arena.key)
    assert [point.rating for point in found["heron"]] == [1090, 1100]
    assert [point.at for point in found["tern"]] == [START + timedelta(hours=3), START + DAY]
    assert (found["tern"][0].low, found["tern"][0].high) == (1050, 1150)


def test_nothing_fitted_has_no_history(arena: Arena) -> None:
    assert history.rating_history(arena.key) == {}
    assert history.rank_changes(arena.key, TODAY) == []
    assert history.last_closed_day(arena.key, TODAY) is None


def test_changes_are_told_a_day_at_a_time_latest_first(arena: Arena) -> None:
    fitted(arena, START, {"heron": (1, 2), "tern": (1, 2), "new": None})
    fitted(arena, START + DAY, {"heron": (1, 2), "tern": (1, 2), "new": None})
    fitted(arena, START + 2 * DAY, {"tern": (1, 1), "new": (2, 3), "heron": (2, 3)})
    fitted(arena, START + 3 * DAY, {"tern": (1, 1), "new": (2, 2)})
    found = history.rank_changes(arena.key, TODAY)
    told = [
        (day.day.day, [(one.contestant, one.before, one.after) for one in day.changes])
        for day in found
    ]
    assert told == [
        (4, [("new", "2–3", "2"), ("heron", "2–3", "")]),
        (3, [("tern", "1–2", "1"), ("new", "", "2–3"), ("heron", "1–2", "2–3")]),
        (1, [("heron", "", "1–2"), ("tern", "", "1–2")]),
    ]


def test_the_running_day_is_not_told(arena: Arena) -> None:
    fitted(arena, START, {"heron": (1, 1)})
    closed = history.last_closed_day(arena.key, TODAY)
    assert closed is not None
    fitted(arena, datetime(2026, 11, 10, 9, tzinfo=UTC), {"heron": (2, 2)})
    assert [day.day.day for day in history.rank_changes(arena.key, TODAY)] == [1]
    assert history.last_closed_day(arena.key, TODAY) == closed

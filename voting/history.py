"""How the ratings of an arena moved: from the last snapshot of each day."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from django.db.models import Max
from django.db.models.functions import TruncDate
from django.utils import timezone

from voting.models import Rating, RatingSnapshot

HISTORY_DAYS: Final = 60


@dataclass(frozen=True)
class Point:
    """One contestant's rating at the end of a day."""

    at: datetime
    rating: float
    low: float
    high: float


@dataclass(frozen=True)
class RankChange:
    """A contestant whose rank range is another one than the day before.

    Ranges are texts as in the table; "" while there was, or is, no rank.
    """

    contestant: str
    before: str
    after: str
    rating: float


@dataclass(frozen=True)
class DayOfChanges:
    """All that changed on one day that is over; ``at`` is when its last fit was made."""

    day: date
    at: datetime
    changes: tuple[RankChange, ...]


def rank_range(best: int | None, worst: int | None) -> str:
    """The range as text (``1–3``), empty while there is none."""
    if best is None or worst is None:
        return ""
    return str(best) if best == worst else f"{best}–{worst}"


def last_of_each_day(
    arena_id: int, *, until: RatingSnapshot | None = None, days: int = HISTORY_DAYS
) -> list[tuple[date, int]]:
    """Each day (UTC) of the last ``days`` with its last converged snapshot, oldest first."""
    since = timezone.now() - timedelta(days=days)
    snapshots = RatingSnapshot.objects.filter(arena=arena_id, converged=True, created_at__gt=since)
    if until is not None:
        snapshots = snapshots.filter(pk__lte=until.pk)
    return list(
        snapshots.annotate(day=TruncDate("created_at"))
        .values("day")
        .annotate(last=Max("id"))
        .order_by("day")
        .values_list("day", "last")
    )


def rating_history(arena_key: str) -> dict[str, list[Point]]:
    """Ratings of the last days by contestant, oldest first. Three queries."""
    newest = newest_snapshot(arena_key)
    if newest is None:
        return {}
    chosen = [last for _day, last in last_of_each_day(newest.arena_id)]
    history: dict[str, list[Point]] = defaultdict(list)
    rows = Rating.objects.filter(snapshot__in=chosen).order_by("snapshot__created_at", "id")
    for contestant, at, rating, low, high in rows.values_list(
        "contestant", "snapshot__created_at", "rating", "low", "high"
    ):
        history[contestant].append(Point(at, rating, low, high))
    return dict(history)


def last_closed_day(arena_key: str, today: date) -> tuple[int, datetime] | None:
    """Id and time of the last snapshot before ``today``: what :func:`rank_changes` depends on."""
    return (
        RatingSnapshot.objects.filter(
            arena__key=arena_key, converged=True, created_at__date__lt=today
        )
        .order_by("-created_at", "-id")
        .values_list("pk", "created_at")
        .first()
    )


def rank_changes(arena_key: str, today: date) -> list[DayOfChanges]:
    """The days before ``today`` on which a rank range changed, latest first.

    A day that is over never changes any more, whatever becomes of its ballots.
    """
    newest = newest_snapshot(arena_key)
    if newest is None:
        return []
    days = [(day, pk) for day, pk in last_of_each_day(newest.arena_id) if day < today]
    chosen = [pk for _day, pk in days]
    times = dict(RatingSnapshot.objects.filter(pk__in=chosen).values_list("pk", "created_at"))
    ranks: dict[int, dict[str, tuple[str, float]]] = {pk: {} for pk in chosen}
    rows = Rating.objects.filter(snapshot__in=chosen).order_by("-rating")
    for pk, contestant, best, worst, rating in rows.values_list(
        "snapshot", "contestant", "rank_best", "rank_worst", "rating"
    ):
        ranks[pk][contestant] = rank_range(best, worst), rating
    found = []
    before: dict[str, tuple[str, float]] = {}
    for day, pk in days:
        changes = _changes(before, ranks[pk])
        if changes:
            found.append(DayOfChanges(day, times[pk], changes))
        before = ranks[pk]
    return found[::-1]


def _changes(
    before: dict[str, tuple[str, float]], after: dict[str, tuple[str, float]]
) -> tuple[RankChange, ...]:
    """Best first; a contestant that is gone is the last."""
    changed = [
        RankChange(name, before.get(name, ("", 0.0))[0], rank, rating)
        for name, (rank, rating) in after.items()
        if before.get(name, ("", 0.0))[0] != rank
    ]
    gone = [
        RankChange(name, rank, "", rating)
        for name, (rank, rating) in before.items()
        if rank and name not in after
    ]
    return (*changed, *gone)


def newest_snapshot(arena_key: str) -> RatingSnapshot | None:
    """The arena's last fit that converged: what pages show; None while there is none."""
    newest = RatingSnapshot.objects.filter(arena__key=arena_key, converged=True)
    return newest.order_by("-created_at", "-id").first()

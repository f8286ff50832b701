"""What the integrity desk shows: the report of an arena with names, and the ballots behind it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from django.db.models import Count, Max, QuerySet
from django.utils.functional import Promise

from voting import arenas
from voting.arenas import UnknownArenaError
from voting.models import Arena, Ballot, BallotEvent, IntegrityReport
from voting.pages import arena_title
from voting.reasons import reason_text

_DECISIONS: Final = 20
_INFLUX_ROWS: Final = 12
_SHOWN_OF_A_KEY: Final = 8


@dataclass(frozen=True)
class Suspect:
    """A session or an address as the desk lists it; the z-values are None where not tested.

    ``key`` is the whole key, ``short`` what is shown of it.
    """

    key: str
    votes: int
    moved: str
    points: float
    alarming: bool
    flags: tuple[str, ...] = ()
    consensus: float | None = None
    favourite: float | None = None
    favoured: str = ""
    side: float | None = None

    @property
    def short(self) -> str:
        """The beginning of the key: enough to tell rows apart."""
        return self.key[:_SHOWN_OF_A_KEY]


@dataclass(frozen=True)
class DayOfVotes:
    """The votes for one contestant on the day that begins at ``day``."""

    day: datetime
    contestant: str
    votes: int
    z: float | None
    top_share: float
    alarming: bool


@dataclass(frozen=True)
class ArenaDesk:
    """All about one arena. ``fitted_at`` is None before the first report."""

    arena: Arena
    title: str | Promise
    fitted_at: datetime | None
    sessions: list[Suspect]
    addresses: list[Suspect]
    influx: list[DayOfVotes]


def arenas_with_votes() -> list[Arena]:
    """Arenas that have a ballot: real ones before demo, the latest vote first."""
    voted = Arena.objects.annotate(last=Max("ballots__cast_at")).filter(last__isnull=False)
    return list(voted.order_by("demo", "-last"))


def arena_desk(arena: Arena) -> ArenaDesk:
    """The report of the arena's last fit, with contestants by name."""
    report = IntegrityReport.objects.filter(arena=arena).select_related("snapshot").first()
    title = arena_title(arena.key) or arena.title
    if report is None:
        return ArenaDesk(arena, title, None, [], [], [])
    names = contestant_names(arena.key)
    return ArenaDesk(
        arena=arena,
        title=title,
        fitted_at=report.snapshot.created_at,
        sessions=[_suspect(row, "voter", names) for row in report.sessions],
        addresses=[_suspect(row, "digest", names) for row in report.addresses],
        influx=_days(report.influx, names),
    )


def _suspect(row: Mapping[str, Any], key: str, names: Mapping[str, str]) -> Suspect:
    favoured = row.get("favoured", "")
    return Suspect(
        key=row[key],
        votes=row["votes"],
        moved=names.get(row["moved"], row["moved"]),
        points=row["points"],
        alarming=row["alarming"],
        flags=tuple(row.get("flags", ())),
        consensus=row.get("consensus"),
        favourite=row.get("favourite"),
        favoured=names.get(favoured, favoured),
        side=row.get("side"),
    )


def _days(rows: Sequence[Mapping[str, Any]], names: Mapping[str, str]) -> list[DayOfVotes]:
    """The alarming days, then the largest deviations."""
    ordered = sorted(rows, key=lambda row: (not row["alarming"], -abs(row["z"] or 0)))
    return [
        DayOfVotes(
            day=datetime.fromisoformat(row["day"]).replace(tzinfo=UTC),
            contestant=names.get(row["contestant"], row["contestant"]),
            votes=row["votes"],
            z=row["z"],
            top_share=row["top_share"],
            alarming=row["alarming"],
        )
        for row in ordered[:_INFLUX_ROWS]
    ]


def contestant_names(arena_key: str) -> dict[str, str]:
    """Full names of those who may meet in the arena now, by contestant."""
    try:
        provider, _info = arenas.find(arena_key)
    except UnknownArenaError:
        return {}
    first = {name: own[0] for name, own in provider.contestants(arena_key).items() if own}
    reveals = provider.reveal(arena_key, list(first.values()))
    return {name: reveals[entry].full_name for name, entry in first.items() if entry in reveals}


def ballots_of(kind: str, key: str) -> QuerySet[Ballot]:
    """The ballots of a ``session`` or an ``address``, latest first."""
    where = {"voter": key} if kind == "session" else {"address_digest": key}
    return Ballot.objects.filter(**where).select_related("arena")


def ballot_rows(ballots: Sequence[Ballot]) -> list[tuple[Ballot, str, str, str]]:
    """Each ballot with the names of its left and its right side, and its reason in words."""
    keys = {ballot.arena.key for ballot in ballots}
    names = {key: contestant_names(key) for key in keys}
    return [
        (
            ballot,
            names[ballot.arena.key].get(ballot.left, ballot.left),
            names[ballot.arena.key].get(ballot.right, ballot.right),
            reason_text(ballot.reason),
        )
        for ballot in ballots
    ]


def report_rows(kind: str, key: str) -> list[tuple[Arena, Suspect]]:
    """What the last fits say of a session or an address, arena by arena."""
    arenas_concerned = ballots_of(kind, key).order_by().values("arena")
    reports = IntegrityReport.objects.filter(arena__in=arenas_concerned).select_related("arena")
    name, rows = ("voter", "sessions") if kind == "session" else ("digest", "addresses")
    return [
        (report.arena, _suspect(row, name, contestant_names(report.arena.key)))
        for report in reports
        for row in getattr(report, rows)
        if row[name] == key
    ]


@dataclass(frozen=True)
class Decision:
    """What a person decided about some ballots at one moment."""

    at: datetime
    actor: str
    state: str
    reason: str
    ballots: int


def decisions(arena: Arena) -> list[Decision]:
    """The latest decisions of staff, those made at one stroke as one."""
    events = (
        BallotEvent.objects.filter(ballot__arena=arena)
        .exclude(state=Ballot.State.INVALID)
        .order_by("-at")
        .values_list("at", "actor", "state", "reason")
        .annotate(ballots=Count("pk"))
    )
    return [
        Decision(at, actor, str(Ballot.State(state).label), reason_text(reason), count)
        for at, actor, state, reason, count in events[:_DECISIONS]
    ]

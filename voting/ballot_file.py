"""Ranks from an exported file of ballots alone, exactly as the site does. Pure, no Django."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from voting import elo
from voting.bradley_terry import Standing, TooFewContestantsError, Votes, fit
from voting.outcomes import Outcome, UnknownOutcomeError

REQUIRED: Final = (
    "id",
    "cast_at",
    "task",
    "left_variant",
    "right_variant",
    "outcome",
    "voter",
)
_STATES: Final = ("valid", "quarantined", "invalid")


class BallotFileError(ValueError):
    """The file cannot be used; the message says where and why."""


@dataclass(frozen=True)
class FileBallot:
    """One valid ballot of a file."""

    id: int
    cast_at: datetime
    left: str
    right: str
    outcome: Outcome
    voter: str


@dataclass(frozen=True)
class Ranked:
    """One contestant of a table, as the site would show it."""

    standing: Standing
    elo: float


def read_ballots(lines: Iterable[str]) -> dict[str, list[FileBallot]]:
    """Valid ballots by arena (by task where the file has no ``arena`` column), in order of time.

    A missing ``state`` column means that all are valid; further columns are ignored. Raises
    :class:`BallotFileError` naming the first line that cannot be used.
    """
    reader = csv.DictReader(lines)
    columns = reader.fieldnames or ()
    missing = [name for name in REQUIRED if name not in columns]
    if missing:
        raise BallotFileError(f"Line 1: the columns {', '.join(missing)} are missing.")
    group = "arena" if "arena" in columns else "task"
    seen: set[int] = set()
    tables: dict[str, list[FileBallot]] = {}
    for row in reader:
        try:
            ballot, valid = _ballot(row)
            if ballot.id in seen:
                raise BallotFileError(f"there is another ballot with the id {ballot.id}.")  # noqa: TRY301 one place adds the line
        except (BallotFileError, UnknownOutcomeError) as error:
            raise BallotFileError(f"Line {reader.line_num}: {error}") from error
        seen.add(ballot.id)
        table = tables.setdefault(row[group] or "", [])
        if valid:
            table.append(ballot)
    for table in tables.values():
        table.sort(key=lambda ballot: (ballot.cast_at, ballot.id))
    return tables


def _ballot(row: Mapping[str, str | None]) -> tuple[FileBallot, bool]:
    cells = {name: row.get(name) or "" for name in (*REQUIRED, "state")}
    for name in ("left_variant", "right_variant", "voter"):
        if not cells[name]:
            raise BallotFileError(f"{name} is empty.")
    if cells["left_variant"] == cells["right_variant"]:
        raise BallotFileError(f"“{cells['left_variant']}” cannot meet itself.")
    state = cells["state"] or "valid"
    if state not in _STATES:
        raise BallotFileError(f"Unknown state “{state}”. Valid states: {', '.join(_STATES)}.")
    ballot = FileBallot(
        id=_integer(cells["id"]),
        cast_at=_time(cells["cast_at"]),
        left=cells["left_variant"],
        right=cells["right_variant"],
        outcome=Outcome.parse(cells["outcome"]),
        voter=cells["voter"],
    )
    return ballot, state == "valid"


def _integer(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise BallotFileError(f"id “{text}” is no whole number.") from None


def _time(text: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise BallotFileError(f"cast_at “{text}” is no ISO 8601 time.") from None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def rank(ballots: Iterable[FileBallot]) -> list[Ranked]:
    """The table of these ballots, best rating first; empty below two contestants.

    Raises :class:`voting.bradley_terry.NotConvergedError`.
    """
    ballots = list(ballots)
    votes = Votes.from_rows(
        (ballot.left, ballot.right, ballot.outcome.value, ballot.voter) for ballot in ballots
    )
    try:
        standings = fit(votes).standings
    except TooFewContestantsError:
        return []
    players = elo.replay(
        (ballot.left, ballot.right, ballot.outcome.left_score) for ballot in ballots
    )
    ranked = [Ranked(standing, players[standing.contestant].rating) for standing in standings]
    return sorted(ranked, key=lambda one: (-one.standing.rating, one.standing.contestant))

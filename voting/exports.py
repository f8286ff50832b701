"""Ballots and ratings as tables for researchers, with the meaning of every column.

A voter in an export is a random number that is stable in that one export only; no address, cookie
or browser is in it.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import Any, Final

from django.db.models import F, OuterRef, Subquery
from django.utils.translation import gettext_lazy as _

from pelican.csv_stream import Column
from voting.models import Arena, Ballot, Rating, RatingSnapshot

_CHUNK: Final = 2_000
_VOTER_BYTES: Final = 6
_VOTERS_KEPT: Final = 10_000

_ARENA_COLUMNS: Final = (
    Column("arena", "text", _("Arena: the task and the first digits of the condition's digest.")),
    Column("task", "text", _("Id of the task; empty where an arena has none.")),
    Column("condition", "text", _("Digest of the condition that both drawings were made under.")),
)

BALLOT_COLUMNS: Final = (
    Column("id", "integer", _("Number of the ballot.")),
    Column("cast_at", "time", _("When it was cast, UTC.")),
    *_ARENA_COLUMNS,
    Column("left_variant", "text", _("The variant shown as A.")),
    Column("right_variant", "text", _("The variant shown as B.")),
    Column("left_sample", "text", _("Id of the drawing shown as A.")),
    Column("right_sample", "text", _("Id of the drawing shown as B.")),
    Column(
        "outcome",
        "text",
        _("“left” or “right” for the better one, “tie”, or “both_bad”, which counts as a tie."),
    ),
    Column("state", "text", _("Only “valid” ballots count; “quarantined” and “invalid” do not.")),
    Column("voter", "integer", _("One number for each voter, random, stable in this file only.")),
    Column("probability", "number", _("Probability with which these two variants were drawn.")),
)

RATING_COLUMNS: Final = (
    *_ARENA_COLUMNS,
    Column("variant", "text", _("The variant.")),
    Column(
        "rating",
        "number",
        _("Bradley–Terry rating; the listed variants average 1000."),
        "points",
    ),
    Column("low", "number", _("Lower end of its interval."), "points"),
    Column("high", "number", _("Upper end of its interval."), "points"),
    Column("rank_best", "integer", _("Best rank that the votes allow; empty while provisional.")),
    Column("rank_worst", "integer", _("Worst rank that the votes allow; empty while provisional.")),
    Column(
        "elo",
        "number",
        _("Elo by replay, for display: it depends on the order of votes."),
        "points",
    ),
    Column("votes", "integer", _("Valid ballots.")),
    Column("wins", "integer", _("Valid ballots that called it the better one.")),
    Column("ties", "integer", _("Valid ballots that called it a tie.")),
    Column("both_bad", "integer", _("Valid ballots that found both bad.")),
    Column("listed", "boolean", _("Whether it has votes enough for the table.")),
    Column("provisional", "boolean", _("Whether it has too few votes for a rank.")),
    Column("fitted_at", "time", _("When the ratings were computed, UTC.")),
    Column("rules_version", "text", _("The rules they were computed under.")),
)


def ballot_rows(arena: Arena | None = None) -> Iterator[Sequence[Any]]:
    """Every ballot, or those of one arena, in the order of :data:`BALLOT_COLUMNS`."""
    ballots = Ballot.objects.order_by("id")
    if arena is not None:
        ballots = ballots.filter(arena=arena).order_by("cast_at", "id")
    columns = (
        "id", "cast_at", "arena__key", "arena__task", "arena__condition", "left", "right",
        "left_entry", "right_entry", "outcome", "state", "voter", "pair__probability",
    )  # fmt: skip
    pseudonym = _pseudonyms()
    for row in ballots.values_list(*columns).iterator(_CHUNK):
        yield (*row[:-2], pseudonym(row[-2]), row[-1])


def _pseudonyms() -> Callable[[str], int]:
    """Voter key → number, under a secret that is forgotten with the export."""
    secret = secrets.token_bytes(32)

    @lru_cache(_VOTERS_KEPT)
    def number(voter: str) -> int:
        digest = blake2b(voter.encode(), key=secret, digest_size=_VOTER_BYTES).digest()
        return int.from_bytes(digest)

    return number


def rating_rows(arena: Arena | None = None) -> Iterator[Sequence[Any]]:
    """The latest ratings, best first within an arena, in the order of :data:`RATING_COLUMNS`."""
    newest = RatingSnapshot.objects.filter(arena=OuterRef("snapshot__arena"), converged=True)
    ratings = Rating.objects.filter(
        snapshot=Subquery(newest.order_by("-created_at", "-id").values("pk")[:1])
    )
    if arena is not None:
        ratings = ratings.filter(snapshot__arena=arena)
    columns = (
        "snapshot__arena__key", "snapshot__arena__task", "snapshot__arena__condition",
        "contestant", "rating", "low", "high", "rank_best", "rank_worst", "elo", "votes", "wins",
        "ties", "both_bad", "listed", "provisional", "snapshot__created_at",
        "snapshot__rules_version",
    )  # fmt: skip
    ordered = ratings.order_by("snapshot__arena__key", F("rating").desc(), "contestant")
    yield from ordered.values_list(*columns).iterator(_CHUNK)

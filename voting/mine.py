"""A voter's own votes: the history, the agreement with the crowd, a table of one's own."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise

from pelican.rules import RULES
from voting.arenas import Reveal
from voting.models import Ballot
from voting.outcomes import Outcome
from voting.pages import arena_title, crowd, names, tallies_of, with_majority
from voting.reasons import reason_text


@dataclass(frozen=True)
class OwnVote:
    """One line of the history: ``agreeing`` of ``others`` votes said the same."""

    ballot: Ballot
    left: Reveal | None
    right: Reveal | None
    arena_title: str | Promise
    reason: str
    agreeing: int
    others: int

    @property
    def agreement(self) -> float:
        """Share of the others' votes on the same two that said the same."""
        return self.agreeing / self.others


@dataclass(frozen=True)
class OwnRow:
    """One contestant in a voter's own table: share of its games, ties counted half."""

    contestant: str
    name: str
    effort: str
    url: str
    votes: int
    share: float


@dataclass(frozen=True)
class OwnTable:
    """What a voter's votes in one arena say."""

    arena_title: str | Promise
    votes: int
    rows: tuple[OwnRow, ...]


@dataclass(frozen=True)
class Agreement:
    """How often no answer was commoner than the voter's, of the votes where others had voted."""

    agreeing: int
    compared: int

    @property
    def share(self) -> float | None:
        """None while there is nothing to compare."""
        return self.agreeing / self.compared if self.compared else None


def own_ballots(voter: str) -> list[Ballot]:
    """Every ballot of a voter, newest first."""
    ballots = Ballot.objects.filter(voter=voter).select_related("arena", "pair")
    return list(ballots.order_by("-cast_at", "-id"))


def history(ballots: Sequence[Ballot]) -> list[OwnVote]:
    """The lines of some ballots, with names; a few queries an arena."""
    tallies = tallies_of(ballots)
    known = _names(ballots)
    titles = {key: arena_title(key) for key in {ballot.arena.key for ballot in ballots}}
    return [
        _own_vote(ballot, known, titles[ballot.arena.key], crowd(ballot, tallies))
        for ballot in ballots
    ]


def _own_vote(
    ballot: Ballot,
    known: Mapping[tuple[str, str], Reveal],
    title: str | Promise,
    others: tuple[int, int],
) -> OwnVote:
    return OwnVote(
        ballot=ballot,
        left=known.get((ballot.arena.key, ballot.left_entry)),
        right=known.get((ballot.arena.key, ballot.right_entry)),
        arena_title=title or ballot.arena.title,
        reason=reason_text(ballot.reason),
        agreeing=others[0],
        others=others[1],
    )


def agreement(ballots: Sequence[Ballot]) -> Agreement:
    """Over all ballots that the voter has not taken back."""
    standing = [ballot for ballot in ballots if ballot.state != Ballot.State.INVALID]
    tallies = tallies_of(standing)
    answers = [with_majority(ballot, tallies) for ballot in standing]
    compared = [answer for answer in answers if answer is not None]
    return Agreement(sum(compared), len(compared))


def own_tables(ballots: Sequence[Ballot]) -> list[OwnTable]:
    """A table for every arena in which the voter has cast enough votes; conditions never mix."""
    by_arena: dict[str, list[Ballot]] = {}
    for ballot in ballots:
        if ballot.state != Ballot.State.INVALID:
            by_arena.setdefault(ballot.arena.key, []).append(ballot)
    return [
        _own_table(key, own)
        for key, own in by_arena.items()
        if len(own) >= RULES.voting.own_table_votes
    ]


def _own_table(arena_key: str, ballots: Sequence[Ballot]) -> OwnTable:
    known = _names(ballots)
    votes: Counter[str] = Counter()
    points: defaultdict[str, float] = defaultdict(float)
    entry: dict[str, str] = {}
    for ballot in ballots:
        score = Outcome(ballot.outcome).left_score
        for contestant, own_entry, share in (
            (ballot.left, ballot.left_entry, score),
            (ballot.right, ballot.right_entry, 1 - score),
        ):
            votes[contestant] += 1
            points[contestant] += share
            entry.setdefault(contestant, own_entry)
    rows = []
    for contestant, count in votes.items():
        reveal = known.get((arena_key, entry[contestant]))
        rows.append(
            OwnRow(
                contestant=contestant,
                name=reveal.name if reveal else contestant,
                effort=reveal.effort if reveal else "",
                url=reveal.contestant_url if reveal else "",
                votes=count,
                share=points[contestant] / count,
            )
        )
    rows.sort(key=lambda row: (-row.share, -row.votes, row.name))
    title = arena_title(arena_key) or ballots[0].arena.title
    return OwnTable(title, len(ballots), tuple(rows))


def _names(ballots: Sequence[Ballot]) -> Mapping[tuple[str, str], Reveal]:
    entries: dict[str, list[str]] = {}
    for ballot in ballots:
        entries.setdefault(ballot.arena.key, []).extend((ballot.left_entry, ballot.right_entry))
    return {
        (key, entry): reveal
        for key, wanted in entries.items()
        for entry, reveal in names(key, wanted).items()
    }

"""What the voting pages show, gathered from pairs, ballots and providers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from pelican.rules import RULES
from voting import arenas, pairs
from voting.arenas import ArenaInfo, Reveal, UnknownArenaError
from voting.ballots import Undoable, undoable
from voting.models import Ballot, Pair, Tally
from voting.outcomes import Outcome
from voting.tables import Row, ratings_of
from voting.tallies import counter_of


@dataclass(frozen=True)
class Side:
    """One half of a pair before the vote: a letter and where its picture lies."""

    letter: str
    picture: str
    still: str


@dataclass(frozen=True)
class Question:
    """All that a page may know of a pair before it is answered."""

    nonce: str
    sides: tuple[Side, Side]


def question(pair: Pair) -> Question:
    """The pair without its secrets."""
    a, b = (
        Side(
            letter.upper(),
            reverse("pair-picture", args=[pair.nonce, letter]),
            reverse("pair-still", args=[pair.nonce, letter]),
        )
        for letter in ("a", "b")
    )
    return Question(pair.nonce, (a, b))


@dataclass(frozen=True)
class Progress:
    """How far a voter is in an arena: ``votes`` cast, and whether a table of their own is due.

    ``pairs`` is how many there are to judge: a small arena has too few for such a table.
    """

    votes: int
    pairs: int
    table_at: int = RULES.voting.own_table_votes

    @property
    def missing(self) -> int:
        """Votes that a table of one's own still lacks."""
        return max(0, self.table_at - self.votes)

    @property
    def reachable(self) -> bool:
        """Whether the arena has pairs enough for that table."""
        return self.pairs >= self.table_at

    @property
    def marks(self) -> list[tuple[float, bool]]:
        """Place and state of each mark of the progress bar."""
        return [(0.5 + 5 * index, index < self.votes) for index in range(self._length)]

    @property
    def width(self) -> int:
        """Length of the bar."""
        return 5 * self._length

    @property
    def _length(self) -> int:
        return min(self.pairs, self.table_at)


def progress(voter: str, info: ArenaInfo) -> Progress:
    """Counts the votes that the voter has not taken back."""
    cast = Ballot.objects.filter(voter=voter, arena__key=info.key)
    return Progress(cast.exclude(state=Ballot.State.INVALID).count(), pairs.count_all(info))


@dataclass(frozen=True)
class Named:
    """One side after the vote. ``reveal`` is None where the entry is gone since."""

    letter: str
    contestant: str
    reveal: Reveal | None
    row: Row | None
    picture: str
    still: str
    picked: bool

    @property
    def name(self) -> str:
        """What to call it."""
        return self.reveal.name if self.reveal else self.contestant

    @property
    def full_name(self) -> str:
        """Name and effort."""
        return self.reveal.full_name if self.reveal else self.contestant


@dataclass(frozen=True)
class Revealed:
    """The page after the vote. ``agreeing`` of ``earlier`` other votes said the same."""

    ballot: Ballot
    sides: tuple[Named, Named]
    sentence: str
    agreeing: int
    earlier: int
    undo: Undoable | None
    arena_key: str
    arena_title: str | Promise

    @property
    def undone(self) -> bool:
        """Whether the vote has been taken back since."""
        return bool(self.ballot.state == Ballot.State.INVALID)

    @property
    def agreement(self) -> float:
        """Share of the other votes that said the same."""
        return self.agreeing / self.earlier

    @property
    def rows(self) -> list[Row]:
        """The ratings at hand, for a common axis."""
        return [side.row for side in self.sides if side.row]


def revealed(ballot: Ballot, now: datetime) -> Revealed:
    """Who the two were, and what others said of them. ``ballot`` has its pair and arena loaded."""
    key = ballot.arena.key
    entries = (ballot.left_entry, ballot.right_entry)
    known = names(key, entries)
    rows = ratings_of(key, (ballot.left, ballot.right))
    shown = question(ballot.pair)
    a, b = (
        Named(
            letter=side.letter,
            contestant=contestant,
            reveal=known.get(entry),
            row=rows.get(contestant),
            picture=side.picture,
            still=side.still,
            picked=ballot.outcome == outcome,
        )
        for side, contestant, entry, outcome in zip(
            shown.sides,
            (ballot.left, ballot.right),
            entries,
            (Outcome.LEFT, Outcome.RIGHT),
            strict=True,
        )
    )
    agreeing, earlier = crowd(ballot, tallies_of([ballot]))
    last = undoable(ballot.voter, now)
    return Revealed(
        ballot=ballot,
        sides=(a, b),
        sentence=_sentence(ballot, a, b),
        agreeing=agreeing,
        earlier=earlier,
        undo=last if last and last.ballot.pk == ballot.pk else None,
        arena_key=key,
        arena_title=arena_title(key) or ballot.arena.title,
    )


def _sentence(ballot: Ballot, a: Named, b: Named) -> str:
    both = {"a": a.full_name, "b": b.full_name}
    if ballot.state == Ballot.State.INVALID:
        return _("You took this vote back: %(a)s and %(b)s") % both
    return {
        Outcome.LEFT: _("You chose A: %(a)s over %(b)s"),
        Outcome.RIGHT: _("You chose B: %(b)s over %(a)s"),
        Outcome.TIE: _("You called it a tie: %(a)s and %(b)s"),
        Outcome.BOTH_BAD: _("You found both bad: %(a)s and %(b)s"),
    }[Outcome(ballot.outcome)] % both


def names(arena_key: str, entries: Iterable[str]) -> Mapping[str, Reveal]:
    """Who these entries are; empty where the arena is gone."""
    try:
        provider, _info = arenas.find(arena_key)
    except UnknownArenaError:
        return {}
    return provider.reveal(arena_key, list(dict.fromkeys(entries)))


def arena_title(arena_key: str) -> str | Promise:
    """The title in the reader's language, "" where the arena is gone."""
    try:
        return arenas.find(arena_key)[1].title
    except UnknownArenaError:
        return ""


def other_arena(arena_key: str, voter: str) -> ArenaInfo | None:
    """The arena to go on in: of all others the first with a pair that the voter has not closed."""
    others = (info for info in arenas.all_arenas() if info.key != arena_key)
    return next((info for info in others if pairs.left_for(info, voter) > 0), None)


Tallies = Mapping[tuple[int, str, str], Tally]


def tallies_of(ballots: Iterable[Ballot]) -> Tallies:
    """The tallies of everything these ballots are about, in one query."""
    wanted: dict[int, set[tuple[str, str]]] = {}
    for ballot in ballots:
        a, b, _column = counter_of(ballot.left, ballot.right, ballot.outcome)
        wanted.setdefault(ballot.arena_id, set()).add((a, b))
    where = Q(pk=None)
    for arena_id, twos in wanted.items():
        firsts, seconds = zip(*twos, strict=True)
        where |= Q(arena=arena_id, a__in=set(firsts), b__in=set(seconds))
    return {(tally.arena_id, tally.a, tally.b): tally for tally in Tally.objects.filter(where)}


def crowd(ballot: Ballot, tallies: Tallies) -> tuple[int, int]:
    """How many other valid ballots on these two contestants said the same, and of how many."""
    a, b, column = counter_of(ballot.left, ballot.right, ballot.outcome)
    tally = tallies.get((ballot.arena_id, a, b))
    if tally is None:
        return 0, 0
    own = 1 if ballot.state == Ballot.State.VALID else 0
    return getattr(tally, column) - own, tally.total - own


def with_majority(ballot: Ballot, tallies: Tallies) -> bool | None:
    """Whether no answer was given more often by others; None while nobody else has voted."""
    agreeing, others = crowd(ballot, tallies)
    if others == 0:
        return None
    a, b, own_column = counter_of(ballot.left, ballot.right, ballot.outcome)
    tally = tallies[ballot.arena_id, a, b]
    rivals: list[int] = [
        getattr(tally, column)
        for column in ("a_wins", "b_wins", "ties", "both_bad")
        if column != own_column
    ]
    return agreeing >= max(rivals)

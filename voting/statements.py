"""The statements that every vote makes, written out.

Built by the ORM each of them took several times as long as the database took to carry it out;
together they were most of what a vote cost. All are plain SQL of SQLite and PostgreSQL.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from django.db import connections

from voting.models import Arena, Ballot, Pair, Tally

_ARENAS: Final = Arena._meta.db_table  # noqa: SLF001 public by documentation
_BALLOTS: Final = Ballot._meta.db_table  # noqa: SLF001 public by documentation
_PAIRS: Final = Pair._meta.db_table  # noqa: SLF001 public by documentation
_TALLIES: Final = Tally._meta.db_table  # noqa: SLF001 public by documentation
_CLOSED: Final = ", ".join(f"'{state.value}'" for state in Pair.CLOSED)

# Only names of tables and states come from the models; values are parameters.
_FIND_PAIR: Final = f"SELECT * FROM {_PAIRS} WHERE nonce = %(nonce)s"  # noqa: S608
_CLOSE_PAIR: Final = (
    f"UPDATE {_PAIRS} SET state = %(state)s "  # noqa: S608
    "WHERE id = %(pair)s AND voter = %(voter)s AND state = 'open'"
)
_MARK_DIRTY: Final = (
    f"UPDATE {_ARENAS} SET dirty_at = %(now)s WHERE id = %(arena)s AND dirty_at IS NULL"  # noqa: S608
)
_ADD_TO_TALLY: Final = f"""
INSERT INTO {_TALLIES} AS old (arena_id, a, b, a_wins, b_wins, ties, both_bad)
VALUES (%(arena)s, %(a)s, %(b)s, %(a_wins)s, %(b_wins)s, %(ties)s, %(both_bad)s)
ON CONFLICT (arena_id, a, b) DO UPDATE SET
    a_wins = old.a_wins + excluded.a_wins,
    b_wins = old.b_wins + excluded.b_wins,
    ties = old.ties + excluded.ties,
    both_bad = old.both_bad + excluded.both_bad
"""  # noqa: S608
_COUNT_DONE: Final = f"""
SELECT
    (SELECT COUNT(*) FROM {_BALLOTS} WHERE voter = %(voter)s AND cast_at > %(burst)s),
    (SELECT COUNT(*) FROM {_BALLOTS} WHERE voter = %(voter)s AND cast_at > %(day)s),
    (SELECT COUNT(*) FROM {_BALLOTS} WHERE address_digest = %(digest)s AND cast_at > %(hour)s
        AND NOT address_digest = ''),
    (SELECT COUNT(*) FROM {_BALLOTS} WHERE address_digest = %(digest)s AND cast_at > %(day)s
        AND NOT address_digest = ''),
    (SELECT COUNT(*) FROM {_PAIRS} WHERE address_digest = %(digest)s AND issued_at > %(hour)s
        AND NOT address_digest = '' AND state IN ({_CLOSED}))
"""  # noqa: S608


def find_pair(nonce: str) -> Pair | None:
    """The pair of this name, if there is one."""
    return next(iter(Pair.objects.raw(_FIND_PAIR, {"nonce": nonce})), None)


def close_pair(pair_id: int, voter: str, state: Pair.State) -> bool:
    """Move an open pair to a state; False when it is not open any more, or not this voter's."""
    values = {"pair": pair_id, "voter": voter, "state": state.value}
    return _changed(_CLOSE_PAIR, values) == 1


def add_to_tally(arena_id: int, a: str, b: str, column: str) -> None:
    """Count one more ballot under ``a_wins``, ``b_wins``, ``ties`` or ``both_bad``."""
    counts = dict.fromkeys(("a_wins", "b_wins", "ties", "both_bad"), 0) | {column: 1}
    _changed(_ADD_TO_TALLY, {"arena": arena_id, "a": a, "b": b, **counts})


def mark_arena(arena_id: int, now: datetime) -> bool:
    """Set an arena's ``dirty_at``; False when it was set already."""
    return _changed(_MARK_DIRTY, {"arena": arena_id, "now": _moment(now)}) == 1


def count_done(
    voter: str, digest: str, *, burst: datetime, hour: datetime, day: datetime
) -> tuple[int, int, int, int, int]:
    """What voter and address have done since three moments.

    The voter's ballots since ``burst`` and ``day``; the address's since ``hour`` and ``day``; the
    pairs that the address has closed of those issued since ``hour``. An empty digest counts none.
    """
    moments = {"burst": _moment(burst), "hour": _moment(hour), "day": _moment(day)}
    with connections[Ballot.objects.db].cursor() as cursor:
        cursor.execute(_COUNT_DONE, {"voter": voter, "digest": digest, **moments})
        voter_burst, voter_day, address_hour, address_day, closed = cursor.fetchone()
    return voter_burst, voter_day, address_hour, address_day, closed


def _moment(moment: datetime) -> str | None:
    """A moment as the database takes it."""
    return connections[Ballot.objects.db].ops.adapt_datetimefield_value(moment)


def _changed(statement: str, values: Mapping[str, Any]) -> int:
    """Carry a statement out; how many rows it changed."""
    with connections[Ballot.objects.db].cursor() as cursor:
        cursor.execute(statement, dict(values))
        return int(cursor.rowcount)

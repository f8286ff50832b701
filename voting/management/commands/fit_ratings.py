"""``manage.py fit_ratings``: the ranking from an exported file of ballots, on any machine."""

from __future__ import annotations

import csv
import io
import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError

from voting.ballot_file import BallotFileError, Ranked, rank, read_ballots
from voting.bradley_terry import NotConvergedError
from voting.history import rank_range

COLUMNS: Final = (
    "variant",
    "rating",
    "low",
    "high",
    "rank_best",
    "rank_worst",
    "elo",
    "votes",
    "listed",
    "provisional",
)

Table = tuple[str, Sequence[Ranked]]


class Command(BaseCommand):
    """Prints one table for each arena in the file. Needs no database."""

    help = (
        "Fit the visitor ranking from a CSV file of ballots, as the site does. Columns: id, "
        "cast_at, task, left_variant, right_variant, outcome, voter; optional: arena, state."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The file and how to print."""
        parser.add_argument("--csv", required=True, metavar="FILE", help="- reads standard input")
        parser.add_argument("--format", choices=("table", "csv", "json"), default="table")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Read, fit, print; exit 2 with a line number on a file that cannot be used."""
        try:
            with _lines(options["csv"]) as lines:
                ballots = read_ballots(lines)
            tables = [(name, rank(own)) for name, own in sorted(ballots.items())]
        except FileNotFoundError as error:
            message = f"{options['csv']} does not exist. Download ballots.csv from the page /data/."
            raise CommandError(message, returncode=2) from error
        except OSError as error:
            message = f"{options['csv']} cannot be read: {error.strerror}."
            raise CommandError(message, returncode=2) from error
        except (BallotFileError, UnicodeDecodeError, csv.Error) as error:
            raise CommandError(f"{options['csv']}: {error}", returncode=2) from error
        except NotConvergedError as error:
            raise CommandError(f"The fit did not converge: {error}") from error
        self.stdout.write(_PRINTERS[options["format"]](tables), ending="")


@contextmanager
def _lines(name: str) -> Iterator[Iterable[str]]:
    if name == "-":
        yield sys.stdin
        return
    with Path(name).open(encoding="utf-8-sig", newline="") as file:
        yield file


def _cells(one: Ranked) -> dict[str, Any]:
    standing = one.standing
    return {
        "variant": standing.contestant,
        "rating": standing.rating,
        "low": standing.low,
        "high": standing.high,
        "rank_best": standing.rank_best,
        "rank_worst": standing.rank_worst,
        "elo": one.elo,
        "votes": standing.votes,
        "listed": standing.listed,
        "provisional": standing.provisional,
    }


def _as_json(tables: Iterable[Table]) -> str:
    """One object a line: a contestant, with the arena it stands in."""
    lines = [
        json.dumps({"arena": name} | _cells(one), ensure_ascii=False)
        for name, ranked in tables
        for one in ranked
    ]
    return "".join(f"{line}\n" for line in lines)


def _as_csv(tables: Sequence[Table]) -> str:
    """The columns above; where the file has several arenas, their name comes last."""
    several = len(tables) > 1
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([*COLUMNS, "arena"] if several else COLUMNS)
    for name, ranked in tables:
        for one in ranked:
            row = [_csv_cell(cell) for cell in _cells(one).values()]
            writer.writerow([*row, name] if several else row)
    return out.getvalue()


def _csv_cell(value: Any) -> Any:
    return str(value).lower() if isinstance(value, bool) else value


def _as_table(tables: Iterable[Table]) -> str:
    """For people: whole points, one table under the name of each arena."""
    text = ""
    for name, ranked in tables:
        width = max((len(one.standing.contestant) for one in ranked), default=0)
        text += f"{name}\n" if ranked else f"{name}: fewer than two variants have votes\n"
        for one in ranked:
            text += f"  {_table_row(one, width)}\n"
    return text


def _table_row(one: Ranked, width: int) -> str:
    standing = one.standing
    note = "provisional" if standing.listed else "unlisted"
    rank = rank_range(standing.rank_best, standing.rank_worst) or note
    return (
        f"{rank:>11}  {standing.contestant:<{width}}"
        f"  {standing.rating:6.0f}  {standing.low:6.0f} …{standing.high:6.0f}"
        f"  Elo {one.elo:6.0f}  {standing.votes:6} votes"
    )


_PRINTERS: Final = {"table": _as_table, "csv": _as_csv, "json": _as_json}

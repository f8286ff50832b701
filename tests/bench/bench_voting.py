"""Voting against what it is built on: casting, fitting, exporting.

    python -m tests.bench.bench_voting [--ballots 1000000] [--variants 200] [--only fitting …]

Both sides of a ratio run one after the other. ``database`` measures casting and exporting, in a
database of its own that is thrown away.
"""

from __future__ import annotations

import argparse
import os
import resource
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the site's workers have it

import choix
import numpy as np

from tests.bench import bench_casting
from voting.bradley_terry import Votes, fit, strengths, win_matrix

write = sys.stdout.write
BENCHES: dict[str, Callable[[int, int], None]] = {}


def bench(function: Callable[[int, int], None]) -> Callable[[int, int], None]:
    """Register a benchmark under its name."""
    BENCHES[function.__name__] = function
    return function


def main() -> None:
    """Run the chosen benchmarks, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ballots", type=int, default=1_000_000)
    parser.add_argument("--variants", type=int, default=200)
    parser.add_argument("--only", nargs="+", choices=sorted(BENCHES), default=list(BENCHES))
    options = parser.parse_args()
    for name in options.only:
        BENCHES[name](options.variants, options.ballots)


def made_up(variants: int, ballots: int) -> Votes:
    """Ballots drawn from the Bradley–Terry model, without ties; 20 from each voter."""
    rng = np.random.default_rng(1)
    strength = rng.normal(0, 0.7, variants)
    left = rng.integers(0, variants, ballots)
    right = (left + rng.integers(1, variants, ballots)) % variants
    chance = 1 / (1 + np.exp(strength[right] - strength[left]))
    outcome = (rng.random(ballots) >= chance).astype(np.int64)
    names = tuple(f"v{number:03}" for number in range(variants))
    return Votes(names, left, right, outcome, np.arange(ballots) // 20)


def timed(call: Callable[[], Any]) -> tuple[float, Any]:
    """Seconds of processor time, child processes included, and the result."""
    before = _processor_seconds()
    result = call()
    return _processor_seconds() - before, result


def _processor_seconds() -> float:
    return time.process_time() + sum(os.times()[2:4])


@bench
def fitting(variants: int, ballots: int) -> None:
    """Aggregate and dense fit, without virtual ties, against choix on the raw list."""
    votes = made_up(variants, ballots)
    ours, dense = timed(lambda: strengths(win_matrix(votes), virtual_ties=0, max_iterations=1000))
    winners = np.where(votes.outcome == 0, votes.left, votes.right)
    losers = np.where(votes.outcome == 0, votes.right, votes.left)
    games = list(zip(winners.tolist(), losers.tolist(), strict=True))
    theirs, raw = timed(lambda: choix.ilsr_pairwise(variants, games, max_iter=1000))
    error = float(np.abs((dense - dense.mean()) - (raw - raw.mean())).max())
    write(
        f"fitting: {ours:.3f} s against {theirs:.2f} s: {theirs / ours:.0f} times as fast, "
        f"strengths differ by {error:.1e} at most\n"
    )


@bench
def recipe(variants: int, ballots: int) -> None:
    """Fit, clustered intervals and rank ranges from arrays."""
    votes = made_up(variants, ballots)
    seconds, _found = timed(lambda: fit(votes))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    write(f"recipe: {seconds:.3f} s from arrays; the process peaked at {peak:.0f} MiB\n")


@bench
def integrity(variants: int, ballots: int) -> None:
    """Session tests and influence of everybody, beside the fit."""
    from voting.integrity import influences, session_tests

    votes = made_up(variants, ballots)
    found = fit(votes)
    tests, _answer = timed(lambda: session_tests(votes, found))
    influence, _answer = timed(lambda: influences(votes, votes.voter, found))
    write(f"integrity: {tests:.2f} s for the tests, {influence:.2f} s for the influences\n")


@bench
def database(variants: int, ballots: int) -> None:
    """Casting against a bare insert, the fit from rows, and the export against SQLite's own."""
    with tempfile.TemporaryDirectory(prefix="pelican-bench-") as folder:
        _prepare(Path(folder))
        bench_casting.compare(Path(folder), min(ballots, 300))
        _store(variants, min(ballots, 100_000))
        _fit_from_rows()
        _export(Path(folder) / "pelican.sqlite3")


def _prepare(folder: Path) -> None:
    """A database of its own."""
    os.environ |= {"PELICAN_VAR": str(folder), "DJANGO_SETTINGS_MODULE": "tests.bench.settings"}
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    call_command("createcachetable", verbosity=0)


def _store(variants: int, ballots: int) -> None:
    """Ballots as rows, in an arena of their own."""
    from datetime import UTC, datetime

    from voting import simulate
    from voting.models import Arena

    rng = Random(1)
    arena = Arena.objects.create(key="bench@000000000000", title="bench", demo=True)
    names = {f"v{n:03}": 1000.0 + rng.gauss(0, 100) for n in range(variants)}
    votes = list(
        simulate.simulate_votes(
            names,
            votes=ballots,
            voters=ballots // 20,
            seed=1,
            start=datetime(2026, 11, 1, tzinfo=UTC),
            days=20,
        )
    )
    simulate._store(arena, votes, {name: [name] for name in names}, rng)


def _fit_from_rows() -> None:
    from django.utils import timezone

    from voting.models import Arena
    from voting.ratings import fit_arena

    arena = Arena.objects.get(key="bench@000000000000")
    seconds, snapshot = timed(lambda: fit_arena(arena, timezone.now()))
    write(f"from rows: {snapshot.valid} ballots read, fitted, stored in {seconds:.2f} s\n")


def _export(file: Path) -> None:
    """Our stream against ``sqlite3 -csv`` as Python's module has it: all columns, plain."""
    from pelican.csv_stream import stream_csv
    from voting.exports import BALLOT_COLUMNS, ballot_rows
    from voting.models import Ballot

    total = Ballot.objects.count()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    ours, size = timed(lambda: sum(map(len, stream_csv(BALLOT_COLUMNS, ballot_rows()))))
    growth = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    theirs, _size = timed(lambda: sum(map(len, _plain_csv(file))))
    write(
        f"export: {total / ours:.0f} rows a second ({size / 1e6:.0f} MB, grew by {growth:.0f} MiB) "
        f"against {total / theirs:.0f}: ratio {theirs / ours:.2f}\n"
    )


def _plain_csv(file: Path) -> Iterator[str]:
    """The table as SQLite itself writes it, by its program where installed."""
    import shutil
    import subprocess

    program = shutil.which("sqlite3")
    if program:
        command = [program, "-csv", str(file), "select * from voting_ballot"]
        yield subprocess.run(command, check=True, capture_output=True, text=True).stdout
        return
    import csv
    import io

    buffer = io.StringIO()
    with closing(sqlite3.connect(file)) as connection:
        csv.writer(buffer).writerows(connection.execute("select * from voting_ballot"))
    yield buffer.getvalue()


if __name__ == "__main__":
    main()

"""``manage.py score``: evaluate replies or drawings from files, without the database."""

from __future__ import annotations

import csv
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from boards.catalogue import CANONICAL_TASK, PROFILES, Profile, Task, UnknownTaskError, get_task
from boards.svg import RenderPool, evaluate
from boards.svg.results import as_result
from boards.svg.structure_report import PAIR_CHECKS

STDIN: Final = "-"
_CSV_COLUMNS: Final = (
    "file",
    "task",
    "profile",
    "sha256",
    "normalisations",
    "passed",
    "codes",
    "details",
    "structure_score",
    *PAIR_CHECKS,
    "ink_share",
    "text_share",
    "visible_share",
    "elements",
    "drawables",
    "bytes",
    "duration_ms",
    "error",
)

Result = dict[str, Any]
"""One line of the output; the keys are those of ``--format json``."""


class Command(BaseCommand):
    """Every input is a raw reply, as a model would give it."""

    help = (
        "Score drawings: the gate's verdict and the structure checks of every FILE. A directory "
        "stands for all files in it, “-” for standard input."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Files, and how to score and show them."""
        parser.add_argument("files", nargs="+", metavar="FILE", help="a file, a directory, or -")
        parser.add_argument(
            "--task", default=CANONICAL_TASK, help="what was asked for (default: %(default)s)"
        )
        parser.add_argument(
            "--profile",
            choices=PROFILES,
            default="board",
            help="whose thresholds apply (default: %(default)s)",
        )
        parser.add_argument(
            "--format",
            choices=("json", "csv", "table"),
            help="json: one object a line (default: table on a terminal, else json)",
        )
        parser.add_argument(
            "--jobs", type=int, default=1, metavar="N", help="workers (default: %(default)s)"
        )

    def handle(
        self,
        *,
        files: list[str],
        task: str,
        profile: Profile,
        format: str | None,  # noqa: A002 the option's name
        jobs: int,
        **_options: Any,
    ) -> None:
        """Score everything and print one line for each input, in order."""
        try:
            wanted = get_task(task)
        except UnknownTaskError as error:
            raise CommandError(str(error), returncode=2) from error
        if jobs < 1:
            raise CommandError(f"--jobs is {jobs}; at least 1 is needed.", returncode=2)
        names = list(_inputs(files))
        print_results = _printer(
            format or ("table" if self.stdout.isatty() else "json"),
            lambda line: self.stdout.write(line, ending=""),
            names,
        )
        pool = RenderPool(min(jobs, max(len(names), 1)))
        try:
            with ThreadPoolExecutor(pool.size) as threads:
                results = threads.map(lambda name: _result(name, wanted, profile, pool), names)
                quiet = not sys.stderr.isatty()
                print_results(tqdm(results, total=len(names), unit="file", disable=quiet))
        finally:
            pool.close()


def _inputs(files: Iterable[str]) -> Iterator[str]:
    """The names to read: files as given, directories walked in order of name."""
    for name in files:
        path = Path(name)
        if name != STDIN and not path.exists():
            raise CommandError(f"There is no file or directory “{name}”.", returncode=2)
        if name == STDIN or not path.is_dir():
            yield name
            continue
        found = list(_files_below(path))
        if not found:
            raise CommandError(f"There is no file in the directory “{name}”.", returncode=2)
        yield from found


def _files_below(path: Path) -> Iterator[str]:
    for folder, folders, inside in os.walk(path):
        folders.sort()
        found = (Path(folder, one) for one in sorted(inside))
        yield from (str(one) for one in found if one.is_file())


def _result(name: str, task: Task, profile: Profile, pool: RenderPool) -> Result:
    """One input's line, whatever it holds."""
    try:
        reply = sys.stdin.buffer.read() if name == STDIN else Path(name).read_bytes()
    except OSError as error:
        return {
            "file": name,
            "task": task.id,
            "profile": profile,
            "sha256": None,
            "normalisations": [],
            "gate": None,
            "structure": None,
            "duration_ms": 0,
            "error": f"The file cannot be read: {error.strerror}.",
        }
    return {"file": name, **as_result(evaluate(reply, task, profile=profile, pool=pool))}


def _printer(
    style: str, write: Callable[[str], object], names: list[str]
) -> Callable[[Iterable[Result]], None]:
    """A function that prints results as they come."""

    def as_json(results: Iterable[Result]) -> None:
        for result in results:
            write(json.dumps(result, ensure_ascii=False) + "\n")

    def as_csv(results: Iterable[Result]) -> None:
        writer = csv.DictWriter(_Lines(write), _CSV_COLUMNS, lineterminator="\n")
        writer.writeheader()
        for result in results:
            writer.writerow(_csv_row(result))

    def as_table(results: Iterable[Result]) -> None:
        width = max((len(name) for name in names), default=4)
        write(f"{'file':{width}}  gate    structure  why\n")
        for result in results:
            write(_table_row(result, width))

    return {"json": as_json, "csv": as_csv, "table": as_table}[style]


class _Lines:
    """What ``csv`` wants of a file."""

    def __init__(self, write: Callable[[str], object]) -> None:
        self.write = write


def _csv_row(result: Result) -> dict[str, Any]:
    gate = result["gate"] or {"passed": None, "violations": [], "measurements": {}}
    structure = result["structure"] or {"score": None, "checks": {}}
    row = {name: result[name] for name in ("file", "task", "profile", "sha256")}
    row |= {
        "normalisations": " ".join(result["normalisations"]),
        "passed": gate["passed"],
        "codes": " ".join(violation["code"] for violation in gate["violations"]),
        "details": " ".join(violation["detail"] for violation in gate["violations"]),
        "structure_score": structure["score"],
    }
    row |= {name: structure["checks"].get(name, {}).get("passed") for name in PAIR_CHECKS}
    measured = gate["measurements"]
    row |= {name: measured.get(name) for name in _CSV_COLUMNS if name in measured}
    return row | {"duration_ms": result["duration_ms"], "error": result["error"]}


def _table_row(result: Result, width: int) -> str:
    gate, structure = result["gate"], result["structure"]
    verdict = "error" if gate is None else "passed" if gate["passed"] else "failed"
    score = "" if structure is None else f"{structure['score']:.3f}"
    reasons = [f"{one['code']}: {one['detail']}" for one in gate["violations"]] if gate else []
    if structure is not None:
        failed = [name for name, check in structure["checks"].items() if not check["passed"]]
        reasons += [f"without {', '.join(failed)}"] if failed else []
    if result["error"]:
        reasons.insert(0, result["error"])
    return f"{result['file']:{width}}  {verdict:6}  {score:9}  {'; '.join(reasons)}".rstrip() + "\n"

"""Starts the runner's process, waits for it, and ends whatever it leaves behind. No Django."""

from __future__ import annotations

import contextlib
import json
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from benchmarks.runner.report import Report, Request
from boards.chromium import browser_environment, find_chromium
from boards.generation import launcher, processes

_PROJECT: Final = Path(__file__).resolve().parents[2]
_FILE_BYTES: Final = 2 * 1024**3
"""Chromium keeps large sparse files; this only bounds a runaway."""
_ERROR_CHARACTERS: Final = 2_000
_STDERR: Final = 2
_BURIALS: Final = 50
"""Tenths of a second for the kernel to bury what was killed."""


class RunnerUnavailableError(Exception):
    """There is no browser to run with. The message says how to get one."""


class RunnerFailedError(Exception):
    """The runner itself failed: it crashed, or did not come to an end in time."""


@dataclass(frozen=True)
class Outcome:
    """The report of a pass and the folder with its pictures, which lasts as long as the context."""

    report: Report
    folder: Path


@contextlib.contextmanager
def examine(request: Request, *, seconds: float, aloud: bool = False) -> Iterator[Outcome]:
    """Carry out a request in a process of its own; ``aloud``, it says on stderr how far it is.

    The process and everything it started, the browser foremost, is killed at the end, and the
    folder with its pictures removed.

    Raises:
        RunnerUnavailableError: no Chromium is installed.
        RunnerFailedError: no report after ``seconds``, or the process failed.
    """
    with tempfile.TemporaryDirectory(prefix="pelican-runner-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        (folder / "request.json").write_text(json.dumps(request.as_dict()), "utf-8")
        _run(folder, seconds, aloud=aloud)
        content = json.loads((folder / "report.json").read_text("utf-8"))
        yield Outcome(Report(**content), folder)


def chromium_or_refuse(configured: str) -> str:
    """The browser to use; raises :class:`RunnerUnavailableError` where there is none."""
    found = find_chromium(configured)
    if found is None:
        raise RunnerUnavailableError(
            "unavailable: no Chromium is installed (Debian: apt-get install chromium)."
        )
    return found


def _run(folder: Path, seconds: float, *, aloud: bool) -> None:
    token = secrets.token_hex(16)
    program = [sys.executable, "-m", "benchmarks.runner", str(folder)]
    child = subprocess.Popen(
        launcher.command(program, file_bytes=_FILE_BYTES),
        cwd=_PROJECT,
        env={**browser_environment(), "TMPDIR": str(folder), processes.TOKEN_VARIABLE: token},
        stdin=subprocess.DEVNULL,
        stdout=_STDERR if aloud else subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    born = processes.find(child.pid)
    try:
        _stdout, errors = child.communicate(timeout=seconds)
    except subprocess.TimeoutExpired as error:
        raise RunnerFailedError(f"The runner did not end within {seconds:.0f} s.") from error
    finally:
        _end(token, child.pid, born.started if born else 0)
        child.wait()
        if child.stderr is not None:
            child.stderr.close()
    if child.returncode != 0:
        said = errors.decode("utf-8", "replace").strip()[-_ERROR_CHARACTERS:]
        raise RunnerFailedError(f"The runner ended with status {child.returncode}. {said}")


def _end(token: str, group: int, started: int) -> None:
    """Kill all that belongs to the pass until nothing is left that could write to its folder."""
    for _try in range(_BURIALS):
        if not processes.end_all(token, group, started):
            return
        time.sleep(0.1)

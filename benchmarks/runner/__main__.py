"""The runner's process: reads a request, drives the browser, writes a report.

``python -m benchmarks.runner FOLDER`` reads ``FOLDER/request.json`` and writes
``FOLDER/report.json`` and the pictures beside it. Exit status 0 when there is a report.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Final

from benchmarks.runner import timing_pass, validation_pass
from benchmarks.runner.report import Report, Request
from benchmarks.runner.session import Session, StepError, mounted, set_up

Pass = Callable[[Session, Request, Report, Path], Awaitable[None]]

_PASSES: Final[Mapping[str, Pass]] = {
    "validate": validation_pass.run,
    "benchmark": timing_pass.run,
    "overhead": timing_pass.run_overhead,
}


async def examine(request: Request, folder: Path) -> Report:
    """Carry out a request; what ends it early is part of the report."""
    report = Report()
    try:
        async with mounted(request, report) as session:
            await set_up(session, report)
            await _PASSES[request.kind](session, request, report, folder)
            await session.collect_blocked()
    except StepError as error:
        report.problem = error.problem
    return report


def main(arguments: list[str]) -> None:
    """Read, examine, write."""
    folder = Path(arguments[0])
    request = Request.from_dict(json.loads((folder / "request.json").read_text("utf-8")))
    report = asyncio.run(examine(request, folder))
    (folder / "report.json").write_text(json.dumps(report.as_dict()), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])

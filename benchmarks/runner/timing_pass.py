"""The timing pass: serial trials, and what the runner itself costs."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from benchmarks.profiles import base_distance, canonical_views
from benchmarks.runner.report import Report, Request
from benchmarks.runner.session import Session, StepError
from pelican.rules import RULES


async def run(session: Session, request: Request, report: Report, folder: Path) -> None:
    """All trials of the profile, one after the other; a rejected one is reported like the rest."""
    del folder  # no pictures are made
    profile = request.profile
    argument = {
        "views": _views(report),
        "warmPasses": profile.warm_passes,
        "frames": profile.timed_frames,
        "batch": profile.batch_frames,
        "timer": report.environment["timer"],
        "patienceMs": request.frame_seconds * 1000,
    }
    for number in range(1, profile.trials + 1):
        answer = await session.call(
            "trial", argument, seconds=RULES.sdf.trial_seconds, step=f"trial {number}"
        )
        report.trials.append({"number": number, **answer})
        if (answer["rejection"] or {}).get("code") in {"context.lost", "canvas.resized"}:
            return


async def run_overhead(session: Session, request: Request, report: Report, folder: Path) -> None:
    """The same frames by a bare loop in the page and by the runner, in turns."""
    del folder
    profile = request.profile
    views = _views(report)
    frames = profile.timed_frames
    trial = {
        "views": views,
        "warmPasses": 0,
        "frames": frames,
        "batch": profile.batch_frames,
        "timer": report.environment["timer"],
        "patienceMs": request.frame_seconds * 1000,
    }
    seconds = RULES.sdf.trial_seconds
    await session.call("trial", {**trial, "warmPasses": 1}, seconds=seconds, step="warm-up")
    for _turn in range(profile.trials):
        bare = await session.call(
            "overheadLoop", {"views": views, "frames": frames}, seconds=seconds, step="bare loop"
        )
        begun = time.perf_counter()
        answer = await session.call("trial", trial, seconds=seconds, step="trial")
        took = (time.perf_counter() - begun) * 1000
        if answer["rejection"]:
            raise StepError(answer["rejection"]["code"], answer["rejection"]["detail"], "trial")
        report.overhead.append({"bare_ms": bare["took"], "runner_ms": took})


def _views(report: Report) -> list[dict[str, Any]]:
    distance = base_distance(report.setup["opening"]["distance"])
    return [
        {"yaw": view.yaw, "pitch": view.pitch, "distance": distance * view.distance}
        for view in canonical_views()
    ]

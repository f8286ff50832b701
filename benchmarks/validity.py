"""From what the runner saw to findings. Pure: reports in, findings out; no Django, no browser."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from benchmarks.contract import ContractReport
from benchmarks.findings import Finding, merge
from benchmarks.runner.report import Report
from pelican.rules import RULES

_Frame = Mapping[str, Any]


def findings_of(contract: ContractReport, report: Report | None) -> list[Finding]:
    """All findings on one artifact, one a code, the gravest first.

    ``report`` is None when the contract check kept the artifact from running.
    """
    return merge([*_static(contract), *(_dynamic(report) if report is not None else ())])


def _static(contract: ContractReport) -> Iterator[Finding]:
    for each in contract.findings:
        evidence: dict[str, Any] = {}
        if each.place is not None:
            evidence["places"] = [
                {"line": each.place.line, "column": each.place.column, "what": each.what}
            ]
        elif each.what:
            evidence["what"] = each.what
        yield Finding(each.code, evidence)


def _dynamic(report: Report) -> Iterator[Finding]:
    if report.problem is not None:
        problem = report.problem
        yield Finding(problem["code"], {"message": problem["message"], "step": problem["step"]})
    yield from _blocked(report.blocked)
    if report.frames:
        yield from _frames(report)
    # Of an empty picture nothing more is said: it cannot turn, and comes back empty.
    if not _all_blank(report):
        yield from _repeats(report)
        yield from _context(report.context)
    yield from _controls(report.controls)
    if report.dispose.get("threw"):
        yield Finding("dispose.error", {"message": report.dispose["threw"]})


def _blocked(blocked: list[dict[str, Any]]) -> Iterator[Finding]:
    """What was tried and refused is evidence for the use of the network, or of string code."""
    for each in blocked:
        directive = str(each["directive"])
        code = "api.code" if each["target"] == "eval" else "api.network"
        if directive.startswith("style-src"):
            code = "api.document"
        yield Finding(code, {"refused": each["target"] or directive, "by": directive})


def _frames(report: Report) -> Iterator[Finding]:
    yield from _resized(report)
    yield from _blank(report.frames)
    yield from _webgl_errors(report)
    yield from _unreported(report.frames)
    yield from _enlarged(report.frames)
    yield from _off_centre(report.frames)


def _resized(report: Report) -> Iterator[Finding]:
    resized = [frame for frame in report.frames if frame["resized"]]
    if resized or report.setup.get("resized"):
        buffer = resized[0]["buffer"] if resized else report.setup["buffer"]
        yield Finding(
            "canvas.resized",
            {
                "view": resized[0]["view"] if resized else "setup",
                "width": buffer["width"],
                "height": buffer["height"],
            },
        )


def _blank(frames: Sequence[_Frame]) -> Iterator[Finding]:
    blank = [frame for frame in frames if _is_blank(frame["facts"])]
    if blank:
        facts = blank[0]["facts"]
        yield Finding(
            "picture.blank",
            {
                "views": [frame["view"] for frame in blank],
                "of": len(frames),
                "coverage": facts["coverage"],
                "deviation": facts["deviation"],
            },
        )


def _webgl_errors(report: Report) -> Iterator[Finding]:
    errors = sorted({error for frame in report.frames for error in frame["errors"]})
    if found := errors or report.setup.get("errors"):
        yield Finding("webgl.error", {"errors": found})


def _unreported(frames: Sequence[_Frame]) -> Iterator[Finding]:
    unreported = [frame for frame in frames if not _reports(frame)]
    if unreported:
        yield Finding(
            "view.unreported",
            {
                "view": unreported[0]["view"],
                "set": _view_of(unreported[0]),
                "reported": unreported[0]["reported"],
                "count": len(unreported),
            },
        )


def _enlarged(frames: Sequence[_Frame]) -> Iterator[Finding]:
    """Found where most of the frames with edges enough to tell look enlarged."""
    enlarged = [frame for frame in frames if _looks_enlarged(frame["facts"])]
    if len(enlarged) * 2 > sum(_has_edges(frame["facts"]) for frame in frames):
        facts = enlarged[0]["facts"]
        yield Finding(
            "picture.upscaled",
            {
                "view": enlarged[0]["view"],
                "count": len(enlarged),
                "sharp_edges": facts["sharp_edges"],
                "round_trip": facts["round_trip"],
            },
        )


def _off_centre(frames: Sequence[_Frame]) -> Iterator[Finding]:
    """Found where the subject is beside the middle of most frames."""
    away = [frame for frame in frames if _is_off_centre(frame)]
    if len(away) * 2 > len(frames):
        yield Finding(
            "picture.off_centre",
            {
                "view": away[0]["view"],
                "count": len(away),
                "of": len(frames),
                "centre": away[0]["facts"]["centre"],
            },
        )


def _is_off_centre(frame: Mapping[str, Any]) -> bool:
    """Whether what there is to see lies beside the middle; a blank picture has its own finding."""
    facts = frame["facts"]
    return not _is_blank(facts) and bool(facts["centre"] < RULES.sdf.centre_share_min)


def _is_blank(facts: Mapping[str, Any]) -> bool:
    return bool(
        facts["coverage"] < RULES.sdf.blank_share or facts["deviation"] < RULES.sdf.blank_deviation
    )


def _all_blank(report: Report) -> bool:
    return bool(report.frames) and all(_is_blank(frame["facts"]) for frame in report.frames)


def _has_edges(facts: Mapping[str, Any]) -> bool:
    return bool(facts["edges"] >= RULES.sdf.edges_min)


def _looks_enlarged(facts: Mapping[str, Any]) -> bool:
    return _has_edges(facts) and bool(
        facts["sharp_edges"] < RULES.sdf.sharp_edge_share_min
        or facts["round_trip"] < RULES.sdf.round_trip_min
    )


def _view_of(frame: Mapping[str, Any]) -> dict[str, float]:
    return {key: frame[key] for key in ("yaw", "pitch", "distance")}


def _reports(frame: Mapping[str, Any]) -> bool:
    """Whether ``getView`` says what ``setView`` was told; full turns of the yaw do not matter.

    Pitch and distance may be held to the artifact's own limits, if what it says is finite.
    """
    reported = frame["reported"]
    if reported is None:
        return False
    turn = abs(reported["yaw"] - frame["yaw"]) % math.tau
    return bool(min(turn, math.tau - turn) <= RULES.sdf.view_tolerance)


def _repeats(report: Report) -> Iterator[Finding]:
    different = [frame for frame in report.frames if frame["differing"]]
    returned = [each for each in report.repeats if each["differing"]]
    if different or returned:
        first = different[0] if different else returned[0]
        yield Finding(
            "frame.unrepeatable",
            {
                "view": first["view"],
                "pixels": first["differing"],
                "count": len(different) + len(returned),
            },
        )
    for each in report.repeats:
        turned = each["turned"]
        if turned is not None and turned < RULES.sdf.change_share_min:
            yield Finding("view.ignored", {"view": each["view"], "changed": turned})


def _controls(controls: Mapping[str, Any]) -> Iterator[Finding]:
    moved = {
        "controls.drag": _changes(controls.get("drag"), "yaw", "pitch"),
        "controls.wheel": _changes(controls.get("wheel"), "distance"),
        "controls.pinch": _changes(controls.get("pinch"), "distance"),
        "controls.keys": _all(
            [
                _changes(controls.get("arrows"), "yaw", "pitch"),
                _changes(controls.get("plus"), "distance"),
            ]
        ),
    }
    for code, did in moved.items():
        if did is False:
            yield Finding(code, {})


def _changes(attempt: Mapping[str, Any] | None, *keys: str) -> bool | None:
    """Whether an input changed the view; None when it was not tried."""
    if attempt is None:
        return None
    before, after = attempt["before"], attempt["after"]
    if before is None or after is None:
        return False
    return any(abs(after[key] - before[key]) > RULES.sdf.view_tolerance for key in keys)


def _all(answers: Iterable[bool | None]) -> bool | None:
    known = [answer for answer in answers if answer is not None]
    return all(known) if known else None


def _context(context: Mapping[str, Any]) -> Iterator[Finding]:
    if not context.get("supported"):
        return
    if context["threw"]:
        yield Finding("context.unhandled", {"message": context["threw"]})
    if context["restored"] is False or context["blank"]:
        yield Finding("context.not_restored", {"restored": context["restored"]})

from __future__ import annotations

from typing import Any

import pytest

from benchmarks.contract import ContractReport, StaticFinding
from benchmarks.runner.report import Report
from benchmarks.validity import findings_of

FACTS = {
    "coverage": 0.3,
    "deviation": 30.0,
    "edges": 900,
    "sharp_edges": 0.7,
    "round_trip": 0.2,
    "centre": 0.6,
}
OPENING = {"yaw": 0.6, "pitch": 0.2, "distance": 4.0}
MOVED = {"yaw": 0.2, "pitch": 0.1, "distance": 3.0}


def frame(view: str = "view-01", **changes: Any) -> dict[str, Any]:
    return {
        "view": view,
        "yaw": 0.0,
        "pitch": 0.08,
        "distance": 4.0,
        "reported": {"yaw": 0.0, "pitch": 0.08, "distance": 4.0},
        "resized": False,
        "buffer": {"width": 960, "height": 540},
        "errors": [],
        "differing": 0,
        "facts": FACTS,
        **changes,
    }


def report(**changes: Any) -> Report:
    attempt = {"before": OPENING, "after": MOVED, "threw": []}
    parts: dict[str, Any] = {
        "setup": {"errors": [], "resized": False, "buffer": {"width": 960, "height": 540}},
        "frames": [frame(), frame("view-02")],
        "repeats": [{"view": "view-01", "differing": 0, "turned": 0.2}],
        "controls": dict.fromkeys(("drag", "wheel", "pinch", "arrows", "plus"), attempt),
        "context": {"supported": True, "threw": None, "restored": True, "blank": False},
        "dispose": {"threw": None},
    }
    return Report(**{**parts, **changes})


def codes(of: Report | None, *static: StaticFinding) -> list[str]:
    return [finding.code for finding in findings_of(ContractReport(100, "f", static), of)]


def facts(**changes: Any) -> dict[str, Any]:
    return {**FACTS, **changes}


def test_a_sound_report_has_no_finding() -> None:
    assert codes(report()) == []


def test_what_the_contract_check_found_needs_no_run() -> None:
    assert codes(None, StaticFinding("contract.size", "40000")) == ["contract.size"]


BLANK = facts(coverage=0.0, deviation=0.0, edges=0, sharp_edges=None, round_trip=0.0, centre=0.0)
STILL = {"before": OPENING, "after": OPENING, "threw": []}


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"problem": {"code": "render.error", "message": "x", "step": "view-01"}}, "render.error"),
        ({"frames": [frame(resized=True)]}, "canvas.resized"),
        ({"frames": [frame(), frame(facts=BLANK)]}, "picture.blank"),
        ({"frames": [frame(facts=facts(deviation=0.5)), frame()]}, "picture.blank"),
        ({"frames": [frame(errors=[1282])]}, "webgl.error"),
        ({"frames": [frame(reported=None)]}, "view.unreported"),
        ({"frames": [frame(reported={**OPENING, "yaw": 1.0})]}, "view.unreported"),
        ({"frames": [frame(facts=facts(sharp_edges=0.05))]}, "picture.upscaled"),
        ({"frames": [frame(facts=facts(round_trip=0.0))]}, "picture.upscaled"),
        ({"frames": [frame(facts=facts(centre=0.05))]}, "picture.off_centre"),
        ({"frames": [frame(differing=7), frame()]}, "frame.unrepeatable"),
        (
            {"repeats": [{"view": "view-01", "differing": 3, "turned": 0.2}]},
            "frame.unrepeatable",
        ),
        ({"repeats": [{"view": "view-01", "differing": 0, "turned": 0.0}]}, "view.ignored"),
        ({"blocked": [{"directive": "connect-src", "target": "https://a"}]}, "api.network"),
        ({"blocked": [{"directive": "script-src", "target": "eval"}]}, "api.code"),
        ({"dispose": {"threw": "Error"}}, "dispose.error"),
    ],
)
def test_one_thing_wrong_is_one_finding(changes, expected) -> None:
    assert codes(report(**changes)) == [expected]


@pytest.mark.parametrize(
    ("inputs", "expected"),
    [
        (["drag"], "controls.drag"),
        (["wheel"], "controls.wheel"),
        (["pinch"], "controls.pinch"),
        (["arrows"], "controls.keys"),
        (["plus"], "controls.keys"),
    ],
)
def test_input_that_moves_nothing_is_found(inputs, expected) -> None:
    controls = {**report().controls, **dict.fromkeys(inputs, STILL)}
    assert codes(report(controls=controls)) == [expected]


TAKEN_WELL = {"supported": True, "threw": None, "restored": True, "blank": False}


@pytest.mark.parametrize(
    ("context", "expected"),
    [
        ({"supported": False}, []),
        ({**TAKEN_WELL, "threw": "E"}, ["context.unhandled"]),
        ({**TAKEN_WELL, "blank": True}, ["context.not_restored"]),
        ({**TAKEN_WELL, "restored": False, "blank": None}, ["context.not_restored"]),
    ],
)
def test_how_a_lost_context_is_taken(context, expected) -> None:
    assert codes(report(context=context)) == expected


def test_full_turns_of_the_yaw_are_the_same_view() -> None:
    turned = frame(yaw=5.5, reported={"yaw": 5.5 - 6.283185307, "pitch": 0.08, "distance": 4.0})
    assert codes(report(frames=[turned])) == []


def test_an_empty_picture_is_not_blamed_for_what_follows_from_it() -> None:
    empty = report(
        frames=[frame(facts=BLANK), frame("view-02", facts=BLANK)],
        repeats=[{"view": "view-01", "differing": 0, "turned": 0.0}],
        context={"supported": True, "threw": None, "restored": True, "blank": True},
    )
    assert codes(empty) == ["picture.blank"]


def test_few_edges_say_nothing_about_resolution() -> None:
    soft = facts(edges=20, sharp_edges=0.0)
    assert codes(report(frames=[frame(facts=soft)])) == []


def test_one_soft_view_is_no_sign_of_enlarging() -> None:
    soft = frame(facts=facts(sharp_edges=0.05))
    assert codes(report(frames=[soft, frame(), frame()])) == []

from __future__ import annotations

import pytest

from benchmarks.finding_words import REQUIREMENTS, finding_sentence
from benchmarks.findings import LEVELS, Finding, Level, merge, outcome_of

PLACE = {"line": 3, "column": 7, "what": "Math.random"}


@pytest.mark.parametrize(
    ("codes", "outcome"),
    [
        ([], "passed"),
        (["picture.upscaled"], "warnings"),
        (["api.network", "picture.upscaled"], "warnings"),
        (["render.error", "picture.upscaled"], "failed"),
    ],
)
def test_the_gravest_finding_decides(codes, outcome) -> None:
    assert outcome_of([Finding(code) for code in codes]) == outcome


def test_findings_of_one_code_become_one_with_all_places() -> None:
    first = Finding("api.network", {"places": [{**PLACE, "line": 1}]})
    second = Finding("api.network", {"places": [PLACE]})
    tried = Finding("api.network", {"refused": "https://a", "by": "connect-src"})
    (merged,) = merge([first, second, tried])
    assert [place["line"] for place in merged.evidence["places"]] == [1, 3]
    assert merged.evidence["refused"] == "https://a"


@pytest.mark.parametrize(
    ("suspicion", "proof"),
    [
        ("advice.chance", "frame.unrepeatable"),
        ("advice.clock", "frame.unrepeatable"),
        ("canvas.assigned", "canvas.resized"),
    ],
)
def test_a_proved_suspicion_joins_the_proof(suspicion, proof) -> None:
    suspected = Finding(suspicion, {"places": [PLACE]})
    assert [finding.code for finding in merge([suspected])] == [suspicion]
    (merged,) = merge([suspected, Finding(proof, {"view": "view-01"})])
    assert merged.code == proof
    assert merged.evidence == {"view": "view-01", "places": [PLACE]}


def test_findings_come_gravest_first() -> None:
    codes = ["picture.upscaled", "api.network", "render.error"]
    assert [finding.level for finding in merge(Finding(code) for code in codes)] == [
        Level.FAILED,
        Level.UNMET,
        Level.ADVISORY,
    ]


def test_every_code_names_its_requirement() -> None:
    assert set(REQUIREMENTS) == set(LEVELS)


@pytest.mark.parametrize(
    ("code", "evidence", "sentence"),
    [
        ("contract.size", {"what": "40000"}, "It has 40,000 bytes; the limit is 32,768."),
        ("setup.error", {"message": "Error: no", "step": "setup"}, "Error: no"),
        (
            "render.error",
            {"message": "RangeError: 20", "step": "view-09"},
            "RangeError: 20 (while drawing view 9)",
        ),
        (
            "render.hung",
            {"message": "60", "step": "zoom-2"},
            "No answer within 60 s, in the step “close look 2”.",
        ),
        (
            "canvas.resized",
            {"view": "opening", "width": 120, "height": 135},
            "In the opening view the drawing buffer was 120 × 135.",
        ),
        ("controls.pinch", {}, "The view stayed as it was."),
        (
            "context.not_restored",
            {"restored": True},
            "After the context was restored it drew nothing.",
        ),
        (
            "context.not_restored",
            {"restored": False},
            "It did not ask to get its context back, and got none.",
        ),
        ("api.document", {"places": [PLACE]}, "Line 3, column 7: Math.random"),
        (
            "api.network",
            {"refused": "a", "by": "img-src", "places": [PLACE, PLACE]},
            "Tried and refused: a (img-src). Line 3, column 7: Math.random; and 1 more place",
        ),
        (
            "view.unreported",
            {"view": "view-02", "set": {"yaw": 0.785}, "reported": None},
            "In view 2 the yaw was set to 0.785 and reported as nothing finite.",
        ),
    ],
)
def test_evidence_in_a_sentence(code, evidence, sentence) -> None:
    assert finding_sentence({"code": code, "evidence": evidence}) == sentence

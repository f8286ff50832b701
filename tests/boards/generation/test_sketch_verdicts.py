"""The sketcher against the drawing engine: what the one draws, the other must see."""

from __future__ import annotations

import statistics

import pytest

from boards.catalogue import get_task
from boards.generation.sketch import EFFORTS, STYLES, draw
from boards.generation.sketch.chance import seeded
from boards.generation.sketch.compose import compose
from boards.generation.sketch.reply import Slip, reply_with
from boards.svg import evaluate

PELICAN = get_task("pelican_bicycle")
CODES = {
    Slip.TRUNCATED: "truncated",
    Slip.LABEL: "text_label",
    Slip.BLANK: "blank",
    Slip.OFF_CANVAS: "off_canvas",
    Slip.NO_DRAWING: "no_svg",
    Slip.RASTER: "embedded_raster",
}


@pytest.mark.parametrize("slip", Slip)
def test_each_slip_is_rejected_for_its_own_reason(slip):
    document = compose(PELICAN, skill=0.5, style=STYLES["seaside"], seed=1)
    reply = reply_with(document, slip, PELICAN, seeded("any"))
    evaluation = evaluate(reply, PELICAN)
    assert [violation.code for violation in evaluation.gate.violations] == [CODES[slip]]


@pytest.mark.parametrize("style", STYLES)
def test_full_skill_passes_every_check_in_every_style(style):
    evaluation = evaluate(draw(PELICAN, skill=1.0, style=style, seed=2), PELICAN)
    assert evaluation.gate.passed
    assert evaluation.removals == ()
    assert evaluation.structure is not None
    assert evaluation.structure["score"] == 1.0


@pytest.mark.parametrize(
    ("task_id", "style"), [("pelican_bicycle", "ink"), ("octopus_unicycle", "night")]
)
def test_valid_rate_and_structure_rise_with_effort(task_id, style):
    task = get_task(task_id)
    valid, structure = [], []
    for skill in EFFORTS.values():
        replies = [draw(task, skill=skill, style=style, seed=seed) for seed in range(1, 11)]
        scores = [
            evaluation.structure["score"]
            for evaluation in (evaluate(reply, task) for reply in replies)
            if evaluation.gate.passed and evaluation.structure is not None
        ]
        valid.append(len(scores))
        structure.append(statistics.mean(scores))
    assert valid == sorted(valid)
    assert structure == sorted(structure)
    assert valid[0] < valid[-1] == 10
    assert structure[0] < structure[-1] == 1.0

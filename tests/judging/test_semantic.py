"""Captions, the semantic score and the reward, as tables."""

from __future__ import annotations

import pytest

from boards.catalogue import TASKS
from judging.captions import names_any
from judging.reward import reward
from judging.semantic import RIDING, checklist_items, semantic_score

PELICAN = TASKS["pelican_bicycle"]


@pytest.mark.parametrize(
    ("caption", "named"),
    [
        ("A pelican rides a bicycle.", (1.0, 1.0)),
        ("Two PELICANS on bikes", (1.0, 1.0)),
        ("A bird on a bike", (0.5, 1.0)),
        ("Some seabirds and a pushbike.", (0.5, 1.0)),
        ("A cartoon duck on a scooter", (0.0, 0.0)),
        ("pelicanlike bikers", (0.0, 0.0)),
        ("no bicycle, not a pelican", (0.0, 0.0)),
        ("A pelican without a bicycle", (1.0, 0.0)),
        ("This isn't a pelican, it is a bird on a bicycle", (0.5, 1.0)),
        ("Neither a pelican nor a bicycle can be seen", (0.0, 0.0)),
        ("There is no sign of a pelican or bicycle", (0.0, 0.0)),
        ("Not a duck but a pelican on a bicycle", (1.0, 1.0)),
        ("Not only a pelican but a bicycle", (1.0, 1.0)),
        ("No doubt a pelican on a bike", (1.0, 1.0)),
        ("A scene with no clouds, a pelican on a bicycle", (1.0, 1.0)),
        ("No clouds and a pelican on a bicycle", (1.0, 1.0)),
        ("A duck rather than a pelican on a bicycle", (0.0, 0.0)),
        ("A duck instead of a pelican; a bicycle", (0.0, 1.0)),
        ("A bicycle that lacks a pelican", (0.0, 1.0)),
        ("A pelican at a bike rack", (1.0, 0.0)),
        ("A pelican with two bicycle wheels", (1.0, 0.0)),
        ("A pelican-like shape on an exercise bike", (0.0, 0.0)),
        ("A birdcage on a bicycle", (0.0, 1.0)),
        ("A bird house on a mountain bike", (0.0, 1.0)),
        ("A pelican's bicycle", (1.0, 1.0)),
        ("", (0.0, 0.0)),
    ],
)
def test_what_a_caption_names(caption: str, named: tuple[float, float]) -> None:
    score = semantic_score(PELICAN, caption, {})
    assert (score.blind_subject, score.blind_vehicle) == named


@pytest.mark.parametrize(
    ("caption", "named"),
    [
        ("an octopus on a skateboard", True),
        ("an octopus on a board with wheels", True),
        ("an octopus on an ironing board", False),
        ("an octopus on a surf-board", False),
        ("an octopus playing a board game", False),
        ("an octopus on boards", True),
    ],
)
def test_an_ironing_board_is_no_skateboard(caption: str, named: bool) -> None:
    assert semantic_score(TASKS["octopus_skateboard"], caption, {}).blind_vehicle == named


@pytest.mark.parametrize(
    ("task", "caption"),
    [
        ("octopus_scooter", "Octopi on kick scooters"),
        ("flamingo_tandem-bicycle", "Flamingoes on a bicycle built for two"),
        ("hedgehog_tandem-bicycle", "Hedgehogs riding tandems"),
        ("axolotl_unicycle", "Axolotls with unicycles"),
        ("capybara_skateboard", "capybaras on skateboards"),
    ],
)
def test_plurals_count(task: str, caption: str) -> None:
    assert semantic_score(TASKS[task], caption, {}).blind == 1.0


def test_two_that_ride_in_tandem_are_on_no_tandem() -> None:
    assert not names_any("two hedgehogs walk in tandem", ("tandem",))


def test_the_checklist_is_made_from_the_task() -> None:
    assert len(checklist_items(PELICAN)) == 9
    assert len(checklist_items(TASKS["octopus_unicycle"])) == 8
    assert "a throat pouch under the beak" in checklist_items(PELICAN).values()


BOTH = "A pelican on a bicycle"
BIRD = "A bird on a bicycle"
NOTHING = "Some lines"


def answers(true: int, *, riding: bool) -> dict[str, bool]:
    """``true`` of the nine answers true, the riding one among them or not."""
    others = [key for key in checklist_items(PELICAN) if key != RIDING]
    chosen = ([RIDING] if riding else []) + others
    return dict.fromkeys(chosen[:true], True)


# caption, answers true of nine, riding, structure → semantic, reward. Worked out by hand from
# semantic = (½·blind + ½·true/9) · (1 | ¼) and reward = .35·structure + .65·semantic.
CASES = [
    (BOTH, 9, True, 1.0, 1.0, 1.0),
    (BOTH, 9, True, 0.0, 1.0, 0.65),
    (BOTH, 8, False, 1.0, 0.25 * 17 / 18, 0.35 + 0.65 * 0.25 * 17 / 18),
    (BOTH, 0, False, 1.0, 0.125, 0.43125),
    (BOTH, 1, True, 1.0, 0.5 + 1 / 18, 0.35 + 0.65 * (0.5 + 1 / 18)),
    (BIRD, 9, True, 1.0, 0.875, 0.91875),
    (BIRD, 9, True, 6 / 7, 0.875, 0.3 + 0.56875),
    (BIRD, 0, False, 0.0, 0.09375, 0.0609375),
    (BIRD, 5, True, 0.5, 0.375 + 5 / 18, 0.175 + 0.65 * (0.375 + 5 / 18)),
    ("A pelican", 9, True, 1.0, 0.75, 0.8375),
    ("A bicycle", 9, True, 1.0, 0.75, 0.8375),
    ("A bird", 9, True, 1.0, 0.625, 0.75625),
    (NOTHING, 9, True, 1.0, 0.5, 0.675),
    (NOTHING, 8, False, 1.0, 1 / 9, 0.35 + 0.65 / 9),
    (NOTHING, 0, False, 1.0, 0.0, 0.35),
    (NOTHING, 0, False, 0.0, 0.0, 0.0),
    ("no bicycle, not a pelican", 9, True, 1.0, 0.5, 0.675),
]


@pytest.mark.parametrize(("caption", "true", "riding", "structure", "semantic", "total"), CASES)
def test_semantic_score_and_reward(
    caption: str, true: int, riding: bool, structure: float, semantic: float, total: float
) -> None:
    score = semantic_score(PELICAN, caption, answers(true, riding=riding))
    assert score.score == pytest.approx(semantic)
    result = reward(gate_passed=True, structure=structure, judge="owl", semantic=score.score)
    assert result.value == pytest.approx(total)
    assert (result.judged, result.judge) == (True, "owl")


def test_no_judge_configured_gives_structure_the_full_weight() -> None:
    result = reward(gate_passed=True, structure=6 / 7)
    assert (result.value, result.semantic, result.judged) == (6 / 7, None, False)


def test_a_judge_that_fails_is_worth_nothing() -> None:
    result = reward(gate_passed=True, structure=1.0, judge="owl", semantic=None)
    assert result.value == pytest.approx(0.35)
    assert (result.semantic, result.judged, result.judge) == (0.0, False, "owl")


def test_a_rejected_drawing_gets_nothing_even_from_a_kind_judge() -> None:
    result = reward(gate_passed=False, structure=1.0, judge="owl", semantic=1.0)
    assert (result.value, result.judged) == (0.0, False)

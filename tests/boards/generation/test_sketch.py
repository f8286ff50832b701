from __future__ import annotations

import re
import statistics
from xml.etree import ElementTree as ET

import pytest

from boards.catalogue import TASKS, get_task
from boards.generation.sketch import EFFORTS, LABEL, STYLES, UnknownStyleError, draw
from boards.generation.sketch.animals import ANIMALS
from boards.generation.sketch.chance import seeded
from boards.generation.sketch.mistakes import make_hand
from boards.generation.sketch.pose import settle
from boards.generation.sketch.vehicles import MAKERS

SVG = "{http://www.w3.org/2000/svg}"
PELICAN = get_task("pelican_bicycle")


def drawing(reply: str) -> ET.Element:
    """The parsed document of a reply that holds one."""
    return ET.fromstring(reply[reply.index("<svg") : reply.rindex("</svg>") + 6])


def test_it_works():
    root = drawing(draw(PELICAN, skill=1.0, style="seaside", seed=1))
    assert root.tag == f"{SVG}svg"
    assert root.get("viewBox") == "0 0 400 300"


def test_the_same_arguments_give_the_same_reply():
    replies = {draw(PELICAN, skill=0.6, style="ink", seed=7) for _ in range(3)}
    assert len(replies) == 1


def test_other_seeds_and_styles_give_other_drawings():
    replies = {draw(PELICAN, skill=1.0, style=s, seed=seed) for s in STYLES for seed in range(5)}
    assert len(replies) == 5 * len(STYLES)


def test_every_combination_of_the_catalogue_can_be_drawn():
    assert {task.animal.name for task in TASKS.values()} == set(ANIMALS)
    assert {task.vehicle.name for task in TASKS.values()} == set(MAKERS)


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("task", TASKS.values(), ids=TASKS)
def test_full_skill_draws_a_sound_picture_in_every_style(task, style):
    root = drawing(draw(task, skill=1.0, style=style, seed=3))
    tags = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert not tags & {"text", "tspan", "image", "script", "foreignObject", "title"}
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    markup = ET.tostring(root, encoding="unicode")
    references = re.findall(r'(?:href="|url\()#(\w+)', markup)
    assert set(references) <= set(ids)


def test_every_coordinate_is_a_finite_number():
    for skill in EFFORTS.values():
        for task in TASKS.values():
            reply = draw(task, skill=skill, style="blueprint", seed=5)
            assert not re.search(r"\b(nan|inf)\b", reply)


def test_drawings_are_neither_empty_nor_large():
    sizes = [
        len(draw(task, skill=1.0, style=style, seed=2).encode())
        for task in TASKS.values()
        for style in STYLES
    ]
    assert min(sizes) > 3_000
    assert statistics.median(sizes) < 15_000
    assert max(sizes) < 24_000


def test_a_drawing_says_neither_what_it_shows_nor_what_drew_it():
    for task in TASKS.values():
        reply = draw(task, skill=1.0, style="pastel", seed=1)
        assert LABEL.split(",")[0].lower() not in reply.lower()
        assert not [term for term in task.forbidden_terms("environment") if term in reply.lower()]


def test_effort_names_grow_in_skill():
    skills = list(EFFORTS.values())
    assert skills == sorted(set(skills))
    assert skills[-1] == 1.0


def test_little_skill_answers_in_many_ways():
    replies = [draw(PELICAN, skill=0.15, style="ink", seed=seed) for seed in range(60)]
    assert any("<svg" not in reply for reply in replies)
    assert any("<svg" in reply and "</svg>" not in reply for reply in replies)
    assert any("<text" in reply and "PELICAN" in reply for reply in replies)
    assert any("<image" in reply for reply in replies)
    assert any("```svg" in reply for reply in replies)
    assert sum("</svg>" in reply for reply in replies) > 40


def test_prose_may_stand_around_a_drawing_at_any_skill():
    replies = [draw(PELICAN, skill=1.0, style="ink", seed=seed) for seed in range(30)]
    fenced = [reply for reply in replies if not reply.startswith("<svg")]
    assert 3 < len(fenced) < 20
    assert all(drawing(reply).tag == f"{SVG}svg" for reply in fenced)


def test_an_unknown_style_is_refused_by_name():
    with pytest.raises(UnknownStyleError, match=r"“crayon”.*blueprint"):
        draw(PELICAN, skill=1.0, style="crayon", seed=1)


@pytest.mark.parametrize("skill", [-0.1, 1.1, float("nan")])
def test_a_skill_outside_its_range_is_refused(skill):
    with pytest.raises(ValueError, match="between 0 and 1"):
        draw(PELICAN, skill=skill, style="ink", seed=1)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("task", TASKS.values(), ids=TASKS)
def test_a_rider_fits_the_page_and_holds_what_the_vehicle_offers(task, seed):
    hand = make_hand(1.0, seed=1, stream="any")
    vehicle = MAKERS[task.vehicle.name](seeded(f"{seed}"), hand, "#000000")
    build, stance = ANIMALS[task.animal.name].build, vehicle.stance()
    pose = settle(build, stance)
    assert pose.hip.y - build.height * pose.scale >= 13
    assert pose.scale > 0.6
    assert (pose.near_foot, pose.far_foot) == (stance.near_foot, stance.far_foot)
    if stance.grips:
        assert (pose.near_hand, pose.far_hand) == stance.grips
    if stance.seat:
        assert pose.hip == stance.seat
    assert (pose.near_hand - pose.hip).length < 130

"""The seven checks on labelled drawings, in both directions, and on one scene in many spellings."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from lxml import etree

from boards.svg.identity import Identity
from boards.svg.structure import measure_structure, visible_share
from boards.svg.structure_report import PAIR_CHECKS, SINGLE_CHECKS, StructureReport
from boards.svg.view import View, declared_view
from pelican.rules import RULES
from tests.boards.svg.drawings import BY_NAME, failing, measure, parse, picture_of
from tests.boards.svg.structure_cases.blind import BLIND
from tests.boards.svg.structure_cases.blind_second import BLIND_SECOND
from tests.boards.svg.structure_cases.blind_third import BLIND_THIRD
from tests.boards.svg.structure_cases.case import BICYCLE, PELICAN, Case, disc, doc, egg, group
from tests.boards.svg.structure_cases.pen import Pen
from tests.boards.svg.structure_cases.pens import PENS
from tests.boards.svg.structure_cases.right import RIGHT
from tests.boards.svg.structure_cases.scenes import SCENES, SceneCase
from tests.boards.svg.structure_cases.wrong import WRONG
from tests.conftest import CORPORA

LABELLED = (*RIGHT, *WRONG, *BLIND, *BLIND_SECOND, *BLIND_THIRD)
CORPUS = next((corpus / "real" for corpus in CORPORA if corpus.is_dir()), None)
LABELS = Path(__file__).with_name("real_labels.csv")


@pytest.mark.parametrize("case", LABELLED, ids=lambda case: case.name)
def test_labelled_drawing(case: Case):
    report = measure(case.svg, case.vehicle)
    wrong = (failing(report) ^ (case.fails & report.checks.keys())) - case.free
    assert not wrong, {name: report.checks[name] for name in sorted(wrong)}


def test_there_are_enough_labels():
    assert len(LABELLED) >= 150
    assert len({case.name for case in LABELLED}) == len(LABELLED)


def assert_all_passes(scene: SceneCase, pen: Pen) -> None:
    scene.draw(pen)
    report = measure(pen.document(scene.width, scene.height), scene.vehicle)
    wrong = failing(report)
    assert not wrong, {name: report.checks[name] for name in wrong}


@pytest.mark.parametrize("pen", PENS)
def test_a_bicycle_in_a_landscape_in_every_spelling(pen: str):
    assert_all_passes(SCENES["bicycle in a landscape"], PENS[pen]())


@pytest.mark.parametrize("pen", list(PENS)[::8])
@pytest.mark.parametrize("scene", SCENES)
def test_every_scene_in_some_spellings(scene: str, pen: str):
    assert_all_passes(SCENES[scene], PENS[pen]())


@pytest.mark.stress
@pytest.mark.parametrize("pen", PENS)
@pytest.mark.parametrize("scene", SCENES)
def test_every_scene_in_every_spelling(scene: str, pen: str):
    assert_all_passes(SCENES[scene], PENS[pen]())


HIDING = {
    "display": '<g display="none">{}</g>',
    "opacity": '<g opacity="0">{}</g>',
    "nested opacity": '<g opacity="0.2"><g opacity="0.2">{}</g></g>',
    "visibility": '<g visibility="hidden">{}</g>',
    "clip": '<clipPath id="c"><rect width="1" height="1"/></clipPath><g clip-path="url(#c)">{}</g>',
    "mask": '<mask id="m"><rect width="9" height="9"/></mask><g mask="url(#m)">{}</g>',
    "defs": "<defs>{}</defs>",
    "symbol": "<symbol>{}</symbol>",
    "far away": '<g transform="translate(5000 0)">{}</g>',
    "no size": '<g transform="scale(0)">{}</g>',
    "class": "<style>.h{{display:none}}</style><g class='h'>{}</g>",
    "inline style": '<g style="visibility: hidden !important">{}</g>',
    "under a sheet": '{}<rect width="400" height="300" fill="white"/>',
}


@pytest.mark.parametrize("way", HIDING)
def test_hidden_rider_is_gone(way: str):
    hidden = measure(doc(HIDING[way].format(PELICAN), BICYCLE))
    assert failing(hidden) == {"rider_present", "rider_proportionate"}


@pytest.mark.parametrize("way", HIDING)
def test_hidden_bicycle_is_gone(way: str):
    hidden = measure(doc(HIDING[way].format(BICYCLE), PELICAN))
    assert failing(hidden) == set(PAIR_CHECKS)


def test_positions_are_in_root_units():
    report = measure(doc(BICYCLE, PELICAN))
    left, right = report.wheels
    assert (left.cx, left.cy, left.r) == pytest.approx((110, 232, 52), abs=1.5)
    assert (right.cx, right.cy, right.r) == pytest.approx((290, 232, 52), abs=1.5)
    assert report.rider is not None
    assert report.rider.x == pytest.approx(123, abs=4)
    assert report.frame is not None
    assert (report.frame.x1, report.frame.x2) == pytest.approx((110, 290), abs=1.5)
    assert report.view == (0, 0, 400, 300)


def test_positions_do_not_depend_on_the_viewbox_origin():
    moved = doc(
        group('transform="translate(-700 90)"', BICYCLE, PELICAN), root='viewBox="-700 90 400 300"'
    )
    assert measure(moved).wheels[0].cx == pytest.approx(110 - 700, abs=1.5)


def test_a_small_figure_is_looked_at_closely():
    small = doc(group('transform="translate(30 240) scale(.1)"', BICYCLE, PELICAN))
    report = measure(small)
    assert not failing(report)
    assert report.wheels[0].r == pytest.approx(5.2, abs=0.3)


def test_vehicles_with_one_wheel_have_three_checks():
    assert tuple(measure(doc(), "unicycle").checks) == SINGLE_CHECKS
    assert tuple(measure(doc()).checks) == PAIR_CHECKS


def test_score_is_the_share_passed():
    assert measure(doc(BICYCLE)).score == pytest.approx(5 / 7)
    assert measure(doc()).score == 0


def test_the_same_drawing_gives_the_same_report():
    svg = doc(BICYCLE, PELICAN)
    assert measure(svg) == measure(svg)


def test_the_bound_of_a_rider_says_its_number_whether_it_sits_or_lies():
    sitting = measure(doc(BICYCLE, PELICAN)).checks["rider_present"]
    lying = measure(doc(BICYCLE, egg(200, 150, 90, 30))).checks["rider_present"]
    rules = RULES.structure
    assert (sitting.low, lying.low) == (rules.rider_height_min, rules.rider_height_min_lying)
    for check in (sitting, lying):
        assert f"≥ {check.low:g} radii above the axle" in check.bound
    assert "lies" in lying.bound
    assert "lies" not in sitting.bound


def test_report_survives_json():
    report = measure(doc(BICYCLE, PELICAN))
    assert StructureReport.from_dict(report.as_dict()) == report


def test_tree_is_left_as_it_is():
    root, view = parse(doc("<style>circle{stroke:#222}</style>", BICYCLE, PELICAN))
    before = etree.tostring(root)
    picture = picture_of(root, view)
    measure_structure(root, view, BY_NAME["bicycle"], picture)
    visible_share(root, view)
    assert etree.tostring(root) == before


def test_empty_view_fails_every_check():
    root, _ = parse(doc(BICYCLE))
    picture = picture_of(root, View(0, 0, 400, 300))
    report = measure_structure(root, View(0, 0, 0, 0), BY_NAME["bicycle"], picture)
    assert failing(report) == set(PAIR_CHECKS)


@pytest.mark.parametrize(
    ("svg", "share"),
    [
        (doc(BICYCLE, PELICAN), 1.0),
        (doc(disc(0, 150, 60)), 0.5),
        (doc(disc(0, 0, 60)), 0.25),
        (doc('<rect width="400" height="300" fill="#bdf"/>', disc(0, 150, 60)), 0.5),
        (doc('<rect x="-300" width="1000" height="300" fill="#bdf"/>', egg(200, 150, 50, 40)), 1.0),
        (doc(disc(100, 100, 20), disc(500, 100, 20)), 0.5),
        (doc(disc(600, 100, 20)), 0.0),
        (doc(), None),
        (doc(disc(100, 100, 20, "none")), None),
    ],
)
def test_visible_share(svg: str, share: float | None):
    root, view = parse(svg)
    assert visible_share(root, view) == (share if share is None else pytest.approx(share, abs=0.04))


@pytest.mark.parametrize("outside", [45, 48, 49, 51, 52, 53, 55, 60])
@pytest.mark.parametrize("size", [100, 10])
def test_visible_share_near_its_bound_is_on_the_right_side_of_it(outside: int, size: int):
    rect = f'x="100" y="{-size * outside / 100}" width="{size}" height="{size}"'
    root, view = parse(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400"><rect {rect}/></svg>'
    )

    share = visible_share(root, view)

    assert share is not None
    assert (share < RULES.gate.board.visible_share) == (outside > 50)
    assert share == pytest.approx(1 - outside / 100, abs=0.01 if size == 100 else 0.05)


def test_many_circles_take_bounded_work():
    """A grid of 3,000 equal circles: at most so many are looked at, and none is a wheel."""
    grid = "".join(disc(7 * (i % 55) + 8, 5.4 * (i // 55) + 4, 2.6) for i in range(3_000))
    root, view = parse(doc(grid))
    identity = Identity(root, view)
    report = measure_structure(root, view, BY_NAME["bicycle"], picture_of(root, view), identity)
    assert len(identity.tags) == 3_000
    assert "wheel_count" in failing(report)


@pytest.mark.skipif(CORPUS is None, reason="the corpus of real drawings is not beside the checkout")
def test_real_drawings_agree_with_the_labels_made_by_eye():
    """Wheel pairs and riders of real drawings: at most two of either are missed or made up."""
    assert CORPUS is not None
    wheels_off, riders_off = [], []
    with LABELS.open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["wheels"] != "unclear"]
    for row in rows:
        text = (CORPUS / row["file"]).read_text(encoding="utf-8", errors="replace")
        report = _measure_leniently(text, row["vehicle"])
        if report is None:
            continue
        if (len(report.wheels) >= 2) != (row["wheels"] == "yes"):
            wheels_off.append(row["file"])
        rider = report.checks["rider_present"].passed
        if row["rider"] != "unclear" and rider != (row["rider"] == "yes"):
            riders_off.append(row["file"])
    assert len(wheels_off) <= 2, wheels_off
    assert len(riders_off) <= 2, riders_off


def _measure_leniently(text: str, vehicle: str) -> StructureReport | None:
    """Measure a file as it came: its namespace may be missing, its XML a little broken."""
    if "xmlns=" not in text:
        text = text.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)
    parser = etree.XMLParser(recover=True, remove_comments=True, remove_pis=True)
    root = etree.fromstring(text.encode(), parser)
    view = declared_view(root)
    if view is None:
        return None
    return measure_structure(root, view, BY_NAME[vehicle], picture_of(root, view))

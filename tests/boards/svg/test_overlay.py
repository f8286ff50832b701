"""The overlay: one SVG in the drawing's units, of classes alone, safe whatever the report holds."""

from __future__ import annotations

import math
import re

import pytest
from lxml import etree

from boards.svg.overlay import LABELS, overlay_svg
from boards.svg.structure_report import Check, FrameBins, Rider, StructureReport, Wheel
from tests.boards.svg.drawings import measure
from tests.boards.svg.structure_cases.case import BICYCLE, PELICAN, doc, group

CHECK = Check(passed=True, value=1.0, low=0.0, high=None, bound="")
REPORT = StructureReport(
    checks={"wheel_count": CHECK},
    wheels=(Wheel(70, 220, 58), Wheel(228, 245, 32)),
    rider=Rider(98, 50, 102, 120, 150, 110, 9000),
    frame=FrameBins(70, 220, 228, 245, (True,) * 8 + (False,) * 2),
    view=(0, 0, 300, 300),
)


def overlay(report=REPORT, labels=LABELS):
    return etree.fromstring(overlay_svg(report.as_dict(), labels))


def classes(tree):
    return {name for element in tree.iter() for name in (element.get("class") or "").split()}


def texts(tree):
    return [element.text for element in tree.iter("text")]


def with_(**changes):
    return StructureReport(**{**vars(REPORT), **changes})


def test_it_lies_over_the_drawing_s_view():
    moved = with_(view=(-50, 10, 600, 400))
    assert overlay(moved).get("viewBox") == "-50 10 600 400"


def test_it_says_what_was_measured():
    assert texts(overlay()) == [
        "rider",
        "frame 8/10",
        "hubs 160 apart",
        "25 off level",
        "r 58",
        "r 32",
    ]


def test_only_classes_of_the_style_sheet():
    tree = overlay()
    assert classes(tree) == {"ov", "ov-halo", "ov-thin", "ov-dash", "ov-wash", "ov-bin", "ov-lab"}
    assert "style" not in {name for element in tree.iter() for name in element.attrib}


def test_filled_and_empty_bins_differ():
    bins = [rect for rect in overlay().iter("rect") if rect.get("height") == "4"]
    assert [rect.get("class") for rect in bins] == ["ov-bin"] * 8 + ["ov ov-thin"] * 2


def test_level_hubs_have_no_offset():
    level = with_(wheels=(Wheel(70, 220, 50), Wheel(228, 221, 50)))
    assert not any("level" in text for text in texts(overlay(level)))


def test_nothing_found_is_an_empty_overlay():
    tree = overlay(with_(wheels=(), rider=None, frame=None))
    assert texts(tree) == []
    assert list(tree.iter("circle")) == []


def test_small_wheels_carry_no_label():
    tiny = with_(wheels=(Wheel(100, 200, 5), Wheel(200, 200, 5)))
    assert not any(text.startswith("r ") for text in texts(overlay(tiny)))


def test_an_empty_view_has_no_overlay():
    assert overlay_svg(with_(view=(0, 0, 0, 0)).as_dict()) == ""


@pytest.mark.parametrize("scale", [0.05, 1, 40])
def test_letters_and_lines_grow_with_the_drawing(scale: float):
    """The same drawing in other units has the same overlay in its own, scaled group."""
    size = (400 * scale, 300 * scale)
    svg = overlay_svg(
        measure(doc(group(f'transform="scale({scale})"', BICYCLE, PELICAN), size=size)).as_dict()
    )
    group_scale = re.search(r"scale\(([\d.e+-]+)\)", svg)
    assert group_scale
    assert float(group_scale[1]) == pytest.approx(scale * 400 / 300, rel=1e-3)
    hub = etree.fromstring(svg).find(".//circle[@class='ov']")
    assert hub is not None
    assert float(hub.get("cx", "0")) == pytest.approx(110 * 300 / 400, abs=1.5)


def test_labels_stay_on_the_canvas():
    corner = with_(
        wheels=(Wheel(5, 295, 50), Wheel(295, 295, 50)), rider=Rider(290, 0, 40, 20, 300, 10, 800)
    )
    for text in overlay(corner).iter("text"):
        assert 0 <= float(text.get("x", "-1")) <= 300
        assert 0 <= float(text.get("y", "-1")) <= 300


def test_translated_labels_are_escaped():
    labels = {**LABELS, "rider": "<骑手> & “x”", "title": 'a "quoted" title'}
    svg = overlay_svg(REPORT.as_dict(), labels)
    assert "&lt;骑手&gt; &amp; “x”" in svg
    assert etree.fromstring(svg).get("aria-label") == 'a "quoted" title'


def test_numbers_that_are_none_do_no_harm():
    odd = with_(wheels=(Wheel(math.nan, math.inf, 1e9), Wheel(1e-12, -0.0, 3)))
    svg = overlay_svg(odd.as_dict())
    assert "nan" not in svg.split(">r ")[0]
    assert "inf" not in re.sub(r"<text.*?</text>", "", svg)
    etree.fromstring(svg)


def test_text_in_a_number_s_place_is_refused():
    data = REPORT.as_dict()
    data["wheels"][0]["cx"] = '"><script>'
    with pytest.raises(TypeError):
        overlay_svg(data)

"""The gate's arithmetic, profile by profile."""

from __future__ import annotations

from dataclasses import replace

import pytest

from boards.catalogue import get_task
from boards.svg.gate import gate
from boards.svg.report import Fault, Finding, Measurements
from boards.svg.words import CODES

TASK = get_task("pelican_bicycle")
GOOD = Measurements(
    bytes=5_000,
    elements=60,
    drawables=40,
    text_shown="",
    text_share=None,
    ink_share=0.3,
    visible_share=1.0,
    pixels=256,
)
PICTURE = (Finding("<image>", 3),)
LINK = (Finding("href=“https://example.com/a”", 4),)


def codes(profile, **changes):
    return gate(replace(GOOD, **changes), profile, TASK).codes


def fault(kind, message="nothing_found"):
    return {"fault": Fault(kind, message)}


CASES = [
    ({}, (), ()),
    (fault("missing"), ("no_svg",), ("no_svg_in_response",)),
    (fault("encoding"), ("no_svg",), ("unparseable",)),
    (fault("too_long"), ("too_many_elements",), ("unparseable",)),
    (fault("truncated"), ("truncated",), ("truncated_svg",)),
    (fault("unparseable"), ("no_svg",), ("unparseable",)),
    (fault("hardening"), ("no_svg",), ("unparseable",)),
    (fault("render"), ("no_svg",), ("render_failed",)),
    (fault("too_many_elements"), ("too_many_elements",), ("too_many_elements",)),
    (fault("too_many_elements", "source_too_long"), ("too_many_elements",), ("unparseable",)),
    ({"rasters": PICTURE}, ("embedded_raster",), ("embedded_raster",)),
    ({"external": LINK}, ("external_ref",), ("external_reference",)),
    ({"forbidden": (Finding("<script>", 1),)}, (), ("forbidden_element",)),
    ({"text_shown": "A pelican"}, ("text_label",), ("text_label",)),
    ({"text_shown": "A bird"}, (), ("text_label",)),
    ({"text_shown": "x" * 40}, (), ()),
    ({"text_shown": "x" * 41}, (), ("text_heavy",)),
    ({"text_shown": "x", "text_share": 0.2}, (), ()),
    ({"text_shown": "x", "text_share": 0.201}, ("text_label",), ()),
    ({"ink_share": 0.005}, (), ("content_off_canvas",)),
    ({"ink_share": 0.0049}, ("blank",), ("content_off_canvas",)),
    ({"ink_share": 0.0049, "drawables": 2}, ("blank",), ("blank_canvas", "too_few_elements")),
    ({"ink_share": 0.015}, (), ()),
    ({"ink_share": 0.0, "moves": True}, ("blank",), ("content_off_canvas",)),
    ({"ink_share": 0.0, "moves": True, "unresolved": True}, (), ()),
    ({"visible_share": 0.5}, (), ()),
    ({"visible_share": 0.49}, ("off_canvas",), ()),
    ({"visible_share": None}, (), ()),
    ({"drawables": 2}, (), ("too_few_elements",)),
    ({"elements": 5_000}, (), ()),
    ({"elements": 5_001}, (), ("too_many_elements",)),
    ({"bytes": 200_000}, (), ()),
    ({"bytes": 200_001}, (), ("unparseable",)),
]


@pytest.mark.parametrize(("changes", "board", "environment"), CASES)
def test_codes_of_both_profiles(changes, board, environment):
    assert codes("board", **changes) == board
    assert codes("environment", **changes) == environment


def test_all_violations_are_reported_once_in_table_order():
    everything = {
        "rasters": PICTURE * 2,
        "external": LINK,
        "text_shown": "pelican " * 9,
        "text_share": 0.9,
        "ink_share": 0.001,
        "visible_share": 0.1,
        "forbidden": (Finding("<script>", 1),),
        "drawables": 1,
        "elements": 6_000,
    }

    assert codes("board", **everything) == (
        "embedded_raster",
        "text_label",
        "external_ref",
        "blank",
        "off_canvas",
    )
    assert codes("environment", **everything) == (
        "embedded_raster",
        "text_label",
        "text_heavy",
        "external_reference",
        "blank_canvas",
        "too_many_elements",
        "too_few_elements",
        "forbidden_element",
    )


def test_another_task_forbids_other_words():
    seen = replace(GOOD, text_shown="Bicycle")

    assert gate(seen, "board", TASK).codes == ("text_label",)
    assert gate(seen, "board", get_task("pelican_unicycle")).codes == ()


def test_a_violation_speaks_in_words():
    (violation,) = gate(replace(GOOD, rasters=PICTURE * 3), "board", TASK).violations

    assert violation.detail == ("The drawing embeds pictures in 3 places, first <image> on line 3.")
    assert violation.message % violation.params == violation.detail


def test_shares_and_counts_read_well():
    (blank,) = gate(replace(GOOD, ink_share=0.00123), "board", TASK).violations
    (cut_off,) = gate(
        replace(GOOD, fault=Fault("truncated", "cut_off", {"tag": "g", "byte": 18_204, "line": 7})),
        "board",
        TASK,
    ).violations

    assert "0.12 % of it" in blank.detail
    assert "0.5 % is needed" in blank.detail
    assert "byte 18,204, line 7" in cut_off.detail


def test_every_code_has_a_label():
    met = {code for _, board, environment in CASES for code in (*board, *environment)}

    assert met == set(CODES)


def test_measurements_survive_json():
    import json
    from dataclasses import asdict

    seen = replace(GOOD, rasters=PICTURE, fault=Fault("missing", "empty_reply"))

    assert Measurements.from_dict(json.loads(json.dumps(asdict(seen)))) == seen

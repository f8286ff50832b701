"""The page of one drawing."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client

from boards.models import Sample
from tests.factories.boards import ConditionFactory, SampleFactory
from tests.site.conftest import Colony
from tests.site.html import html_of

pytestmark = pytest.mark.django_db


def _check(
    passed: bool, value: float | None, low: float | None, high: float | None
) -> dict[str, Any]:
    return {"passed": passed, "value": value, "low": low, "high": high, "bound": "in English"}


STRUCTURE: dict[str, Any] = {
    "score": 0.7143,
    "checks": {
        "wheel_count": _check(True, 2.0, 2, 2),
        "wheels_similar_size": _check(False, 0.55, 0.65, None),
        "wheels_level": _check(False, None, None, 0.5),
        "wheels_apart": _check(True, 3.6, 1.8, 8.0),
        "frame_spans_wheels": _check(True, 10.0, 8, None),
        "rider_present": _check(True, 2.7, 0.8, None),
        "rider_proportionate": _check(True, 0.98, 0.25, 1.7),
    },
    "wheels": [{"cx": 70, "cy": 220, "r": 58}, {"cx": 228, "cy": 245, "r": 32}],
    "rider": {"x": 98, "y": 50, "width": 102, "height": 120, "cx": 150, "cy": 110, "area": 9000},
    "frame": {"x1": 70, "y1": 220, "x2": 228, "y2": 245, "filled": [True] * 10},
    "view": [0, 0, 400, 300],
}
MEASUREMENTS: dict[str, Any] = {
    "bytes": 5812,
    "elements": 14,
    "drawables": 9,
    "ink_share": 0.31,
    "visible_share": 1.0,
    "text_share": None,
    "text_shown": "",
    "rasters": [],
    "external": [],
}


def _page(client: Client, sample: Sample, prefix: str = "") -> str:
    response = client.get(f"{prefix}/samples/{sample.pk}/")
    assert response.status_code == HTTPStatus.OK
    return html_of(response)


def test_a_drawing_is_shown_as_an_image_only(client: Client, colony: Colony):
    page = _page(client, colony.passed)
    assert f'<img src="/drawings/{colony.passed.pk}.svg"' in page
    assert 'viewBox="0 0 400 300"><g fill="none"' not in page


def test_the_seven_checks_stand_with_value_and_bound(client: Client):
    sample = SampleFactory.create(structure=STRUCTURE, structure_score=5 / 7)
    page = _page(client, sample)
    assert "7 checks, 5 passed" in page
    for code in STRUCTURE["checks"]:
        assert code in page
    assert "<b>0.55</b><span>needs ≥ 0.65</span>" in page
    assert "<b>3.6</b><span>within 1.8–8 radii</span>" in page
    assert "<b>10</b><span>needs ≥ 8 of 10</span>" in page
    assert "nothing to measure" in page
    assert "Structure 5 ÷ 7 = 0.71" in page


def test_the_overlay_lies_over_the_drawing(client: Client):
    page = _page(client, SampleFactory.create(structure=STRUCTURE, structure_score=5 / 7))
    assert '<svg viewBox="0 0 400 300" role="img" aria-label="What the checks saw">' in page
    assert "hubs 160 apart" in page
    assert "frame 10/10" in page
    assert 'class="ghost"' in page


def test_a_check_may_fail_inside_its_bounds_and_says_so(client: Client):
    checks = {
        "rider_present": _check(False, 2.7, 0.8, None),
        "wheels_apart": _check(False, 2, 1, 3),
    }
    sample = SampleFactory.create(structure={**STRUCTURE, "checks": checks}, structure_score=0)
    page = _page(client, sample)
    assert "high enough, but too small, too large or not between the wheels" in page
    assert "inside its bounds, but failed for another reason" in page


@pytest.mark.parametrize("structure", [{}, {"checks": {}}, {"checks": {"wheel_count": 1}}])
def test_a_report_of_another_version_loses_the_rows_and_not_the_page(client: Client, structure):
    sample = SampleFactory.create(structure=structure, structure_score=0.5)
    page = _page(client, sample)
    assert "checkrow" not in page
    assert 'class="ghost"' not in page


def test_the_gate_speaks_in_words(client: Client):
    gate = {
        "passed": False,
        "violations": [
            {
                "code": "text_label",
                "message": "Text in the picture says “%(term)s”, which names the answer.",
                "params": {"term": "bicycle"},
            },
            {
                "code": "off_canvas",
                "message": "Only %(share)s of what is drawn lies inside the canvas; "
                "%(bound)s is needed.",
                "params": {"share": 0.1, "bound": 0.5},
            },
        ],
        "measurements": MEASUREMENTS,
    }
    page = _page(client, SampleFactory.create(gate_passed=False, gate=gate))
    assert "Text in the picture says “bicycle”, which names the answer." in page
    assert "Only 10\u202f% of what is drawn lies inside the canvas; 50\u202f% is needed." in page
    assert "rejected drawings are shown, never scored" in page


def test_measurements_stand_beside_their_thresholds(client: Client):
    gate = {"passed": True, "violations": [], "measurements": MEASUREMENTS}
    page = _page(client, SampleFactory.create(gate=gate))
    assert "14 elements, 5,812 bytes, 31\u202f% of the canvas inked." in page
    assert "at most 524,288" in page
    assert "at least 0.5\u202f%" in page
    assert "not measured" in page


def test_unknown_receipts_say_that_they_are_unknown(client: Client):
    page = _page(client, SampleFactory.create(receipts={}, duration_ms=None))
    assert page.count("unavailable: the provider reports none") == 2
    assert "unavailable: not recorded" in page
    imported = SampleFactory.create(
        slot__condition=ConditionFactory.create(source="a folder", prompt=""), receipts={}
    )
    assert "unavailable: the import does not state it" in _page(client, imported)


def test_known_receipts_are_shown_and_zero_is_zero(client: Client):
    receipts = {"input_tokens": 12, "output_tokens": 0, "reasoning_tokens": 0, "cost_usd": 0.004}
    page = _page(client, SampleFactory.create(receipts=receipts))
    assert "12 in, 0 out" in page
    assert "$0.004" in page


def test_a_drawing_leads_to_its_siblings_before_and_after(client: Client, colony: Colony):
    page = _page(client, colony.passed)
    assert "All 2 of this variant" in page
    assert f'rel="next" href="/samples/{colony.rejected.pk}/"' in page
    assert 'rel="prev"' not in page
    assert f'rel="prev" href="/samples/{colony.passed.pk}/"' in _page(client, colony.rejected)


def test_the_source_is_text(client: Client):
    svg = '<svg xmlns="http://www.w3.org/2000/svg">\n<text>&lt;script>alert(1)</text>\n</svg>'
    page = _page(client, SampleFactory.create(svg=svg))
    assert "&lt;text&gt;&amp;lt;script&gt;alert(1)&lt;/text&gt;" in page
    assert "All 3 lines" in page


def test_a_very_long_source_is_a_download_only(client: Client):
    svg = "<svg>" + "<g/>\n" * 40_000 + "</svg>"
    page = _page(client, SampleFactory.create(svg=svg))
    assert len(page) < 60_000
    assert "too long to be shown here" in page


def test_hostile_text_is_text(client: Client):
    hostile = '"><script>alert(1)</script>'
    sample = SampleFactory.create(
        slot__variant__version__name=hostile,
        slot__variant__effort=hostile[:40],
        slot__variant__slug="a",
        slot__condition=ConditionFactory.create(source=hostile, prompt=hostile),
        slot__run__source=hostile,
        gate={
            "violations": [{"code": hostile, "message": "%(x)s", "params": {"x": hostile}}],
            "measurements": {**MEASUREMENTS, "text_shown": hostile},
        },
        removals=[{"kind": "attribute", "name": hostile, "count": 1}],
        normalisations=[hostile],
        flags=[hostile],
        gate_passed=False,
    )
    assert "<script>alert" not in _page(client, sample)


def test_a_withdrawn_drawing_has_a_page_that_says_so(client: Client, colony: Colony):
    Sample.objects.filter(pk=colony.passed.pk).update(state=Sample.State.WITHDRAWN)
    response = client.get(f"/samples/{colony.passed.pk}/")
    assert response.status_code == HTTPStatus.GONE
    page = html_of(response)
    assert "This drawing was withdrawn." in page
    assert f"/drawings/{colony.passed.pk}" not in page


def test_a_share_of_the_page_has_a_picture(client: Client, colony: Colony):
    page = _page(client, colony.passed)
    address = f"http://testserver/drawings/{colony.passed.pk}.png"
    assert f'<meta property="og:image" content="{address}">' in page
    assert "og:image" not in _page(client, colony.rejected)


def test_the_number_of_queries_is_fixed(
    client: Client, colony: Colony, django_assert_max_num_queries
):
    with django_assert_max_num_queries(9):
        _page(client, colony.passed)

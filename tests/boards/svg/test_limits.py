"""Hardening limits, and what stays below them."""

from __future__ import annotations

import pytest

from boards.catalogue import get_task
from boards.svg.limits import path_segments
from boards.svg.measure import measure
from pelican.rules import RULES

TASK = get_task("pelican_bicycle")
LIMITS = RULES.hardening
SVG = 'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"'
RECT = '<rect width="50" height="50" fill="red"/>'


def fault(inside, attributes=""):
    found = measure(f"<svg {SVG}{attributes}>{inside}</svg>", TASK).measurements.fault
    return None if found is None else found.message


def nested(levels, inside=RECT):
    return "<g>" * levels + inside + "</g>" * levels


def chain(length, kind="use"):
    """Groups that use one another, so that the drawn depth grows and the source stays flat."""
    links = "".join(f'<g id="a{i}"><use href="#a{i + 1}"/></g>' for i in range(length))
    return f'<defs>{links}<g id="a{length}">{RECT}</g></defs><use href="#a0"/>'


def turbulence(octaves):
    return (
        f'<filter id="f"><feTurbulence baseFrequency=".1" numOctaves="{octaves}"/></filter>'
        f'<rect width="9" height="9" filter="url(#f)"/>'
    )


def blurs(users, steps=1):
    step = '<feGaussianBlur stdDeviation="3"/>' * steps
    user = '<g filter="url(#f)"><rect width="9" height="9"/></g>' * users
    return f'<filter id="f" width="1" height="1">{step}</filter>{user}'


def dilated(radius):
    return (
        f'<filter id="f"><feMorphology operator="dilate" radius="{radius}"/></filter>'
        f'<g filter="url(#f)">{RECT}</g>'
    )


ACCEPTED = [
    pytest.param(nested(LIMITS.depth - 2), id="depth"),
    pytest.param(chain(30), id="a chain of uses"),
    pytest.param('<g id="a"><use href="#a"/></g>' + RECT, id="a cycle draws nothing"),
    pytest.param(f'<g id="a">{RECT}</g>' + '<use href="#a"/>' * 500, id="many uses"),
    pytest.param(f'<path d="M0 0{"h1" * 9_000}"/>{RECT}', id="a long path"),
    pytest.param('<rect width="1e6" height="1e6" fill="red"/><circle r="9"/>', id="a large shape"),
    pytest.param('<rect width="9" height="9" fill="#1e9999"/>' + RECT, id="a colour with an e"),
    pytest.param('<rect id="a1e999" class="b1e999" width="9" height="9"/>' + RECT, id="an id"),
    pytest.param('<path d="M0.12345678901234 1e-99L5 5"/>' + RECT, id="many digits"),
    pytest.param(turbulence(LIMITS.turbulence_octaves), id="turbulence"),
    pytest.param(blurs(40), id="blurs"),
    pytest.param(dilated(3), id="a thin outline"),
    pytest.param("<style>.a{fill:red}</style>" + RECT * 99, id="a style sheet"),
]


@pytest.mark.parametrize("inside", ACCEPTED)
def test_what_drawings_do_is_accepted(inside):
    assert fault(inside) is None


REFUSED = [
    pytest.param(nested(LIMITS.depth), "too_deep", id="depth"),
    pytest.param(nested(20_000), "deeper_than_parsed", id="great depth"),
    pytest.param(chain(200), "deeper_than_parsed", id="a chain of uses"),
    pytest.param(
        "".join(f'<g id="a{i}">' + f'<use href="#a{i + 1}"/>' * 10 + "</g>" for i in range(6))
        + f'<g id="a6">{RECT}</g>',
        "expands_too_far",
        id="uses of uses",
    ),
    pytest.param(
        "".join(
            f'<pattern id="p{i}" width="1" height="1">'
            + f'<rect width="1" height="1" fill="url(#p{i + 1})"/>' * 10
            + "</pattern>"
            for i in range(5)
        )
        + '<pattern id="p5" width="1" height="1"><rect/></pattern><rect fill="url(#p0)"/>',
        "expands_too_far",
        id="patterns in patterns",
    ),
    pytest.param(
        "".join(
            f'<mask id="m{i}">' + f'<rect style="mask:url(#m{i + 1})"/>' * 10 + "</mask>"
            for i in range(5)
        )
        + '<mask id="m5"><rect/></mask><rect mask="url(#m0)"/>',
        "expands_too_far",
        id="masks in masks",
    ),
    pytest.param(
        f'<marker id="k">{RECT * 10}</marker><path marker-mid="url(#k)" d="M0 0{"h1" * 5_000}"/>',
        "expands_too_far",
        id="markers on a long path",
    ),
    pytest.param(f'<path d="M0 0{"h1" * 11_000}"/>', "path_too_long", id="a path"),
    pytest.param(f'<path d="M0 0L{"1 1 " * 11_000}"/>', "path_too_long", id="an implicit path"),
    pytest.param(f'<polygon points="{"1 1 " * 11_000}"/>', "path_too_long", id="a polygon"),
    pytest.param('<circle r="1e160"/>', "number_too_large", id="a huge number"),
    pytest.param('<path d="M0 0L1e999 5"/>', "number_too_large", id="an infinite number"),
    pytest.param('<g transform="scale(99999999999)"/>', "number_too_large", id="a huge factor"),
    pytest.param('<rect style="stroke-width:1e30px"/>', "number_too_large", id="a huge style"),
    pytest.param("<style>rect{stroke-width:1e30px}</style>", "number_too_large", id="a huge sheet"),
    pytest.param(f"<text>{'x' * 10_001}</text>", "text_too_long", id="text"),
    pytest.param(
        f"<style>{'.a,.b{fill:red}' * 200}</style>{RECT * 600}", "css_too_heavy", id="style sheet"
    ),
    pytest.param(
        "<g " + " ".join(f'a{i}=""' for i in range(600)) + "/>",
        "too_many_attributes",
        id="attributes",
    ),
    pytest.param(f"<style>{'a{b:c}' * 17_000}</style>", "css_too_long", id="a long style sheet"),
    pytest.param(f"<g style='{'fill:rgb(1/1);' * 9_000}'/>", "css_too_long", id="a long style"),
    pytest.param(turbulence(11), "turbulence_too_fine", id="octaves"),
    pytest.param(blurs(1, steps=65), "too_many_filter_steps", id="filter steps"),
    pytest.param(blurs(20, steps=10), "filters_too_heavy", id="filters"),
    pytest.param(dilated(40), "filters_too_heavy", id="dilation"),
    pytest.param(RECT * 10_000, "too_many_elements", id="elements"),
    pytest.param(f"<!--{' ' * 524_288}-->", "source_too_long", id="bytes"),
]


@pytest.mark.parametrize(("inside", "message"), REFUSED)
def test_what_would_take_too_long_is_refused(inside, message):
    assert fault(inside) == message


@pytest.mark.parametrize(
    ("data", "segments"),
    [
        ("M0 0L1 1", 2),
        ("M0 0 1 1 2 2", 3),
        ("m0,0h1v1z", 4),
        ("M0 0C1 1 2 2 3 3 4 4 5 5 6 6", 3),
        ("M0 0a1 1 0 0 1 5 5", 2),
        ("0,0 1,1 2,2", 3),
        ("M1e5 1e-5l1e2 3", 2),
        ("", 0),
    ],
)
def test_segments_are_counted(data, segments):
    assert path_segments(data) == segments

"""The identity render: what is painted is a leaf, where resvg paints it; what is not is none."""

from __future__ import annotations

import numpy as np
import pytest

from boards.svg.identity import Identity
from boards.svg.regions import NOTHING
from boards.svg.rewrite import stretch_of
from boards.svg.view import View
from tests.boards.svg.drawings import identity_of
from tests.boards.svg.structure_cases.case import doc

AREA = 40_000
SQUARE = (100, 100)


def leaves_at(svg: str, *points: tuple[float, float]) -> list[int]:
    """The leaf number at each point of a 100 × 100 drawing."""
    labels = identity_of(svg).labels(AREA)
    height, width = labels.shape
    return [int(labels[int(y / 100 * height), int(x / 100 * width)]) for x, y in points]


def shown(svg: str) -> set[int]:
    return {int(leaf) for leaf in np.unique(identity_of(svg).labels(AREA))} - {NOTHING}


def square(markup: str) -> str:
    return doc(markup, size=SQUARE)


def rect(attributes: str = "") -> str:
    return f'<rect width="50" height="50" {attributes}/>'


CURRENT = 'fill="currentColor"'
INHERIT = 'fill="inherit"'
VISIBLE = 'visibility="visible"'
FAINT = 'opacity="0.3"'

PAINTED = {
    "default black": rect(),
    "a colour name": rect('fill="red"'),
    "an unreadable colour is black": rect('fill="nonsense"'),
    "stroke alone": rect('fill="none" stroke="red" stroke-width="60"'),
    "current colour": f'<g color="red">{rect(CURRENT)}</g>',
    "inherited": f'<g fill="red">{rect(INHERIT)}</g>',
    "white": rect('fill="#fff"'),
    "gradient": '<linearGradient id="g"><stop/></linearGradient>' + rect('fill="url(#g)"'),
    "gradient by reference": '<linearGradient id="a"><stop/></linearGradient>'
    '<radialGradient id="g" href="#a"/>' + rect('fill="url(#g)"'),
    "fallback of a missing gradient": rect('fill="url(#no) red"'),
    "pattern": '<pattern id="p" width="1" height="1"><rect width="99" height="99"/></pattern>'
    + rect('fill="url(#p)"'),
    "pattern by reference": '<pattern id="a" width="1" height="1"><rect width="99" height="99"/>'
    '</pattern><pattern id="p" href="#a"/>' + rect('fill="url(#p)"'),
    "class over attribute": "<style>.a{fill:red}</style>" + rect('class="a" fill="none"'),
    "id over class": "<style>#a{fill:red} .a{fill:none}</style>" + rect('id="a" class="a"'),
    "inline over class": "<style>.a{fill:none}</style>" + rect('class="a" style="fill: red"'),
    "important over inline": "<style>.a{fill:red!important}</style>"
    + rect('class="a" style="fill:none"'),
    "visible in hidden": f'<g visibility="hidden">{rect(VISIBLE)}</g>',
    "half transparent groups": f'<g opacity="0.6"><g opacity="0.9">{rect()}</g></g>',
    "behind a filter": '<filter id="f"><feGaussianBlur stdDeviation="9"/></filter>'
    + rect('filter="url(#f)"'),
    "marker": '<marker id="m" markerUnits="userSpaceOnUse" markerWidth="99" markerHeight="99">'
    '<rect width="50" height="50"/></marker><path d="M0 0L0 .1" marker-start="url(#m)"/>',
    "marker by style": '<marker id="m" markerUnits="userSpaceOnUse" markerWidth="99" '
    'markerHeight="99"><rect width="50" height="50"/></marker>'
    '<path d="M0 0L0 .1" style="marker:url(#m)"/>',
    "use": f"<defs><g id='u'>{rect()}</g></defs><use href='#u'/>",
    "use of what is shown": '<rect id="u" width="5" height="5"/>'
    '<use href="#u" transform="scale(10)"/>',
    "use keeps the sheet's rules by id": "<style>#u{fill:red}</style><defs>"
    + rect('id="u" fill="none"')
    + "</defs><use href='#u'/>",
    "symbol": f"<symbol id='u'>{rect()}</symbol><use href='#u' width='100' height='100'/>",
    "nested document": f"<svg width='100' height='100'>{rect()}</svg>",
    "text": '<text y="90" font-size="140" stroke="red" stroke-width="20">M</text>',
}


@pytest.mark.parametrize("way", PAINTED)
def test_painted(way: str):
    assert leaves_at(square(PAINTED[way]), (25, 25)) != [NOTHING]


UNPAINTED = {
    "none": rect('fill="none"'),
    "transparent": rect('fill="transparent"'),
    "alpha 0 in rgba": rect('fill="rgba(1,2,3,0)"'),
    "alpha 0 in hex": rect('fill="#12340000"') + rect('fill="#1230"'),
    "fill-opacity": rect('fill-opacity="0%"'),
    "opacities that multiply": f'<g opacity=".3">{rect(FAINT)}</g>',
    "display": rect('display="none"'),
    "visibility": rect('visibility="hidden"'),
    "class": "<style>.a{opacity:0}</style>" + rect('class="a"'),
    "unknown selectors are skipped": "<style>rect:nth-child(2){fill:red}</style>"
    + rect('fill="none"'),
    "missing gradient": rect('fill="url(#no)"'),
    "gradient without stops": '<linearGradient id="g"/>' + rect('fill="url(#g)"'),
    "clear gradient": '<linearGradient id="g"><stop stop-opacity="0"/></linearGradient>'
    + rect('fill="url(#g)"'),
    "empty clip": '<clipPath id="c"/>' + rect('clip-path="url(#c)"'),
    "black mask": '<mask id="m"><rect width="99" height="99"/></mask>' + rect('mask="url(#m)"'),
    "defs": f"<defs>{rect()}</defs>",
    "unused symbol": f"<symbol>{rect()}</symbol>",
    "unused marker": f"<marker>{rect()}</marker>",
    "use of itself": "<g id='u'><use href='#u'/></g>",
    "uses of each other": "<g id='u'><use href='#v'/></g><g id='v'><use href='#u'/></g>",
    "pattern of itself": '<pattern id="p" width="1" height="1">'
    '<rect width="9" height="9" fill="url(#p)"/></pattern>' + rect('fill="url(#p)"'),
    "no stroke width": rect('fill="none" stroke="red" stroke-width="0"'),
}


@pytest.mark.parametrize("way", UNPAINTED)
def test_not_painted(way: str):
    assert shown(square(UNPAINTED[way])) == set()


def test_leaves_are_numbered_in_the_order_of_painting():
    svg = square('<rect width="60" height="60"/><rect x="30" width="60" height="60" fill="red"/>')
    assert leaves_at(svg, (10, 10), (45, 10), (80, 10), (10, 90)) == [0, 1, 1, NOTHING]


def test_what_is_covered_does_not_show():
    svg = square('<circle cx="30" cy="30" r="9"/><rect width="60" height="60" fill="#fff"/>')
    assert shown(svg) == {1}


def test_each_use_is_a_leaf_of_its_own():
    uses = (
        '<defs><circle id="w" r="9"/></defs>'
        '<use href="#w" x="20" y="20"/><use href="#w" x="70" y="20"/>'
    )
    first, second = leaves_at(square(uses), (20, 20), (70, 20))
    assert NOTHING not in (first, second)
    assert first != second


def test_the_parts_of_each_use_are_leaves_of_their_own():
    wheel = '<g id="w"><circle r="15"/><circle r="5" fill="red"/></g>'
    svg = square(
        f'<defs>{wheel}</defs><use href="#w" x="20" y="20"/><use href="#w" x="70" y="20"/>'
    )
    assert len(set(leaves_at(svg, (20, 20), (30, 20), (70, 20), (80, 20)))) == 4


def test_a_pattern_is_its_shape_s_leaf():
    svg = square(
        '<pattern id="p" width="20" height="20" patternUnits="userSpaceOnUse">'
        '<circle cx="10" cy="10" r="8"/></pattern><rect width="100" height="100" fill="url(#p)"/>'
    )
    inside, between = leaves_at(svg, (30, 30), (40, 40))
    assert inside == 0
    assert between == NOTHING


def test_text_is_marked():
    identity = identity_of(square('<text y="50">a<tspan fill="red">b</tspan></text><rect/>'))
    assert identity.tags == ["text", "rect"]
    assert identity.texts.tolist() == [True, False]


def test_veils_do_not_hide():
    svg = square('<rect width="50" height="50"/><rect width="100" height="100" opacity="0.3"/>')
    identity = identity_of(svg)
    assert identity.veils.tolist() == [False, True]
    assert set(np.unique(identity.labels(AREA))) == {NOTHING, 0}
    assert set(np.unique(identity.veil_labels(AREA))) == {1}


def test_every_leaf_has_a_sharp_edge():
    """No pixel belongs to a leaf that is not there, whatever lies over what."""
    shapes = "".join(
        f'<circle cx="{(37 * i) % 100}" cy="{(61 * i) % 100}" r="{5 + i % 9}" fill="#12{i % 10}"/>'
        for i in range(300)
    )
    labels = identity_of(square(shapes)).labels(AREA)
    assert labels.max() == 299
    for leaf in range(250, 300):
        ys, xs = np.nonzero(labels == leaf)
        centre = ((61 * leaf) % 100, (37 * leaf) % 100)
        if ys.size:
            off = np.hypot(ys / 2 - centre[0], xs / 2 - centre[1])
            assert off.max() <= 5 + leaf % 9 + 1


def test_window_shows_another_region():
    identity = identity_of(
        square('<rect x="-40" width="30" height="30"/><circle cx="50%" cy="50" r="9"/>')
    )
    labels = identity.labels(AREA, View(-100, -100, 300, 300))
    height, width = labels.shape
    assert labels[int(height * 0.38), int(width * 0.25)] == 0
    assert labels[height // 2, width // 2] == 1


def test_window_of_a_stretched_view_keeps_its_shape():
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="400" height="100" '
        'preserveAspectRatio="none"><circle cx="50" cy="50" r="50"/></svg>'
    )
    identity = identity_of(svg)
    assert identity.view.stretch == pytest.approx(4)
    whole = identity.labels(AREA)
    same = identity.labels(AREA, identity.view)
    assert whole.shape == same.shape
    assert (whole == same).mean() > 0.99


def test_blended_colours_take_a_neighbour_s_leaf():
    svg = square(
        '<linearGradient id="g"><stop stop-color="#fff"/><stop offset="1" stop-color="#000"/>'
        '</linearGradient><mask id="m"><rect width="100" height="100" fill="url(#g)"/></mask>'
        '<rect width="100" height="100" fill="red"/>'
        '<rect width="100" height="100" fill="blue" mask="url(#m)"/>'
    )
    assert shown(svg) <= {0, 1}


def test_ten_thousand_leaves_have_ten_thousand_colours():
    rects = "".join(
        f'<rect x="{i % 100}" y="{i // 100}" width="1" height="1"/>' for i in range(10_000)
    )
    labels = identity_of(square(rects)).labels(AREA)
    assert len(np.unique(labels)) == 10_000


@pytest.mark.parametrize(
    "markup",
    [
        '<path d="M10.3 10.3H90" stroke="red" stroke-width="0.01"/>',
        '<g transform="scale(10)"><path d="M1.03 1.03H9" stroke="red" stroke-width="0.01"/></g>',
        '<path d="M10.3 10.3H90" style="stroke:red;stroke-width:.01px"/>',
        '<g stroke-width="0.01"><path d="M10.3 10.3H90" stroke="red"/></g>',
    ],
)
def test_a_stroke_thinner_than_a_pixel_is_whole_and_one_pixel_wide(markup: str):
    rows, columns = np.nonzero(identity_of(square(markup)).labels(AREA) == 0)
    assert len(columns) == pytest.approx(160, abs=4)
    assert len(np.unique(rows)) == 1


def test_a_stroke_of_no_width_stays_unpainted():
    assert shown(square('<path d="M10 10H90" stroke="red" stroke-width="0"/>')) == set()


@pytest.mark.parametrize(
    ("transform", "stretch"),
    [
        ("", 1),
        ("translate(3 4) rotate(30)", 1),
        ("scale(2)", 2),
        ("scale(2, 8)", 4),
        ("scale(-2) scale(.5)", 1),
        ("matrix(0 3 -3 0 9 9)", 3),
        ("skewX(20)", 1),
        ("nonsense", 1),
    ],
)
def test_stretch_of(transform: str, stretch: float):
    assert stretch_of(transform) == pytest.approx(stretch)


def test_identity_of_nothing_has_no_leaves():
    assert identity_of(square("")).tags == []
    assert isinstance(identity_of(square("")), Identity)

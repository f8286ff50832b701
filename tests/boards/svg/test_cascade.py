"""CSS made inline, as resvg applies it."""

from __future__ import annotations

import pytest
from lxml import etree

from boards.svg.cascade import format_style, href, inline_css, parse_style

SVG = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">'


@pytest.mark.parametrize(
    ("text", "style"),
    [
        (None, {}),
        ("", {}),
        ("fill:red", {"fill": "red"}),
        (" FILL : red ; ; stroke-width:2px; ", {"fill": "red", "stroke-width": "2px"}),
        ("fill:url(#a);stroke:rgb(1 2 3 / 50%)", {"fill": "url(#a)", "stroke": "rgb(1 2 3 / 50%)"}),
        ("fill:red;fill:blue", {"fill": "blue"}),
        ("fill:red!important;fill:blue", {"fill": "red"}),
        ("font-family:'a;b:c';fill:red", {"font-family": '"a;b:c"', "fill": "red"}),
        ("fill:/* ; */red", {"fill": "red"}),
        ("nonsense", {}),
    ],
)
def test_parse_style(text: str | None, style: dict[str, str]):
    assert parse_style(text) == style


def test_a_style_survives_writing_and_reading():
    style = {"fill": "url(#a)", "stroke-width": "3"}
    assert parse_style(format_style(style)) == style


def inlined(css: str, markup: str = '<g class="g"><rect id="a" class="b c" x="1"/></g>') -> str:
    """The style that one rectangle ends up with."""
    root = etree.fromstring(f"{SVG}<style>{css}</style>{markup}</svg>")
    inline_css(root)
    assert root.find(".//{*}style") is None
    return next(root.iter("{*}rect")).get("style") or ""


@pytest.mark.parametrize(
    ("css", "style"),
    [
        ("rect{fill:red}", "fill:red"),
        ("*{fill:red}", "fill:red"),
        ("#a{fill:red} .b{fill:blue}", "fill:red"),
        (".b{fill:red} .c{fill:blue}", "fill:blue"),
        (".b.c{fill:red} .c{fill:blue}", "fill:red"),
        ("#a{fill:red} rect{fill:blue!important}", "fill:blue"),
        (".g rect{fill:red}", "fill:red"),
        (".g > rect{fill:red} svg > rect{fill:blue}", "fill:red"),
        ("rect:first-child{fill:red}", "fill:red"),
        ("[x]{fill:red} [x='2']{fill:blue}", "fill:red"),
        ("rect:nth-child(1){fill:red}", ""),
        ("rect:not(.z){fill:red}", ""),
        ("g ~ rect{fill:red}", ""),
        ("rect:hover{fill:red}", ""),
        ("rect{{fill:red}", ""),
        ("/* rect{fill:blue} */ rect{fill:red}", "fill:red"),
        ("circle, rect{fill:red}", "fill:red"),
        ("", ""),
    ],
)
def test_rules_become_styles(css: str, style: str):
    assert inlined(css) == style


def test_own_style_wins_but_for_important_rules():
    markup = '<rect style="fill:green;stroke:green"/>'
    assert inlined("rect{fill:red;stroke:red!important}", markup) == "fill:green;stroke:red"


def test_without_sheets_nothing_changes():
    root = etree.fromstring(f'{SVG}<rect style="fill: red !important"/></svg>')
    before = etree.tostring(root)
    inline_css(root)
    assert etree.tostring(root) == before


@pytest.mark.parametrize(
    ("attributes", "target"),
    [
        ('href="#a"', "a"),
        ('xlink:href="#a"', "a"),
        ('href="#a" xlink:href="#b"', "a"),
        ('href=" #a "', "a"),
        ('href="file.svg#a"', None),
        ("", None),
    ],
)
def test_href(attributes: str, target: str | None):
    use = etree.fromstring(f"{SVG}<use {attributes}/></svg>")[0]
    assert href(use) == target

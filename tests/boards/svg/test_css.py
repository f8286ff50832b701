"""Style attributes: what is written plainly is read as a CSS parser reads it, only faster."""

from __future__ import annotations

import pytest

from boards.svg.cascade import parse_style
from boards.svg.css import clean_style, is_plain
from boards.svg.ledger import Ledger

COMMENT = "/**/"
"""Makes a parser read a style that would be read plainly."""


@pytest.mark.parametrize(
    "style",
    [
        "",
        " ; ;",
        "fill:red",
        "fill : red ;stroke:none; ",
        "FILL:red",
        "fill:rgb(1, 2, 3);stroke:rgba(1,2,3,.5)",
        "fill:url(#a);clip-path:url(#b)",
        "fill:url(#a) red",
        "fill:notacolour;stroke:blue",
        "fill:rgb(1 2 3)",
        "fill:",
        "fill",
        "fill red;stroke:blue",
        "unheard-of:1;fill:red",
        "-inkscape-stroke:none;fill:red",
        "--x:1;fill:red",
        "translate:10px;fill:red",
        "width:100px",
        "font-family:'Noto Sans', \"Open Sans\", serif;font-size:16px",
        "font-family:a'b c'd",
        "display:NONE",
        "opacity:50%;opacity:x",
        "-->fill:red;stroke:blue",
        "fill:red:blue",
    ],
)
def test_plain_style_is_cleaned_as_by_a_parser(style: str):
    assert is_plain(style)
    plainly, parsed = Ledger(), Ledger()

    kept = clean_style(style, plainly, 1)
    expected = clean_style(COMMENT + style, parsed, 1).removeprefix(COMMENT)

    assert parse_style(kept) == parse_style(expected)
    assert plainly.removals() == parsed.removals()


@pytest.mark.parametrize(
    "style",
    [
        "fill:red !important",
        "fill:xurl(#a)",
        "fill:-rgb(1,2,3)",
        "fill:url(http://x)",
        "fill:url('#a')",
        "fill:re\\64",
        "font-family:'data:image/png;base64,x'",
        "font-family:'a",
        "a{fill:red}",
        "fill:red/**/",
        "width:calc(1px)",
    ],
)
def test_other_style_is_left_to_the_parser(style: str):
    assert not is_plain(style)

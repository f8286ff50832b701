"""What a paint value lets through."""

from __future__ import annotations

import pytest
from lxml import etree

from boards.svg.paints import colour_alpha, gradient_alpha, number, url_target


@pytest.mark.parametrize(
    ("value", "alpha"),
    [
        ("none", 0),
        ("transparent", 0),
        ("red", 1),
        ("#abc", 1),
        ("#abcf", 1),
        ("#abc0", 0),
        ("#aabbcc80", 128 / 255),
        ("#aabbccxy", 1),
        ("rgb(1, 2, 3)", 1),
        ("rgba(1, 2, 3, 0.25)", 0.25),
        ("hsla(120, 50%, 50%, 0)", 0),
        ("rgb(nonsense)", 1),
        ("nonsense", 1),
    ],
)
def test_colour_alpha(value: str, alpha: float):
    assert colour_alpha(value) == pytest.approx(alpha)


@pytest.mark.parametrize(
    ("text", "value"),
    [(None, 1), ("", 1), ("0.5", 0.5), ("40%", 0.4), ("7", 1), ("-1", 0), ("much", 1)],
)
def test_number(text: str | None, value: float):
    assert number(text) == pytest.approx(value)


@pytest.mark.parametrize(
    ("value", "target"),
    [
        (None, None),
        ("red", None),
        ("url(#a)", ("a", "")),
        ("url('#a') none", ("a", "none")),
        (' url( "#a-b" )  #123456 ', ("a-b", "#123456")),
        ("url(other.svg#a)", None),
    ],
)
def test_url_target(value: str | None, target: tuple[str, str] | None):
    assert url_target(value) == target


FADING = (
    '<linearGradient id="g"><stop stop-opacity=".1"/><stop stop-opacity=".4"/></linearGradient>'
)


@pytest.mark.parametrize(
    ("markup", "alpha"),
    [
        ('<linearGradient id="g"/>', 0),
        ('<linearGradient id="g"><stop/></linearGradient>', 1),
        (FADING, 0.4),
        ('<linearGradient id="g"><stop style="stop-color:#0000"/></linearGradient>', 0),
        ('<radialGradient id="g" href="#h"/><linearGradient id="h"><stop/></linearGradient>', 1),
        ('<radialGradient id="g" href="#g"/>', 0),
    ],
)  # fmt: skip
def test_gradient_alpha(markup: str, alpha: float):
    root = etree.fromstring(f"<svg>{markup}</svg>")
    by_id = {element.get("id") or "": element for element in root}
    assert gradient_alpha(by_id["g"], by_id) == pytest.approx(alpha)

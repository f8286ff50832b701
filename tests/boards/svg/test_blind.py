"""A drawing without its author, that looks the same."""

import io
import re
from pathlib import Path
from random import Random

import pytest
import resvg_py
from lxml import etree
from PIL import Image, PngImagePlugin

from boards.svg.blind import MIN_BYTES, blind, blind_png, size_class

SVG = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'

DRAWINGS = {
    "plain": f'<svg {SVG} viewBox="0 0 40 30"><rect width="20" height="9" fill="red"/></svg>',
    "gradient": (
        f'<svg {SVG} viewBox="0 0 40 30"><defs><linearGradient id="sky"><stop offset="0" '
        'stop-color="#abc"/><stop offset="1" stop-color="#123"/></linearGradient></defs>'
        '<rect width="40" height="15" fill="url(#sky)"/>'
        '<rect y="15" width="40" height="15" style="fill: url(\'#sky\'); stroke: red"/></svg>'
    ),
    "chain": (
        f'<svg {SVG} viewBox="0 0 40 30"><defs><linearGradient id="a"><stop stop-color="red"/>'
        '</linearGradient><linearGradient id="b" xlink:href="#a"/></defs>'
        '<rect id="r" width="20" height="30" fill="url(#b)"/><use href="#r" x="20"/></svg>'
    ),
    "style sheet": (
        f'<svg {SVG} viewBox="0 0 40 30"><style>/* by me */ #wheel, g > #hub {{fill: #c00}}'
        " @media all {{#frame{{stroke:url(#g);stroke-width:4}}}} .x#hub{{opacity:.5}}</style>"
        '<linearGradient id="g"><stop stop-color="blue"/></linearGradient>'
        '<circle id="wheel" cx="9" cy="9" r="8"/><g><circle id="hub" class="x" cx="30" cy="9" '
        'r="8"/></g><path id="frame" d="M2 25h30"/></svg>'
    )
    .replace("{{", "{")
    .replace("}}", "}"),
    "siblings": (
        f'<svg {SVG} viewBox="0 0 40 30"><style>rect:nth-child(3){{fill:red}}</style>'
        '<title>Drawn by Gannet 3</title><rect width="9" height="9"/></svg>'
    )
    .replace("{{", "{")
    .replace("}}", "}"),
    "text": (
        f'<svg {SVG} viewBox="0 0 40 30"><desc>secret</desc><g data-author="Gannet" '
        'aria-label="by Gannet" role="img"><title>t</title><circle r="9"/></g></svg>'
    ),
    "mask and clip": (
        f'<svg {SVG} viewBox="0 0 40 30"><clipPath id="c"><circle r="20"/></clipPath>'
        '<mask id="m"><rect width="40" height="30" fill="white"/></mask>'
        '<rect width="40" height="30" clip-path="url(#c)" mask="url( #m )"/></svg>'
    ),
}


def pixels(svg: str) -> bytes:
    return Image.open(io.BytesIO(resvg_py.svg_to_bytes(svg, width=160, height=120))).tobytes()


@pytest.mark.parametrize("svg", DRAWINGS.values(), ids=DRAWINGS)
def test_it_looks_exactly_the_same(svg: str) -> None:
    before = pixels(svg)
    assert len(set(before)) > 1  # there is something to see
    assert pixels(blind(svg, Random(1)).decode()) == before


@pytest.mark.parametrize("svg", DRAWINGS.values(), ids=DRAWINGS)
def test_no_id_survives(svg: str) -> None:
    seen = blind(svg, Random(1)).decode().partition("<!--")[0]
    for old in re.findall(r'\bid="([^"]+)"', svg):
        assert f'"{old}"' not in seen
        assert not re.search(rf"#{old}\b", seen)


@pytest.mark.parametrize("svg", DRAWINGS.values(), ids=DRAWINGS)
def test_no_word_about_the_drawing_survives(svg: str) -> None:
    seen = blind(svg, Random(1)).decode().partition("<!--")[0]
    assert not re.search("Gannet|secret|by me|<desc|aria-|data-|role=", seen)


@pytest.mark.parametrize("svg", DRAWINGS.values(), ids=DRAWINGS)
def test_the_same_drawing_is_never_the_same_bytes_but_always_of_one_size(svg: str) -> None:
    many = [blind(svg, Random(seed)) for seed in range(5)]
    assert len(set(many)) == 5
    assert {len(content) for content in many} == {MIN_BYTES}


def test_references_of_animations_follow() -> None:
    svg = (
        f'<svg {SVG}><circle id="hub" r="1"><animate id="spin" attributeName="r" dur="1s" '
        'begin="hub.click; spin.end+1s; 2s" values="1;2"/></circle></svg>'
    )
    root = etree.fromstring(blind(svg, Random(1)))
    hub = root[0].get("id")
    spin = root[0][0].get("id")
    assert root[0][0].get("begin") == f"{hub}.click; {spin}.end+1s; 2s"
    assert root[0][0].get("dur") == "1s"


def test_colours_are_not_taken_for_ids() -> None:
    svg = f'<svg {SVG}><style>#abc{{fill:#abc}}</style><circle id="abc" r="1"/></svg>'
    seen = blind(svg, Random(1)).decode()
    assert "fill:#abc" in seen
    assert seen.count("#abc") == 1


def test_nested_and_negated_selectors_follow() -> None:
    svg = (
        f"<svg {SVG}><style>circle:not(#a){{fill:red}} @keyframes k{{from{{opacity:0}}}}</style>"
        '<circle id="a" r="1"/></svg>'
    )
    root = etree.fromstring(blind(svg, Random(1)))
    style = root[0].text or ""
    assert f"circle:not(#{root[1].get('id')})" in style
    assert re.search(r"@keyframes i\w+\{from\{opacity:0;\}\}", style)


def test_ids_stay_where_a_style_sheet_selects_by_their_parts() -> None:
    svg = f'<svg {SVG}><style>[id^="wh"]{{fill:red}}</style><circle id="wheel" r="1"/></svg>'
    assert b'id="wheel"' in blind(svg, Random(1))


MARKED = (
    f'<svg {SVG} viewBox="0 0 40 30" version="gannet"><style>.gannet-1, [class~="gannet-1"]'
    "{--gannet-x:1;fill:var(--gannet-x, red)} [x]{fill:red}"
    "@keyframes gannet-hop{from{opacity:1}} rect{animation:gannet-hop 1s;font:9px gannet-sans}"
    '#r{font-family:"gannet mono", Arial, serif}</style>by gannet'
    '<filter id="f"><feGaussianBlur result="gannet-out" stdDeviation="1"/>'
    '<feOffset in="gannet-out" dx="1"/></filter><g class="gannet-1 b" id="gannet" lang="gannet" '
    'data-model="gannet">gannet<rect id="r" width="9" height="9" filter="url(#f)" '
    'style="--gannet-y:2;animation-name:gannet-hop" font-family="gannet"/></g>'
    '<use href="#gannet-nowhere" xml:id="gannet"/><path fill="url(#gannet) red" d="M9 9h9v9z"/>'
    '<animate begin="gannet.click"/></svg>'
)


def test_no_name_that_an_author_chose_survives() -> None:
    seen = blind(MARKED, Random(1)).decode()

    assert "gannet" not in seen
    assert "Arial" in seen
    assert pixels(seen) == pixels(MARKED)


def test_one_name_gets_one_alias() -> None:
    root = etree.fromstring(blind(MARKED, Random(1)))
    style = root[0].text or ""
    name, other = str(root.xpath("string(//*[local-name()='g']/@class)")).split()

    assert f".{name}," in style
    assert f'[class~="{name}"]' in style
    assert other != name
    assert root[1][0].get("result") == root[1][1].get("in")
    (hop,) = re.findall(r"@keyframes (\w+)", style)
    assert f"animation:{hop} 1s" in style
    assert f"animation-name:{hop}" in str(root.xpath("string(//*[local-name()='rect']/@style)"))


def test_text_beside_a_title_stays() -> None:
    svg = f"<svg {SVG}><text>to<title>x</title>gether</text></svg>"
    assert b"<text>together</text>" in blind(svg, Random(1))


@pytest.mark.parametrize(
    ("size", "expected"),
    [(0, 4096), (4096, 4096), (4097, 8192), (8192, 8192), (100_000, 131_072)],
)
def test_sizes_come_in_classes(size: int, expected: int) -> None:
    assert size_class(size) == expected


def test_a_large_drawing_is_padded_to_its_own_class() -> None:
    svg = f'<svg {SVG}><path d="{"M0 0h9" * 2000}"/></svg>'
    assert len(blind(svg, Random(1))) == size_class(len(svg)) == 16_384


def test_what_is_no_xml_is_an_error() -> None:
    with pytest.raises(etree.XMLSyntaxError):
        blind("<svg", Random(1))


def a_png() -> bytes:
    texts = PngImagePlugin.PngInfo()
    texts.add_text("Author", "Gannet 3")
    out = io.BytesIO()
    Image.effect_noise((60, 40), 90).convert("RGBA").save(out, "PNG", pnginfo=texts)
    return out.getvalue()


def test_a_png_keeps_its_pixels_and_nothing_else() -> None:
    png = a_png()
    one, other = blind_png(png, Random(1)), blind_png(png, Random(2))
    assert b"Gannet" in png
    assert b"Gannet" not in one
    assert one != other
    assert len(one) == len(other) == size_class(len(one))
    image = Image.open(io.BytesIO(one))
    assert image.tobytes() == Image.open(io.BytesIO(png)).tobytes()
    assert not image.info


def test_other_bytes_are_no_png() -> None:
    with pytest.raises(ValueError, match="no PNG"):
        blind_png(b"GIF89a", Random(1))


def test_collected_drawings_look_the_same(corpus: Path) -> None:
    """Every fifth of the collected drawings that the renderer takes."""
    compared = 0
    for path in sorted((corpus / "real").glob("*.svg"))[::5]:
        svg = path.read_text(encoding="utf-8", errors="replace")
        try:
            content = blind(svg, Random(1)).decode()
            before = pixels(svg)
        except (etree.XMLSyntaxError, ValueError):
            continue
        assert pixels(content) == before, path.name
        compared += 1
    assert compared > 5

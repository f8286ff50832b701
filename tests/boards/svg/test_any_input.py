"""Whatever a reply holds, the answer is a verdict: no exception, in bounded time and memory."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from boards.catalogue import get_task
from boards.svg import evaluate
from boards.svg.document import parse
from boards.svg.ledger import Ledger
from boards.svg.sanitise import sanitise
from boards.svg.vocabulary import ATTRIBUTES, ELEMENTS, PROPERTIES, TIMING
from pelican.rules import RULES

TASK = get_task("pelican_bicycle")
FIXTURES = Path(__file__).resolve().parents[2] / "fixtures" / "drawings"
SEEDS = [path.read_bytes() for path in sorted(FIXTURES.rglob("*.svg"))]
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{}</svg>'

numbers = st.sampled_from(
    [
        "0",
        "1",
        "-1",
        "50",
        "1e9",
        "-1e9",
        "1e-9",
        "1e38",
        "1e999",
        "NaN",
        "5%",
        "50%",
        "3mm",
        "",
        "0 0",
    ]
)
values = st.one_of(
    numbers,
    st.sampled_from(
        [
            "url(#a)",
            "url(#b)",
            "#a",
            "#b",
            "red",
            "none",
            "inherit",
            "currentColor",
            "hidden",
            "0 0 100 100",
            "M0 0L50 50H9V9A5 5 0 0 1 9 9Z",
            "scale(0)",
            "rotate(1e9)",
            "matrix(0 0 0 0 0 0)",
            "opacity",
            "userSpaceOnUse",
            "blur(9px)",
            "https://example.com/a#b",
            "javascript:alert(1)",
            "data:image/png;base64,AAAA",
        ]
    ),
)
attributes = st.dictionaries(
    st.sampled_from(sorted(ATTRIBUTES | TIMING | {"href", "onload", "id", "src"} - {"style"})),
    values,
    max_size=5,
)
styles = st.lists(st.tuples(st.sampled_from(sorted(PROPERTIES)), values), max_size=3)


def element(children):
    return st.builds(
        _element,
        st.sampled_from(sorted(ELEMENTS | {"script", "image", "foreignObject", "title", "x:y"})),
        attributes,
        styles,
        children,
    )


def _element(name, given_attributes, style, children):
    written = {key.rpartition("}")[2]: value for key, value in given_attributes.items()}
    if style:
        written["style"] = ";".join(f"{key}:{value}" for key, value in style)
    text = "".join(f' {key}="{value}"' for key, value in written.items())
    namespace = ' xmlns:x="urn:x"' if ":" in name else ""
    return f"<{name}{namespace}{text}>{''.join(children)}</{name}>"


drawings = st.recursive(
    st.one_of(element(st.just([])), st.sampled_from(["a", "{}", "@media{", "*{fill:url(#a)}"])),
    lambda inner: element(st.lists(inner, max_size=4)),
    max_leaves=12,
)


@st.composite
def mutations(draw):
    """One of our drawings with pieces cut out, doubled, or overwritten."""
    reply = draw(st.sampled_from(SEEDS))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(reply)))
        end = min(len(reply), start + draw(st.integers(0, 40)))
        piece = reply[start:end]
        new = draw(st.sampled_from([b"", piece * 2, b"<", b'"', b"9" * 12, b"\x00", b"</svg>"]))
        reply = reply[:start] + new + reply[end:]
    return reply


replies = st.one_of(
    st.binary(max_size=200), st.text(max_size=200), mutations(), drawings.map(SVG.format)
)


def assert_verdict(reply):
    started = time.monotonic()
    found = evaluate(reply, TASK)
    assert time.monotonic() - started < 10
    assert found.error is None or "busy" in found.error, found.error
    json.dumps(found.as_dict(), allow_nan=False)
    assert found.gate.passed == (not found.gate.violations)
    for violation in found.gate_for("environment").violations:
        assert violation.detail
    if found.sanitised is not None:
        assert_publishable(found.sanitised)


def assert_publishable(text):
    """Sanitising again finds nothing, and nothing is left that runs or loads."""
    root = parse(text).root
    ledger = Ledger()
    sanitise(root, ledger)
    assert ledger.removals() == ()
    assert etree.tostring(root, encoding="unicode") == text
    for one in root.iter():
        for name, value in one.items():
            bare = str(name).rpartition("}")[2].lower()
            assert not bare.startswith("on")
            assert bare not in {"href", "src"} or str(value).strip().startswith("#")
            assert not str(value).strip().lower().startswith("javascript:")


@settings(max_examples=60)
@given(replies)
def test_any_reply_gets_a_verdict(reply):
    assert_verdict(reply)


@pytest.mark.stress
@settings(max_examples=3_000)
@given(replies)
def test_any_reply_gets_a_verdict_at_length(reply):
    assert_verdict(reply)


def _filled(piece, head=""):
    room = RULES.gate.board.source_bytes - len(SVG) - len(head) - 10
    count = min(room // len(piece), RULES.gate.board.elements - 10)
    return SVG.format(head + piece * count)


WORST = {
    "veils": _filled('<rect width="100" height="100" opacity=".5"/>'),
    "groups": _filled('<g opacity=".9"><rect width="99" height="99"/></g>'),
    "gradients": _filled(
        '<rect width="100" height="100" fill="url(#g)"/>',
        '<radialGradient id="g"><stop stop-color="red"/><stop offset="1"/></radialGradient>',
    ),
    "clips": _filled(
        '<rect width="99" height="99" clip-path="url(#c)"/>',
        '<clipPath id="c"><circle r="99"/></clipPath>',
    ),
    "patterns": _filled(
        '<rect width="99" height="99" fill="url(#p)"/>',
        '<pattern id="p" width=".1" height=".1"><path d="M0 0h1"/></pattern>',
    ),
    "texts": _filled('<text y="50">a</text>'),
    "one long text": SVG.format(f"<text>{'x' * 9_900}</text>"),
    "circles": _filled('<circle cx="50" cy="50" r="40" fill="none" stroke="#000"/>'),
    "small circles": SVG.format(
        "".join(f'<circle cx="{i % 99}" cy="{i // 99}" r="1"/>' for i in range(9_000))
    ),
    "curves": SVG.format(
        f'<path fill="none" stroke="#000" d="M0 0{"C99 9 9 99 50 50" * 9_000}"/>' * 3
    ),
    "dashes": SVG.format('<path d="M0 0L99 99L0 99Z" stroke="#000" stroke-dasharray=".001"/>' * 99),
    "markers": SVG.format(
        '<marker id="m"><path d="M0 0h9v9z"/></marker>'
        f'<path marker-mid="url(#m)" d="M0 0{"L9 9L50 50" * 4_000}"/>'
    ),
    "uses": _filled(
        '<use href="#a"/>', '<g id="a" opacity=".5"><rect width="99" height="99"/></g>'
    ),
    "rules": SVG.format(
        f"<style>{'g g g>g+g{fill:red}' * 900}</style>" + "<g><g><g/><g/></g></g>" * 50
    ),
    "declarations": SVG.format(f"<rect style='{'fill:rgb(1,2,3);' * 30_000}'/>"),
    "comments": SVG.format("<!---->" * 70_000),
    "elements": SVG.format("<g/>" * 130_000),
    "attributes": SVG.format("<g " + " ".join(f'a{i}=""' for i in range(50_000)) + "/>"),
    "blocks": SVG.format(f"<style>{'{' * 400_000}</style>"),
    "functions": SVG.format(f"<rect style='fill:{'rgb(' * 100_000}'/>"),
    "selectors": SVG.format(f"<style>{':not(' * 80_000}</style><rect/>"),
}


@pytest.mark.stress
@pytest.mark.parametrize("name", WORST)
def test_the_worst_of_512_kilobytes_gets_a_verdict(name):
    assert len(WORST[name]) <= RULES.gate.board.source_bytes * 1.1

    assert_verdict(WORST[name])

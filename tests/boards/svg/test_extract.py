"""What counts as the drawing in a reply."""

from __future__ import annotations

import time

import pytest

from boards.svg.extract import extract

DRAWING = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="5" height="5"/></svg>'
)
OTHER = DRAWING.replace('width="5"', 'width="7"')
NESTED = '<svg viewBox="0 0 9 9"><svg x="1"><rect width="5" height="5"/></svg><circle r="2"/></svg>'
PREFIXED = (
    '<svg:svg xmlns:svg="http://www.w3.org/2000/svg"><svg:rect width="5" height="5"/></svg:svg>'
)


@pytest.mark.parametrize(
    ("reply", "source", "normalisations"),
    [
        pytest.param(DRAWING, DRAWING, (), id="bare"),
        pytest.param(f"\n  {DRAWING}\n", DRAWING, (), id="white space around"),
        pytest.param(f"\ufeff{DRAWING}", DRAWING, (), id="byte order mark"),
        pytest.param(
            f"Here:\n```svg\n{DRAWING}\n```\nEnjoy!", DRAWING, ("prose_removed",), id="fence"
        ),
        pytest.param(f"```xml\n{DRAWING}\n```", DRAWING, ("prose_removed",), id="xml fence"),
        pytest.param(
            f'<?xml version="1.0"?>\n<!DOCTYPE svg>\n{DRAWING}',
            DRAWING,
            ("prolog_dropped",),
            id="prolog",
        ),
        pytest.param(
            f'Sure.\n```xml\n<?xml version="1.0"?>\n{DRAWING}\n```',
            DRAWING,
            ("prose_removed", "prolog_dropped"),
            id="prose and prolog",
        ),
        pytest.param(f"{DRAWING}\nHope it helps.", DRAWING, ("prose_removed",), id="text after"),
        pytest.param(f"{DRAWING} no: {OTHER}", OTHER, ("prose_removed",), id="last attempt"),
        pytest.param(
            f"{DRAWING} An <svg></svg> pair is empty.",
            DRAWING,
            ("prose_removed",),
            id="empty pair quoted after",
        ),
        pytest.param(
            f"I will write an <svg> for you:\n{DRAWING}",
            DRAWING,
            ("prose_removed",),
            id="mention before",
        ),
        pytest.param(
            f"The <svg tag. It's easy:\n{DRAWING}", DRAWING, ("prose_removed",), id="half a mention"
        ),
        pytest.param(NESTED, NESTED, (), id="nested"),
        pytest.param(PREFIXED, PREFIXED, (), id="prefixed root"),
        pytest.param(
            DRAWING.replace("<rect", "<!-- </svg> --><rect"),
            DRAWING.replace("<rect", "<!-- </svg> --><rect"),
            (),
            id="end tag in a comment",
        ),
        pytest.param(
            DRAWING.replace("<rect", "<style><![CDATA[/*</svg>*/]]></style><rect"),
            DRAWING.replace("<rect", "<style><![CDATA[/*</svg>*/]]></style><rect"),
            (),
            id="end tag in CDATA",
        ),
        pytest.param(
            DRAWING.replace("<rect", '<rect data-x="</svg>"'),
            DRAWING.replace("<rect", '<rect data-x="</svg>"'),
            (),
            id="end tag in a quoted value",
        ),
        pytest.param(
            DRAWING.replace("viewBox", "data-x='a > b' viewBox"),
            DRAWING.replace("viewBox", "data-x='a > b' viewBox"),
            (),
            id="bracket in a quoted value",
        ),
        pytest.param(
            f'<svg viewBox="0 0 9 9"><circle r="3"/> oh, I lost it.\n```\n```svg\n{NESTED}\n```',
            NESTED,
            ("prose_removed",),
            id="attempt after one that broke off",
        ),
        pytest.param("<svg></svg>", "<svg></svg>", (), id="nothing but an empty pair"),
        pytest.param("<svg/>", "<svg/>", (), id="nothing but an empty tag"),
    ],
)
def test_the_drawing_is_found(reply, source, normalisations):
    found = extract(reply)

    assert found.source == source
    assert found.normalisations == normalisations
    assert found.fault is None


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        pytest.param("", "missing", id="empty"),
        pytest.param("   \n", "missing", id="white space"),
        pytest.param("I cannot draw.", "missing", id="prose"),
        pytest.param("I could write an <svg> element, but no.", "missing", id="mention only"),
        pytest.param("<html><canvas></canvas></html>", "missing", id="canvas"),
        pytest.param(DRAWING.encode("utf-16"), "encoding", id="utf-16"),
        pytest.param(b"\xff<svg/>", "encoding", id="no utf-8"),
        pytest.param("<svg>\ud800</svg>", "encoding", id="lone surrogate"),
        pytest.param(DRAWING + " " * 2_097_152, "too_long", id="long"),
        pytest.param(DRAWING[:-6], "truncated", id="end tag missing"),
        pytest.param(DRAWING[:60], "truncated", id="broken off in a tag"),
        pytest.param(DRAWING[:30], "truncated", id="broken off in the root tag"),
        pytest.param("<svg>", "truncated", id="root tag alone"),
        pytest.param(
            '<svg viewBox="0 0 9 9"><svg viewBox="0 0 1 1"><path d="M0 0"/></svg><rect',
            "truncated",
            id="inner drawing closed, outer not",
        ),
    ],
)
def test_what_cannot_be_judged_is_named(reply, kind):
    fault = extract(reply).fault

    assert fault is not None
    assert fault.kind == kind


def test_a_cut_off_drawing_says_where():
    fault = extract('Here: <svg width="1">\n<rect/>\n<path d="M0 0').fault

    assert fault is not None
    assert fault.params == {"tag": "path", "byte": 24, "line": 3}


@pytest.mark.parametrize(
    "reply",
    [
        pytest.param("<!--" * 400_000 + "<svg", id="comments"),
        pytest.param("<svg " * 400_000, id="unclosed tags"),
        pytest.param("<svg>" * 400_000, id="never closed"),
        pytest.param("<svg>" + "<![CDATA[" * 200_000, id="cdata"),
        pytest.param("<svg>" + '<a "' * 400_000, id="quotes"),
        pytest.param("<svg>" + "<a '<'" * 300_000, id="brackets in quotes"),
        pytest.param("<svg></svg>" * 180_000, id="pairs"),
        pytest.param("<svg>" + "</svg " * 340_000, id="closing tags without an end"),
        pytest.param("<svg>" * 190_000 + "<svg/>" * 180_000, id="nothing in unclosed ones"),
        pytest.param('<svg x="1">' + "<svg></svg>" * 180_000, id="pairs in an unclosed one"),
        pytest.param('<svg x="1"><svg/>' * 120_000, id="one in each unclosed one"),
        pytest.param("<svg>```<svg/>" * 145_000, id="fences"),
        pytest.param("<svg a=<" * 240_000 + ">", id="far brackets"),
        pytest.param("<a:" * 500_000 + "svg", id="prefixes"),
    ],
)
def test_two_mebibytes_of_hostile_reply_are_scanned_in_linear_time(reply):
    assert 1_500_000 < len(reply) <= 2_097_152
    started = time.process_time()

    extract(reply)

    assert time.process_time() - started < 6

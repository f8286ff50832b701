"""``use`` elements that lead back to themselves."""

from __future__ import annotations

import pytest
from lxml import etree

from boards.svg.cycles import cut_cycles
from boards.svg.ledger import Ledger

SVG = '<svg xmlns="http://www.w3.org/2000/svg">{}</svg>'
RECT = '<rect width="9" height="9"/>'


@pytest.mark.parametrize(
    ("inside", "cut"),
    [
        ("<g id='a'><use href='#a'/></g>", 1),
        ("<use id='a' href='#a'/>", 1),
        ("<g id='a'><use href='#b'/></g><g id='b'><use href='#a'/></g>", 1),
        ("<symbol id='a'><g><use href='#b'/></g></symbol><use id='b' href='#a'/>", 1),
        ("<g id='a'/><use href='#a'/><use href='#a'/>", 0),
        ("<g id='a'><use href='#c'/></g><g id='b'><use href='#c'/></g><g id='c'/>", 0),
        ("<use href='#nowhere'/>", 0),
        ("<use href='#'/><use href=''/><use/>", 0),
        ("<g id='a'/><use href=' #a'/><use href='#a '/>", 0),
        ("<g id='a'><use href=' #a'/></g>", 1),
        ("".join(f"<g id='a{i}'><use href='#a{i + 1}'/></g>" for i in range(3_000)), 0),
    ],
)
def test_only_what_closes_a_cycle_is_cut(inside, cut):
    root = etree.fromstring(SVG.format(inside + RECT))
    uses = inside.count("<use")
    ledger = Ledger()

    cut_cycles(root, ledger)

    assert len(root.findall(".//{*}use")) == uses - cut
    assert sum(one.count for one in ledger.removals()) == cut
    assert root.find("{*}rect") is not None


PATTERN = "<pattern id='{}' href='#{}' width='1' height='1'/>"


@pytest.mark.parametrize(
    ("inside", "kept"),
    [
        (PATTERN.format("a", "a"), 0),
        (PATTERN.format("a", "b") + PATTERN.format("b", "a"), 1),
        (PATTERN.format("x", "a") + PATTERN.format("a", "b") + PATTERN.format("b", "a"), 2),
        (PATTERN.format("a", "b") + PATTERN.format("b", "c") + "<pattern id='c'/>", 2),
        ("<linearGradient id='a' href='#b'/><radialGradient id='b' href='#a'/>", 1),
        ("".join(PATTERN.format(f"a{i}", f"a{i + 1}") for i in range(3_000)), 3_000),
    ],
)
def test_what_inherits_from_itself_loses_one_reference(inside, kept):
    root = etree.fromstring(SVG.format(inside + RECT))

    cut_cycles(root, Ledger())

    assert len(root.findall(".//*[@href]")) == kept

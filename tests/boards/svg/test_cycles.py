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

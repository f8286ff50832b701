"""Messages and the values that they are filled with."""

from __future__ import annotations

import re

import pytest

from boards.svg import words

TABLES = (
    words.MESSAGES,
    words.CODES,
    words.NORMALISATIONS,
    words.REMOVALS,
    words.FLAGS,
    words.MEASUREMENTS,
)


@pytest.mark.parametrize("text", [text for table in TABLES for text in table.values()])
def test_placeholders_are_named_and_percent_signs_doubled(text):
    names = re.findall(r"%\((\w+)\)s", text)

    assert text % dict.fromkeys(names, "x")


@pytest.mark.parametrize(
    ("value", "shown"),
    [(18204, "18,204"), (0.5, "50 %"), (0.00123, "0.12 %"), (1.0, "100 %"), ("g", "g")],
)
def test_values_read_well(value, shown):
    assert words.fill("%(it)s", {"it": value}) == shown

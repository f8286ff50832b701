from __future__ import annotations

import pytest

from pelican.site.entries import row_id


@pytest.mark.parametrize(
    ("entry", "pk"),
    [
        ("7", 7),
        ("007", 7),
        ("9" * 18, 10**18 - 1),
        ("9" * 19, None),
        ("", None),
        ("-1", None),
        ("1.5", None),
        ("٣", None),
        ("²", None),
        ("seven", None),
    ],
)
def test_an_entry_names_a_row_by_digits_alone(entry: str, pk: int | None) -> None:
    assert row_id(entry) == pk

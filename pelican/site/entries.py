"""Entries of arenas, as the site makes them: ids of rows, written as text."""

from __future__ import annotations

from typing import Final

_DIGITS_MAX: Final = 18
"""As many fit into the database's integers of 64 bits, whatever the digits."""


def row_id(entry: str) -> int | None:
    """The id of the row that an entry names; None for a text that can name none."""
    known = entry.isascii() and entry.isdigit() and len(entry) <= _DIGITS_MAX
    return int(entry) if known else None

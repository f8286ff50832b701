"""CSV as a stream: declared columns, RFC 4180, safe to open in a spreadsheet. Pure, no Django.

Times are ISO 8601 in UTC, decimals have a point, unknown is an empty cell. A text that a
spreadsheet would run as a formula is disarmed with an apostrophe.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from typing import Any, Final, Literal

ColumnType = Literal["text", "integer", "number", "boolean", "time"]

FORMULA_STARTS: Final = ("=", "+", "-", "@", "\t", "\r")
_ROWS_A_CHUNK: Final = 1_000


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


def _text(value: Any) -> str:
    return "" if value is None else disarm(str(value))


def _as_is(value: Any) -> Any:
    return value


def _boolean(value: Any) -> str:
    return "" if value is None else "true" if value else "false"


def _time(value: datetime | None) -> str:
    if value is None:
        return ""
    return value.astimezone(UTC).isoformat().replace("+00:00", "Z")


_FORMATS: Final[dict[str, Callable[[Any], Any]]] = {
    "text": _text,
    "integer": _as_is,
    "number": _as_is,
    "boolean": _boolean,
    "time": _time,
}


def stream_csv(columns: Sequence[Column], rows: Iterable[Sequence[Any]]) -> Iterator[bytes]:
    """Chunks of UTF-8 CSV: the header, then the rows, whose cells follow ``columns``.

    ``rows`` is consumed as it is read, so memory does not grow with it.
    """
    formats = [_FORMATS[column.type] for column in columns]
    buffer = io.StringIO()
    writer = csv.writer(buffer)
    writer.writerow([column.name for column in columns])
    source = iter(rows)
    while True:
        chunk = list(islice(source, _ROWS_A_CHUNK))
        writer.writerows(
            [form(cell) for form, cell in zip(formats, row, strict=True)] for row in chunk
        )
        yield buffer.getvalue().encode()
        if len(chunk) < _ROWS_A_CHUNK:
            return
        buffer.seek(0)
        buffer.truncate()

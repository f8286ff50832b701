"""CSV that a spreadsheet and a program both read right."""

import csv
import io
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pelican.csv_stream import Column, disarm, stream_csv

COLUMNS = (
    Column("id", "integer", "Number."),
    Column("name", "text", "Name."),
    Column("rate", "number", "Rate."),
    Column("listed", "boolean", "Listed."),
    Column("at", "time", "Time."),
)
BEIJING = timezone(timedelta(hours=8))


def text(rows: list[tuple[object, ...]]) -> str:
    return b"".join(stream_csv(COLUMNS, rows)).decode()


def test_the_header_stands_even_over_no_rows() -> None:
    assert text([]) == "id,name,rate,listed,at\r\n"


def test_cells_have_one_form_each() -> None:
    at = datetime(2026, 11, 1, 20, 30, 0, 250, tzinfo=BEIJING)
    assert text([(1, "鹈鹕", 0.1, True, at), (-2, "b", -1.5, False, at)]).splitlines()[1:] == [
        "1,鹈鹕,0.1,true,2026-11-01T12:30:00.000250Z",
        "-2,b,-1.5,false,2026-11-01T12:30:00.000250Z",
    ]


def test_unknown_is_empty_never_zero() -> None:
    assert text([(None, None, None, None, None)]).splitlines()[1] == ",,,,"


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r"])
def test_formulas_are_disarmed_in_texts(start: str) -> None:
    assert disarm(f"{start}1+1") == f"'{start}1+1"
    [_header, row] = csv.reader(
        io.StringIO(text([(1, f"{start}cmd", 1.0, True, None)]), newline="")
    )
    assert row[1] == f"'{start}cmd"


def test_commas_quotes_and_line_breaks_are_quoted() -> None:
    name = 'a "b", c\nd'
    out = text([(1, name, 1.0, True, None)])
    assert '"a ""b"", c\nd"' in out
    assert list(csv.reader(io.StringIO(out, newline="")))[1][1] == name


@given(st.lists(st.text(), max_size=9))
def test_texts_are_quoted_as_the_standard_library_does(names: list[str]) -> None:
    expected = io.StringIO()
    csv.writer(expected).writerows([1, disarm(name), "", "", ""] for name in names)
    _header, _break, body = text([(1, name, None, None, None) for name in names]).partition("\r\n")
    assert body == expected.getvalue()


def test_ever_new_texts_are_written_like_any_others() -> None:
    out = text([(None, f"n, {number}", None, None, None) for number in range(12_000)])
    assert [row[1] for row in csv.reader(io.StringIO(out, newline=""))][1:] == [
        f"n, {number}" for number in range(12_000)
    ]


def test_rows_are_taken_as_the_reader_asks_for_them() -> None:
    taken = 0

    def rows() -> Iterator[tuple[object, ...]]:
        nonlocal taken
        for number in range(10_000):
            taken += 1
            yield number, "x", 1.0, True, None

    stream = stream_csv(COLUMNS, rows())
    assert next(stream).startswith(b"id,")
    assert taken == 0
    assert next(stream).startswith(b"0,x,")
    assert taken == 1_000
    assert sum(chunk.count(b"\r\n") for chunk in stream) == 9_000


def test_a_row_of_another_length_is_an_error() -> None:
    with pytest.raises(ValueError, match="zip"):
        text([(1, "x")])

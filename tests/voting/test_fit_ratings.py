"""``manage.py fit_ratings``: the site's numbers from a file alone."""

import csv
import io
import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from tests.factories.voting import START, MemoryArenas
from voting import arenas, ballots
from voting.models import Arena, Ballot, RatingSnapshot
from voting.ratings import fit_arena
from voting.simulate import simulate_ballots

HEADER = "id,cast_at,task,left_variant,right_variant,outcome,voter"
LINE = "1,2026-11-01T12:00:00Z,pelican_bicycle,a,b,left,7"


def run(path: Path, form: str = "json") -> str:
    out = io.StringIO()
    call_command("fit_ratings", csv=str(path), format=form, stdout=out)
    return out.getvalue()


def ranked(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in run(path).splitlines()]


def a_file(folder: Path, *lines: str, header: str = HEADER) -> Path:
    path = folder / "ballots.csv"
    path.write_text("\n".join((header, *lines)) + "\n", encoding="utf-8")
    return path


@pytest.fixture
def arena(provider: MemoryArenas) -> Arena:
    """Votes of three weeks, some of which no longer count."""
    provider.demo = True
    arena = arenas.row(provider.info)
    strengths = {name: 1200 - 70 * index for index, name in enumerate(sorted(provider.entries))}
    simulate_ballots(
        arena, strengths, provider.entries, votes=260, voters=40, seed=3, start=START, days=3
    )
    for number, ballot in enumerate(Ballot.objects.order_by("id")[:30]):
        state = Ballot.State.INVALID if number % 2 else Ballot.State.QUARANTINED
        ballots.change_state(ballot, state, reason="odd", actor="admin", now=START)
    fit_arena(arena, START + timedelta(days=9))
    return arena


@pytest.mark.django_db
def test_the_exported_file_gives_the_numbers_of_the_site(
    client: Client, arena: Arena, tmp_path: Path
) -> None:
    path = tmp_path / "ballots.csv"
    path.write_bytes(b"".join(client.get("/data/ballots.csv").streaming_content))  # type: ignore[attr-defined]  # a streaming response
    stored = {rating.contestant: rating for rating in RatingSnapshot.objects.latest().ratings.all()}
    rows = ranked(path)
    assert len(rows) == len(stored) == 6
    for row in rows:
        rating = stored[row["variant"]]
        for name in ("rating", "low", "high", "elo"):
            assert row[name] == pytest.approx(getattr(rating, name), abs=1e-6)
        for name in ("rank_best", "rank_worst", "votes", "listed", "provisional"):
            assert row[name] == getattr(rating, name)
        assert row["arena"] == arena.key


def test_csv_has_the_promised_columns(tmp_path: Path) -> None:
    rows = list(csv.reader(io.StringIO(run(a_file(tmp_path, LINE), "csv"))))
    assert ",".join(rows[0]) == (
        "variant,rating,low,high,rank_best,rank_worst,elo,votes,listed,provisional"
    )
    assert [row[0] for row in rows[1:]] == ["a", "b"]
    assert rows[1][4:6] == ["", ""]
    assert rows[1][6:] == ["1016.0", "1", "false", "true"]


def test_one_fit_a_task_without_the_column_arena(tmp_path: Path) -> None:
    other = LINE.replace("pelican", "octopus").replace("1,", "2,", 1)
    rows = list(csv.DictReader(io.StringIO(run(a_file(tmp_path, LINE, other), "csv"))))
    assert [row["arena"] for row in rows] == ["octopus_bicycle"] * 2 + ["pelican_bicycle"] * 2


def test_one_fit_an_arena_where_there_is_the_column(tmp_path: Path) -> None:
    path = a_file(
        tmp_path,
        f"{LINE},x@1",
        LINE.replace("1,", "2,", 1) + ",x@2",
        header=f"{HEADER},arena",
    )
    assert {row["arena"] for row in ranked(path)} == {"x@1", "x@2"}


def test_order_in_the_file_does_not_matter(tmp_path: Path) -> None:
    lines = [
        f"{number},2026-11-01T12:00:{number:02}Z,t,{'ab'[number % 2]},c,"
        f"{('left', 'right', 'tie')[number % 3]},{number % 4}"
        for number in range(1, 40)
    ]
    assert run(a_file(tmp_path, *lines)) == run(a_file(tmp_path, *reversed(lines)))


def test_further_columns_and_a_byte_order_mark_are_no_trouble(tmp_path: Path) -> None:
    path = a_file(tmp_path, f"{LINE},anything", header=f"\ufeff{HEADER},comment")
    assert len(ranked(path)) == 2


def test_only_valid_ballots_count(tmp_path: Path) -> None:
    path = a_file(
        tmp_path,
        f"{LINE},valid",
        "2,2026-11-01T12:00:01Z,pelican_bicycle,a,c,left,7,invalid",
        "3,2026-11-01T12:00:02Z,pelican_bicycle,a,c,left,7,quarantined",
        header=f"{HEADER},state",
    )
    assert {row["variant"] for row in ranked(path)} == {"a", "b"}


def test_too_few_contestants_are_said_in_the_table(tmp_path: Path) -> None:
    path = a_file(tmp_path, f"{LINE},invalid", header=f"{HEADER},state")
    assert run(path) == ""
    assert run(path, "table") == "pelican_bicycle: fewer than two variants have votes\n"


def test_a_table_is_for_people(tmp_path: Path) -> None:
    text = run(a_file(tmp_path, LINE), "table")
    assert text.startswith("pelican_bicycle\n")
    assert "unlisted  a" in text


def test_a_rank_that_is_certain_is_one_number_as_on_the_site(tmp_path: Path) -> None:
    lines = [
        f"{number},2026-11-01T12:00:{number % 60:02}Z,t,a,b,{'left' if number % 9 else 'right'},"
        f"{number}"
        for number in range(1, 61)
    ]
    first, second = run(a_file(tmp_path, *lines), "table").splitlines()[1:]
    assert first.split()[:2] == ["1", "a"]
    assert second.split()[:2] == ["2", "b"]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("1,2026-11-01T12:00:00Z,t,a,b,draw,7", "Line 3: Unknown outcome “draw”"),
        ("1,2026-11-01T12:00:00Z,t,a,b,,7", "Line 3: Unknown outcome “”"),
        ("x,2026-11-01T12:00:00Z,t,a,b,left,7", "Line 3: id “x” is no whole number"),
        ("1,yesterday,t,a,b,left,7", "Line 3: cast_at “yesterday” is no ISO 8601 time"),
        ("1,2026-11-01T12:00:00Z,t,a,a,left,7", "Line 3: “a” cannot meet itself"),
        ("1,2026-11-01T12:00:00Z,t,,b,left,7", "Line 3: left_variant is empty"),
        ("1,2026-11-01T12:00:00Z,t,a,b,left,", "Line 3: voter is empty"),
        ("1,2026-11-01T12:00:00Z,t,a,b", "Line 3: voter is empty"),
        ("9,2026-11-01T12:00:00Z,t,a,b,left,7", "Line 3: there is another ballot with the id 9"),
    ],
)
def test_a_line_that_cannot_be_used_is_named(tmp_path: Path, line: str, message: str) -> None:
    path = a_file(tmp_path, "9,2026-11-01T12:00:00Z,t,a,b,left,7", line)
    with pytest.raises(CommandError, match=message) as caught:
        run(path)
    assert caught.value.returncode == 2


def test_an_unknown_state_is_an_error(tmp_path: Path) -> None:
    path = a_file(tmp_path, f"{LINE},maybe", header=f"{HEADER},state")
    with pytest.raises(CommandError, match="Line 2: Unknown state “maybe”"):
        run(path)


def test_missing_columns_are_named(tmp_path: Path) -> None:
    path = a_file(tmp_path, header="id,cast_at,task,left_variant")
    with pytest.raises(CommandError, match="right_variant, outcome, voter are missing"):
        run(path)


@pytest.mark.parametrize("content", [None, b"", b"\x89PNG\r\n\x1a\n\xff"])
def test_what_is_no_such_file_is_an_error(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "ballots.csv"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(CommandError) as caught:
        run(path)
    assert caught.value.returncode == 2
    assert "ballots.csv" in str(caught.value)
    assert "Errno" not in str(caught.value)

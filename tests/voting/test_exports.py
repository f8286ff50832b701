"""Files for researchers."""

import csv
import io
from datetime import timedelta
from random import Random
from typing import cast

import pytest
from django.http import StreamingHttpResponse
from django.test import Client

from tests.factories.voting import START, MemoryArenas, cast_vote
from voting import arenas, ballots, exports
from voting.models import Ballot
from voting.outcomes import Outcome
from voting.ratings import fit_arena

pytestmark = pytest.mark.django_db


def rows_of(client: Client, path: str) -> list[dict[str, str]]:
    response = cast(StreamingHttpResponse, client.get(path))
    assert response.status_code == 200
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    text = b"".join(cast("list[bytes]", response.streaming_content)).decode()
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_the_columns_of_ballots_are_a_promise() -> None:
    assert ",".join(column.name for column in exports.BALLOT_COLUMNS) == (
        "id,cast_at,arena,task,condition,left_variant,right_variant,left_sample,right_sample,"
        "outcome,state,voter,probability"
    )


def test_the_columns_of_ratings_are_a_promise() -> None:
    assert ",".join(column.name for column in exports.RATING_COLUMNS) == (
        "arena,task,condition,variant,rating,low,high,rank_best,rank_worst,elo,votes,wins,ties,"
        "both_bad,listed,provisional,fitted_at,rules_version"
    )


def test_a_ballot_is_all_there_and_nobody_is_in_it(client: Client, provider: MemoryArenas) -> None:
    ballot = cast_vote(provider, "a-voters-secret-key", Outcome.BOTH_BAD)
    [row] = rows_of(client, "/data/ballots.csv")
    assert row.pop("voter").isdigit()
    assert float(row.pop("probability")) == pytest.approx(1 / 15)
    assert row == {
        "id": str(ballot.pk),
        "cast_at": "2026-11-01T12:00:00Z",
        "arena": "pelican_bicycle@0123456789ab",
        "task": "pelican_bicycle",
        "condition": "0123456789ab" + 52 * "0",
        "left_variant": ballot.left,
        "right_variant": ballot.right,
        "left_sample": ballot.left_entry,
        "right_sample": ballot.right_entry,
        "outcome": "both_bad",
        "state": "valid",
    }


def test_a_voter_is_one_number_in_one_file_and_another_in_the_next(
    client: Client, provider: MemoryArenas
) -> None:
    for minute, voter in enumerate(("me", "me", "you")):
        cast_vote(provider, voter, now=START + timedelta(minutes=minute))
    first, second = (
        [row["voter"] for row in rows_of(client, "/data/ballots.csv")] for _ in range(2)
    )
    assert first[0] == first[1] != first[2]
    assert first[0] != second[0]


def test_ballots_that_do_not_count_are_there_too(client: Client, provider: MemoryArenas) -> None:
    ballot = cast_vote(provider, "me")
    ballots.undo(ballot.pair.nonce, "me", START)
    assert [row["state"] for row in rows_of(client, "/data/ballots.csv")] == ["invalid"]


def test_an_arena_can_be_had_alone(client: Client, provider: MemoryArenas) -> None:
    cast_vote(provider)
    cast_vote(MemoryArenas.of(3, key="another"))
    assert len(rows_of(client, "/data/ballots.csv")) == 2
    [row] = rows_of(client, f"/data/ballots.csv?arena={provider.key}")
    assert row["arena"] == provider.key
    for unknown in ("nowhere", "%00", "x" * 500):
        assert client.get(f"/data/ballots.csv?arena={unknown}").status_code == 404


def test_only_the_latest_ratings_are_given(client: Client, provider: MemoryArenas) -> None:
    arena = arenas.row(provider.info)
    rng = Random(2)
    for day in range(2):
        for number in range(30):
            now = START + timedelta(days=day, minutes=number)
            cast_vote(provider, outcome=rng.choice(list(Outcome)), now=now, rng=rng)
        fit_arena(arena, START + timedelta(days=day + 1))
    rows = rows_of(client, "/data/ratings.csv")
    assert len(rows) == 6
    assert {row["fitted_at"] for row in rows} == {"2026-11-03T12:00:00Z"}
    ratings = [float(row["rating"]) for row in rows]
    assert ratings == sorted(ratings, reverse=True)
    assert sum(int(row["votes"]) for row in rows) == 2 * Ballot.objects.count()
    for row in rows:
        assert row["provisional"] == ("true" if int(row["votes"]) < 50 else "false")
        assert (row["rank_best"] == "") is (row["provisional"] == "true")


def test_files_are_offered_for_download(client: Client) -> None:
    response = client.get("/data/ballots.csv")
    assert response["Content-Disposition"] == 'attachment; filename="ballots.csv"'
    assert client.post("/data/ballots.csv").status_code == 405

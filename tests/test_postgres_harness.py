"""The PostgreSQL server of the tests."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import psycopg

from tests.conftest import PROJECT
from tests.postgres import PostgresServer


def _dsn(server: PostgresServer) -> str:
    return f"host={server.folder} user=pelican dbname=pelican"


def test_the_server_answers(postgres_server: PostgresServer) -> None:
    with psycopg.connect(_dsn(postgres_server)) as connection:
        row = connection.execute("select 1").fetchone()
    assert row == (1,)


def test_the_server_runs_without_root(postgres_server: PostgresServer) -> None:
    owner = (postgres_server.folder / "data" / "postmaster.pid").stat().st_uid
    assert owner != 0


def test_a_command_is_run_on_a_server_of_its_own() -> None:
    program = (
        "import os, psycopg; folder = os.environ['DATABASE_URL'].partition('host=')[2];"
        "psycopg.connect(host=folder, user='pelican', dbname='pelican').close(); print(folder)"
    )
    done = subprocess.run(
        [sys.executable, "-m", "tests.postgres", sys.executable, "-c", program],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert not Path(done.stdout.strip()).exists()

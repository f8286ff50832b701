"""The PostgreSQL server of the tests."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import psycopg

from pelican.lifeline import is_alive
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


def test_a_server_does_not_outlive_tests_that_are_killed() -> None:
    program = "import os, time; print(os.environ['DATABASE_URL'], flush=True); time.sleep(60)"
    command = [sys.executable, "-m", "tests.postgres", sys.executable, "-c", program]
    with subprocess.Popen(
        command, cwd=PROJECT, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        assert process.stdout is not None
        folder = Path(process.stdout.readline().strip().partition("host=")[2])
        server = int((folder / "data" / "postmaster.pid").read_text().split()[0])
        assert is_alive(server)
        os.killpg(process.pid, signal.SIGKILL)
    deadline = time.monotonic() + 20
    while is_alive(server):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    shutil.rmtree(folder)

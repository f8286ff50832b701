"""A run of 300 slots while workers die, jobs are delivered twice and the site is restarted."""

from __future__ import annotations

import datetime as dt
import itertools
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from boards.catalogue import TASKS
from boards.generation.processes import TOKEN_VARIABLE
from tests.conftest import PROJECT
from tests.postgres import PostgresServer

pytestmark = pytest.mark.stress

LIMIT_SECONDS = 1800
VARIANTS = [f"sketcher-{style}-{effort}" for style in ("ink", "night") for effort in ("low", "max")]
DRAWINGS = 5


class Site:
    """A site in a folder of its own, with its clusters and their supervisor but no web server."""

    def __init__(self, folder: Path, database: str = "") -> None:
        self.folder = folder
        self.database = database
        known = {"DATABASE_URL", "DJANGO_SETTINGS_MODULE"}
        self.environment = {name: value for name, value in os.environ.items() if name not in known}
        self.environment["PELICAN_VAR"] = str(folder)
        if database:
            self.environment["DATABASE_URL"] = database
        self.log = (folder / "log").open("a")
        self.process: subprocess.Popen[bytes] | None = None

    def manage(self, *arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=PROJECT,
            env=self.environment,
            check=True,
            stdout=subprocess.PIPE,
            stderr=self.log,
            text=True,
        )
        return done.stdout

    def start(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "serve", "--only", "fast", "slow"],
            cwd=PROJECT,
            env=self.environment,
            stdout=self.log,
            stderr=subprocess.STDOUT,
        )

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait(60)

    def query(self, sql: str) -> list[tuple[Any, ...]]:
        """Ask, or change, the site's database; both databases are written to alike."""
        if self.database:
            with psycopg.connect(self.database, autocommit=True) as connection:
                cursor = connection.execute(sql)
                return cursor.fetchall() if cursor.description else []
        path = self.folder / "pelican.sqlite3"
        with closing(sqlite3.connect(path, timeout=30, isolation_level=None)) as database:
            return database.execute(sql).fetchall()

    def count(self, sql: str) -> int:
        ((number,),) = self.query(f"select count(*) from {sql}")
        return int(number)

    def workers(self) -> list[int]:
        rows = self.query("select pid from site_heartbeat where cluster = 'slow'")
        return [pid for (pid,) in rows if "qcluster" in command(pid)]

    def deliver_twice(self) -> None:
        """Put jobs into the queue that are there already."""
        then = (dt.datetime.now(dt.UTC) - dt.timedelta(minutes=1)).strftime("%Y-%m-%d %H:%M:%S")
        self.query(
            "insert into django_q_ormq (key, payload, lock) "
            f"select key, payload, '{then}' from django_q_ormq where key = 'slow' limit 3"
        )

    def remains(self) -> list[str]:
        """Processes that belong to this site, or to an attempt of it."""
        found = []
        for entry in Path("/proc").glob("[0-9]*"):
            try:
                environment = (entry / "environ").read_bytes().split(b"\0")
                folder = str((entry / "cwd").readlink())
            except OSError:
                continue
            ours = f"PELICAN_VAR={self.folder}".encode() in environment
            attempt = any(part.startswith(TOKEN_VARIABLE.encode()) for part in environment)
            if ours or (attempt and folder.startswith(str(self.folder))):
                found.append(command(int(entry.name)))
        return [each for each in found if each]


def command(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except OSError:
        return ""


@pytest.fixture(params=["sqlite", "postgresql"])
def site(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Site]:
    url = ""
    if request.param == "postgresql":
        server: PostgresServer = request.getfixturevalue("postgres_server")
        url = server.url.replace("postgres://pelican@/", "postgresql://pelican@/")
    made = Site(tmp_path, url)
    yield made
    made.stop()
    made.log.close()


def wait_until(condition: Callable[[], bool], seconds: float) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "It did not happen."
        time.sleep(0.5)


def test_nothing_is_lost_and_nothing_is_drawn_twice(site: Site) -> None:
    chance = random.Random(7)
    tasks = list(TASKS)[:15]
    site.manage("migrate", "-v0")
    site.manage("createcachetable")
    site.manage("sync_models", "models.toml")
    chosen = [
        *itertools.chain.from_iterable(("--task", task) for task in tasks),
        *itertools.chain.from_iterable(("--variant", variant) for variant in VARIANTS),
    ]
    site.start()
    wait_until(lambda: len(site.workers()) == 2, 120)
    site.manage("run_batch", *chosen, "--n", str(DRAWINGS), "--harness", "sketch")
    ((run,),) = site.query("select max(id) from boards_run")
    began = time.monotonic()
    kills = restarts = 0
    while site.count(f"boards_run where id = {run} and finished_at is null"):
        assert time.monotonic() - began < LIMIT_SECONDS, "The run does not end."
        time.sleep(chance.uniform(2, 5))
        settled = site.count(f"boards_slot where run_id = {run} and settled_at is not null")
        workers = site.workers()
        # With hardly a slot left, only idle workers would be hit, and with each the whole cluster.
        if workers and settled < 300 - 2 * len(workers):
            os.kill(chance.choice(workers), signal.SIGKILL)
            kills += 1
        site.deliver_twice()
        if settled > 150 and not restarts:
            site.stop()
            restarts += 1
            site.start()
    took = time.monotonic() - began

    slots = f"boards_slot where run_id = {run}"
    wait_until(lambda: site.count("boards_claim") == 0, 150)
    attempts = f"boards_attempt a join boards_slot s on s.id = a.slot_id where s.run_id = {run}"
    lost = site.count(f"{attempts} and a.outcome = 'lost'")
    sys.stderr.write(
        f"\n300 slots in {took:.0f} s: {kills} workers killed, {restarts} restart, "
        f"{site.count(attempts)} attempts of which {lost} lost their worker\n"
    )
    assert site.query(f"select state from boards_run where id = {run}") == [("complete",)]
    assert site.count(slots) == len(tasks) * len(VARIANTS) * DRAWINGS == 300
    assert site.count(f"{slots} and state = 'drawn'") == 300
    samples = f"boards_sample p join boards_slot s on s.id = p.slot_id where s.run_id = {run}"
    assert site.count(samples) == 300
    assert site.count(f"(select distinct p.slot_id from {samples}) as each_slot") == 300
    assert site.count(f"{attempts} and a.outcome = 'replied'") == 300
    assert kills >= 5, "It ended too soon to show anything."
    assert restarts == 1
    wait_until(lambda: not any((site.folder / "attempts").iterdir()), 150)
    site.stop()
    wait_until(lambda: not site.remains(), 20)

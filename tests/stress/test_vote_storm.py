"""Thousands of ballots over HTTP from many sessions while processes are killed: none lost or twice.

``STORM_BALLOTS`` and ``STORM_SESSIONS`` make a smaller storm, for a first try.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import signal
import statistics
import subprocess
import sys
import threading
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.cookies import SimpleCookie
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote, urlencode

import pytest

from tests.conftest import PROJECT
from tests.postgres import PostgresServer
from tests.site.test_serve import Site, free_port

pytestmark = pytest.mark.stress

BALLOTS = int(os.environ.get("STORM_BALLOTS", "20000"))
SESSIONS = int(os.environ.get("STORM_SESSIONS", "50"))
KILL_SECONDS = 15
MASTERS_TURN = 12
"""Of so many kills, the last two are of masters: one each in three minutes."""

PATIENCE_SECONDS = 60
CHOICES = ("left", "right", "tie", "both_bad")


class Visitor:
    """A session with a connection of its own, which reconnects when the server goes away."""

    def __init__(self, port: int, arena: str, number: int) -> None:
        self.port = port
        self.page = f"/vote/{quote(arena)}/"
        self.rng = Random(number)
        self.cookies: SimpleCookie = SimpleCookie()
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_SECONDS)
        self.confirmed: dict[str, str] = {}
        self.found_counted: dict[str, str] = {}
        self.seconds: list[float] = []
        self.interruptions = 0

    def vote(self) -> None:
        """Ask for a pair and answer it, again and again until the server confirms."""
        _status, page = self._ask("GET", self.page)
        found = re.search(r'name="pair" value="([\w-]{22})"', page)
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
        assert found, page[:2000]
        assert token
        nonce, choice = found[1], self.rng.choice(CHOICES)
        form = {"pair": nonce, "choice": choice, "csrfmiddlewaretoken": token[1]}
        began, before = time.perf_counter(), self.interruptions
        status, answer = self._ask("POST", "/vote/cast/", urlencode(form))
        if status == 303:
            self.confirmed[nonce] = choice
            self.seconds.append(time.perf_counter() - began)
        else:
            assert status == 409, (status, answer[:2000])
            assert self.interruptions > before, "a pair was taken without a word"
            self.found_counted[nonce] = choice

    def _ask(self, method: str, path: str, body: str | None = None) -> tuple[int, str]:
        deadline = time.monotonic() + PATIENCE_SECONDS
        while True:
            try:
                status, text = self._ask_once(method, path, body)
            except (OSError, http.client.HTTPException):
                self.connection.close()
                status, text = 0, ""
            if 0 < status < 500:
                return status, text
            self.interruptions += 1
            assert time.monotonic() < deadline, f"{method} {path}: {status} {text[:500]}"
            time.sleep(0.2)

    def _ask_once(self, method: str, path: str, body: str | None) -> tuple[int, str]:
        headers = {"Cookie": "; ".join(f"{c.key}={c.coded_value}" for c in self.cookies.values())}
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        self.connection.request(method, path, body, headers)
        response = self.connection.getresponse()
        text = response.read().decode()
        for value in response.headers.get_all("Set-Cookie", []):
            self.cookies.load(value)
        return response.status, text


@contextlib.contextmanager
def killing(site: Site, rng: Random) -> Iterator[Counter[str]]:
    """Kill a process of the site every few seconds, web and workers in turn; counts them.

    Mostly one that a master replaces at once; now and then the master, which the supervisor starts
    again, after ever longer if it dies as often as the others.
    """
    over, killed = threading.Event(), Counter[str]()

    def run() -> None:
        while not over.wait(KILL_SECONDS):
            turn = killed.total()
            kind, mark = ("web", b"gunicorn") if turn % 2 == 0 else ("worker", b"qcluster")
            masters = turn % MASTERS_TURN >= MASTERS_TURN - 2
            victims = [
                pid
                for pid in site.processes()
                if mark in said(pid) and (parent(pid) == site.process.pid) == masters
            ]
            if victims:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(rng.choice(sorted(victims)), signal.SIGKILL)
                    killed[kind] += 1

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield killed
    finally:
        over.set()
        thread.join()


def said(pid: int) -> bytes:
    """The command line of a process; empty once it is gone."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def parent(pid: int) -> int:
    """The process that started another; 0 once that is gone."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return 0
    return int(stat.rpartition(")")[2].split()[1])


@pytest.fixture(params=["sqlite", "postgresql"])
def environment(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> dict[str, str]:
    """The variables of a site on one of the databases; set for child processes."""
    values = {
        "PELICAN_VAR": str(tmp_path),
        "DJANGO_SETTINGS_MODULE": "tests.stress.voting_settings",
    }
    if request.param == "postgresql":
        server: PostgresServer = request.getfixturevalue("postgres_server")
        values["DATABASE_URL"] = server.url
    monkeypatch.delenv("DATABASE_URL", raising=False)
    return {**os.environ, **values}


def alive(port: int) -> bool:
    """Whether the web server answers."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5):
            return True
    except OSError:
        return False


def helper(environment: dict[str, str], what: str) -> Any:
    """What :mod:`tests.stress.voting_site` prints."""
    command = [sys.executable, "-m", "tests.stress.voting_site", what]
    done = subprocess.run(command, cwd=PROJECT, env=environment, check=True, capture_output=True)
    return json.loads(done.stdout)


def test_every_confirmed_ballot_is_in_the_table_once(
    environment: dict[str, str], tmp_path: Path
) -> None:
    arena = helper(environment, "populate")
    port = free_port()
    site = Site(tmp_path, "--port", str(port), "--only", "web", "fast", environment=environment)
    try:
        site.wait_for(lambda: alive(port), seconds=180)
        visitors = [Visitor(port, arena, number) for number in range(SESSIONS)]

        def votes(visitor: Visitor) -> None:
            with contextlib.closing(visitor.connection):
                for _ in range(BALLOTS // SESSIONS):
                    visitor.vote()

        began = time.perf_counter()
        with killing(site, Random(1)) as killed, ThreadPoolExecutor(SESSIONS) as pool:
            list(pool.map(votes, visitors))
        seconds = time.perf_counter() - began
        site.wait_for(lambda: helper(environment, "audit")["settled"], seconds=300)
    finally:
        site.close()

    found = helper(environment, "audit")
    confirmed = {key: value for one in visitors for key, value in one.confirmed.items()}
    uncertain = {key: value for one in visitors for key, value in one.found_counted.items()}
    ballots = dict(found["ballots"])
    assert len(found["ballots"]) == len(ballots) == BALLOTS // SESSIONS * SESSIONS
    assert ballots == confirmed | uncertain
    assert found["valid"] == len(ballots)
    assert found["tallies_equal_a_recount"]
    assert found["rating_error"] < 1e-6
    latencies = sorted(second for one in visitors for second in one.seconds)
    cuts = statistics.quantiles(latencies, n=100)
    sys.stdout.write(
        f"{len(ballots)} ballots, {SESSIONS} sessions, {len(ballots) / seconds:.1f} a second; "
        f"p50 {cuts[49]:.3f} s, p95 {cuts[94]:.3f} s, p99 {cuts[98]:.3f} s; "
        f"killed {dict(killed)}, answered 409 after an interruption: {len(uncertain)}\n"
    )

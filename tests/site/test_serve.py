"""``manage.py serve``: everything starts, recovers from kills, and stops without a trace."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.core.management.base import CommandError

from pelican.lifeline import is_alive
from pelican.site.management.commands.serve import listen, site_url
from tests.conftest import PROJECT

START_SECONDS = 60


class Site:
    """A site of its own folder, run by the command."""

    def __init__(
        self, var: Path, *arguments: str, environment: dict[str, str] | None = None
    ) -> None:
        self.var = var
        environment = environment or {
            name: value
            for name, value in os.environ.items()
            if name not in {"DATABASE_URL", "DJANGO_SETTINGS_MODULE"}
        }
        self.log = (var / "log").open("w+", encoding="utf-8")
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "serve", *arguments],
            cwd=PROJECT,
            env={**environment, "PELICAN_VAR": str(var)},
            stdout=self.log,
            stderr=subprocess.STDOUT,
        )

    def said(self) -> str:
        return (self.var / "log").read_text(encoding="utf-8")

    def wait_for(self, condition: Callable[[], bool], seconds: float = START_SECONDS) -> None:
        deadline = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > deadline or self.process.poll() is not None:
                pytest.fail(f"It did not happen; the site said:\n{self.said()}")
            time.sleep(0.1)

    def workers(self, cluster: str) -> set[int]:
        with closing(sqlite3.connect(self.var / "pelican.sqlite3", timeout=20)) as database:
            try:
                rows = database.execute(
                    "select pid from site_heartbeat where cluster = ?", [cluster]
                ).fetchall()
            except sqlite3.OperationalError:
                return set()  # not migrated yet
        return {pid for (pid,) in rows}

    def processes(self) -> set[int]:
        """Every process below the command."""
        found: set[int] = set()
        parents = {}
        for stat in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = stat.read_text(errors="replace").rpartition(")")[2].split()
            except OSError:
                continue
            parents[int(stat.parent.name)] = int(fields[1])
        generation = {self.process.pid}
        while generation := {pid for pid, parent in parents.items() if parent in generation}:
            found |= generation
        return found

    def stop(self, sig: signal.Signals = signal.SIGTERM) -> int:
        self.process.send_signal(sig)
        return self.process.wait(timeout=30)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait(timeout=30)
        self.log.close()


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("127.0.0.1", "http://127.0.0.1:8000/"),
        ("0.0.0.0", "http://127.0.0.1:8000/"),
        ("::", "http://[::1]:8000/"),
        ("fd12::1", "http://[fd12::1]:8000/"),
        ("localhost", "http://localhost:8000/"),
    ],
)
def test_the_address_that_is_told_can_be_opened_on_this_machine(host: str, url: str) -> None:
    assert site_url(host, 8000) == url


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Site]]:
    sites: list[Site] = []

    def start_site(*arguments: str) -> Site:
        sites.append(Site(tmp_path, *arguments))
        return sites[-1]

    yield start_site
    for site in sites:
        site.close()


@pytest.fixture
def taken_port() -> Iterator[int]:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        yield listener.getsockname()[1]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def ready(port: int) -> dict[str, Any]:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz") as response:
            return dict(json.load(response))
    except urllib.error.HTTPError as error:
        return dict(json.load(error))
    except OSError:
        return {"ready": False}


def test_a_port_in_use_is_named_with_the_remedy(taken_port: int) -> None:
    with pytest.raises(CommandError, match=rf"{taken_port}.*in use.*PORT={taken_port + 1}"):
        listen("127.0.0.1", taken_port)


def test_a_number_that_is_no_port_is_refused() -> None:
    with pytest.raises(CommandError, match="70000 is no port"):
        listen("127.0.0.1", 70_000)


def test_an_address_of_another_machine_is_refused() -> None:
    with pytest.raises(CommandError, match="cannot be listened on"):
        listen("192.0.2.1", free_port())


def test_a_port_is_held_against_others_from_the_start() -> None:
    port = free_port()
    with listen("127.0.0.1", port), pytest.raises(CommandError, match="in use"):
        listen("127.0.0.1", port)


def test_a_cluster_starts_and_stops_without_a_trace(start: Callable[..., Site]) -> None:
    site = start("--only", "fast")
    site.wait_for(lambda: len(site.workers("fast")) == 2)
    processes = site.processes()
    assert site.workers("fast") <= processes
    assert site.stop() == 0
    assert not any(is_alive(pid) for pid in processes)
    assert site.workers("fast") == set()
    assert site.said().splitlines()[-1] == " run │ stopped"


@pytest.mark.stress
def test_the_whole_site_answers_survives_kills_and_stops(start: Callable[..., Site]) -> None:
    port = free_port()
    site = start("--port", str(port))
    site.wait_for(lambda: ready(port)["ready"])
    site.wait_for(lambda: f"Pelican answers at http://127.0.0.1:{port}/" in site.said())

    killed = min(site.workers("fast"))
    os.kill(killed, signal.SIGKILL)
    site.wait_for(lambda: f"worker {killed} was killed while it was idle" in site.said())
    site.wait_for(lambda: len(site.workers("fast")) == 2 and killed not in site.workers("fast"))
    site.wait_for(lambda: _answered(site, "fast"))

    master = next(pid for pid in site.processes() if "gunicorn" in _command(pid))
    os.kill(master, signal.SIGKILL)
    site.wait_for(lambda: "killed by signal 9" in site.said())
    site.wait_for(lambda: ready(port)["ready"])

    processes = site.processes()
    assert site.stop(signal.SIGINT) == 0
    assert not any(is_alive(pid) for pid in processes)


@pytest.mark.stress
def test_nothing_outlives_a_supervisor_that_is_killed(start: Callable[..., Site]) -> None:
    site = start("--only", "fast", "slow")
    site.wait_for(lambda: len(site.workers("fast") | site.workers("slow")) == 4)
    processes = site.processes()
    site.stop(signal.SIGKILL)
    deadline = time.monotonic() + 30
    while any(is_alive(pid) for pid in processes):
        assert time.monotonic() < deadline
        time.sleep(0.1)


@pytest.mark.stress
def test_a_hanging_cluster_does_not_outlive_its_supervisor_either(
    start: Callable[..., Site],
) -> None:
    site = start("--only", "fast")
    site.wait_for(lambda: len(site.workers("fast")) == 2)
    processes = site.processes()
    os.kill(min(site.workers("fast")), signal.SIGKILL)
    site.stop(signal.SIGKILL)
    deadline = time.monotonic() + 60
    while any(is_alive(pid) for pid in processes):
        assert time.monotonic() < deadline
        time.sleep(0.1)


def _command(pid: int) -> str:
    return re.sub("\0", " ", Path(f"/proc/{pid}/cmdline").read_text())


def _answered(site: Site, cluster: str) -> bool:
    with closing(sqlite3.connect(site.var / "pelican.sqlite3", timeout=20)) as database:
        row = database.execute(
            "select answered_at from site_queueprobe where cluster = ?", [cluster]
        ).fetchone()
    return row is not None and row[0] is not None

"""Services as child processes: started, restarted, stopped, never left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from pelican.lifeline import is_alive
from pelican.site import supervisor
from pelican.site.supervisor import Child, Service, Supervisor, stop_all
from tests.conftest import PROJECT

STUBBORN = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('up');"


def program(code: str, name: str = "bird") -> Service:
    return Service(name, (sys.executable, "-c", code))


def wait_for(condition: Callable[[], bool], seconds: float = 10) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "It did not happen in time."
        time.sleep(0.02)


@pytest.fixture
def started():
    children: list[Child] = []

    def start(service: Service) -> Child:
        child = Child(service)
        child.tick()
        children.append(child)
        return child

    yield start
    for child in children:
        child.kill()


def test_what_a_service_writes_is_shown_behind_its_name(started, capfd) -> None:
    child = started(program("print('squawk')"))
    wait_for(lambda: "bird │ squawk" in capfd.readouterr().out)
    assert child.process is not None


def test_a_service_that_dies_is_started_again_later_each_time(
    started, capfd, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervisor, "BACKOFF_SECONDS", (0.0, 30.0))
    child = started(program("raise SystemExit(3)"))
    wait_for(child.tick)
    child.tick()
    assert child.process is not None
    wait_for(child.tick)
    child.tick()
    assert child.process is None
    out = capfd.readouterr().out
    assert "ended (exit status 3); it starts again in 0 s" in out
    assert "it starts again in 30 s" in out


def test_what_a_dead_service_left_in_its_group_is_killed(started, tmp_path: Path) -> None:
    note = tmp_path / "pid"
    code = (
        "import subprocess, sys, pathlib, os;"
        "p = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)']);"
        f"pathlib.Path({str(note)!r}).write_text(str(p.pid)); os._exit(1)"
    )
    child = started(program(code))
    wait_for(child.tick)
    wait_for(lambda: not is_alive(int(note.read_text())))


def test_a_service_that_ignores_sigterm_is_killed_in_bounded_time(
    started, capfd, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervisor, "STOP_SECONDS", 0.3)
    child = started(program(f"{STUBBORN} time.sleep(60)"))
    wait_for(lambda: "up" in capfd.readouterr().out)
    begun = time.monotonic()
    stop_all([child])
    assert child.process is not None
    assert child.process.returncode == -signal.SIGKILL
    assert time.monotonic() - begun < 3


@pytest.fixture
def own_signals():
    before = {sig: signal.getsignal(sig) for sig in (signal.SIGINT, signal.SIGTERM)}
    yield
    for sig, handler in before.items():
        signal.signal(sig, handler)


@pytest.mark.usefixtures("own_signals")
def test_a_service_that_hangs_is_restarted(capfd, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop_soon() -> None:
        wait_for(lambda: len(stopped) > 0)
        os.kill(os.getpid(), signal.SIGTERM)

    stopped: list[str] = []
    monkeypatch.setattr(supervisor, "CHECK_SECONDS", 0.2)
    stopper = threading.Thread(target=stop_soon)
    stopper.start()
    Supervisor(
        [program("import time; time.sleep(60)")],
        check=lambda: {} if stopped else {"bird": "it sleeps"},
        stopped=stopped.append,
    ).run()
    stopper.join()
    out = capfd.readouterr().out
    assert "hangs: it sleeps; it is restarted" in out
    assert "stopped" in out


def test_services_do_not_outlive_a_supervisor_that_is_killed(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    service = f"import os, pathlib, time; pathlib.Path({str(note)!r}).write_text(str(os.getpid()));"
    code = (
        "import sys; from pelican.site.supervisor import Service, Supervisor;"
        f"Supervisor([Service('bird', (sys.executable, '-c', {service + ' time.sleep(60)'!r}))])"
        ".run()"
    )
    parent = subprocess.Popen([sys.executable, "-c", code], cwd=PROJECT)
    wait_for(lambda: note.exists() and note.read_text() != "")
    parent.kill()
    parent.wait()
    wait_for(lambda: not is_alive(int(note.read_text())))


def test_the_process_at_hand_is_alive_and_a_zombie_is_not() -> None:
    assert is_alive(os.getpid())
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        wait_for(lambda: not is_alive(process.pid))

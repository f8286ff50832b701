"""Starts services as child processes, restarts those that die or hang, and stops all of them.

Knows nothing of Django. Each service runs in a process group of its own, so that whatever it
started ends with it, and through :mod:`pelican.lifeline`, so that it does not outlive this process.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import FrameType
from typing import IO, Final

TICK_SECONDS: Final = 0.2
CHECK_SECONDS: Final = 5.0
STOP_SECONDS: Final = 8.0
"""What a service may take to end after SIGTERM before its process group is killed."""
BACKOFF_SECONDS: Final = (0.5, 1.0, 2.0, 5.0, 10.0, 30.0)
SETTLED_SECONDS: Final = 60.0
"""A service that ran this long starts again without delay."""

_output = threading.Lock()


def say(name: str, line: str) -> None:
    """Write one line to standard output behind the name of who said it."""
    with _output:
        try:
            sys.stdout.write(f"{name:>4} │ {line}\n")
            sys.stdout.flush()
        except BrokenPipeError:
            # Whoever read our output is gone; the services must still be able to write theirs.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@dataclass(frozen=True)
class Service:
    """A command that is to run all the time; ``files`` are descriptors that it inherits."""

    name: str
    command: tuple[str, ...]
    environment: Mapping[str, str] = field(default_factory=dict)
    files: tuple[int, ...] = ()


class Child:
    """One service, its process and when it may start again."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.process: subprocess.Popen[str] | None = None
        self._started = 0.0
        self._due = 0.0
        self._failures = 0

    @property
    def name(self) -> str:
        """The service's name."""
        return self.service.name

    def tick(self) -> bool:
        """Start what is due; returns whether the service was found dead, which plans a start."""
        if self.process is None:
            if time.monotonic() >= self._due:
                self._start()
            return False
        code = self.process.poll()
        if code is None:
            return False
        self.kill()
        delay = self._plan_restart()
        say(self.name, f"ended ({_in_words(code)}); it starts again in {delay:g} s")
        return True

    def _start(self) -> None:
        wrapper = (sys.executable, "-m", "pelican.lifeline", str(os.getpid()))
        self.process = subprocess.Popen(
            [*wrapper, *self.service.command],
            env={**os.environ, "PYTHONUNBUFFERED": "1", **self.service.environment},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
            pass_fds=self.service.files,
        )
        self._started = time.monotonic()
        if self.process.stdout is not None:
            relay = threading.Thread(
                target=_relay, args=(self.name, self.process.stdout), daemon=True
            )
            relay.start()

    def _plan_restart(self) -> float:
        """Let go of the dead process; returns the seconds until the next start."""
        if time.monotonic() - self._started > SETTLED_SECONDS:
            self._failures = 0
        delay = BACKOFF_SECONDS[min(self._failures, len(BACKOFF_SECONDS) - 1)]
        self._failures += 1
        self._due = time.monotonic() + delay
        self.process = None
        return delay

    def terminate(self) -> None:
        """Ask the service to end."""
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()

    def kill(self) -> None:
        """Kill all that is left of the service's process group."""
        if self.process is None:
            return
        with contextlib.suppress(ProcessLookupError):  # nothing is left
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def restart(self) -> None:
        """End the service within the usual time, then let it start at once."""
        stop_all([self])
        self._failures = 0
        self._plan_restart()


def _relay(name: str, stream: IO[str]) -> None:
    with stream:
        for line in stream:
            say(name, line.rstrip())


def _in_words(code: int) -> str:
    if code < 0:
        return f"killed by signal {-code}: {signal.strsignal(-code)}"
    return f"exit status {code}"


def stop_all(children: Iterable[Child], give_up: Callable[[], bool] = lambda: False) -> None:
    """End all children: SIGTERM, a bounded wait cut short by ``give_up()``, then SIGKILL."""
    children = list(children)
    for child in children:
        child.terminate()
    deadline = time.monotonic() + STOP_SECONDS
    while (
        any(child.process is not None and child.process.poll() is None for child in children)
        and time.monotonic() < deadline
        and not give_up()
    ):
        time.sleep(0.05)
    for child in children:
        child.kill()


class Supervisor:
    """Keeps services running until SIGINT or SIGTERM.

    Args:
        services: What is to run.
        check: Called every few seconds; returns the names of services that hang, with the reason.
        stopped: Called with the name of a service that ended or was ended.
        ticks: Called several times a second, for whatever the caller waits for.
    """

    def __init__(
        self,
        services: Iterable[Service],
        *,
        check: Callable[[], Mapping[str, str]] = dict,
        stopped: Callable[[str], None] = lambda _name: None,
        ticks: Iterable[Callable[[], None]] = (),
    ) -> None:
        self.children = [Child(service) for service in services]
        self._check = check
        self._stopped = stopped
        self._ticks = tuple(ticks)
        self._signals = 0

    def run(self) -> None:
        """Run until a signal says stop; a second signal kills at once."""
        for sig in (signal.SIGINT, signal.SIGTERM):
            signal.signal(sig, self._on_signal)
        next_check = time.monotonic() + CHECK_SECONDS
        try:
            while not self._signals:
                for child in self.children:
                    if child.tick():
                        self._stopped(child.name)
                for tick in self._ticks:
                    tick()
                if time.monotonic() >= next_check:
                    self._restart_hanging()
                    next_check = time.monotonic() + CHECK_SECONDS
                time.sleep(TICK_SECONDS)
        finally:
            say("run", "stopping…")
            stop_all(self.children, give_up=lambda: self._signals > 1)
            for child in self.children:
                self._stopped(child.name)
            say("run", "stopped")

    def _on_signal(self, _signum: int, _frame: FrameType | None) -> None:
        self._signals += 1

    def _restart_hanging(self) -> None:
        for name, reason in self._check().items():
            for child in self.children:
                if child.name == name and child.process is not None:
                    say(name, f"hangs: {reason}; it is restarted")
                    child.restart()
                    self._stopped(name)

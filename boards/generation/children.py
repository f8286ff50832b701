"""Runs a program that draws, watches it, and leaves nothing of it behind. No Django.

The program gets a session and process group of its own. When it ends, is stopped or runs out of
time, the whole group is killed, and whatever left the group but carries the attempt's token.
"""

from __future__ import annotations

import os
import selectors
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from boards.generation import launcher, processes
from boards.generation.protocol import Failure, HarnessError

TICK_SECONDS: Final = 0.5
STDERR_BYTES: Final = 65_536
FILE_BYTES: Final = 64 * 1024 * 1024
"""No file that the program writes may grow beyond this."""

_LINGER_SECONDS: Final = 1.0


@dataclass(frozen=True)
class Program:
    """What to run, where, and as whom ("" = as this process)."""

    arguments: Sequence[str]
    folder: Path
    environment: Mapping[str, str]
    user: str = ""


@dataclass(frozen=True)
class Ending:
    """How a program ended. ``status`` is negative for a signal, as in :mod:`subprocess`.

    ``output`` is cut one byte after its limit, ``errors`` after ``STDERR_BYTES``.
    """

    status: int
    output: bytes
    errors: bytes
    seconds: float


def run(
    program: Program,
    *,
    token: str,
    timeout_seconds: float,
    output_limit: int,
    tick: Callable[[], None],
    started: Callable[[int, int], None],
) -> Ending:
    """Run a program to its end.

    ``started`` is told its process group and start time; ``tick`` is called about twice a second.

    Raises:
        HarnessError: it ran longer than ``timeout_seconds``; what it wrote is in the record.
        Whatever ``tick`` and ``started`` raise. In every case nothing is left running.
    """
    began = time.monotonic()
    child = subprocess.Popen(
        launcher.command(program.arguments, file_bytes=FILE_BYTES, user=program.user),
        cwd=program.folder,
        env={**program.environment, processes.TOKEN_VARIABLE: token},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    born = processes.find(child.pid)
    start = born.started if born else 0
    try:
        started(child.pid, start)
        pipes = _Pipes(child, output_limit)
        deadline = began + timeout_seconds
        while child.poll() is None:
            pipes.read(min(TICK_SECONDS, max(0.01, deadline - time.monotonic())))
            tick()
            if time.monotonic() >= deadline:
                raise HarnessError(
                    Failure.TIMEOUT,
                    f"The program did not end within {timeout_seconds:.0f} s.",
                    record={"stdout": pipes.text(0), "stderr": pipes.text(1)},
                )
        pipes.drain(_LINGER_SECONDS)
        return Ending(
            child.returncode, pipes.content(0), pipes.content(1), time.monotonic() - began
        )
    finally:
        processes.end_all(token, child.pid, start)
        child.wait()
        for pipe in (child.stdout, child.stderr):
            if pipe is not None:
                pipe.close()


class _Pipes:
    """Reads both pipes as they fill; what exceeds a limit is read and dropped."""

    def __init__(self, child: subprocess.Popen[bytes], output_limit: int) -> None:
        self._selector = selectors.DefaultSelector()
        self._limits = (output_limit + 1, STDERR_BYTES)
        self._contents = (bytearray(), bytearray())
        for number, pipe in enumerate((child.stdout, child.stderr)):
            if pipe is not None:
                os.set_blocking(pipe.fileno(), False)
                self._selector.register(pipe, selectors.EVENT_READ, number)

    def read(self, seconds: float) -> bool:
        """Wait at most ``seconds`` for output and take it; False when nothing came."""
        if not self._selector.get_map():
            time.sleep(min(seconds, 0.02))
            return False
        ready = self._selector.select(seconds)
        for key, _events in ready:
            chunk = os.read(key.fd, 65_536)
            if not chunk:
                self._selector.unregister(key.fileobj)
            content = self._contents[key.data]
            content += chunk[: self._limits[key.data] - len(content)]
        return bool(ready)

    def drain(self, seconds: float) -> None:
        """Take what is left; a grandchild may hold a pipe open, so not for longer than this."""
        deadline = time.monotonic() + seconds
        while self._selector.get_map() and time.monotonic() < deadline:
            if not self.read(0.05):
                break

    def content(self, number: int) -> bytes:
        return bytes(self._contents[number])

    def text(self, number: int) -> str:
        return self.content(number).decode("utf-8", "replace")

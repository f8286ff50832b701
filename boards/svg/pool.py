"""A pool of render workers: lazily started, restarted when they die, safe across threads and forks.

Workers are subprocesses and not ``multiprocessing`` children, because job queues run their own
workers as daemons, which may have none.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import math
import os
import queue
import selectors
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO, Any, Final, Literal, cast

from boards.svg import frames
from pelican.rules import RULES

_PROJECT: Final = Path(__file__).resolve().parents[2]
_START_SECONDS: Final = 60
_INHERITED: Final = (
    "PATH",
    "LANG",
    "LC_ALL",
    "SYSTEMROOT",
    "LD_LIBRARY_PATH",
    "COVERAGE_PROCESS_START",
)
_CHUNK: Final = 2**16
QUEUE_SECONDS: Final = 3
"""With the longest measurement this makes the ten seconds within which every reply is answered."""

_QUEUE_LENGTH: Final = 3
_BUSY_SHARE: Final = 0.5
"""A worker that got less than this share of its processor time was kept waiting."""


class WorkerLostError(Exception):
    """A worker gave no answer.

    ``reason`` is ``time`` (it used up what it may), ``death`` (of which ``how`` tells more), or
    what is no drawing's fault: ``busy`` (the clock ran out although it used little) and ``start``
    (it did not come up).
    """

    def __init__(self, reason: Literal["time", "death", "busy", "start"], how: str = "") -> None:
        super().__init__(f"The render worker was lost: {reason} {how}".strip())
        self.reason = reason
        self.how = how


class RenderPool:
    """``size`` workers behind a queue. Usable from any thread; a fork gets workers of its own.

    With ``queue_length`` no more requests than that wait at a time, and none for longer than
    ``QUEUE_SECONDS``: what serves pages must say "busy" rather than have all its threads wait.
    """

    def __init__(self, size: int = 1, *, queue_length: int | None = None) -> None:
        if size < 1:
            raise ValueError("A pool needs at least one worker.")
        self.size = size
        self._queue_length = queue_length
        self._begin()
        _POOLS.add(self)

    def ask(self, head: Mapping[str, Any], payload: bytes) -> tuple[dict[str, Any], bytes]:
        """Send one request to the next free worker and wait for its answer.

        ``head["seconds"]`` is the processor time it may take. Raises :class:`WorkerLostError` when
        the worker dies or exceeds that, or the clock; the next request meets a new one. Raises it
        as well, at once or after some seconds, when too many wait.
        """
        admitted = self._admitted
        if admitted and not admitted.acquire(blocking=False):
            raise WorkerLostError("busy", "too many wait")
        try:
            return self._ask(head, payload)
        finally:
            if admitted:
                admitted.release()

    def _ask(self, head: Mapping[str, Any], payload: bytes) -> tuple[dict[str, Any], bytes]:
        free, spawner = self._free, self._spawner
        try:
            slot = free.get(timeout=QUEUE_SECONDS if self._admitted else None)
        except queue.Empty:
            raise WorkerLostError("busy", "the queue did not move") from None
        try:
            worker, slot.worker = slot.worker, None
            if worker is None or not worker.is_alive():
                worker = spawner.submit(_Worker).result()
            try:
                answer = worker.ask(head, payload)
            except BaseException:
                worker.kill()  # whatever interrupted us, its answer must not meet another request
                raise
            slot.worker = worker
            return answer
        finally:
            free.put(slot)

    def close(self) -> None:
        """End all workers; a later request starts new ones."""
        for slot in self._slots:
            if slot.worker is not None:
                slot.worker.kill()
        self._spawner.shutdown(wait=False)
        self._begin()

    def begin_after_fork(self) -> None:
        """In a forked child: leave the parent's workers to the parent, and begin anew."""
        for slot in self._slots:
            if slot.worker is not None:
                slot.worker.abandon()
        self._begin()

    def _begin(self) -> None:
        self._slots = [_Slot() for _ in range(self.size)]
        self._free: queue.SimpleQueue[_Slot] = queue.SimpleQueue()
        for slot in self._slots:
            self._free.put(slot)
        length = self._queue_length
        self._admitted = None if length is None else threading.Semaphore(self.size + length)
        # One lasting thread starts all workers: the kernel's "parent died" signal goes by thread.
        self._spawner = ThreadPoolExecutor(1, thread_name_prefix="render-spawner")


class _Slot:
    """A place for one worker."""

    def __init__(self) -> None:
        self.worker: _Worker | None = None


class _Worker:
    """One running ``python -m boards.svg.worker``."""

    def __init__(self) -> None:
        environment = {name: os.environ[name] for name in _INHERITED if name in os.environ}
        environment |= {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "boards.svg.worker", str(os.getpid())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=_PROJECT,
            env=environment,
            close_fds=True,
            start_new_session=True,
        )
        self._requests = cast("IO[bytes]", self._process.stdin)
        self._answers = cast("IO[bytes]", self._process.stdout)
        self._deadline = time.monotonic() + _START_SECONDS
        self._enough = math.inf
        try:
            self._receive()
        except WorkerLostError as lost:
            self.kill()
            raise WorkerLostError("start", lost.how) from lost

    def ask(self, head: Mapping[str, Any], payload: bytes) -> tuple[dict[str, Any], bytes]:
        """One request and its answer within the wall clock."""
        slack = RULES.render.wall_seconds - RULES.render.cpu_seconds
        self._deadline = time.monotonic() + head["seconds"] + slack
        self._enough = self._processor_seconds() + head["seconds"] * _BUSY_SHARE
        self._send(frames.encode(head, payload))
        return self._receive()

    def is_alive(self) -> bool:
        """Whether the process still runs; what ended it while it was idle is no drawing's fault."""
        if self._process.poll() is None:
            return True
        self.abandon()
        return False

    def kill(self) -> None:
        """End the process, whatever it does, and take it off the process table."""
        self._process.kill()
        self._process.wait()
        self.abandon()

    def abandon(self) -> None:
        """Close our ends of its pipes."""
        for pipe in (self._requests, self._answers):
            with contextlib.suppress(BrokenPipeError):
                pipe.close()
        self._process.returncode = self._process.returncode or 0

    def _send(self, message: bytes) -> None:
        descriptor = self._requests.fileno()
        view = memoryview(message)
        while view:
            self._wait(descriptor, selectors.EVENT_WRITE)
            try:
                view = view[os.write(descriptor, view[:_CHUNK]) :]
            except BrokenPipeError:
                raise self._died() from None

    def _receive(self) -> tuple[dict[str, Any], bytes]:
        try:
            answer = frames.decode(self._read)
        except ValueError:
            raise self._died() from None
        if answer is None:
            raise self._died()
        return answer

    def _read(self, count: int) -> bytes:
        descriptor = self._answers.fileno()
        parts = []
        while count:
            self._wait(descriptor, selectors.EVENT_READ)
            part = os.read(descriptor, min(count, _CHUNK))
            if not part:
                break
            parts.append(part)
            count -= len(part)
        return b"".join(parts)

    def _wait(self, descriptor: int, event: int) -> None:
        with selectors.DefaultSelector() as selector:
            selector.register(descriptor, event)
            if not selector.select(max(self._deadline - time.monotonic(), 0)):
                used = self._processor_seconds()
                raise WorkerLostError("time" if used >= self._enough else "busy")

    def _processor_seconds(self) -> float:
        """Processor time that the process has used (fields 14 and 15 of its ``stat``)."""
        try:
            stat = Path(f"/proc/{self._process.pid}/stat").read_text(encoding="ascii")
        except FileNotFoundError:
            return math.inf
        fields = stat.rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def _died(self) -> WorkerLostError:
        """How the process ended."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(1)
        code = self._process.returncode
        if code == -signal.SIGXCPU:
            return WorkerLostError("time")
        if code is None:
            return WorkerLostError("death", "no valid answer")
        if code == frames.OUT_OF_MEMORY:
            return WorkerLostError("death", "out of memory")
        how = signal.Signals(-code).name if code < 0 else f"exit code {code}"
        return WorkerLostError("death", how)


_POOLS: weakref.WeakSet[RenderPool] = weakref.WeakSet()


@functools.cache
def default_pool() -> RenderPool:
    """The process's own pool of one worker, for which few may wait."""
    return RenderPool(queue_length=_QUEUE_LENGTH)


def _begin_after_fork() -> None:
    for pool in list(_POOLS):
        pool.begin_after_fork()


@atexit.register
def _close_all() -> None:
    for pool in list(_POOLS):
        pool.close()


os.register_at_fork(after_in_child=_begin_after_fork)

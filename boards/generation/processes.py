"""Processes by id *and* start time, because ids are used again. Linux; pure Python, no Django.

Where there is no ``/proc``, nothing is ever found, and so nothing is ever killed by mistake.
"""

from __future__ import annotations

import os
import signal
import socket
from dataclasses import dataclass
from pathlib import Path
from typing import Final

PROC: Final = Path("/proc")
TOKEN_VARIABLE: Final = "PELICAN_ATTEMPT"  # noqa: S105 the name of a variable
"""Set in the environment of every child, so that what it forks can be recognised."""


@dataclass(frozen=True)
class Process:
    """A process: its id, its process group, and its start in clock ticks since boot."""

    pid: int
    group: int
    started: int


def find(pid: int) -> Process | None:
    """The living process with this id; a zombie counts as gone."""
    try:
        stat = (PROC / str(pid) / "stat").read_text()
    except (OSError, UnicodeDecodeError):
        return None
    # The name in parentheses may hold anything, so fields are counted from its end.
    fields = stat.rpartition(")")[2].split()
    if fields[0] in {"Z", "X"}:
        return None
    return Process(pid, int(fields[2]), int(fields[19]))


def this_process() -> Process:
    """The calling process; its start is 0 where that cannot be known."""
    return find(os.getpid()) or Process(os.getpid(), os.getpgrp(), 0)


def is_running(pid: int, started: int) -> bool:
    """Whether exactly this process lives."""
    process = find(pid)
    return process is not None and process.started == started


def host() -> str:
    """The name of this machine and the boot it is in: process ids mean something only within."""
    try:
        boot = (PROC / "sys/kernel/random/boot_id").read_text().strip()[:8]
    except OSError:
        boot = "0"
    return f"{socket.gethostname()[:100]}/{boot}"


def end_all(token: str, group: int | None = None, started: int | None = None) -> int:
    """Kill every process of an attempt and wait for nothing. Returns how many were hit.

    These are the processes of ``group``, unless its leader's id now belongs to a process with
    another start time, and whatever carries ``token`` in its environment.
    """
    leader = find(group) if group else None
    ours = group is not None and (leader is None or leader.started == started)
    mark = f"{TOKEN_VARIABLE}={token}".encode()
    hit = 0
    for entry in PROC.glob("[0-9]*"):
        process = find(int(entry.name))
        if process is None or process.pid == os.getpid():
            continue
        in_group = ours and process.group == group and process.started >= (started or 0)
        if (in_group or _carries(entry, mark)) and is_running(process.pid, process.started):
            try:
                os.kill(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
            hit += 1
    return hit


def _carries(entry: Path, mark: bytes) -> bool:
    try:
        return mark in (entry / "environ").read_bytes().split(b"\0")
    except OSError:
        return False

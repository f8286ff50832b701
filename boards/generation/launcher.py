"""Becomes the program that draws, after it has tied itself to its parent.

Run as a script with nothing but the standard library: ``launcher.py PARENT USER FILE_BYTES --
PROGRAM ARGUMENT…``. A worker has threads, in which code between fork and exec is unsafe; this small
program does that work instead. The kernel kills it when its parent dies, however the parent dies.
"""

from __future__ import annotations

import ctypes
import os
import pwd
import resource
import signal
import sys
from collections.abc import Sequence

EXIT_CANNOT_START = 127
_PR_SET_PDEATHSIG = 1
_PR_SET_NO_NEW_PRIVS = 38


def command(program: Sequence[str], *, file_bytes: int, user: str = "") -> list[str]:
    """The command line by which this process starts ``program`` through this script.

    No file that the program writes may grow beyond ``file_bytes``; ``user`` is the account it runs
    as, "" for that of this process.
    """
    script = [sys.executable, "-I", "-S", __file__]
    return [*script, str(os.getpid()), user, str(file_bytes), "--", *program]


def _become(name: str) -> None:
    user = pwd.getpwnam(name)
    os.initgroups(name, user.pw_gid)
    os.setgid(user.pw_gid)
    os.setuid(user.pw_uid)


def _tie_to(parent: int) -> None:
    # Changing the user clears the death signal, so this comes after.
    prctl = getattr(ctypes.CDLL(None), "prctl", None)
    if prctl is None:
        return  # no Linux
    prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        os._exit(EXIT_CANNOT_START)  # it died before the signal was asked for


def main(arguments: list[str]) -> None:
    """Set limits, user and death signal, then become the program."""
    parent, user, file_bytes, _dashes, *program = arguments
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(file_bytes), int(file_bytes)))
    try:
        if user:
            _become(user)
        _tie_to(int(parent))
        os.execvp(program[0], program)  # noqa: S606 no shell is the point
    except (OSError, KeyError) as error:
        sys.stderr.write(f"{program[0]} cannot be started: {error}\n")
        sys.exit(EXIT_CANNOT_START)


if __name__ == "__main__":
    main(sys.argv[1:])

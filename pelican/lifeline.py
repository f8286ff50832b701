"""Runs a command that ends when the process that started it ends, whatever ended that one.

``python -m pelican.lifeline PARENT_PID COMMAND…`` asks the kernel (Linux) for SIGTERM at the
parent's death, then becomes the command. A wrapper and not ``preexec_fn``, which is unsafe in a
process with threads. Elsewhere than on Linux it only becomes the command.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from pathlib import Path
from typing import Final

_PR_SET_PDEATHSIG: Final = 1  # linux/prctl.h


def is_alive(pid: int) -> bool:
    """Whether a process with this number exists; a zombie does not count."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass  # it exists, as another user
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace")
    except OSError:
        return sys.platform != "linux"
    # The state follows the name, which stands in parentheses and may hold anything.
    return stat.rpartition(")")[2].split()[0] not in {"Z", "X"}


def end_with_parent(parent: int) -> None:
    """Have the kernel send SIGTERM to this process when ``parent``, its parent, dies.

    Raises :class:`SystemExit` when the parent is gone already.
    """
    if sys.platform == "linux":
        libc = ctypes.CDLL(None, use_errno=True)
        if libc.prctl(_PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0) != 0:
            raise OSError(ctypes.get_errno(), "prctl(PR_SET_PDEATHSIG) was refused.")
    if os.getppid() != parent:
        sys.exit(f"The parent process {parent} is gone.")


def main(arguments: list[str]) -> None:
    """Become the command given after the parent's process id."""
    parent, *command = arguments
    end_with_parent(int(parent))
    os.execvp(command[0], command)  # noqa: S606 replacing this process is the point


if __name__ == "__main__":
    main(sys.argv[1:])

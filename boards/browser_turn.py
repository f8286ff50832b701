"""One browser at a time: what starts Chromium in a worker takes turns. Pure, no Django.

A browser keeps a core busy for minutes. With one of them the other workers stay free for what
somebody waits for, such as the drawings of a run.
"""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

FILE = "browser.lock"


@contextmanager
def browser_turn(folder: Path) -> Iterator[bool]:
    """Whether it is the caller's turn, on this machine, until the block ends.

    The turn is a lock on a file in ``folder``, so that it ends with its process however that ends.
    """
    with (folder / FILE).open("ab") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True

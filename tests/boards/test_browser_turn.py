"""One browser at a time."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

from boards.browser_turn import browser_turn
from tests.tree import PROJECT

HOLDS = """
import sys, time
from pathlib import Path
from boards.browser_turn import browser_turn
with browser_turn(Path(sys.argv[1])) as ours:
    print(ours, flush=True)
    time.sleep(60)
"""


def test_one_at_a_time_has_the_turn(tmp_path: Path) -> None:
    with browser_turn(tmp_path) as first, browser_turn(tmp_path) as second:
        assert (first, second) == (True, False)
    with browser_turn(tmp_path) as again:
        assert again


def test_a_turn_ends_with_its_process(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLDS, str(tmp_path)],
        cwd=PROJECT,
        stdout=subprocess.PIPE,
        text=True,
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "True\n"
        with browser_turn(tmp_path) as ours:
            assert not ours
        holder.send_signal(signal.SIGKILL)
    with browser_turn(tmp_path) as ours:
        assert ours

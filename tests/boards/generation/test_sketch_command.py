from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from boards.catalogue import get_task
from boards.generation.sketch import draw

ROOT = Path(__file__).resolve().parents[3]
COMMAND = [sys.executable, "-m", "boards.generation.sketch"]


def sketch(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *arguments], cwd=ROOT, capture_output=True, text=True, timeout=20, check=False
    )


def test_it_prints_the_reply():
    done = sketch("--task", "octopus_scooter", "--skill", "0.8", "--style", "ink", "--seed", "7")
    assert done.returncode == 0
    assert done.stderr == ""
    assert done.stdout == draw(get_task("octopus_scooter"), skill=0.8, style="ink", seed=7)


def test_an_effort_names_a_skill():
    done = sketch("--effort", "low", "--style", "night", "--seed", "4")
    assert done.stdout == draw(get_task("pelican_bicycle"), skill=0.15, style="night", seed=4)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--task", "walrus_tank"], "Unknown task “walrus_tank”"),
        (["--style", "crayon"], "invalid choice"),
        (["--skill", "2"], "between 0 and 1"),
        (["--skill", "much"], "between 0 and 1"),
        (["--delay", "-1"], "0 or more"),
        (["--skill", "0.5", "--effort", "low"], "not allowed with"),
    ],
)
def test_unusable_arguments_are_named(arguments, words):
    done = sketch(*arguments)
    assert done.returncode == 2
    assert words in done.stderr
    assert done.stdout == ""


def test_a_simulated_failure_has_a_status_of_its_own():
    done = sketch("--fail-rate", "1")
    assert done.returncode == 3
    assert "simulated" in done.stderr
    assert done.stdout == ""


def test_a_retry_has_new_luck():
    statuses = {sketch("--fail-rate", "0.5", "--attempt", str(n)).returncode for n in range(1, 9)}
    assert statuses == {0, 3}


def test_it_ends_when_told_to():
    with subprocess.Popen([*COMMAND, "--delay", "60"], cwd=ROOT, stdout=subprocess.PIPE) as child:
        time.sleep(0.3)
        child.send_signal(signal.SIGTERM)
        assert child.wait(timeout=5) == -signal.SIGTERM
        assert child.stdout is not None
        assert child.stdout.read() == b""


def test_it_starts_without_heavy_libraries():
    code = (
        "import sys, boards.generation.sketch.__main__\n"
        "print({'django', 'numpy', 'lxml', 'cv2'} & {name.split('.')[0] for name in sys.modules})"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == "set()\n"

"""A coding agent that does what its prompt says. Run as a program: ``agent.py [--version] WORD…``.

Each word is a function of this file; what it does is what such a program may do to its caller.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

SVG = '<svg xmlns="http://www.w3.org/2000/svg"><circle r="{}"/></svg>'


def draw() -> None:
    Path("drawings").mkdir()
    Path("drawings/pelican.svg").write_text(SVG.format(1))


def two() -> None:
    """Two drawings, of which the one written last looks older."""
    Path("new.svg").write_text(SVG.format("new"))
    Path("old.svg").write_text(SVG.format("old"))
    os.utime("old.svg", (1, 1))


def link() -> None:
    """Everything that is named like a drawing and is no regular file."""
    Path("link.svg").symlink_to("/etc/hostname")
    Path("folder").symlink_to("/etc")
    Path("directory.svg").mkdir()
    os.mkfifo("pipe.svg")


def huge() -> None:
    Path("huge.svg").write_text("x" * 3_000_000)


def say() -> None:
    sys.stdout.write(f"Here you are: {SVG.format('said')}\n")


def fork() -> None:
    """Leave two children behind, one of them in a session of its own."""
    sleep = [sys.executable, "-c", "import time; time.sleep(600)"]
    subprocess.Popen(sleep)
    subprocess.Popen(sleep, start_new_session=True)


def hang() -> None:
    time.sleep(600)


def exit3() -> None:
    sys.stderr.write("I cannot do that.\n")
    sys.exit(3)


def env() -> None:
    sys.stdout.write(json.dumps(dict(os.environ)))


def where() -> None:
    """Tell where it runs and what it finds there."""
    home = Path(os.environ["HOME"])
    there = {"cwd": str(Path.cwd()), "uid": os.getuid()}
    found = {"files": [*map(str, Path.cwd().iterdir())], "home": [*map(str, home.iterdir())]}
    sys.stdout.write(json.dumps(there | found))


def flood() -> None:
    sys.stdout.write("y" * 5_000_000)


def fill() -> None:
    """Write until it is stopped."""
    with Path("fill.svg").open("w") as file:
        while True:
            file.write("z" * 1_000_000)


WORDS: dict[str, Callable[[], None]] = {
    word.__name__: word
    for word in (draw, two, link, huge, say, fork, hang, exit3, env, where, flood, fill)
}

if __name__ == "__main__":
    if sys.argv[1] == "--version":
        sys.stdout.write("fake-agent 1.2.3\n")
        sys.exit()
    for each in sys.argv[-1].split():
        WORDS[each]()
    sys.stdout.flush()

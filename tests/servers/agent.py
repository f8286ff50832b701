"""A coding agent that does what its prompt says. Run as a program: ``agent.py [--version] WORD…``.

Words: ``draw`` writes a drawing, ``two`` writes two, ``link`` writes links only, ``huge`` writes
3 MB, ``say`` prints one, ``fork`` leaves children behind (one of them in a session of its own),
``hang`` never ends, ``exit3`` ends with status 3, ``env`` and ``where`` tell where it runs,
``flood`` prints 5 MB, ``fill`` writes until it is stopped.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

SVG = '<svg xmlns="http://www.w3.org/2000/svg"><circle r="{}"/></svg>'


def do(word: str) -> None:  # noqa: C901, PLR0912 a table of words
    match word:
        case "draw":
            Path("drawings").mkdir()
            Path("drawings/pelican.svg").write_text(SVG.format(1))
        case "two":
            Path("new.svg").write_text(SVG.format("new"))
            Path("old.svg").write_text(SVG.format("old"))
            os.utime("old.svg", (1, 1))
        case "link":
            Path("link.svg").symlink_to("/etc/hostname")
            Path("folder").symlink_to("/etc")
            Path("directory.svg").mkdir()
            os.mkfifo("pipe.svg")
        case "huge":
            Path("huge.svg").write_text("x" * 3_000_000)
        case "say":
            sys.stdout.write(f"Here you are: {SVG.format('said')}\n")
        case "fork":
            sleep = [sys.executable, "-c", "import time; time.sleep(600)"]
            subprocess.Popen(sleep)
            subprocess.Popen(sleep, start_new_session=True)
        case "hang":
            time.sleep(600)
        case "exit3":
            sys.stderr.write("I cannot do that.\n")
            sys.exit(3)
        case "env":
            sys.stdout.write(json.dumps(dict(os.environ)))
        case "where":
            home = os.environ["HOME"]
            there = {
                "cwd": str(Path.cwd()),
                "files": [path.name for path in Path().iterdir()],
                "home": [path.name for path in Path(home).iterdir()],
            }
            sys.stdout.write(json.dumps(there | {"uid": os.getuid()}))
        case "flood":
            sys.stdout.write("y" * 5_000_000)
        case "fill":
            with Path("fill.svg").open("w") as file:
                while True:
                    file.write("z" * 1_000_000)


if __name__ == "__main__":
    if sys.argv[1] == "--version":
        sys.stdout.write("fake-agent 1.2.3\n")
        sys.exit()
    for each in sys.argv[-1].split():
        do(each)
    sys.stdout.flush()

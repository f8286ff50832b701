"""The files of the project, as git tracks them."""

from __future__ import annotations

import shutil
import subprocess
from functools import cache
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
_OUTSIDE = {".git", ".venv", "var", "node_modules"}


@cache
def tracked() -> tuple[Path, ...]:
    """Every tracked file that exists; without git (an unpacked archive), every file."""
    if shutil.which("git") and (PROJECT / ".git").exists():
        listing = subprocess.run(
            ["git", "ls-files", "-z"], cwd=PROJECT, capture_output=True, check=True, text=True
        ).stdout
        files = [PROJECT / name for name in listing.split("\0") if name]
    else:
        files = [
            path
            for path in PROJECT.rglob("*")
            if path.is_file() and not _OUTSIDE & set(path.relative_to(PROJECT).parts)
        ]
    return tuple(path for path in files if path.is_file())


def python_files() -> list[Path]:
    """The tracked modules, migrations left out: Django writes these."""
    return [path for path in tracked() if path.suffix == ".py" and "migrations" not in path.parts]


def name_of(path: Path) -> str:
    """The path from the top of the project."""
    return path.relative_to(PROJECT).as_posix()

"""The ``command`` harness: a coding agent's command line, in an empty directory of its own."""

from __future__ import annotations

import os
import re
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from boards.generation import children
from boards.generation.configuration import CommandSettings
from boards.generation.keys import read_key
from boards.generation.protocol import DrawingRequest, Failure, HarnessError, Reply

_PLACEHOLDER: Final = re.compile(r"\{(?:prompt|model|effort)\}")
_PATH: Final = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
_SYSTEM_FOLDERS: Final = ("/usr", "/bin", "/sbin", "/lib", "/lib64", "/etc", "/opt")
_FILES_SEEN: Final = 10_000
"""An agent that unpacks half the world into its directory is not searched through for ever."""


class CommandHarness:
    """Starts the agent without a shell and takes the drawing that it wrote, or what it said.

    Pictures lie in its directory as ``<label>.png``; asked about them, only what it says counts.
    """

    def __init__(self, settings: CommandSettings) -> None:
        self._settings = settings

    def draw(self, request: DrawingRequest) -> Reply:
        """See :class:`boards.generation.protocol.Harness`."""
        work, home = request.folder / "work", request.folder / "home"
        for folder in (work, home):
            folder.mkdir(mode=0o700)
            if self._settings.user:
                shutil.chown(folder, self._settings.user)
        if self._settings.user:
            request.folder.chmod(0o711)
        for picture in request.pictures:
            (work / f"{picture.label}.png").write_bytes(picture.png)
        arguments = self.arguments(request)
        ending = children.run(
            children.Program(
                [*self._sandbox(work, home), *arguments],
                work,
                self._environment(home),
                self._settings.user,
            ),
            token=request.token,
            timeout_seconds=request.timeout_seconds,
            output_limit=request.reply_limit,
            tick=request.tick,
            started=request.child_started,
        )
        record = {
            "command": arguments,
            "status": ending.status,
            "stdout": ending.output.decode("utf-8", "replace"),
            "stderr": ending.errors.decode("utf-8", "replace"),
            "seconds": round(ending.seconds, 3),
        }
        if ending.status != 0:
            said = _last_words(ending.errors.decode("utf-8", "replace"))
            raise HarnessError(
                Failure.EXIT,
                f"The program ended with status {ending.status}" + (f": {said}" if said else "."),
                record=record,
            )
        drawing = None if request.pictures else newest_drawing(work, request.reply_limit)
        if drawing is None:
            return Reply(ending.output, record=record)
        name, content = drawing
        return Reply(content, record={**record, "file": name})

    def arguments(self, request: DrawingRequest) -> list[str]:
        """The agent's command line, each placeholder filled in within its argument."""
        words = {
            "{prompt}": request.prompt,
            "{model}": request.model_id,
            "{effort}": request.effort,
        }
        return [
            # One pass over the template: what is filled in is never read again.
            _PLACEHOLDER.sub(lambda found: words[found[0]], template)
            for template in self._settings.command
        ]

    def _environment(self, home: Path) -> dict[str, str]:
        environment = {
            "PATH": _PATH,
            "HOME": str(home),
            "TMPDIR": str(home),
            "LANG": "C.UTF-8",
            "TERM": "dumb",
        }
        if self._settings.key:
            environment[self._settings.key_as] = read_key(self._settings.key).reveal()
        return environment

    def _sandbox(self, work: Path, home: Path) -> list[str]:
        if self._settings.isolation != "bubblewrap":
            return []
        visible = [folder for folder in _SYSTEM_FOLDERS if Path(folder).exists()]
        binds = [
            part
            for folder in (*visible, *self._settings.visible)
            for part in ("--ro-bind", folder, folder)
        ]
        return [
            *("bwrap", "--die-with-parent", "--new-session", "--unshare-all", "--share-net"),
            *binds,
            *("--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"),  # noqa: S108 inside the sandbox
            *("--bind", str(work), str(work), "--bind", str(home), str(home)),
            *("--chdir", str(work), "--"),
        ]


def _last_words(text: str) -> str:
    """At most 300 characters from the end, in whole words: half a key could not be told as one."""
    words = " ".join(text.split())
    return words if len(words) <= 300 else words[-300:].partition(" ")[2]


def newest_drawing(folder: Path, limit: int) -> tuple[str, bytes] | None:
    """Name and content of the newest regular ``*.svg`` below ``folder``; None without one.

    No link is followed, to a file or to a folder. The content is cut one byte after ``limit``.
    """
    newest: tuple[int, str] | None = None
    for path, modified in _drawings(folder):
        if newest is None or (modified, path) > newest:
            newest = (modified, path)
    if newest is None:
        return None
    descriptor = os.open(newest[1], os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    with os.fdopen(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            return None  # exchanged since it was listed
        return os.path.relpath(newest[1], folder), file.read(limit + 1)


def _drawings(folder: Path) -> Iterator[tuple[str, int]]:
    seen = 0
    for directory, _folders, files in os.walk(folder, followlinks=False):
        for name in files:
            seen += 1
            if seen > _FILES_SEEN:
                return
            path = os.path.join(directory, name)  # noqa: PTH118 a Path for each would be wasted
            status = os.lstat(path)
            if name.lower().endswith(".svg") and stat.S_ISREG(status.st_mode):
                yield path, status.st_mtime_ns

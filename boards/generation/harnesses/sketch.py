"""The ``sketch`` harness: the bundled reference sketcher, which is not a model.

It runs as a real child process, so that everything around a drawing can be tried with no key and
no network. The skill follows the effort; every slot has a seed of its own.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from boards.generation import children
from boards.generation.configuration import SketchSettings
from boards.generation.protocol import DrawingRequest, Failure, HarnessError, Reply
from boards.generation.sketch import LABEL

SKETCH: Final = "sketch"
"""The kind of this harness to a condition."""

SKETCH_VERSION: Final = LABEL

_PROJECT: Final = Path(__file__).resolve().parents[3]
_OPTIONS: Final = ("style", "skill", "delay", "fail_rate")


class SketchHarness:
    """Lets the sketcher draw the task. There is no sentence: it cannot read one."""

    def __init__(self, settings: SketchSettings) -> None:
        self._settings = settings

    def draw(self, request: DrawingRequest) -> Reply:
        """See :class:`boards.generation.protocol.Harness`."""
        arguments = self.arguments(request)
        ending = children.run(
            children.Program(
                [sys.executable, "-m", "boards.generation.sketch", *arguments],
                request.folder,
                {"PYTHONPATH": str(_PROJECT), "PYTHONDONTWRITEBYTECODE": "1"},
            ),
            token=request.token,
            timeout_seconds=request.timeout_seconds,
            output_limit=request.reply_limit,
            tick=request.tick,
            started=request.child_started,
        )
        record = {
            "arguments": arguments,
            "status": ending.status,
            "stderr": ending.errors.decode("utf-8", "replace"),
        }
        if ending.status != 0:
            raise HarnessError(
                Failure.EXIT, f"The sketcher ended with status {ending.status}.", record=record
            )
        return Reply(ending.output, model=SKETCH_VERSION, record=record)

    def arguments(self, request: DrawingRequest) -> list[str]:
        """The sketcher's command line for this request."""
        chosen = {name: request.options[name] for name in _OPTIONS if name in request.options}
        if request.effort and "skill" not in chosen:
            chosen["effort"] = request.effort
        return [
            *("--task", request.task, "--seed", str(request.seed)),
            *("--attempt", str(request.attempt)),
            *(f"--{name.replace('_', '-')}={value}" for name, value in chosen.items()),
        ]

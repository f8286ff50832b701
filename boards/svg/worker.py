"""The render worker: ``python -m boards.svg.worker``, one request after another over its pipes.

It alone touches untrusted documents, under limits from ``pelican.rules.RULES.render``:

* memory: ``RLIMIT_AS`` is what the process has mapped once its libraries are loaded plus
  ``memory_mb``. Not ``RLIMIT_DATA``: that would leave out what a library maps shared, and the
  libraries' own mappings (half a gigabyte, mostly untouched) would count against a fixed limit.
* processor: before each request the soft ``RLIMIT_CPU`` is set as far ahead of what has been used
  as the request allows, so the kernel ends a runaway render. The parent watches the clock.
* files: nothing may be written, and no core is dumped.

A request that breaks a limit ends the process; the parent reports that and starts another.
"""

from __future__ import annotations

import ctypes
import dataclasses
import os
import resource
import signal
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, BinaryIO, Final

import cv2

from boards.catalogue import get_task
from boards.svg import frames
from boards.svg.measure import measure
from boards.svg.pictures import picture_png
from boards.svg.raster import RenderError, rasterise, renderer_version
from pelican.rules import RULES

_PR_SET_PDEATHSIG: Final = 1
_WARM_UP: Final = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><text y="9">Ag 中</text></svg>'
)


def main() -> None:
    """Serve until the pipe closes."""
    _die_with_parent(int(sys.argv[1]))
    requests, answers = sys.stdin.buffer, _only_use_of_stdout()
    cv2.setNumThreads(1)
    rasterise(_WARM_UP, 9, 9)
    _limit_memory()
    _send(answers, {"ready": renderer_version()})
    while (request := frames.decode(requests.read)) is not None:
        _limit_processor(request[0]["seconds"])
        _send(answers, *_answer(*request))


def _answer(head: Mapping[str, Any], payload: bytes) -> tuple[dict[str, Any], bytes]:
    source = payload.decode("utf-8")
    try:
        if head["ask"] == "picture":
            return {}, picture_png(source, head["pixels"])
        return dataclasses.asdict(measure(source, get_task(head["task"]))), b""
    except RenderError as error:
        return {"refused": str(error)}, b""
    except MemoryError:
        sys.exit(frames.OUT_OF_MEMORY)
    except Exception as error:  # noqa: BLE001 whatever a document provokes, the parent is told
        return {"error": f"{type(error).__name__}: {error}"}, b""


def _send(pipe: BinaryIO, head: Mapping[str, Any], payload: bytes = b"") -> None:
    pipe.write(frames.encode(head, payload))
    pipe.flush()


def _only_use_of_stdout() -> BinaryIO:
    """The answer pipe, out of reach of libraries that print."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return answers


def _die_with_parent(parent: int) -> None:
    ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        sys.exit("The process that started this worker is gone.")


def _limit_memory() -> None:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    limit = pages * resource.getpagesize() + RULES.render.memory_mb * 2**20
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _limit_processor(seconds: int) -> None:
    used = resource.getrusage(resource.RUSAGE_SELF)
    ahead = int(used.ru_utime + used.ru_stime) + 1 + seconds
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    soft = ahead if hard == resource.RLIM_INFINITY else min(ahead, hard)
    resource.setrlimit(resource.RLIMIT_CPU, (soft, hard))


if __name__ == "__main__":
    main()

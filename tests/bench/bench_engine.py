"""How long evaluations take, against one bare 512 px render of the same file.

    python tests/bench/bench_engine.py FOLDER [--repeat 5]

Both run in one process, one after the other, on processor time, so that a busy machine disturbs
little, and on one thread, as in a render worker; throughput is measured through real pools on the
wall clock.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import cv2
import resvg_py

from boards.catalogue import get_task
from boards.svg import RenderPool, evaluate
from boards.svg.extract import extract
from boards.svg.measure import measure
from boards.svg.raster import RenderError, rasterise

write = sys.stdout.write
TASK = get_task("pelican_bicycle")


def main() -> None:
    """Print a line per file, then the summary."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--repeat", type=int, default=5)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    ratios: list[float] = []
    replies: list[bytes] = []
    for path in sorted(options.folder.glob("*.svg")):
        reply = path.read_bytes()
        replies.append(reply)
        ratio = _ratio(reply, options.repeat)
        if ratio is None:
            write(f"{'-':>8}  {path.name}: not rendered\n")
        else:
            ratios.append(ratio[0])
            write(f"{ratio[0]:8.2f}  {path.name}: {ratio[1]:.1f} ms ÷ {ratio[2]:.1f} ms\n")
    ratios.sort()
    write(f"median {statistics.median(ratios):.2f}, p90 {ratios[int(0.9 * len(ratios))]:.2f}, "
          f"max {ratios[-1]:.2f} over {len(ratios)} files\n")  # fmt: skip
    for workers in (1, 2):
        write(f"{workers} worker(s): {_throughput(replies, workers):.1f} evaluations a second\n")


def _ratio(reply: bytes, repeat: int) -> tuple[float, float, float] | None:
    """Evaluation ÷ bare render, and both in milliseconds; None when there is nothing to render."""
    source = extract(reply).source
    if source is None:
        return None
    measured = measure(source, TASK)
    if measured.measurements.ink_share is None:
        return None
    try:
        rasterise(source, 512, 512)
    except RenderError:
        return None  # what was repaired cannot be compared
    ours = _milliseconds(lambda: measure(extract(reply).source or "", TASK), repeat)
    bare = _milliseconds(
        lambda: resvg_py.svg_to_bytes(svg_string=source, width=512, height=512), repeat
    )
    return ours / bare, ours, bare


def _milliseconds(call: Callable[[], object], repeat: int) -> float:
    """The fastest of several runs: the one that was disturbed least."""
    times = []
    for _ in range(repeat):
        started = time.process_time()
        call()
        times.append((time.process_time() - started) * 1000)
    return min(times)


def _throughput(replies: list[bytes], workers: int) -> float:
    pool = RenderPool(workers)
    with ThreadPoolExecutor(workers) as threads:
        list(threads.map(lambda reply: evaluate(reply, TASK, pool=pool), replies[:workers]))
        started = time.perf_counter()
        list(threads.map(lambda reply: evaluate(reply, TASK, pool=pool), replies))
        seconds = time.perf_counter() - started
    pool.close()
    return len(replies) / seconds


if __name__ == "__main__":
    main()

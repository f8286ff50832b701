"""The render workers: limits, deaths, threads and forks."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from boards.catalogue import get_task
from boards.svg import evaluate, picture
from boards.svg.evaluation import PictureError
from boards.svg.pool import RenderPool, WorkerLostError

TASK = get_task("pelican_bicycle")
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{}</svg>'
DISC = '<circle cx="50" cy="50" r="30"/>'
GOOD = SVG.format(DISC)
ABORTS = SVG.format(
    '<pattern id="p" width="900000" height="900000" patternUnits="userSpaceOnUse">'
    f'<rect width="9" height="9"/></pattern><rect width="99" height="99" fill="url(#p)"/>{DISC}'
)
SLOW = SVG.format('<rect width="100" height="100" fill="red" opacity=".5"/>' * 9_000)


@pytest.fixture
def pool():
    made = RenderPool()
    yield made
    made.close()


def worker_pid(pool):
    return pool._slots[0].worker._process.pid


def test_workers_start_when_needed_and_are_kept(pool):
    assert pool._slots[0].worker is None

    assert evaluate(GOOD, TASK, pool=pool).gate.passed
    first = worker_pid(pool)
    assert evaluate(GOOD, TASK, pool=pool).gate.passed

    assert worker_pid(pool) == first


def test_a_drawing_that_kills_the_renderer_gets_a_verdict_and_the_next_one_is_evaluated(pool):
    found = evaluate(ABORTS, TASK, pool=pool)

    assert found.gate.codes == ("no_svg",)
    assert found.gate_for("environment").codes == ("render_failed",)
    assert "SIGABRT" in found.gate.violations[0].detail
    assert found.error is None
    assert evaluate(GOOD, TASK, pool=pool).gate.passed


def test_a_request_that_takes_too_long_is_stopped(pool):
    with pytest.raises(WorkerLostError) as lost:
        pool.ask({"ask": "measure", "task": TASK.id, "seconds": 1}, SLOW.encode())

    assert lost.value.reason in {"time", "busy"}
    assert evaluate(GOOD, TASK, pool=pool).gate.passed


def test_an_interrupted_request_leaves_no_stale_answer(pool):
    class TaskOverError(BaseException):
        """Like the exceptions by which job queues end a task."""

    def interrupt(*_):
        raise TaskOverError

    evaluate(GOOD, TASK, pool=pool)
    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    try:
        with pytest.raises(TaskOverError):
            evaluate(SLOW, TASK, pool=pool)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)

    assert evaluate(GOOD, TASK, pool=pool).gate.passed


def test_a_worker_that_does_not_come_up_is_our_error(pool, monkeypatch):
    monkeypatch.setattr(sys, "executable", "/bin/false")

    found = evaluate(GOOD, TASK, pool=pool)

    assert found.error is not None
    assert "start" in found.error
    assert not found.gate.passed


def test_too_many_at_a_time_are_told_to_come_back():
    pool = RenderPool(queue_length=1)
    evaluate(GOOD, TASK, pool=pool)
    hanging = {"ask": "measure", "task": TASK.id, "seconds": 30}
    try:
        with ThreadPoolExecutor(2) as threads:
            running = threads.submit(pool.ask, hanging, SLOW.encode())
            time.sleep(0.5)
            waiting = threads.submit(evaluate, GOOD, TASK, pool=pool)
            time.sleep(0.5)
            started = time.monotonic()
            refused = evaluate(GOOD, TASK, pool=pool)
            at_once = time.monotonic() - started
            gave_up = waiting.result()
            assert not running.done()
            pool.close()
            with pytest.raises(WorkerLostError):
                running.result()
    finally:
        pool.close()

    assert at_once < 1
    for answer in (refused, gave_up):
        assert answer.transient
        fault = answer.measurements.fault
        assert fault is not None
        assert fault.message == "machine_busy"


@pytest.mark.stress
def test_a_drawing_that_takes_too_long_gets_a_verdict(pool):
    started = time.monotonic()

    found = evaluate(SLOW, TASK, pool=pool)

    assert found.gate.codes == ("no_svg",)
    assert found.gate_for("environment").codes == ("render_failed",)
    assert time.monotonic() - started < 10


def test_a_worker_killed_while_idle_is_replaced(pool):
    evaluate(GOOD, TASK, pool=pool)
    os.kill(worker_pid(pool), signal.SIGKILL)
    time.sleep(0.1)

    assert evaluate(GOOD, TASK, pool=pool).gate.passed


def test_a_worker_has_no_secrets(pool, monkeypatch):
    monkeypatch.setenv("SECRET_KEY", "hunter2")
    evaluate(GOOD, TASK, pool=pool)

    environment = Path(f"/proc/{worker_pid(pool)}/environ").read_text(encoding="utf-8")

    assert "hunter2" not in environment
    assert "OMP_NUM_THREADS=1" in environment


def test_threads_share_a_pool():
    pool = RenderPool(2)
    verdicts = []
    threads = [
        threading.Thread(
            target=lambda: verdicts.append(evaluate(GOOD, TASK, pool=pool).gate.passed)
        )
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    pool.close()

    assert verdicts == [True] * 8


def test_a_worker_outlives_the_thread_that_asked_first(pool):
    thread = threading.Thread(target=lambda: evaluate(GOOD, TASK, pool=pool))
    thread.start()
    thread.join()
    first = worker_pid(pool)
    time.sleep(0.1)

    assert evaluate(GOOD, TASK, pool=pool).gate.passed
    assert worker_pid(pool) == first


def test_a_fork_has_workers_of_its_own():
    script = f"""
import os, sys
from boards.catalogue import get_task
from boards.svg import RenderPool, evaluate
task, pool, good = get_task("pelican_bicycle"), RenderPool(), {GOOD!r}
assert evaluate(good, task, pool=pool).gate.passed
before = pool._slots[0].worker._process.pid
child = os.fork()
passed = evaluate(good, task, pool=pool).gate.passed
own = pool._slots[0].worker._process.pid
if child == 0:
    os._exit(0 if passed and own != before else 1)
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
assert passed and own == before
"""
    subprocess.run([sys.executable, "-W", "error", "-c", script], check=True, timeout=60)


def test_workers_die_with_their_parent():
    script = f"""
import os
from boards.catalogue import get_task
from boards.svg import RenderPool, evaluate
pool = RenderPool()
evaluate({GOOD!r}, get_task("pelican_bicycle"), pool=pool)
print(pool._slots[0].worker._process.pid, flush=True)
os.kill(os.getpid(), 9)
"""
    ran = subprocess.run(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, text=True, timeout=60, check=False
    )
    worker = Path(f"/proc/{int(ran.stdout)}")
    deadline = time.monotonic() + 5
    while _lives(worker) and time.monotonic() < deadline:
        time.sleep(0.05)

    assert not _lives(worker)


def _lives(process: Path) -> bool:
    try:
        state = (process / "stat").read_text(encoding="ascii").rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"


def test_a_request_that_makes_no_sense_is_an_error_and_no_death(pool):
    answer, _ = pool.ask({"ask": "measure", "task": "no_such_task", "seconds": 1}, b"<svg/>")

    assert "no_such_task" in answer["error"]


def test_a_picture_of_nothing_is_refused(pool):
    for source in ("", "<svg", "<svg xmlns='http://www.w3.org/2000/svg'/>"):
        with pytest.raises(PictureError):
            picture(source, pool=pool)


def test_a_lost_worker_makes_no_picture(pool):
    with pytest.raises(PictureError):
        picture(ABORTS, pool=pool)


def test_a_worker_stays_within_its_memory(pool):
    evaluate(GOOD, TASK, pool=pool)
    limits = Path(f"/proc/{worker_pid(pool)}/limits").read_text(encoding="ascii")
    mapped = Path(f"/proc/{worker_pid(pool)}/statm").read_text(encoding="ascii").split()[0]

    address_space = int(limits.split("Max address space")[1].split()[0])

    assert address_space - int(mapped) * os.sysconf("SC_PAGESIZE") <= 513 * 2**20


def test_a_pool_needs_a_worker():
    with pytest.raises(ValueError, match="at least one"):
        RenderPool(0)


def test_a_closed_pool_starts_again(pool):
    evaluate(GOOD, TASK, pool=pool)
    pool.close()

    assert evaluate(GOOD, TASK, pool=pool).gate.passed


def test_losing_a_worker_says_how():
    assert str(WorkerLostError("death", "SIGABRT")) == "The render worker was lost: death SIGABRT"

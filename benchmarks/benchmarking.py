"""Carries out a benchmark and stores its trials, rejected ones too."""

from __future__ import annotations

import logging
from typing import Any

from django.db import transaction
from django.utils import timezone

from benchmarks import examinations
from benchmarks.contract import check_module
from benchmarks.models import Benchmark, Trial
from benchmarks.profiles import Profile, get_profile
from benchmarks.runner.report import Report
from benchmarks.runner.supervise import RunnerFailedError, RunnerUnavailableError, examine
from benchmarks.timing import Times, comparison_key, summarise
from benchmarks.validating import request_for

logger = logging.getLogger(__name__)


def carry_out(benchmark_id: int) -> Benchmark | None:
    """Time one artifact, if this benchmark is to be carried out now."""
    benchmark = examinations.claim(Benchmark, benchmark_id)
    if benchmark is None:
        return None
    with examinations.alive(benchmark):
        _time(benchmark)
    benchmark.refresh_from_db()
    return benchmark


def _time(benchmark: Benchmark) -> None:
    contract = check_module(benchmark.artifact.source)
    profile = get_profile(benchmark.profile)
    if not contract.runnable:
        code = contract.findings[0].code
        _settle(benchmark, profile, Report(problem={"code": code, "message": "", "step": "load"}))
        return
    try:
        request = request_for(benchmark.artifact.source, contract, profile, kind="benchmark")
        with examine(request, seconds=examinations.JOB_SECONDS) as outcome:
            _settle(benchmark, profile, outcome.report)
    except (RunnerUnavailableError, RunnerFailedError) as error:
        logger.warning("Benchmark %s: %s", benchmark.pk, error)
        examinations.give_up(benchmark, str(error))


def _settle(benchmark: Benchmark, profile: Profile, report: Report) -> None:
    times = summarise(report.trials)
    result, reason = _result(times, report)
    with transaction.atomic():
        if not examinations.holds(benchmark):
            logger.warning("Benchmark %s: the claim was lost; nothing is stored.", benchmark.pk)
            return
        benchmark.progress, benchmark.problem = Benchmark.State.DONE, ""
        benchmark.result, benchmark.reason = result, reason
        benchmark.environment = report.environment
        benchmark.setup_ms = report.setup.get("setup_ms")
        benchmark.first_frame_ms = report.setup.get("first_frame_ms")
        benchmark.warm_frames = profile.warm_frames
        benchmark.timed_frames = profile.timed_frames
        benchmark.timer_doubt = dict(times.doubt) if times.doubt else None
        if report.trials:
            benchmark.method = times.method
            benchmark.comparison_key = comparison_key(report.environment, profile, times.method)
        if result == Benchmark.Result.MEASURED:
            benchmark.median_ms, benchmark.p95_ms = times.median_ms, times.p95_ms
        benchmark.ended_at = timezone.now()
        benchmark.save()
        Trial.objects.bulk_create(_rows(benchmark, times))


def _result(times: Times, report: Report) -> tuple[str, dict[str, Any]]:
    if report.problem is not None:
        return Benchmark.Result.FAILED, report.problem
    if times.rejection is not None:
        return Benchmark.Result.REJECTED, dict(times.rejection)
    return Benchmark.Result.MEASURED, {}


def _rows(benchmark: Benchmark, times: Times) -> list[Trial]:
    return [
        Trial(
            benchmark=benchmark,
            number=trial.number,
            method=times.method,
            median_ms=trial.median_ms,
            p95_ms=trial.p95_ms,
            wall_median_ms=trial.wall_median_ms,
            samples=[round(value, 4) for value in trial.samples],
            rejection=dict(trial.rejection) if trial.rejection else None,
        )
        for trial in times.trials
    ]

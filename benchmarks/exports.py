"""Artifacts, validations, times and rubrics for researchers, each in a table of its own."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from benchmarks.models import Artifact, Benchmark, Review, Trial, Validation
from benchmarks.models.reviews import DIMENSIONS
from pelican.csv_stream import Column

_CHUNK: Final = 500
_ARTIFACT: Final = Column("artifact", "text", _("Slug of the artifact."))
_RULES: Final = Column("rules_version", "text", _("The rules it was made under."))

ARTIFACT_COLUMNS: Final = (
    _ARTIFACT,
    Column("title", "text", _("Its title.")),
    Column("model_id", "text", _("Exact id of the model; empty for a reference of the house.")),
    Column("effort", "text", _("Reasoning effort, where stated.")),
    Column("provider", "text", _("Who was asked, and how.")),
    Column("track", "text", _("“one-shot”, “repaired” or “best-of-n”; never in one table.")),
    Column("state", "text", _("“reference”, “unverified” or “verified”.")),
    Column("condition", "text", _("Digest of the condition it was made under.")),
    Column("source_of_import", "text", _("Where it was imported from; empty if made here.")),
    Column("prompt_sha256", "text", _("Digest of the prompt's bytes.")),
    Column("generated_on", "text", _("Day it was generated.")),
    Column("sha256", "text", _("Digest of the module.")),
    Column("source_bytes", "integer", _("Size of the module."), "bytes"),
    Column("normalisations", "text", _("What was done to the reply, as JSON.")),
    Column("input_tokens", "integer", _("Tokens read, as the provider states them.")),
    Column("cached_input_tokens", "integer", _("Of them, tokens read from a cache.")),
    Column("reasoning_tokens", "integer", _("Tokens of reasoning.")),
    Column("output_tokens", "integer", _("Tokens written.")),
    Column("total_tokens", "integer", _("All tokens.")),
    Column("billing_mode", "text", _("“api-metered”, “subscription”, “local” or “unknown”.")),
    Column("cost_usd", "number", _("What the call was billed; empty unless metered."), "USD"),
    Column("admitted", "boolean", _("Whether it may run on public pages.")),
    _RULES,
)

VALIDATION_COLUMNS: Final = (
    _ARTIFACT,
    Column("profile", "text", _("Profile it was drawn under.")),
    Column("outcome", "text", _("“passed”, “warnings” or “failed”.")),
    Column("findings", "text", _("Code, level and evidence of every finding, as JSON.")),
    Column("environment", "text", _("Where it ran, as JSON.")),
    Column("orbit_confirmed", "boolean", _("A person saw that dragging orbits.")),
    Column("zoom_confirmed", "boolean", _("A person saw that wheel and pinch zoom.")),
    Column("keyboard_confirmed", "boolean", _("A person saw that the keys work.")),
    Column("ended_at", "time", _("When it ended, UTC.")),
    _RULES,
)

BENCHMARK_COLUMNS: Final = (
    Column("benchmark", "integer", _("Number of the benchmark.")),
    _ARTIFACT,
    Column("profile", "text", _("Profile it was timed under.")),
    Column("comparison_key", "text", _("Only rows with equal keys compare.")),
    Column("method", "text", _("“gpu-query” or “wall-clock-estimate”.")),
    Column("result", "text", _("“measured”, “rejected” or “failed”.")),
    Column("reason", "text", _("Why there are no times, as JSON.")),
    Column("median_ms", "number", _("Median over trials of the median frame."), "ms"),
    Column("p95_ms", "number", _("Median over trials of the 95th percentile."), "ms"),
    Column("setup_ms", "number", _("Set-up, compilation included, apart from frames."), "ms"),
    Column("first_frame_ms", "number", _("The first frame."), "ms"),
    Column("warm_frames", "integer", _("Frames drawn before timing, a trial.")),
    Column("timed_frames", "integer", _("Frames timed, a trial.")),
    Column("ended_at", "time", _("When it ended, UTC.")),
    _RULES,
)

TRIAL_COLUMNS: Final = (
    Column("benchmark", "integer", _("Number of the benchmark.")),
    _ARTIFACT,
    Column("trial", "integer", _("Number of the trial, from 1.")),
    Column("method", "text", _("How its samples were timed.")),
    Column("median_ms", "number", _("Median of its samples; empty when rejected."), "ms"),
    Column("p95_ms", "number", _("95th percentile of its samples."), "ms"),
    Column("wall_median_ms", "number", _("Median by the wall clock, for cross-checking."), "ms"),
    Column("samples", "text", _("All samples in order, as JSON."), "ms"),
    Column("rejection", "text", _("Why it was rejected, as JSON.")),
)

REVIEW_COLUMNS: Final = (
    _ARTIFACT,
    Column("reviewer", "integer", _("One number for each reviewer in this file only.")),
    *(Column(name, "integer", _("Points in this dimension, 0–5.")) for name in DIMENSIONS),
    Column("created_at", "time", _("When it was given, UTC.")),
    _RULES,
)

Rows = Iterator[Sequence[Any]]


def _artifacts() -> QuerySet[Artifact]:
    return Artifact.objects.published()


def _validations() -> QuerySet[Validation]:
    return Validation.objects.filter(artifact__in=_artifacts(), progress=Validation.State.DONE)


def _benchmarks() -> QuerySet[Benchmark]:
    return Benchmark.objects.filter(artifact__in=_artifacts(), progress=Benchmark.State.DONE)


def _trials() -> QuerySet[Trial]:
    return Trial.objects.filter(benchmark__artifact__in=_artifacts())


def _reviews() -> QuerySet[Review]:
    return Review.objects.filter(artifact__in=_artifacts())


def artifact_rows() -> Rows:
    """Every published artifact, in the order of :data:`ARTIFACT_COLUMNS`."""
    found = _artifacts().select_related("condition").defer("source", "reply", "claimed")
    for artifact in found.order_by("id").iterator(_CHUNK):
        usage = artifact.usage
        yield (
            artifact.slug, artifact.title, artifact.model_id, artifact.effort, artifact.provider,
            artifact.track, artifact.state, artifact.condition.digest, artifact.condition.source,
            artifact.condition.prompt_sha256, artifact.generated_on, artifact.sha256,
            artifact.source_bytes, json.dumps(artifact.normalisations),
            usage.get("input_tokens"), usage.get("cached_input_tokens"),
            usage.get("reasoning_tokens"), usage.get("output_tokens"), usage.get("total_tokens"),
            usage.get("billing_mode"), usage.get("cost_usd"), artifact.admitted,
            artifact.rules_version,
        )  # fmt: skip


def validation_rows() -> Rows:
    """Every finished validation, oldest first."""
    found = _validations().order_by("ended_at", "id")
    columns = (
        "artifact__slug", "profile", "outcome", "findings", "environment", "control_check__orbit",
        "control_check__zoom", "control_check__keyboard", "ended_at", "rules_version",
    )  # fmt: skip
    for slug, profile, outcome, findings, environment, *rest in found.values_list(
        *columns
    ).iterator(_CHUNK):
        yield (slug, profile, outcome, json.dumps(findings), json.dumps(environment), *rest)


def benchmark_rows() -> Rows:
    """Every finished benchmark, those without times too, oldest first."""
    found = _benchmarks().order_by("ended_at", "id")
    columns = (
        "id", "artifact__slug", "profile", "comparison_key", "method", "result", "reason",
        "median_ms", "p95_ms", "setup_ms", "first_frame_ms", "warm_frames", "timed_frames",
        "ended_at", "rules_version",
    )  # fmt: skip
    for row in found.values_list(*columns).iterator(_CHUNK):
        yield (*row[:6], json.dumps(row[6]), *row[7:])


def trial_rows() -> Rows:
    """Every trial with its samples."""
    found = _trials().order_by("benchmark", "number")
    columns = (
        "benchmark", "benchmark__artifact__slug", "number", "method", "median_ms", "p95_ms",
        "wall_median_ms", "samples", "rejection",
    )  # fmt: skip
    for *before, samples, rejection in found.values_list(*columns).iterator(_CHUNK):
        yield (*before, json.dumps(samples), json.dumps(rejection) if rejection else None)


def review_rows() -> Rows:
    """Every review. A reviewer is a number that holds in this file only."""
    numbers: dict[int, int] = {}
    found = _reviews().order_by("created_at", "id")
    columns = ("artifact__slug", "reviewer", *DIMENSIONS, "created_at", "rules_version")
    for slug, reviewer, *rest in found.values_list(*columns).iterator(_CHUNK):
        yield (slug, numbers.setdefault(reviewer, len(numbers) + 1), *rest)


@dataclass(frozen=True)
class Table:
    """One file: what it holds in a line, its columns, its rows, and how many there are."""

    holds: str | Promise
    columns: Sequence[Column]
    rows: Callable[[], Rows]
    count: Callable[[], int]


TABLES: Final[Mapping[str, Table]] = {
    "artifacts": Table(
        _("one row a three-dimensional drawing: model, track, condition, receipts, digests"),
        ARTIFACT_COLUMNS,
        artifact_rows,
        lambda: _artifacts().count(),
    ),
    "validations": Table(
        _("what each check of a three-dimensional drawing found"),
        VALIDATION_COLUMNS,
        validation_rows,
        lambda: _validations().count(),
    ),
    "benchmarks": Table(
        _("frame times of three-dimensional drawings, and where they were taken"),
        BENCHMARK_COLUMNS,
        benchmark_rows,
        lambda: _benchmarks().count(),
    ),
    "trials": Table(
        _("every trial behind those times, with all its samples, rejected ones too"),
        TRIAL_COLUMNS,
        trial_rows,
        lambda: _trials().count(),
    ),
    "reviews": Table(
        _("points that people gave to three-dimensional drawings"),
        REVIEW_COLUMNS,
        review_rows,
        lambda: _reviews().count(),
    ),
}
"""By name."""

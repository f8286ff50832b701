"""What the runner found: validations with their stills, benchmarks with their trials."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from benchmarks.models.artifacts import Artifact


class Examination(models.Model):
    """One pass of the runner over an artifact, from the queue to its end.

    ``token`` is whose job holds it: a job takes a queued row by a conditional update, so a second
    delivery does nothing. ``environment`` says where it ran (browser, os, renderer, backend …).
    """

    class State(models.TextChoices):
        """How far it is. Only ``done`` has a result."""

        QUEUED = "queued", _("queued")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        FAILED = "failed", _("could not be carried out")

    profile = models.CharField(_("profile"), max_length=80)
    progress = models.CharField(_("progress"), max_length=10, choices=State, default=State.QUEUED)
    problem = models.TextField(_("why it could not be carried out"), blank=True)
    token = models.CharField(max_length=32, blank=True, editable=False)
    environment = models.JSONField(_("environment"), default=dict, blank=True)
    rules_version = models.CharField(_("rules version"), max_length=20)
    created_at = models.DateTimeField(_("asked for"), auto_now_add=True)
    started_at = models.DateTimeField(_("started"), null=True, blank=True)
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)

    class Meta:
        abstract = True
        ordering = ["-created_at", "-id"]

    @property
    def is_open(self) -> bool:
        """Whether the runner has yet to finish it."""
        return self.progress in {self.State.QUEUED, self.State.RUNNING}


class Validation(Examination):
    """Whether an artifact renders and keeps the contract, with the evidence.

    ``findings`` are ``{code, level, evidence}`` of :mod:`benchmarks.findings`; ``evidence`` holds
    everything that was measured on the pictures, whatever it led to.
    """

    class Outcome(models.TextChoices):
        """What the findings come to."""

        PASSED = "passed", _("passed")
        WARNINGS = "warnings", _("warnings")
        FAILED = "failed", _("failed")

    artifact = models.ForeignKey(Artifact, models.CASCADE, related_name="validations")
    outcome = models.CharField(
        _("outcome"), max_length=10, choices=Outcome, blank=True, db_index=True
    )
    findings = models.JSONField(_("findings"), default=list, blank=True)
    evidence = models.JSONField(_("evidence"), default=dict, blank=True)

    class Meta(Examination.Meta):
        verbose_name = _("validation")
        verbose_name_plural = _("validations")
        constraints = [
            models.CheckConstraint(
                condition=Q(progress="done") ^ Q(outcome=""), name="done_validations_have_outcomes"
            ),
            models.UniqueConstraint(
                fields=["artifact", "profile"],
                condition=Q(progress__in=["queued", "running"]),
                name="one_open_validation_per_profile",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.artifact}: {self.outcome or self.progress}"

    def of_level(self, level: str) -> list[dict[str, Any]]:
        """The findings of one level: ``failed``, ``unmet`` or ``advisory``."""
        return [finding for finding in self.findings if finding["level"] == level]


class Still(models.Model):
    """One picture of a validation: a canonical view, a close zoom, or how the artifact opens.

    ``path`` is a PNG of the drawing buffer, ``small_path`` a WebP for cards.
    """

    validation = models.ForeignKey(Validation, models.CASCADE, related_name="stills")
    view = models.CharField(_("view"), max_length=20)
    position = models.PositiveSmallIntegerField(_("position"))
    yaw = models.FloatField(_("yaw"))
    pitch = models.FloatField(_("pitch"))
    distance = models.FloatField(_("distance"))
    time = models.FloatField(_("time"))
    width = models.PositiveIntegerField(_("width"))
    height = models.PositiveIntegerField(_("height"))
    pixels_sha256 = models.CharField(_("SHA-256 of the pixels"), max_length=64)
    path = models.CharField(_("picture"), max_length=255)
    small_path = models.CharField(_("small picture"), max_length=255)

    class Meta:
        ordering = ["validation", "position"]
        verbose_name = _("still")
        verbose_name_plural = _("stills")
        constraints = [
            models.UniqueConstraint(fields=["validation", "view"], name="one_still_per_view")
        ]

    def __str__(self) -> str:
        return f"{self.validation_id} {self.view}"


class ControlCheck(models.Model):
    """The part of a validation that a person confirms: do the controls work?"""

    validation = models.OneToOneField(Validation, models.CASCADE, related_name="control_check")
    orbit = models.BooleanField(_("dragging orbits"))
    zoom = models.BooleanField(_("wheel and pinch zoom"))
    keyboard = models.BooleanField(_("arrow keys and + − work"))
    note = models.TextField(_("note"), blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(_("when"), auto_now_add=True)

    class Meta:
        verbose_name = _("control check")
        verbose_name_plural = _("control checks")

    def __str__(self) -> str:
        return f"{self.validation}: controls"


class Benchmark(Examination):
    """Frame times of an artifact under one profile: the median of its trials' statistics.

    Times are milliseconds a frame. ``method`` says what they are: GPU timer queries, or a
    wall-clock estimate; the two never share a table. Only equal ``comparison_key`` compare.
    """

    class Method(models.TextChoices):
        """How frames were timed."""

        GPU_QUERY = "gpu-query", _("GPU timer query")
        WALL_CLOCK = "wall-clock-estimate", _("wall-clock estimate")

    class Result(models.TextChoices):
        """Whether there are times."""

        MEASURED = "measured", _("measured")
        REJECTED = "rejected", _("trials rejected")
        FAILED = "failed", _("did not run")

    artifact = models.ForeignKey(Artifact, models.CASCADE, related_name="benchmarks")
    result = models.CharField(_("result"), max_length=10, choices=Result, blank=True)
    reason = models.JSONField(_("reason"), default=dict, blank=True)
    method = models.CharField(_("timing method"), max_length=20, choices=Method, blank=True)
    comparison_key = models.CharField(
        _("comparison key"), max_length=400, blank=True, db_index=True
    )
    options = models.JSONField(_("frames and trials asked for"), default=dict, blank=True)
    width = models.PositiveIntegerField(_("width"))
    height = models.PositiveIntegerField(_("height"))
    warm_frames = models.PositiveIntegerField(_("warm-up frames a trial"), default=0)
    timed_frames = models.PositiveIntegerField(_("timed frames a trial"), default=0)
    setup_ms = models.FloatField(_("set-up"), null=True, blank=True)
    first_frame_ms = models.FloatField(_("first frame"), null=True, blank=True)
    median_ms = models.FloatField(_("median"), null=True, blank=True)
    p95_ms = models.FloatField(_("95th percentile"), null=True, blank=True)
    timer_doubt = models.JSONField(_("why the timer was not believed"), null=True, blank=True)

    class Meta(Examination.Meta):
        verbose_name = _("benchmark")
        verbose_name_plural = _("benchmarks")
        constraints = [
            models.CheckConstraint(
                condition=~Q(result="measured") | Q(median_ms__gt=0, p95_ms__gt=0),
                name="measured_benchmarks_have_times",
            ),
            models.CheckConstraint(
                condition=Q(result="measured") | Q(median_ms__isnull=True),
                name="only_measured_benchmarks_have_times",
            ),
            models.UniqueConstraint(
                fields=["artifact", "profile"],
                condition=Q(progress__in=["queued", "running"]),
                name="one_open_benchmark_per_profile",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.artifact}: {self.profile}"

    @property
    def throughput(self) -> float | None:
        """Frames a second that the median time is equivalent to; None without one."""
        return None if self.median_ms is None else 1000 / self.median_ms


class Trial(models.Model):
    """One timing pass of a benchmark; a rejected one is kept with its reason.

    ``samples`` are the times behind the statistics, in order: milliseconds a frame.
    """

    benchmark = models.ForeignKey(Benchmark, models.CASCADE, related_name="trials")
    number = models.PositiveSmallIntegerField(_("number"))
    method = models.CharField(_("timing method"), max_length=20, choices=Benchmark.Method)
    median_ms = models.FloatField(_("median"), null=True, blank=True)
    p95_ms = models.FloatField(_("95th percentile"), null=True, blank=True)
    wall_median_ms = models.FloatField(_("median by wall clock"), null=True, blank=True)
    samples = models.JSONField(_("samples"), default=list, blank=True)
    rejection = models.JSONField(_("rejected because"), null=True, blank=True)

    class Meta:
        ordering = ["benchmark", "number"]
        verbose_name = _("trial")
        verbose_name_plural = _("trials")
        constraints = [
            models.UniqueConstraint(fields=["benchmark", "number"], name="one_trial_per_number"),
            models.CheckConstraint(condition=Q(number__gte=1), name="trials_start_at_1"),
        ]

    def __str__(self) -> str:
        return f"{self.benchmark}, trial {self.number}"

"""Conditions, runs, slots and attempts: what was asked, of whom, and how it went."""

from __future__ import annotations

import hashlib
import json
from functools import reduce
from operator import or_
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from boards.catalogue import TASKS, Task, get_task
from boards.models.catalogue import Variant


def check_task(name: str) -> models.CheckConstraint:
    """A constraint that holds ``task`` to the catalogue, whatever writes the row.

    An edition is held to the task it belongs to: which editions there are is for the rules, and
    declaring one must not need a migration.
    """
    of_a_task = reduce(or_, (Q(task__startswith=f"{task}~") for task in sorted(TASKS)))
    return models.CheckConstraint(condition=Q(task__in=sorted(TASKS)) | of_a_task, name=name)


class Condition(models.Model):
    """What everything in one table has in common: the prompt's bytes, the harness and its settings.

    ``digest`` is the SHA-256 over all parts. Each import source is a condition of its own, and so
    is demo data, so neither ever shares a table with anything else.
    """

    digest = models.CharField(_("digest"), max_length=64, unique=True)
    task = models.CharField(_("task"), max_length=60)
    prompt = models.TextField(_("prompt"), help_text=_("Empty when an import does not state it."))
    harness = models.CharField(_("harness"), max_length=40)
    harness_version = models.CharField(_("harness version"), max_length=120, blank=True)
    parameters = models.JSONField(_("common parameters"), default=dict, blank=True)
    system_image = models.CharField(_("operating-system image"), max_length=200, blank=True)
    source = models.CharField(_("import source"), max_length=200, blank=True)
    demo = models.BooleanField(_("demo"), default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["task", "created_at"]
        verbose_name = _("condition")
        verbose_name_plural = _("conditions")
        constraints = [check_task("condition_task_is_in_the_catalogue")]

    def __str__(self) -> str:
        return f"{self.task} · {self.label} · {self.short_digest}"

    @property
    def short_digest(self) -> str:
        """The digest as pages show it: ``7c1e·04a9``."""
        return f"{self.digest[:4]}·{self.digest[4:8]}"

    @property
    def label(self) -> str:
        """What a table of this condition is called: its import source, or its harness."""
        if self.drawn_by_sketcher:
            return gettext("Reference sketcher, not a model")
        return self.source or f"{self.harness} {self.harness_version}".strip()

    @property
    def drawn_by_sketcher(self) -> bool:
        """Whether no model drew: the harness is the bundled reference sketcher."""
        return self.harness == "sketch"

    @classmethod
    def for_parts(cls, *, task: Task, demo: bool = False, **parts: Any) -> Condition:
        """The stored condition with exactly these parts, made on first use.

        ``parts`` are the fields ``prompt harness harness_version parameters system_image source``.
        """
        names = ("prompt", "harness", "harness_version", "parameters", "system_image", "source")
        known = {name: parts.pop(name, {} if name == "parameters" else "") for name in names}
        if parts:
            raise TypeError(f"A condition has no part named {', '.join(sorted(parts))}.")
        content = json.dumps({"task": task.id, "demo": demo, **known}, sort_keys=True)
        digest = hashlib.sha256(content.encode()).hexdigest()
        condition, _created = cls.objects.get_or_create(
            digest=digest, defaults={"task": task.id, "demo": demo, **known}
        )
        return condition


class Run(models.Model):
    """A set of slots made together: ``n`` drawings of each variant on each task."""

    class Kind(models.TextChoices):
        """What a run is for."""

        BATCH = "batch", _("batch")
        CANARY = "canary", _("canary")
        IMPORT = "import", _("import")

    class State(models.TextChoices):
        """How far a run is."""

        QUEUED = "queued", _("queued")
        RUNNING = "running", _("running")
        PAUSED = "paused", _("paused")
        COMPLETE = "complete", _("complete")
        CANCELLED = "cancelled", _("cancelled")

    class Pause(models.TextChoices):
        """Why a run is paused."""

        NONE = "", _("not paused")
        STAFF = "staff", _("paused by staff")
        FAILURES = "failures", _("too many slots failed in a row")

    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.QUEUED)
    harness = models.CharField(_("harness"), max_length=40)
    tasks = models.JSONField(_("tasks"), default=list)
    variants = models.ManyToManyField(Variant, related_name="runs", blank=True)
    n = models.PositiveSmallIntegerField(_("drawings per variant and task"))
    feeds_board = models.BooleanField(_("feeds the boards"))
    source = models.CharField(_("import source"), max_length=200, blank=True)
    note = models.TextField(_("note"), blank=True)
    demo = models.BooleanField(_("demo"), default=False)
    rules_version = models.CharField(_("rules version"), max_length=20)
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    pause_reason = models.CharField(
        _("reason for the pause"), max_length=10, choices=Pause, default=Pause.NONE, blank=True
    )
    failures_in_row = models.PositiveSmallIntegerField(_("slots failed in a row"), default=0)

    class Meta:
        ordering = ["-created_at", "-id"]
        verbose_name = _("run")
        verbose_name_plural = _("runs")
        constraints = [
            models.CheckConstraint(condition=Q(n__gte=1), name="run_makes_a_drawing"),
            models.CheckConstraint(
                condition=~Q(kind="canary", feeds_board=True), name="canaries_feed_no_board"
            ),
            models.CheckConstraint(
                condition=~Q(kind="import", source=""), name="imports_name_their_source"
            ),
            models.UniqueConstraint(
                fields=["source", "demo"],
                condition=Q(kind="import"),
                name="one_import_run_per_source",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.pk}"

    def get_absolute_url(self) -> str:
        """The run's page, for staff."""
        return reverse("run", args=[self.pk])

    @property
    def is_finished(self) -> bool:
        """Whether nothing more will be drawn for it."""
        return self.state in {self.State.COMPLETE, self.State.CANCELLED}


class Slot(models.Model):
    """One drawing to be made: a variant, a task, a number within the run.

    ``handed_at`` is set while a job for it lies in the queue, ``due_at`` while it waits for a
    retry. Attempts up to ``retried_from`` no longer count against its retries; ``losses`` counts
    the workers that died over it.
    """

    class State(models.TextChoices):
        """What has become of the slot."""

        QUEUED = "queued", _("queued")
        RUNNING = "running", _("running")
        RETRY = "retry", _("waiting for a retry")
        DRAWN = "drawn", _("drawn")
        FAILED = "failed", _("failed")
        CANCELLED = "cancelled", _("cancelled")

    run = models.ForeignKey(Run, models.CASCADE, related_name="slots")
    variant = models.ForeignKey(Variant, models.PROTECT, related_name="slots")
    condition = models.ForeignKey(Condition, models.PROTECT, related_name="slots")
    task = models.CharField(_("task"), max_length=60)
    index = models.PositiveSmallIntegerField(_("number"), help_text=_("From 1."))
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.QUEUED)
    handed_at = models.DateTimeField(_("handed to the queue"), null=True, blank=True)
    due_at = models.DateTimeField(_("next retry"), null=True, blank=True)
    retried_from = models.PositiveSmallIntegerField(_("retries counted after attempt"), default=0)
    losses = models.PositiveSmallIntegerField(_("workers lost"), default=0)
    settled_at = models.DateTimeField(_("settled"), null=True, blank=True)

    UNSETTLED = (State.QUEUED, State.RUNNING, State.RETRY)

    class Meta:
        ordering = ["run", "task", "variant", "index"]
        verbose_name = _("slot")
        verbose_name_plural = _("slots")
        constraints = [
            models.UniqueConstraint(
                fields=["run", "variant", "task", "index"], name="one_slot_per_number"
            ),
            models.CheckConstraint(condition=Q(index__gte=1), name="slot_numbers_start_at_1"),
            check_task("slot_task_is_in_the_catalogue"),
        ]
        indexes = [
            models.Index(
                fields=["run", "state"],
                condition=Q(state__in=["queued", "running", "retry"]),
                name="slots_still_to_settle",
            )
        ]

    def __str__(self) -> str:
        return f"{self.variant} {self.index}"

    @property
    def catalogue_task(self) -> Task:
        """The task as the catalogue knows it."""
        return get_task(self.task)


class Attempt(models.Model):
    """One call of a harness for a slot, with what it cost and where its raw record lies."""

    class Outcome(models.TextChoices):
        """How the call ended. A refusal or a reply without a drawing is a reply."""

        RUNNING = "running", _("running")
        REPLIED = "replied", _("replied")
        FAILED = "failed", _("failed")
        LOST = "lost", _("worker lost")
        CANCELLED = "cancelled", _("cancelled")

    class Failure(models.TextChoices):
        """What failed: the harness, never the model."""

        NONE = "", _("none")
        TIMEOUT = "timeout", _("time-out")
        CONNECTION = "connection", _("connection failed")
        RATE = "rate", _("rate limit")
        SERVER = "server", _("server error")
        REQUEST = "request", _("request refused")
        ACCESS = "access", _("access refused")
        GONE = "gone", _("model not found")
        REPLY = "reply", _("unreadable reply")
        EXIT = "exit", _("program failed")
        SETTING = "setting", _("harness not usable")
        LOST = "lost", _("worker lost")
        INTERNAL = "internal", _("error of this site")

    slot = models.ForeignKey(Slot, models.CASCADE, related_name="attempts")
    number = models.PositiveSmallIntegerField(_("attempt"))
    variant_fingerprint = models.CharField(_("variant fingerprint"), max_length=64, blank=True)
    started_at = models.DateTimeField(_("started"))
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)
    outcome = models.CharField(
        _("outcome"), max_length=10, choices=Outcome, default=Outcome.RUNNING
    )
    failure = models.CharField(
        _("failure"), max_length=10, choices=Failure, default=Failure.NONE, blank=True
    )
    error = models.TextField(_("error"), blank=True)
    fingerprint_parts = models.JSONField(_("parts of the fingerprint"), default=dict, blank=True)
    receipts = models.JSONField(_("receipts"), default=dict, blank=True)
    raw_path = models.CharField(_("raw record"), max_length=255, blank=True)
    raw_digest = models.CharField(_("raw record digest"), max_length=64, blank=True)

    class Meta:
        ordering = ["slot", "number"]
        verbose_name = _("attempt")
        verbose_name_plural = _("attempts")
        constraints = [
            models.UniqueConstraint(fields=["slot", "number"], name="one_attempt_per_try"),
            models.CheckConstraint(condition=Q(number__gte=1), name="attempts_start_at_1"),
            models.CheckConstraint(
                condition=Q(ended_at__isnull=True) | Q(ended_at__gte=F("started_at")),
                name="attempts_end_after_they_start",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.slot}, attempt {self.number}"

"""What moves while a run goes: claims on slots, and the run's log."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from boards.models.runs import Attempt, Run, Slot


class Claim(models.Model):
    """A worker's hold on a slot, from the start of an attempt until its sample is announced.

    ``token`` fences: only the holder of the current token may settle the slot. A claim that is
    not renewed before ``expires_at``, or whose worker process is gone, is taken away by the
    sweep. Process ids are recorded with their start time in clock ticks since boot, because ids
    are used again; ``child_group`` is the process group of the child that draws, if any.
    """

    slot = models.OneToOneField(Slot, models.CASCADE, related_name="claim")
    attempt = models.OneToOneField(Attempt, models.CASCADE, related_name="claim")
    harness = models.CharField(_("harness"), max_length=40, db_index=True)
    token = models.CharField(_("token"), max_length=32, unique=True)
    expires_at = models.DateTimeField(_("expires"))
    host = models.CharField(_("host"), max_length=120)
    worker = models.PositiveIntegerField(_("worker process"))
    worker_started = models.PositiveBigIntegerField(_("worker start time"))
    child_group = models.PositiveIntegerField(_("child process group"), null=True)
    child_started = models.PositiveBigIntegerField(_("child start time"), null=True)

    class Meta:
        verbose_name = _("claim")
        verbose_name_plural = _("claims")

    def __str__(self) -> str:
        return f"{self.slot} · {self.token[:8]}"


class RunEvent(models.Model):
    """One line of a run's log. ``params`` holds the words that the line is made of."""

    class Kind(models.TextChoices):
        """What happened."""

        CREATED = "created", _("run created")
        STARTED = "started", _("attempt started")
        DRAWN = "drawn", _("drawn")
        REJECTED = "rejected", _("rejected")
        RETRY = "retry", _("waits for a retry")
        FAILED = "failed", _("failed")
        LOST = "lost", _("worker lost")
        PAUSED = "paused", _("paused")
        RESUMED = "resumed", _("resumed")
        CANCELLED = "cancelled", _("cancelled")
        REQUEUED = "requeued", _("failed slots queued again")
        COMPLETE = "complete", _("complete")

    run = models.ForeignKey(Run, models.CASCADE, related_name="events")
    slot = models.ForeignKey(Slot, models.CASCADE, related_name="events", null=True)
    at = models.DateTimeField(_("at"))
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    params = models.JSONField(_("particulars"), default=dict, blank=True)

    class Meta:
        ordering = ["id"]
        indexes = [models.Index(fields=["run", "id"], name="log_of_a_run")]
        verbose_name = _("run event")
        verbose_name_plural = _("run events")

    def __str__(self) -> str:
        return f"{self.run}: {self.kind}"

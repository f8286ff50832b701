"""Signs of life of the background workers."""

from __future__ import annotations

import datetime as dt

from django.db import models
from django.utils.translation import gettext_lazy as _


class Heartbeat(models.Model):
    """What one worker process does at the moment, written by itself every few seconds.

    A worker that ends in good order deletes its row; a row whose process is gone tells of a worker
    that was killed.
    """

    cluster = models.CharField(_("cluster"), max_length=40)
    host = models.CharField(_("host"), max_length=255)
    pid = models.PositiveIntegerField(_("process"))
    seen_at = models.DateTimeField(_("last seen"))
    job = models.CharField(_("job"), max_length=255, blank=True, help_text=_("Empty = idle."))
    since = models.DateTimeField(_("busy or idle since"))

    class Meta:
        ordering = ["cluster", "host", "pid"]
        verbose_name = _("heartbeat")
        verbose_name_plural = _("heartbeats")
        constraints = [
            models.UniqueConstraint(fields=["host", "pid"], name="one_heartbeat_per_process")
        ]

    def __str__(self) -> str:
        return f"{self.cluster} {self.host}:{self.pid}"

    @property
    def busy(self) -> bool:
        """Whether the worker has a job."""
        return bool(self.job)


class QueueProbe(models.Model):
    """The last tiny job that was sent through a cluster's queue to see whether jobs flow."""

    cluster = models.CharField(_("cluster"), max_length=40, unique=True)
    sent_at = models.DateTimeField(_("sent"))
    answered_at = models.DateTimeField(_("answered"), null=True, blank=True)

    class Meta:
        ordering = ["cluster"]
        verbose_name = _("queue probe")
        verbose_name_plural = _("queue probes")

    def __str__(self) -> str:
        return self.cluster

    @property
    def took(self) -> dt.timedelta | None:
        """From sending to the answer; ``None`` while it is under way."""
        return self.answered_at - self.sent_at if self.answered_at else None

"""Arenas as rows: what pairs, ballots and ratings hang on."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class Arena(models.Model):
    """A set of contestants that may meet, and whether its ratings are up to date.

    ``dirty_at`` is when the first ballot changed that no fit has seen yet; while it is set, one
    refit job is on its way. ``refit_claimed_at`` is the lease of the job that fits right now.
    """

    key = models.CharField(_("key"), max_length=100, unique=True)
    title = models.CharField(_("title"), max_length=200)
    task = models.CharField(_("task"), max_length=60, blank=True)
    condition = models.CharField(_("condition"), max_length=64, blank=True)
    demo = models.BooleanField(_("demo"), default=False)
    open = models.BooleanField(
        _("open"), default=True, help_text=_("No pairs are drawn in a closed arena.")
    )
    dirty_at = models.DateTimeField(_("waiting for a fit since"), null=True, editable=False)
    refit_claimed_at = models.DateTimeField(_("being fitted since"), null=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["key"]
        verbose_name = _("arena")
        verbose_name_plural = _("arenas")

    def __str__(self) -> str:
        return self.key

"""What the last fit found odd, kept for the desk."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from voting.models.arena import Arena
from voting.models.ratings import RatingSnapshot


class IntegrityReport(models.Model):
    """Sessions, addresses and days of one arena that a person should look at.

    Made with each fit, in place of the one before; :mod:`voting.reports` says what the lists hold.
    """

    arena = models.OneToOneField(Arena, models.CASCADE, related_name="integrity_report")
    snapshot = models.ForeignKey(RatingSnapshot, models.CASCADE, related_name="+")
    sessions = models.JSONField(_("sessions"), default=list)
    addresses = models.JSONField(_("addresses"), default=list)
    influx = models.JSONField(_("influx"), default=list)

    class Meta:
        verbose_name = _("integrity report")
        verbose_name_plural = _("integrity reports")

    def __str__(self) -> str:
        return str(self.arena)

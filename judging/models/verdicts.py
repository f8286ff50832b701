"""What judges said: verdicts, and series of the same question."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from boards.models import Sample
from judging.models.calls import JudgingPass
from judging.models.panels import Judge, JudgingRun


class Verdict(models.Model):
    """What one pass says of one sample. Never rewritten.

    ``checklist`` by item key, ``scores`` by dimension (:mod:`judging.criteria`); ``score`` is their
    weighted mean under the rules of its judging run.
    """

    class WhyNot(models.TextChoices):
        """Why a verdict is not counted."""

        NONE = "", _("counted")
        SAME_VENDOR = "vendor", _("same vendor")

    judging = models.ForeignKey(JudgingRun, models.CASCADE, related_name="verdicts")
    judging_pass = models.ForeignKey(JudgingPass, models.CASCADE, related_name="verdicts")
    judge = models.ForeignKey(Judge, models.PROTECT, related_name="verdicts")
    sample = models.ForeignKey(Sample, models.CASCADE, related_name="verdicts")
    label = models.CharField(_("label"), max_length=1)
    description = models.TextField(_("description"))
    checklist: models.JSONField[dict[str, bool], dict[str, bool]] = models.JSONField(_("checklist"))
    scores: models.JSONField[dict[str, int], dict[str, int]] = models.JSONField(_("scores"))
    score = models.FloatField(_("score"))
    comment = models.TextField(_("comment"))
    contradictions: models.JSONField[list[dict[str, Any]], list[dict[str, Any]]] = models.JSONField(
        _("contradictions"), default=list, blank=True
    )
    counted = models.BooleanField(_("counted"))
    why_not = models.CharField(
        _("why it is not counted"), max_length=10, choices=WhyNot, default=WhyNot.NONE, blank=True
    )
    rules_version = models.CharField(_("rules version"), max_length=20)
    prompt_version = models.CharField(_("prompt version"), max_length=20)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["sample", "judge", "judging_pass__order_number"]
        verbose_name = _("verdict")
        verbose_name_plural = _("verdicts")
        constraints = [
            models.UniqueConstraint(fields=["judging_pass", "sample"], name="one_verdict_a_pass"),
            models.CheckConstraint(
                condition=Q(counted=True, why_not="") | (Q(counted=False) & ~Q(why_not="")),
                name="uncounted_verdicts_say_why",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.judging_pass}: sample {self.sample_id}"


class RepeatSeries(models.Model):
    """One judge asked the same thing about one sample several times.

    ``answers`` are ``{score, checklist, description}``; ``unread`` replies could not be parsed.
    """

    judge = models.ForeignKey(Judge, models.PROTECT, related_name="repeats")
    sample = models.ForeignKey(Sample, models.CASCADE, related_name="repeats")
    asked = models.PositiveSmallIntegerField(_("times asked"))
    unread = models.PositiveSmallIntegerField(_("replies that could not be read"))
    answers: models.JSONField[list[dict[str, Any]], list[dict[str, Any]]] = models.JSONField(
        _("answers")
    )
    language = models.CharField(_("language of the prompts"), max_length=2)
    prompt_version = models.CharField(_("prompt version"), max_length=20)
    rules_version = models.CharField(_("rules version"), max_length=20)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-id"]
        verbose_name = _("series of repeats")
        verbose_name_plural = _("series of repeats")

    def __str__(self) -> str:
        return f"{self.judge}: sample {self.sample_id}, {self.asked} times"

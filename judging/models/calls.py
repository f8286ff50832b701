"""The calls that a judging run makes: each is claimed, and a reply that came is never asked again.

``calls`` counts the requests that were begun and is stored before each of them; ``replies`` lists
what came, as ``{path, digest, prompts}``: raw record, and version of the prompts it answers.
A request without a reply that did not fail was cut off by a kill: ``calls - failures -
len(replies)`` of them were made for nothing.
"""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from boards.models import Sample
from judging.models.panels import Judge, JudgingRun, Triple


class PanelCall(models.Model):
    """What a scoring pass and a blind description have in common.

    ``examined`` replies were read and could not be parsed, or gave the result; one more listed
    than examined is read before anything is asked. ``token`` fences: only its holder may write.
    """

    class State(models.TextChoices):
        """What has become of the call."""

        OPEN = "open", _("to be asked")
        ASKING = "asking", _("being asked")
        DONE = "done", _("read")
        UNPARSED = "unparsed", _("could not be read")
        FAILED = "failed", _("no answer")
        CANCELLED = "cancelled", _("cancelled")

    PENDING = (State.OPEN, State.ASKING)

    state = models.CharField(_("state"), max_length=10, choices=State, default=State.OPEN)
    calls = models.PositiveSmallIntegerField(_("requests begun"), default=0)
    failures = models.PositiveSmallIntegerField(_("requests failed"), default=0)
    replies = models.JSONField(_("replies"), default=list, blank=True)
    examined = models.PositiveSmallIntegerField(_("replies read"), default=0)
    error = models.TextField(_("last error"), blank=True)
    model = models.CharField(_("model id echoed"), max_length=200, blank=True)
    input_tokens = models.PositiveIntegerField(_("tokens read"), null=True, blank=True)
    output_tokens = models.PositiveIntegerField(_("tokens written"), null=True, blank=True)
    cost_usd = models.FloatField(_("cost in US$"), null=True, blank=True)
    handed_at = models.DateTimeField(_("handed to the queue"), null=True, blank=True)
    due_at = models.DateTimeField(_("next try"), null=True, blank=True)
    token = models.CharField(_("token"), max_length=32, blank=True)
    claimed_until = models.DateTimeField(_("claimed until"), null=True, blank=True)
    host = models.CharField(_("host"), max_length=120, blank=True)
    worker = models.PositiveIntegerField(_("worker process"), default=0)
    worker_started = models.PositiveBigIntegerField(_("worker start time"), default=0)
    settled_at = models.DateTimeField(_("settled"), null=True, blank=True)

    class Meta:
        abstract = True

    @property
    def lost(self) -> int:
        """Requests whose reply was lost with the process that waited for it."""
        open_now = 1 if self.state == self.State.ASKING else 0
        return max(0, self.calls - self.failures - len(self.replies) - open_now)

    @property
    def unread(self) -> int:
        """Replies that could not be parsed."""
        return self.examined - (1 if self.state == self.State.DONE else 0)


class BlindDescription(PanelCall):
    """What a judge says of one sample without knowing the task."""

    judging = models.ForeignKey(JudgingRun, models.CASCADE, related_name="descriptions")
    judge = models.ForeignKey(Judge, models.PROTECT, related_name="descriptions")
    sample = models.ForeignKey(Sample, models.CASCADE, related_name="descriptions")
    text = models.TextField(_("description"), blank=True)

    class Meta:
        ordering = ["judging", "sample", "judge"]
        verbose_name = _("blind description")
        verbose_name_plural = _("blind descriptions")
        constraints = [
            models.UniqueConstraint(
                fields=["judging", "judge", "sample"], name="one_description_each"
            )
        ]
        indexes = [
            models.Index(
                fields=["judging"],
                condition=Q(state__in=["open", "asking"]),
                name="descriptions_to_be_asked",
            )
        ]

    def __str__(self) -> str:
        return f"{self.judge}: sample {self.sample_id}"


class JudgingPass(PanelCall):
    """A judge's look at one triple in one order.

    ``samples`` are the ids in the order shown: the first is A.
    """

    judging = models.ForeignKey(JudgingRun, models.CASCADE, related_name="passes")
    judge = models.ForeignKey(Judge, models.PROTECT, related_name="passes")
    triple = models.ForeignKey(Triple, models.CASCADE, related_name="passes")
    order_number = models.PositiveSmallIntegerField(_("order"))
    samples: models.JSONField[list[int], list[int]] = models.JSONField(
        _("samples in the order shown")
    )

    class Meta:
        ordering = ["judging", "triple", "order_number", "judge"]
        verbose_name = _("judging pass")
        verbose_name_plural = _("judging passes")
        constraints = [
            models.UniqueConstraint(
                fields=["judge", "triple", "order_number"], name="one_pass_an_order"
            ),
            models.CheckConstraint(condition=Q(order_number__gte=1), name="orders_start_at_1"),
        ]
        indexes = [
            models.Index(
                fields=["judging"],
                condition=Q(state__in=["open", "asking"]),
                name="passes_to_be_asked",
            )
        ]

    def __str__(self) -> str:
        return f"{self.judge}: {self.triple}, order {self.order_number}"


class SemanticReport(models.Model):
    """What the semantic judge made of a sample, and the reward with it.

    ``judged`` is false where the judge was configured and failed. Reports of two judge models, or
    without a judge, never share a column.
    """

    sample = models.ForeignKey(Sample, models.CASCADE, related_name="semantic_reports")
    judging = models.ForeignKey(
        JudgingRun, models.CASCADE, null=True, blank=True, related_name="semantic_reports"
    )
    judge_model = models.CharField(_("judge model"), max_length=200, blank=True)
    prompt_version = models.CharField(_("prompt version"), max_length=20)
    rules_version = models.CharField(_("rules version"), max_length=20)
    judged = models.BooleanField(_("judged"))
    error = models.TextField(_("error"), blank=True)
    report: models.JSONField[dict[str, Any], dict[str, Any]] = models.JSONField(
        _("report"), default=dict, blank=True
    )
    semantic = models.FloatField(_("semantic score"), null=True, blank=True)
    reward = models.FloatField(_("reward"))
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["sample", "judge_model", "-id"]
        verbose_name = _("semantic report")
        verbose_name_plural = _("semantic reports")
        constraints = [
            models.UniqueConstraint(
                fields=["sample", "judging", "judge_model"], name="one_semantic_report_a_judging"
            ),
            models.CheckConstraint(
                condition=Q(reward__gte=0, reward__lte=1), name="reward_is_a_share"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.judge_model}: sample {self.sample_id}"

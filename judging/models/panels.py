"""Who judges, and what is judged together."""

from __future__ import annotations

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from boards.catalogue import Task, get_task
from boards.models import Harness, Run, Sample


class Judge(models.Model):
    """One member of the panel: a vision model, or what stands in for one.

    Endpoints, commands and keys are those of its ``harness``, which ``models.toml`` declares.
    ``vendor`` is the slug of whoever makes the model: its verdicts on that vendor's samples are
    kept and not counted.
    """

    class Channel(models.TextChoices):
        """How a judge is asked."""

        CHAT = "chat", _("OpenAI-compatible chat completions")
        MESSAGES = "messages", _("Anthropic Messages API")
        COMMAND = "command", _("command-line agent")
        REPLAY = "replay", _("recorded answers")
        ARITHMETIC = "arithmetic", _("computed from measurements: not a judge")

    CALLING = (Channel.CHAT, Channel.MESSAGES, Channel.COMMAND)

    role = models.SlugField(_("role"), max_length=40, unique=True)
    name = models.CharField(_("name"), max_length=80)
    vendor = models.SlugField(_("vendor"), max_length=80, blank=True)
    channel = models.CharField(_("channel"), max_length=10, choices=Channel)
    harness = models.ForeignKey(
        Harness,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="judges",
        help_text=_("Where the model is called; empty for recorded and computed answers."),
    )
    model_id = models.CharField(_("model id"), max_length=200, blank=True)
    effort = models.CharField(_("effort"), max_length=80, blank=True)
    price_input = models.FloatField(_("price of a million tokens read"), null=True, blank=True)
    price_output = models.FloatField(_("price of a million tokens written"), null=True, blank=True)
    active = models.BooleanField(_("active"), default=False)
    demo = models.BooleanField(_("demo"), default=False)

    class Meta:
        ordering = ["role"]
        verbose_name = _("judge")
        verbose_name_plural = _("judges")
        constraints = [
            models.CheckConstraint(
                condition=Q(active=False) | Q(channel="arithmetic") | ~Q(model_id=""),
                name="active_judges_name_their_model",
            ),
            models.CheckConstraint(
                condition=Q(active=False)
                | Q(channel__in=["replay", "arithmetic"])
                | Q(harness__isnull=False),
                name="active_judges_can_be_called",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        """Channel and harness are of one kind."""
        if self.channel in self.CALLING and self.harness and self.harness.kind != self.channel:
            raise ValidationError({"harness": _("This harness is of another kind.")})

    @property
    def stands_in(self) -> bool:
        """Whether no judge answers, but arithmetic."""
        return self.channel == self.Channel.ARITHMETIC


class JudgingRun(models.Model):
    """One judging of a generation run's gate-passed samples by one panel, in one language.

    ``seed`` made the triples and orders. ``calls_max`` and ``cost_max_usd`` are the budget; null
    is no limit. A ``stand_in`` run was computed, not judged: it shares no table with a panel's.
    """

    class State(models.TextChoices):
        """How far it is."""

        RUNNING = "running", _("running")
        PAUSED = "paused", _("paused")
        COMPLETE = "complete", _("complete")
        CANCELLED = "cancelled", _("cancelled")

    class Pause(models.TextChoices):
        """Why it is paused."""

        NONE = "", _("not paused")
        STAFF = "staff", _("paused by staff")
        BUDGET = "budget", _("the budget is spent")
        FAILURES = "failures", _("too many calls failed in a row")

    run = models.ForeignKey(Run, models.PROTECT, related_name="judgings")
    judges = models.ManyToManyField(Judge, related_name="judgings")
    seed = models.PositiveIntegerField(_("seed"))
    language = models.CharField(_("language of the prompts"), max_length=2)
    prompt_version = models.CharField(_("prompt version"), max_length=20)
    rules_version = models.CharField(_("rules version"), max_length=20)
    stand_in = models.BooleanField(_("computed, not judged"), default=False)
    semantic = models.BooleanField(_("with the semantic judge"), default=False)
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.RUNNING)
    pause_reason = models.CharField(
        _("reason for the pause"), max_length=10, choices=Pause, default=Pause.NONE, blank=True
    )
    failures_in_row = models.PositiveSmallIntegerField(_("calls failed in a row"), default=0)
    calls_max = models.PositiveIntegerField(_("budget of calls"), null=True, blank=True)
    cost_max_usd = models.FloatField(_("budget in US$"), null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        ordering = ["-id"]
        verbose_name = _("judging run")
        verbose_name_plural = _("judging runs")
        constraints = [
            models.CheckConstraint(
                condition=Q(language__in=["zh", "en"]), name="judging_in_a_known_language"
            ),
            models.UniqueConstraint(
                fields=["run", "stand_in"],
                condition=Q(state__in=["running", "paused"]),
                name="one_open_judging_per_run",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.run}, judging {self.pk}"

    def get_absolute_url(self) -> str:
        """Its page at the judging desk, for staff."""
        return reverse("judging-run", args=[self.pk])

    @property
    def is_finished(self) -> bool:
        """Whether nothing more will be asked for it."""
        return self.state in {self.State.COMPLETE, self.State.CANCELLED}


class Triple(models.Model):
    """Up to three samples, of different models and of one task and condition, judged together."""

    judging = models.ForeignKey(JudgingRun, models.CASCADE, related_name="triples")
    number = models.PositiveIntegerField(_("number"))
    task = models.CharField(_("task"), max_length=60)
    samples: models.ManyToManyField[Sample, TripleSample] = models.ManyToManyField(
        Sample, through="TripleSample", related_name="triples"
    )

    class Meta:
        ordering = ["judging", "number"]
        verbose_name = _("triple")
        verbose_name_plural = _("triples")
        constraints = [
            models.UniqueConstraint(fields=["judging", "number"], name="triples_are_numbered")
        ]

    def __str__(self) -> str:
        return f"{self.judging}, triple {self.number}"

    @property
    def catalogue_task(self) -> Task:
        """The task as the catalogue knows it."""
        return get_task(self.task)


class TripleSample(models.Model):
    """A sample in its one triple of a judging run."""

    triple = models.ForeignKey(Triple, models.CASCADE, related_name="members")
    sample = models.ForeignKey(Sample, models.CASCADE, related_name="memberships")
    alone = models.BooleanField(
        _("no company"), default=False, help_text=_("The only sample of its triple.")
    )

    class Meta:
        ordering = ["triple", "id"]
        verbose_name = _("sample of a triple")
        verbose_name_plural = _("samples of triples")
        constraints = [
            models.UniqueConstraint(fields=["triple", "sample"], name="once_in_a_triple")
        ]

    def __str__(self) -> str:
        return f"{self.triple}: {self.sample_id}"

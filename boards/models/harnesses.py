"""How variants are called: harnesses, and the route that a variant takes through each."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from boards.models.catalogue import Variant


class Harness(models.Model):
    """One configured way to call models, as ``models.toml`` declares it.

    ``settings`` holds what its kind needs (:mod:`boards.generation.configuration`), never a key:
    keys are named by environment variable. Rows are written by ``sync_models`` alone.
    """

    class Kind(models.TextChoices):
        """Which class makes the call."""

        CHAT = "chat", _("OpenAI-compatible chat completions")
        MESSAGES = "messages", _("Anthropic Messages API")
        COMMAND = "command", _("command-line agent")
        SKETCH = "sketch", _("reference sketcher, not a model")

    slug = models.SlugField(_("slug"), max_length=40, unique=True)
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    enabled = models.BooleanField(_("enabled"), default=True)
    concurrency = models.PositiveSmallIntegerField(
        _("calls at a time"), default=1, help_text=_("Across all workers.")
    )
    settings = models.JSONField(_("settings"), default=dict, blank=True)

    class Meta:
        ordering = ["slug"]
        verbose_name = _("harness")
        verbose_name_plural = _("harnesses")

    def __str__(self) -> str:
        return self.slug


class Route(models.Model):
    """How one harness calls one variant, and what it last heard that no retry can mend.

    Prices are in US dollars per million tokens and null when unknown; so is ``expected_tokens``,
    the length of a usual reply.
    """

    class Problem(models.TextChoices):
        """Why the provider will not draw for this variant."""

        NONE = "", _("none")
        ACCESS = "access", _("access refused")
        GONE = "gone", _("model not found")

    variant = models.ForeignKey(Variant, models.CASCADE, related_name="routes")
    harness = models.ForeignKey(Harness, models.CASCADE, related_name="routes")
    model_id = models.CharField(_("requested model id"), max_length=200, blank=True)
    effort_value = models.CharField(
        _("effort as the harness says it"),
        max_length=80,
        blank=True,
        help_text=_("Empty: no effort is asked for."),
    )
    options = models.JSONField(_("options"), default=dict, blank=True)
    price_input = models.FloatField(_("price of a million tokens read"), null=True, blank=True)
    price_output = models.FloatField(_("price of a million tokens written"), null=True, blank=True)
    expected_tokens = models.PositiveIntegerField(
        _("tokens of a usual reply"), null=True, blank=True
    )
    problem = models.CharField(
        _("problem"), max_length=10, choices=Problem, default=Problem.NONE, blank=True
    )
    problem_detail = models.TextField(_("what the provider said"), blank=True)
    problem_at = models.DateTimeField(_("since"), null=True, blank=True)

    class Meta:
        ordering = ["harness", "variant"]
        verbose_name = _("route")
        verbose_name_plural = _("routes")
        constraints = [
            models.UniqueConstraint(fields=["variant", "harness"], name="one_route_per_harness")
        ]

    def __str__(self) -> str:
        return f"{self.variant} · {self.harness}"

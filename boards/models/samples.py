"""Samples: what a slot's reply turned out to be."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from boards.catalogue import Task
from boards.models.runs import Slot
from pelican.rules import RULES


class SampleQuerySet(models.QuerySet["Sample"]):
    """Filters that several pages share."""

    def published(self) -> SampleQuerySet:
        """Samples that may be shown."""
        return self.filter(state=Sample.State.PUBLISHED)

    def passed(self) -> SampleQuerySet:
        """Published samples that the board gate let through."""
        return self.published().filter(gate_passed=True)

    def on_boards(self) -> SampleQuerySet:
        """Published samples of runs that feed a board, imports and demo included."""
        return self.published().filter(slot__run__feeds_board=True)

    def with_names(self) -> SampleQuerySet:
        """Joins everything that a caption needs."""
        return self.select_related(
            "slot__variant__version__family__vendor", "slot__condition", "slot__run"
        )


class Sample(models.Model):
    """One reply and everything that was measured on it. At most one a slot, never rewritten.

    ``gate`` and ``structure`` are the reports of :mod:`boards.svg` as JSON; ``structure`` is null
    where the gate rejected the drawing. ``svg`` is the sanitised source, the only one published.
    """

    class State(models.TextChoices):
        """Whether a sample is shown."""

        PUBLISHED = "published", _("published")
        WITHDRAWN = "withdrawn", _("withdrawn")

    slot = models.OneToOneField(Slot, models.PROTECT, related_name="sample")
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.PUBLISHED)
    response_digest = models.CharField(_("reply SHA-256"), max_length=64)
    response_bytes = models.PositiveBigIntegerField(_("reply size in bytes"))
    svg = models.TextField(_("sanitised SVG"), blank=True)
    sha256 = models.CharField(
        _("SHA-256 of the sanitised SVG"), max_length=64, blank=True, db_index=True
    )
    normalisations = models.JSONField(_("normalisations"), default=list)
    removals = models.JSONField(_("removed by the sanitiser"), default=list)
    flags = models.JSONField(_("flags"), default=list)
    gate_passed = models.BooleanField(_("gate passed"))
    gate = models.JSONField(_("gate report"), default=dict)
    structure = models.JSONField(_("structure report"), null=True, blank=True)
    structure_score = models.FloatField(_("structure score"), null=True, blank=True)
    receipts = models.JSONField(_("receipts"), default=dict, blank=True)
    duration_ms = models.PositiveIntegerField(_("time to draw in ms"), null=True, blank=True)
    renderer_version = models.CharField(_("renderer version"), max_length=120, blank=True)
    renderer_difference = models.FloatField(
        _("difference between renderers"),
        null=True,
        blank=True,
        help_text=_("Mean absolute difference of the pixels to a browser's, 0 to 255."),
    )
    compared_with = models.CharField(_("browser compared with"), max_length=60, blank=True)
    rules_version = models.CharField(_("rules version"), max_length=20)
    created_at = models.DateTimeField(_("drawn"))

    objects = SampleQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-id"]
        verbose_name = _("sample")
        verbose_name_plural = _("samples")
        indexes = [models.Index(fields=["state", "gate_passed"], name="sample_shown_and_passed")]
        constraints = [
            models.CheckConstraint(
                condition=Q(gate_passed=False) | ~Q(svg=""), name="passed_samples_have_a_drawing"
            ),
            models.CheckConstraint(
                condition=Q(gate_passed=True) | Q(structure__isnull=True),
                name="rejected_samples_are_never_scored",
            ),
            models.CheckConstraint(
                condition=Q(structure_score__isnull=True)
                | Q(structure_score__gte=0, structure_score__lte=1),
                name="structure_score_is_a_share",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.slot}"

    def get_absolute_url(self) -> str:
        """The sample's page."""
        return reverse("sample", args=[self.pk])

    @property
    def task(self) -> Task:
        """The task as the catalogue knows it."""
        return self.slot.catalogue_task

    @property
    def renderers_disagree(self) -> bool:
        """Whether a browser draws it visibly unlike the renderer that measured it."""
        found = self.renderer_difference
        return found is not None and found > RULES.render.disagreement_flag

    @property
    def violations(self) -> list[dict[str, Any]]:
        """What the gate found, each ``{code, message, params}``."""
        found: list[dict[str, Any]] = self.gate.get("violations", [])
        return found

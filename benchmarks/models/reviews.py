"""Rubrics: what a person who knows neither maker nor speed thinks of an artifact."""

from __future__ import annotations

from typing import Any, Final

from django.conf import settings
from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from benchmarks.models.artifacts import Artifact
from pelican.rules import RULES

DIMENSIONS: Final = ("readability", "completeness", "coherence", "craft", "inspectability")
"""The five dimensions of the rubric, in their order. There is no total."""


def _points(name: Any) -> Any:
    return models.PositiveSmallIntegerField(
        name, validators=[MaxValueValidator(RULES.sdf.rubric_max)]
    )


class Review(models.Model):
    """One reviewer's rubric of one artifact, 0–5 in each dimension."""

    artifact = models.ForeignKey(Artifact, models.CASCADE, related_name="reviews")
    reviewer = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="sdf_reviews"
    )
    code_name = models.CharField(_("code name it was shown under"), max_length=60)
    readability = _points(_("readability"))
    completeness = _points(_("completeness"))
    coherence = _points(_("coherence"))
    craft = _points(_("craft"))
    inspectability = _points(_("inspectability"))
    note = models.TextField(_("note"), blank=True)
    rules_version = models.CharField(_("rules version"), max_length=20)
    created_at = models.DateTimeField(_("when"), auto_now_add=True)

    class Meta:
        ordering = ["-created_at", "-id"]
        verbose_name = _("review")
        verbose_name_plural = _("reviews")
        constraints = [
            models.UniqueConstraint(
                fields=["artifact", "reviewer"], name="one_review_per_reviewer"
            ),
            *(
                models.CheckConstraint(
                    condition=Q(**{f"{name}__lte": RULES.sdf.rubric_max}),
                    name=f"{name}_is_within_the_rubric",
                )
                for name in DIMENSIONS
            ),
        ]

    def __str__(self) -> str:
        return f"{self.artifact}: {self.reviewer}"

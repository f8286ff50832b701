"""Vendors, families, model versions and variants."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _


class Vendor(models.Model):
    """Who makes a model family, or, for an import, whoever is named as the maker."""

    slug = models.SlugField(_("slug"), max_length=80, unique=True)
    name = models.CharField(_("name"), max_length=120)
    licence_note = models.TextField(
        _("licence note"), blank=True, help_text=_("Terms under which its drawings may be shown.")
    )

    class Meta:
        ordering = ["name"]
        verbose_name = _("vendor")
        verbose_name_plural = _("vendors")

    def __str__(self) -> str:
        return self.name


class Family(models.Model):
    """A line of models of one vendor, within which versions and efforts are compared."""

    vendor = models.ForeignKey(Vendor, models.PROTECT, related_name="families")
    slug = models.SlugField(_("slug"), max_length=120, unique=True)
    name = models.CharField(_("name"), max_length=120)

    class Meta:
        ordering = ["name"]
        verbose_name = _("family")
        verbose_name_plural = _("families")

    def __str__(self) -> str:
        return self.name


class ModelVersion(models.Model):
    """One released version of a family."""

    family = models.ForeignKey(Family, models.PROTECT, related_name="versions")
    slug = models.SlugField(_("slug"), max_length=160, unique=True)
    name = models.CharField(_("name"), max_length=160)
    position = models.PositiveIntegerField(_("position in the family"), default=0)

    class Meta:
        ordering = ["family", "position", "name"]
        verbose_name = _("model version")
        verbose_name_plural = _("model versions")

    def __str__(self) -> str:
        return self.name


class Variant(models.Model):
    """A model version at one reasoning effort: what draws, is scored and is voted on."""

    version = models.ForeignKey(ModelVersion, models.PROTECT, related_name="variants")
    slug = models.SlugField(_("slug"), max_length=200, unique=True)
    effort = models.CharField(_("effort"), max_length=40, default="default")
    is_default = models.BooleanField(_("default effort of its version"), default=False)
    active = models.BooleanField(_("active"), default=True)
    demo = models.BooleanField(_("demo"), default=False, help_text=_("Demo data, removable."))

    class Meta:
        ordering = ["version__name", "effort"]
        verbose_name = _("variant")
        verbose_name_plural = _("variants")
        constraints = [
            models.UniqueConstraint(fields=["version", "effort"], name="one_variant_per_effort"),
            models.UniqueConstraint(
                fields=["version"],
                condition=Q(is_default=True),
                name="one_default_effort_per_version",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """The variant's page."""
        return reverse("variant", args=[self.slug])

    @property
    def name(self) -> str:
        """The version's name, followed by the effort where that is not the plain default."""
        if self.effort == "default":
            return self.version.name
        return f"{self.version.name} {self.effort}"

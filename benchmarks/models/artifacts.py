"""Artifacts: modules that models wrote, where they come from, and what staff decided on them."""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any, Final

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from benchmarks.prompts import PROMPT, Prompt
from benchmarks.usage import Usage
from boards.models import Variant

RESERVED_SLUGS: Final = frozenset({"compare", "desk", "ranking", "reviews", "timings", "vote"})
"""First path segments under ``/sdf/`` that are pages of their own."""

_TEXT_PARTS: Final = (
    "prompt_version", "prompt_sha256", "harness", "harness_version", "system_image", "source",
)  # fmt: skip
_SLUG: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


def check_slug(slug: str) -> None:
    """Raise ``ValidationError`` for a slug that is ill-formed or names another page."""
    if not _SLUG.fullmatch(slug) or slug in RESERVED_SLUGS:
        raise ValidationError(
            _("“%(slug)s” is no slug: small letters, digits and single hyphens; not %(reserved)s."),
            params={"slug": slug, "reserved": ", ".join(sorted(RESERVED_SLUGS))},
        )


class ArtifactCondition(models.Model):
    """What all artifacts of one table have in common: the prompt's bytes and the way of asking.

    ``digest`` is the SHA-256 over all parts. Each import source is a condition of its own, and so
    are the site's own reference artifacts. ``prompt`` is empty when only its digest is known.
    """

    digest = models.CharField(_("digest"), max_length=64, unique=True)
    prompt_version = models.CharField(_("prompt version"), max_length=40, blank=True)
    prompt_sha256 = models.CharField(_("prompt SHA-256"), max_length=64, blank=True)
    prompt = models.TextField(_("prompt"), blank=True)
    harness = models.CharField(_("harness"), max_length=40)
    harness_version = models.CharField(_("harness version"), max_length=120, blank=True)
    parameters = models.JSONField(_("common parameters"), default=dict, blank=True)
    system_image = models.CharField(_("operating-system image"), max_length=200, blank=True)
    source = models.CharField(_("import source"), max_length=200, blank=True)
    demo = models.BooleanField(_("demo"), default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["demo", "created_at"]
        verbose_name = _("condition")
        verbose_name_plural = _("conditions")

    def __str__(self) -> str:
        return f"{self.label} · {self.code}"

    @property
    def code(self) -> str:
        """The start of the digest, as addresses carry it."""
        return self.digest[:12]

    @property
    def label(self) -> str:
        """What its table is called: the import source, or the harness."""
        return self.source or f"{self.harness} {self.harness_version}".strip()

    @classmethod
    def for_parts(cls, *, prompt: Prompt | None = None, **parts: Any) -> ArtifactCondition:
        """The stored condition with exactly these parts, made on first use.

        ``parts`` are fields of this class; those that are not given are empty. ``prompt`` stands
        for its version, digest and text.
        """
        if prompt is not None:
            parts |= {"prompt_version": prompt.version, "prompt_sha256": prompt.sha256}
        known: dict[str, Any] = {name: parts.pop(name, "") for name in _TEXT_PARTS}
        known |= {"parameters": parts.pop("parameters", {}), "demo": parts.pop("demo", False)}
        if parts:
            raise TypeError(f"A condition has no part named {', '.join(sorted(parts))}.")
        content = json.dumps(known, sort_keys=True)
        digest = hashlib.sha256(content.encode()).hexdigest()
        text = PROMPT.text if known["prompt_sha256"] == PROMPT.sha256 else ""
        condition, _created = cls.objects.get_or_create(
            digest=digest, defaults={**known, "prompt": text}
        )
        return condition


class ArtifactQuerySet(models.QuerySet["Artifact"]):
    """Filters that several pages share."""

    def published(self) -> ArtifactQuerySet:
        """What visitors may see, whether it may run or not."""
        return self.filter(withdrawn=False, listed=True)

    def runnable(self) -> ArtifactQuerySet:
        """What may run in a visitor's browser."""
        return self.published().filter(admitted=True)

    def without_texts(self) -> ArtifactQuerySet:
        """Leaves the long texts in the database, for pages that list many artifacts."""
        return self.defer("source", "reply", "claimed")

    def with_names(self) -> ArtifactQuerySet:
        """Joins everything that a caption needs."""
        return self.select_related("condition", "variant__version__family__vendor")


class Artifact(models.Model):
    """One module and where it comes from. Its source is never rewritten.

    ``source`` is the normalised module, ``reply`` what the model said when that differs.
    ``claimed`` is what a result file that came with it says, word for word, and never mixes with
    what this site measures. ``usage`` is the receipt: unknown values are null. ``listed`` puts it
    on public pages, ``admitted`` lets it run there; the latest :class:`Admission` sets both.
    """

    class Track(models.TextChoices):
        """How often the model was asked; tracks never share a table."""

        ONE_SHOT = "one-shot", _("one-shot")
        REPAIRED = "repaired", _("repaired")
        BEST_OF_N = "best-of-n", _("best of n")

    class State(models.TextChoices):
        """What is known of its origin and its measurements."""

        REFERENCE = "reference", _("reference")
        UNVERIFIED = "unverified", _("unverified")
        VERIFIED = "verified", _("verified")

    slug = models.SlugField(_("slug"), max_length=120, unique=True, validators=[check_slug])
    title = models.CharField(_("title"), max_length=80)
    description = models.CharField(_("description"), max_length=400, blank=True)
    condition = models.ForeignKey(ArtifactCondition, models.PROTECT, related_name="artifacts")
    track = models.CharField(_("track"), max_length=10, choices=Track, default=Track.ONE_SHOT)
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.UNVERIFIED)
    variant = models.ForeignKey(
        Variant, models.PROTECT, null=True, blank=True, related_name="artifacts"
    )
    model_id = models.CharField(_("exact model id"), max_length=200, blank=True)
    effort = models.CharField(_("effort"), max_length=40, blank=True)
    provider = models.CharField(_("provider"), max_length=120, blank=True)
    generated_on = models.DateField(_("generated on"), null=True, blank=True)
    source = models.TextField(_("module"))
    sha256 = models.CharField(_("SHA-256 of the module"), max_length=64, db_index=True)
    source_bytes = models.PositiveIntegerField(_("size in bytes"))
    reply = models.TextField(_("raw reply"), blank=True)
    reply_sha256 = models.CharField(_("SHA-256 of the raw reply"), max_length=64, blank=True)
    normalisations = models.JSONField(_("normalisations"), default=list, blank=True)
    harness_notes = models.JSONField(_("harness as recorded"), default=dict, blank=True)
    decoding = models.JSONField(_("decoding settings"), default=dict, blank=True)
    usage = models.JSONField(_("usage receipt"), default=dict, blank=True)
    claimed = models.JSONField(_("claimed by its result file"), null=True, blank=True)
    contract = models.JSONField(_("contract report"), default=dict, blank=True)
    licence = models.CharField(_("licence note"), max_length=400, blank=True)
    listed = models.BooleanField(_("listed"), default=False)
    admitted = models.BooleanField(_("admitted"), default=False)
    withdrawn = models.BooleanField(_("withdrawn"), default=False)
    rules_version = models.CharField(_("rules version"), max_length=20)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = ArtifactQuerySet.as_manager()

    class Meta:
        ordering = ["created_at", "id"]
        verbose_name = _("artifact")
        verbose_name_plural = _("artifacts")
        indexes = [models.Index(fields=["listed", "withdrawn"], name="artifacts_on_public_pages")]
        constraints = [
            models.CheckConstraint(
                condition=Q(admitted=False) | Q(listed=True), name="what_runs_is_listed"
            ),
            models.CheckConstraint(
                condition=~Q(slug__in=sorted(RESERVED_SLUGS)), name="artifact_slug_is_no_page"
            ),
        ]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        """The artifact's page."""
        return reverse("artifact", args=[self.slug])

    @property
    def maker(self) -> str:
        """Who wrote it, in one line; empty for a reference, which no model wrote."""
        if self.variant is not None:
            return self.variant.name
        return f"{self.model_id} {self.effort}".strip()

    @property
    def receipt(self) -> dict[str, Any]:
        """The usage receipt with every key there is; what nobody stated is None."""
        receipt: dict[str, Any] = Usage().as_dict() | self.usage
        return receipt

    @property
    def is_reference(self) -> bool:
        """Whether it is a sample of the house, not a model's."""
        return self.state == self.State.REFERENCE


class RawFile(models.Model):
    """One file kept beside an artifact: the reply, its events, its receipt. For staff."""

    artifact = models.ForeignKey(Artifact, models.CASCADE, related_name="raw_files")
    name = models.CharField(_("name"), max_length=120)
    path = models.CharField(_("stored as"), max_length=255)
    sha256 = models.CharField(_("SHA-256"), max_length=64)
    size = models.PositiveIntegerField(_("bytes"))

    class Meta:
        ordering = ["artifact", "name"]
        verbose_name = _("raw file")
        verbose_name_plural = _("raw files")
        constraints = [
            models.UniqueConstraint(fields=["artifact", "name"], name="one_raw_file_per_name")
        ]

    def __str__(self) -> str:
        return f"{self.artifact_id}/{self.name}"


class _Decision(models.Model):
    """Something that staff decided, with the reason they gave. Never rewritten."""

    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    note = models.TextField(_("note"))
    at = models.DateTimeField(_("when"), auto_now_add=True)

    class Meta:
        abstract = True
        ordering = ["-at", "-id"]


class Admission(_Decision):
    """Whether an artifact may run on public pages; the latest one holds.

    ``listed`` without ``admitted`` is a refusal that still shows the record: failures are results.
    """

    artifact = models.ForeignKey(Artifact, models.CASCADE, related_name="admissions")
    admitted = models.BooleanField(_("may run"))
    listed = models.BooleanField(_("listed"), default=True)

    class Meta(_Decision.Meta):
        verbose_name = _("admission")
        verbose_name_plural = _("admissions")

    def __str__(self) -> str:
        return f"{self.artifact}: {'admitted' if self.admitted else 'refused'}"


class StateChange(_Decision):
    """One move of an artifact's state."""

    artifact = models.ForeignKey(Artifact, models.CASCADE, related_name="state_changes")
    before = models.CharField(_("before"), max_length=10, choices=Artifact.State)
    after = models.CharField(_("after"), max_length=10, choices=Artifact.State)

    class Meta(_Decision.Meta):
        verbose_name = _("state change")
        verbose_name_plural = _("state changes")

    def __str__(self) -> str:
        return f"{self.artifact}: {self.before} → {self.after}"

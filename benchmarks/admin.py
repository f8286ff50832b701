"""The records of this app in the admin: to read, to rename, to withdraw; decisions have a desk."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from benchmarks.models import (
    Admission,
    Artifact,
    ArtifactCondition,
    Benchmark,
    Review,
    StateChange,
    Trial,
    Validation,
)
from pelican.record_admin import ModelAdmin, ReadOnly, TabularInline


class AdmissionInline(ReadOnly, TabularInline):
    """The decisions on an artifact."""

    model = Admission
    extra = 0


class StateChangeInline(ReadOnly, TabularInline):
    """The moves of an artifact's state."""

    model = StateChange
    extra = 0


@admin.register(Artifact)
class ArtifactAdmin(ModelAdmin):
    """Artifacts. Admission, state and examinations are decided on the desk, with a note."""

    list_display = ("title", "slug", "condition", "track", "state", "admitted", "withdrawn")
    list_filter = ("track", "state", "admitted", "withdrawn", "condition")
    search_fields = ("title", "slug", "model_id")
    list_select_related = ("condition",)
    inlines = (AdmissionInline, StateChangeInline)
    fields = (
        "title", "slug", "description", "licence", "variant", "withdrawn", "condition", "track",
        "state", "model_id", "effort", "provider", "generated_on", "sha256", "source_bytes",
        "usage", "rules_version",
    )  # fmt: skip
    autocomplete_fields = ("variant",)
    readonly_fields = (
        "slug", "condition", "track", "state", "model_id", "effort", "provider", "generated_on",
        "sha256", "source_bytes", "usage", "rules_version",
    )  # fmt: skip

    def has_add_permission(self, request: HttpRequest) -> bool:  # noqa: ARG002 Django's signature
        """They come by import or generation, never by hand."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ARG002 Django's signature
        """They are withdrawn, never deleted: failures and mistakes stay on record."""
        return False


@admin.register(ArtifactCondition)
class ArtifactConditionAdmin(ReadOnly, ModelAdmin):
    """What tables have in common."""

    list_display = ("label", "prompt_version", "harness", "source", "demo", "created_at")


@admin.register(Validation)
class ValidationAdmin(ReadOnly, ModelAdmin):
    """Validations with their findings and evidence."""

    list_display = ("artifact", "profile", "progress", "outcome", "ended_at")
    list_filter = ("progress", "outcome", "profile")
    list_select_related = ("artifact",)


class TrialInline(ReadOnly, TabularInline):
    """The trials of a benchmark."""

    model = Trial
    extra = 0


@admin.register(Benchmark)
class BenchmarkAdmin(ReadOnly, ModelAdmin):
    """Benchmarks with their trials."""

    list_display = ("artifact", "profile", "progress", "result", "method", "median_ms", "ended_at")
    list_filter = ("progress", "result", "method", "profile")
    list_select_related = ("artifact",)
    inlines = (TrialInline,)


@admin.register(Review)
class ReviewAdmin(ReadOnly, ModelAdmin):
    """Reviews, once given, stay."""

    list_display = (
        "artifact", "reviewer", "readability", "completeness",
        "coherence", "craft", "inspectability",
    )  # fmt: skip
    list_select_related = ("artifact", "reviewer")

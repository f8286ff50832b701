"""The records of this app in the admin: to read, to rename, to withdraw; decisions have a desk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

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

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]
    TabularInline = admin.TabularInline[Any, Any]
else:  # Django's classes take parameters in their stubs only
    ModelAdmin = admin.ModelAdmin
    TabularInline = admin.TabularInline


class ReadOnly:
    """Nothing is added, changed or deleted by hand: these rows are records."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        del request, obj
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        del request, obj
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        del request, obj
        return False


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

    def has_add_permission(self, request: HttpRequest) -> bool:
        """They come by import or generation, never by hand."""
        del request
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """They are withdrawn, never deleted: failures and mistakes stay on record."""
        del request, obj
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

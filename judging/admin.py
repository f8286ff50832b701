"""The panel, which staff keep, and the records, which nobody rewrites."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from boards.models import Harness
from judging.models import Judge, JudgingRun, RepeatSeries, SemanticReport, Verdict
from pelican.record_admin import ModelAdmin, ReadOnly


@admin.register(Judge)
class JudgeAdmin(ModelAdmin):
    """Members of the panel. Where they are called stands in ``models.toml``: here one chooses."""

    list_display = ("name", "role", "vendor", "channel", "harness", "model_id", "active", "demo")
    list_filter = ("active", "channel", "demo")
    list_select_related = ("harness",)
    search_fields = ("name", "role", "model_id")
    readonly_fields = ("demo",)

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """Offer the harnesses that a judge can be called through."""
        if db_field.name == "harness":
            kwargs["queryset"] = Harness.objects.filter(kind__in=Judge.CALLING)
        return super().formfield_for_foreignkey(db_field, request, **kwargs)


@admin.register(JudgingRun)
class JudgingRunAdmin(ReadOnly, ModelAdmin):
    """Judging runs; the desk controls them."""

    list_display = ("__str__", "state", "language", "stand_in", "created_at", "finished_at")
    list_filter = ("state", "language", "stand_in")
    list_select_related = ("run",)


@admin.register(Verdict)
class VerdictAdmin(ReadOnly, ModelAdmin):
    """Every verdict, counted or not."""

    list_display = ("id", "sample_id", "judge", "score", "counted", "why_not", "created_at")
    list_filter = ("counted", "judge", "why_not")
    list_select_related = ("judge",)
    search_fields = ("sample__id", "comment")


@admin.register(SemanticReport)
class SemanticReportAdmin(ReadOnly, ModelAdmin):
    """Reports of the semantic judge."""

    list_display = ("id", "sample_id", "judge_model", "judged", "semantic", "reward")
    list_filter = ("judge_model", "judged")


@admin.register(RepeatSeries)
class RepeatSeriesAdmin(ReadOnly, ModelAdmin):
    """Series of the same question."""

    list_display = ("id", "judge", "sample_id", "asked", "unread", "created_at")
    list_filter = ("judge",)
    list_select_related = ("judge",)

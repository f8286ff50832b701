"""The catalogue, which staff keep, and the records, which nobody rewrites."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin, messages
from django.db.models import Count, Model, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from boards.models import (
    Attempt,
    Condition,
    Family,
    Harness,
    ModelVersion,
    Route,
    Run,
    Sample,
    Slot,
    Variant,
    Vendor,
)

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]
    TabularInline = admin.TabularInline[Any, Any]
else:  # Django's classes take parameters in their stubs only
    ModelAdmin = admin.ModelAdmin
    TabularInline = admin.TabularInline


@admin.register(Vendor)
class VendorAdmin(ModelAdmin):
    """Who makes models, and under which terms their drawings may be shown."""

    list_display = ("name", "slug", "licence_note")
    search_fields = ("name", "slug")
    prepopulated_fields = {"slug": ("name",)}


@admin.register(Family)
class FamilyAdmin(ModelAdmin):
    """Lines of models."""

    list_display = ("name", "vendor", "slug")
    list_filter = ("vendor",)
    list_select_related = ("vendor",)
    search_fields = ("name", "slug", "vendor__name")
    autocomplete_fields = ("vendor",)
    prepopulated_fields = {"slug": ("name",)}


@admin.register(ModelVersion)
class ModelVersionAdmin(ModelAdmin):
    """Released versions, in their order within the family."""

    list_display = ("name", "family", "position", "slug")
    list_editable = ("position",)
    list_filter = ("family__vendor",)
    list_select_related = ("family",)
    search_fields = ("name", "slug", "family__name")
    autocomplete_fields = ("family",)
    prepopulated_fields = {"slug": ("name",)}


@admin.register(Variant)
class VariantAdmin(ModelAdmin):
    """Versions at an effort. Ballots name a variant by its slug, so that is set once."""

    list_display = ("__str__", "vendor", "slug", "is_default", "active", "demo")
    list_filter = ("active", "demo", "version__family__vendor")
    list_select_related = ("version__family__vendor",)
    search_fields = ("slug", "version__name", "version__family__name")
    autocomplete_fields = ("version",)

    def get_readonly_fields(
        self,
        request: HttpRequest,  # noqa: ARG002 Django passes it
        obj: Variant | None = None,
    ) -> tuple[str, ...]:
        """The slug, once there is one."""
        return ("slug", "demo") if obj else ("demo",)

    @admin.display(description=_("vendor"), ordering="version__family__vendor__name")
    def vendor(self, variant: Variant) -> str:
        """Whose model it is."""
        return variant.version.family.vendor.name


class RecordAdmin(ModelAdmin):
    """A record of what happened: to be read and searched, never written here."""

    def has_add_permission(self, request: HttpRequest) -> bool:  # noqa: ARG002 Django passes it
        """Records are made by runs and imports."""
        return False

    def has_change_permission(
        self,
        request: HttpRequest,  # noqa: ARG002 Django passes it
        obj: Model | None = None,  # noqa: ARG002
    ) -> bool:
        """Nobody rewrites a record."""
        return False

    def has_delete_permission(
        self,
        request: HttpRequest,  # noqa: ARG002 Django passes it
        obj: Model | None = None,  # noqa: ARG002
    ) -> bool:
        """Nor removes one; a drawing is withdrawn instead."""
        return False


@admin.register(Harness)
class HarnessAdmin(RecordAdmin):
    """Ways to call models. They follow ``models.toml`` and can be changed only there."""

    list_display = ("slug", "kind", "enabled", "concurrency")
    list_filter = ("kind", "enabled")


@admin.register(Route)
class RouteAdmin(RecordAdmin):
    """How each variant is called, and which of them their provider refuses."""

    list_display = ("variant", "harness", "model_id", "effort_value", "problem", "problem_at")
    list_filter = ("problem", "harness")
    list_select_related = ("variant__version", "harness")
    search_fields = ("variant__slug", "model_id")


@admin.register(Condition)
class ConditionAdmin(RecordAdmin):
    """What the drawings of one table have in common."""

    list_display = ("short_digest", "task", "label", "demo", "created_at")
    list_filter = ("demo", "harness", "task")
    search_fields = ("digest", "source", "harness")


@admin.register(Run)
class RunAdmin(RecordAdmin):
    """Sets of drawings made together."""

    list_display = ("__str__", "state", "harness", "source", "n", "slots_made", "created_at")
    list_filter = ("kind", "state", "feeds_board", "demo", "harness")
    search_fields = ("source", "note")
    date_hierarchy = "created_at"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Run]:
        """Runs with the number of their slots."""
        runs: QuerySet[Run] = super().get_queryset(request)
        return runs.annotate(slot_count=Count("slots"))

    @admin.display(description=_("drawings"), ordering="slot_count")
    def slots_made(self, run: Any) -> int:
        """How many drawings the run is for."""
        return int(run.slot_count)


class AttemptInline(TabularInline):
    """The calls made for a slot."""

    model = Attempt
    fields = ("number", "outcome", "failure", "started_at", "ended_at", "error")
    readonly_fields = fields
    extra = 0
    can_delete = False


@admin.register(Slot)
class SlotAdmin(RecordAdmin):
    """Single drawings to be made, with every attempt."""

    list_display = ("__str__", "task", "run", "state")
    list_filter = ("state", "run__kind", "task")
    list_select_related = ("variant__version", "run")
    search_fields = ("variant__slug", "variant__version__name")
    inlines = (AttemptInline,)


@admin.register(Sample)
class SampleAdmin(RecordAdmin):
    """Drawings. They can be withdrawn and published again, and are otherwise as they came."""

    list_display = (
        "pk",
        "variant",
        "task",
        "state",
        "gate_passed",
        "structure_score",
        "created_at",
    )
    list_filter = ("state", "gate_passed", "slot__run__kind", "slot__condition__demo", "slot__task")
    list_select_related = ("slot__variant__version", "slot__condition")
    search_fields = ("=pk", "slot__variant__slug", "slot__variant__version__name", "sha256")
    date_hierarchy = "created_at"
    show_full_result_count = False
    actions = ("withdraw", "publish")

    @admin.display(description=_("variant"), ordering="slot__variant__slug")
    def variant(self, sample: Sample) -> str:
        """Who drew it."""
        return str(sample.slot.variant)

    @admin.display(description=_("task"), ordering="slot__task")
    def task(self, sample: Sample) -> str:
        """What it was asked to draw."""
        return sample.slot.task

    def has_move_permission(self, request: HttpRequest) -> bool:
        """Withdrawing needs the right to change samples, though none is changed by hand."""
        return request.user.has_perm("boards.change_sample")

    @admin.action(description=_("Withdraw the selected drawings"), permissions=["move"])
    def withdraw(self, request: HttpRequest, samples: QuerySet[Sample]) -> None:
        """Stop showing them, everywhere; the records stay."""
        number = samples.update(state=Sample.State.WITHDRAWN)
        text = ngettext("%(number)s drawing withdrawn.", "%(number)s drawings withdrawn.", number)
        messages.success(request, text % {"number": number})

    @admin.action(description=_("Publish the selected drawings again"), permissions=["move"])
    def publish(self, request: HttpRequest, samples: QuerySet[Sample]) -> None:
        """Show them again."""
        number = samples.update(state=Sample.State.PUBLISHED)
        text = ngettext("%(number)s drawing published.", "%(number)s drawings published.", number)
        messages.success(request, text % {"number": number})

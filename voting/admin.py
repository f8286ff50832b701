"""Votes in the admin: everything can be looked at, only a ballot's state and an arena's doors move.

Rows of votes are never edited or deleted here: what counts is decided by state, with a reason.
"""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from pelican.record_admin import ModelAdmin, ReadOnly, TabularInline
from voting import decisions
from voting.models import Arena, Ballot, BallotEvent, Pair, Rating, RatingSnapshot, Tally
from voting.reasons import Reason


@admin.register(Arena)
class ArenaAdmin(ModelAdmin):
    """Arenas; one may be closed to new pairs."""

    list_display = ("key", "title", "open", "demo", "dirty_at", "refit_claimed_at")
    list_filter = ("open", "demo")
    search_fields = ("key", "title")
    readonly_fields = (
        "key", "title", "task", "condition", "demo", "dirty_at", "refit_claimed_at", "created_at",
    )  # fmt: skip

    def has_add_permission(self, request: HttpRequest) -> bool:  # noqa: ARG002 Django's signature
        """Arenas come from their providers."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:  # noqa: ARG002 Django's signature
        """An arena holds its votes."""
        return False


class BallotEventInline(ReadOnly, TabularInline):
    """The history of a ballot."""

    model = BallotEvent
    extra = 0


@admin.register(Ballot)
class BallotAdmin(ReadOnly, ModelAdmin):
    """Ballots: to look at, to quarantine, and to let count again."""

    list_display = ("id", "cast_at", "arena", "left", "right", "outcome", "state", "reason")
    list_filter = ("state", "reason", "outcome", "arena")
    search_fields = ("voter", "left", "right", "address_digest")
    date_hierarchy = "cast_at"
    list_select_related = ("arena",)
    show_full_result_count = False
    inlines = (BallotEventInline,)
    actions = ("quarantine", "restore")

    @admin.action(description=_("Quarantine: stop counting"), permissions=["judge"])
    def quarantine(self, request: HttpRequest, ballots: QuerySet[Ballot]) -> None:
        """Stop counting those of the chosen ballots that count."""
        moved = decisions.quarantine(
            ballots, reason=Reason.BY_STAFF, actor=request.user.get_username(), now=timezone.now()
        )
        self._report(request, moved)

    @admin.action(description=_("Restore: count again"), permissions=["judge"])
    def restore(self, request: HttpRequest, ballots: QuerySet[Ballot]) -> None:
        """Count the chosen ballots again, but not those that their voters took back."""
        moved = decisions.restore(
            ballots, reason="", actor=request.user.get_username(), now=timezone.now()
        )
        self._report(request, moved)

    def has_judge_permission(self, request: HttpRequest) -> bool:
        """Who may change ballots may decide which of them count."""
        return request.user.has_perm("voting.change_ballot")

    def _report(self, request: HttpRequest, moved: int) -> None:
        text = ngettext("%(moved)s ballot changed.", "%(moved)s ballots changed.", moved)
        self.message_user(request, text % {"moved": moved}, messages.SUCCESS)


@admin.register(Pair)
class PairAdmin(ReadOnly, ModelAdmin):
    """Pairs as they were issued."""

    list_display = ("id", "issued_at", "arena", "left_contestant", "right_contestant", "state")
    list_filter = ("state", "arena")
    list_select_related = ("arena",)
    show_full_result_count = False


class RatingInline(ReadOnly, TabularInline):
    """The ratings of a snapshot."""

    model = Rating
    extra = 0
    ordering = ("-rating",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Best first."""
        return super().get_queryset(request).order_by("-rating")


@admin.register(RatingSnapshot)
class RatingSnapshotAdmin(ReadOnly, ModelAdmin):
    """Fits, with what they were made from."""

    list_display = ("created_at", "arena", "valid", "quarantined", "invalid", "converged", "note")
    list_filter = ("converged", "arena")
    list_select_related = ("arena",)
    date_hierarchy = "created_at"
    inlines = (RatingInline,)


@admin.register(Tally)
class TallyAdmin(ReadOnly, ModelAdmin):
    """Games between two contestants."""

    list_display = ("arena", "a", "b", "a_wins", "b_wins", "ties", "both_bad")
    list_filter = ("arena",)
    list_select_related = ("arena",)

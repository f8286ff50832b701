"""``/ops/votes/``: what is odd about the votes, and what staff do about it."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.contrib import messages
from django.contrib.admin.views.decorators import staff_member_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from pelican.rules import RULES
from voting import decisions, desk, shares
from voting.models import Ballot
from voting.views.responses import SeeOther

PER_PAGE: Final = 100


@never_cache
@require_safe
@staff_member_required
def integrity_desk(request: HttpRequest) -> HttpResponse:
    """One arena (``?arena=``, else the one voted in last): sessions, addresses, days, decisions."""
    arenas = desk.arenas_with_votes()
    wanted = request.GET.get("arena", "")
    arena = next((one for one in arenas if wanted in ("", one.key)), None)
    if arena is None:
        if wanted:
            raise Http404
        return render(request, "voting/desk/desk.html", {"desk": None})
    share, reasons = shares.valid_share(arena, timezone.now())
    context = {
        "arenas": arenas,
        "desk": desk.arena_desk(arena),
        "share": share,
        "reasons": reasons,
        "decisions": desk.decisions(arena),
        "rules": RULES.voting,
    }
    return render(request, "voting/desk/desk.html", context)


class DecisionForm(forms.Form):
    """What to do with which ballots, and why."""

    action = forms.ChoiceField(choices=[("quarantine", ""), ("restore", "")])
    scope = forms.ChoiceField(choices=[("chosen", ""), ("all", "")])
    reason = forms.CharField(
        max_length=200, error_messages={"required": _("Say why: the reason is kept.")}
    )
    ballot = forms.TypedMultipleChoiceField(coerce=int, required=False)

    def __init__(self, data: Any, ballots: QuerySet[Ballot]) -> None:
        """Only ballots of the page at hand can be chosen."""
        super().__init__(data)
        choices = [(pk, pk) for pk in ballots.values_list("pk", flat=True)]
        self.fields["ballot"].choices = choices  # type: ignore[attr-defined]  # a choice field

    def clean(self) -> dict[str, Any]:
        """Chosen ballots alone need a choice."""
        values = super().clean() or {}
        if values.get("scope") == "chosen" and not values.get("ballot"):
            self.add_error("ballot", _("No ballot was chosen."))
        return values


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@staff_member_required
def suspect(request: HttpRequest, kind: str, key: str) -> HttpResponse:
    """The ballots of one session or address; by POST some or all are set aside or restored."""
    ballots = desk.ballots_of(kind, key)
    if not ballots.exists():
        raise Http404
    form = None
    if request.method == "POST":
        if not request.user.has_perm("voting.change_ballot"):
            raise PermissionDenied
        form = DecisionForm(request.POST, ballots)
        if form.is_valid():
            _decide(request, form, ballots)
            return SeeOther(request.get_full_path())
    page = Paginator(ballots.prefetch_related("history"), PER_PAGE).get_page(
        request.GET.get("page")
    )
    context = {
        "kind": kind,
        "key": key,
        "form": form,
        "page": page,
        "rows": desk.ballot_rows(list(page.object_list)),
        "found": desk.report_rows(kind, key),
        "may_decide": request.user.has_perm("voting.change_ballot"),
    }
    return render(request, "voting/desk/suspect.html", context, status=400 if form else 200)


def _decide(request: HttpRequest, form: DecisionForm, ballots: QuerySet[Ballot]) -> None:
    values = form.cleaned_data
    quarantining = values["action"] == "quarantine"
    if values["scope"] == "chosen":
        chosen = ballots.filter(pk__in=values["ballot"])
    else:
        chosen = ballots if quarantining else decisions.set_aside(ballots)
    decide = decisions.quarantine if quarantining else decisions.restore
    moved = decide(
        chosen,
        reason=values["reason"],
        actor=request.user.get_username(),
        now=timezone.now(),
    )
    text = ngettext("%(moved)s ballot changed.", "%(moved)s ballots changed.", moved)
    messages.success(request, text % {"moved": moved})

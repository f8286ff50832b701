"""The review desk: what is reviewed has a code name, no maker and no speed."""

from __future__ import annotations

from typing import Any, cast

from django.contrib import messages
from django.contrib.admin.views.decorators import staff_member_required
from django.contrib.auth.decorators import permission_required
from django.contrib.auth.models import User
from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from benchmarks import rubric
from benchmarks.forms import ReviewForm
from benchmarks.frames import may_frame_artifacts, preview_url
from benchmarks.models import Artifact, Review
from pelican.rules import RULES

_SALT = "benchmarks.review"


@require_safe
@never_cache
@staff_member_required
@permission_required("benchmarks.add_review", raise_exception=True)
def reviews(request: HttpRequest) -> HttpResponse:
    """What is left for this reviewer, by code name, and what they have done."""
    reviewer = cast("User", request.user)
    waiting = [
        {"name": rubric.code_name(artifact, reviewer), "token": _token(artifact, reviewer)}
        for artifact in rubric.to_review(reviewer)
    ]
    context = {"waiting": waiting, "done": Review.objects.filter(reviewer=reviewer)}
    return render(request, "benchmarks/reviews.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@staff_member_required
@permission_required("benchmarks.add_review", raise_exception=True)
@may_frame_artifacts
def review(request: HttpRequest, token: str) -> HttpResponse:
    """One artifact, live, and the form; stored once."""
    reviewer = cast("User", request.user)
    artifact = _artifact(token, reviewer)
    name = rubric.code_name(artifact, reviewer)
    form = ReviewForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        _created, new = Review.objects.get_or_create(
            artifact=artifact,
            reviewer=reviewer,
            defaults={
                **form.cleaned_data,
                "code_name": name,
                "rules_version": RULES.version,
            },
        )
        text = _("%(name)s is reviewed.") if new else _("%(name)s was reviewed already.")
        messages.info(request, text % {"name": name})
        return redirect("sdf-reviews")
    context: dict[str, Any] = {
        "name": name,
        "form": form,
        "frame": preview_url(artifact),
        "points": range(RULES.sdf.rubric_max + 1),
    }
    return render(request, "benchmarks/review.html", context)


def _token(artifact: Artifact, reviewer: User) -> str:
    """Names the artifact to this site alone: a slug would name the maker."""
    return signing.dumps([artifact.pk, reviewer.pk], salt=_SALT)


def _artifact(token: str, reviewer: User) -> Artifact:
    try:
        pk, owner = signing.loads(token, salt=_SALT)
    except (signing.BadSignature, ValueError) as error:
        raise Http404 from error
    artifact = Artifact.objects.runnable().filter(pk=pk).first()
    if owner != reviewer.pk or artifact is None:
        raise Http404
    return artifact

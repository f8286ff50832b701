"""The desk of staff: what waits, one artifact with everything to decide on, and the decisions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar, cast

from django.contrib import messages
from django.contrib.admin.views.decorators import staff_member_required
from django.contrib.auth.decorators import permission_required
from django.contrib.auth.models import User
from django.db.models import Count, Q
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from benchmarks import decisions, examinations
from benchmarks.cards import cards_of, latest_validations
from benchmarks.forms import AdmissionForm, ControlForm, ProfileForm, StateForm
from benchmarks.frames import may_frame_artifacts, preview_url
from benchmarks.models import Artifact, Benchmark, ControlCheck, Examination, Validation
from benchmarks.profiles import get_profile
from benchmarks.records import records_of

_OPEN: Final = [Examination.State.QUEUED, Examination.State.RUNNING]


@require_safe
@never_cache
@staff_member_required
def desk(request: HttpRequest) -> HttpResponse:
    """Every artifact with what it still needs."""
    artifacts = (
        Artifact.objects.with_names()
        .without_texts()
        .annotate(
            decisions=Count("admissions", distinct=True),
            running=Count("validations", filter=Q(validations__progress__in=_OPEN), distinct=True)
            + Count("benchmarks", filter=Q(benchmarks__progress__in=_OPEN), distinct=True),
        )
        .order_by("decisions", "-created_at", "-id")
    )
    return render(request, "benchmarks/desk.html", {"cards": cards_of(artifacts)})


@require_safe
@never_cache
@staff_member_required
@may_frame_artifacts
def artifact(request: HttpRequest, slug: str) -> HttpResponse:
    """One artifact: preview, contract report, records, decisions."""
    found = get_object_or_404(Artifact.objects.with_names(), slug=slug)
    records = records_of(found)
    validation = records.card.validation
    context = {
        "artifact": found,
        "records": records,
        "frame": preview_url(found) if found.contract.get("binding") else "",
        "admission": AdmissionForm(),
        "state": StateForm(initial={"state": found.state}),
        "profile": ProfileForm(),
        "controls": ControlForm() if validation and not _checked(validation) else None,
        "open": [*found.validations.filter(progress__in=_OPEN),
                 *found.benchmarks.filter(progress__in=_OPEN)],
        "failed": [*found.validations.filter(progress=Examination.State.FAILED)[:3],
                   *found.benchmarks.filter(progress=Examination.State.FAILED)[:3]],
    }  # fmt: skip
    return render(request, "benchmarks/desk_artifact.html", context)


@require_POST
@staff_member_required
@permission_required("benchmarks.change_artifact", raise_exception=True)
def act(request: HttpRequest, slug: str, action: str) -> HttpResponse:
    """Carry out one decision and go back to the desk of the artifact."""
    found = get_object_or_404(Artifact, slug=slug)
    if action not in _ACTIONS:
        raise Http404
    try:
        said = _ACTIONS[action](found, request.POST, cast("User", request.user))
        messages.info(request, said)
    except decisions.DecisionRefusedError as error:
        messages.error(request, str(error))
    return redirect("sdf-desk-artifact", slug=slug)


Posted = Mapping[str, Any]


def _admit(found: Artifact, posted: Posted, user: User) -> str:
    form = _valid(AdmissionForm(posted))
    choice = form.cleaned_data["admitted"]
    decisions.decide_admission(
        found,
        admitted=choice == "yes",
        listed=choice != "hide",
        note=form.cleaned_data["note"],
        by=user,
    )
    return _("Admitted: it runs on public pages.") if choice == "yes" else _("Not admitted.")


def _move(found: Artifact, posted: Posted, user: User) -> str:
    form = _valid(StateForm(posted))
    change = decisions.move_state(
        found, form.cleaned_data["state"], note=form.cleaned_data["note"], by=user
    )
    return _("The state is now %(state)s.") % {"state": change.get_after_display()}


def _validate(found: Artifact, posted: Posted, user: User) -> str:
    del user  # who asks is not kept
    profile = get_profile(_valid(ProfileForm(posted)).cleaned_data["profile"])
    examinations.ask(Validation, found, profile)
    return _("The validation is queued.")


def _benchmark(found: Artifact, posted: Posted, user: User) -> str:
    del user
    profile = get_profile(_valid(ProfileForm(posted)).cleaned_data["profile"])
    examinations.ask(Benchmark, found, profile)
    return _("The benchmark is queued.")


def _check_controls(found: Artifact, posted: Posted, user: User) -> str:
    seen = _valid(ControlForm(posted)).cleaned_data
    validation = latest_validations([found]).get(found.pk)
    is_new = False
    if validation is not None:
        _check, is_new = ControlCheck.objects.get_or_create(
            validation=validation, defaults={**seen, "by": user}
        )
    if not is_new:
        raise decisions.DecisionRefusedError(_("There is no validation to confirm controls for."))
    return _("Noted what the controls do.")


_Form = TypeVar("_Form", bound=Form)


def _valid(form: _Form) -> _Form:
    if not form.is_valid():
        wrong = "; ".join(
            f"{form.fields[name].label or name}: {' '.join(map(str, errors))}"
            for name, errors in form.errors.items()
        )
        raise decisions.DecisionRefusedError(wrong)
    return form


def _checked(validation: Validation) -> bool:
    return ControlCheck.objects.filter(validation=validation).exists()


_ACTIONS: Final[Mapping[str, Callable[[Artifact, Posted, User], str]]] = {
    "admission": _admit,
    "state": _move,
    "validate": _validate,
    "benchmark": _benchmark,
    "controls": _check_controls,
}

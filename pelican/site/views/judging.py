"""The panel for everybody, and ``/ops/judging/``: judging runs, watched and controlled by staff."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django.contrib import messages
from django.contrib.admin.views.decorators import staff_member_required
from django.contrib.auth.decorators import permission_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from boards.catalogue import CANONICAL_TASK, get_task
from judging import control, prompts
from judging.judge_statistics import agreement, judge_statistics
from judging.models import Judge, JudgingRun
from judging.panel import JudgingRefusedError, plan_judging, start_judging
from judging.progress import progress_of, troubles
from judging.record import pass_records
from judging.triples import LABELS
from pelican.rules import RULES
from pelican.site.judging_form import JudgingForm, runs_to_judge

PER_PAGE: Final = 30


@require_safe
def panel(request: HttpRequest) -> HttpResponse:
    """Who judges, by which arithmetic, and what judges are told, word for word."""
    task = get_task(CANONICAL_TASK)
    texts = [
        {
            "lang": {"zh": "zh-Hans", "en": "en"}[language],
            "current": (get_language() or "en").startswith(language),
            "describe": prompts.describe(language),
            "score": prompts.score(task, language, LABELS[: RULES.judging.triple_size]),
        }
        for language in prompts.LANGUAGES
    ]
    context = {
        "judges": Judge.objects.filter(active=True),
        "rules": RULES.judging,
        "reward": RULES.reward,
        "texts": sorted(texts, key=lambda text: not text["current"]),
        "caption": prompts.caption(),
        "checklist": prompts.checklist(task),
        "version": prompts.VERSION,
    }
    return render(request, "judging/panel.html", context)


@require_safe
@staff_member_required
def judgings(request: HttpRequest) -> HttpResponse:
    """All judging runs, the latest first, and the form that starts one."""
    page = Paginator(JudgingRun.objects.select_related("run", "created_by"), PER_PAGE).get_page(
        request.GET.get("page")
    )
    rows = [{"judging": each, "progress": progress_of(each)} for each in page.object_list]
    context = {
        "rows": rows,
        "page": page,
        "form": JudgingForm(),
        "can_start": runs_to_judge().exists(),
        "judges": Judge.objects.all(),
    }
    return render(request, "judging/desk.html", context)


@require_POST
@staff_member_required
@permission_required("judging.add_judgingrun", raise_exception=True)
def start(request: HttpRequest) -> HttpResponse:
    """Start a judging run."""
    form = JudgingForm(request.POST)
    if not form.is_valid():
        for errors in form.errors.values():
            messages.error(request, " ".join(map(str, errors)))
        return redirect("judgings")
    try:
        judging = start_judging(plan_judging(form.order()), created_by=request.user)
    except JudgingRefusedError as error:
        messages.error(request, str(error))
        return redirect("judgings")
    return redirect(judging)


@require_safe
@staff_member_required
def judging(request: HttpRequest, pk: int) -> HttpResponse:
    """One judging run; with htmx its live part alone."""
    shown = get_object_or_404(JudgingRun.objects.select_related("run", "created_by"), pk=pk)
    live = bool(request.headers.get("HX-Request"))
    context = _context(shown)
    template = "judging/live.html" if live else "judging/run.html"
    response = render(request, template, context)
    response["Vary"] = "HX-Request"
    response["Cache-Control"] = "no-store"
    return response


def _context(shown: JudgingRun) -> dict[str, Any]:
    records = pass_records([shown])
    progress = progress_of(shown)
    return {
        "judging": shown,
        "progress": progress,
        "news": _news(shown, progress.settled, progress.total),
        "judges": shown.judges.all(),
        "statistics": judge_statistics(records),
        "agreement": agreement(records) if shown.is_finished else None,
        "troubles": troubles(shown),
    }


def _news(shown: JudgingRun, settled: int, total: int) -> str:
    facts = {
        "judging": _("Judging %(number)s") % {"number": shown.pk},
        "settled": settled,
        "total": total,
    }
    if shown.state == JudgingRun.State.PAUSED:
        reason = shown.get_pause_reason_display()
        return _("%(judging)s: paused at %(settled)s of %(total)s calls, %(reason)s") % {
            **facts,
            "reason": reason,
        }
    if shown.state == JudgingRun.State.CANCELLED:
        return _("%(judging)s: cancelled at %(settled)s of %(total)s calls") % facts
    if shown.state == JudgingRun.State.COMPLETE:
        return _("%(judging)s: complete, %(total)s calls") % facts
    return _("%(judging)s: %(settled)s of %(total)s calls settled") % facts


@require_POST
@staff_member_required
@permission_required("judging.change_judgingrun", raise_exception=True)
def act(request: HttpRequest, pk: int, action: str) -> HttpResponse:
    """Pause, resume, cancel, or ask again what got no answer."""
    get_object_or_404(JudgingRun, pk=pk)
    try:
        messages.success(request, _ACTIONS[action](pk))
    except control.JudgingStateError:
        messages.error(request, _("Not done: the judging run has changed meanwhile."))
    return redirect("judging-run", pk=pk)


def _pause(pk: int) -> str:
    control.pause(pk)
    return _("Paused. What is being asked is finished first.")


def _resume(pk: int) -> str:
    """Go on; a spent budget of calls is granted once more."""
    shown = JudgingRun.objects.get(pk=pk)
    more: dict[str, Any] = {}
    if shown.pause_reason == JudgingRun.Pause.BUDGET:
        progress = progress_of(shown)
        if shown.calls_max is not None:
            more["calls_max"] = progress.requests + shown.calls_max
        if shown.cost_max_usd is not None:
            more["cost_max_usd"] = (progress.cost_usd or 0.0) + shown.cost_max_usd
    control.resume(pk, **more)
    return _("Resumed, with the same budget once more.") if more else _("Resumed.")


def _cancel(pk: int) -> str:
    control.cancel(pk)
    return _("Cancelled.")


def _retry(pk: int) -> str:
    number = control.retry_failed(pk)
    text = ngettext("%(number)s call queued again.", "%(number)s calls queued again.", number)
    return text % {"number": number}


_ACTIONS: Final[dict[str, Callable[[int], str]]] = {
    "pause": _pause,
    "resume": _resume,
    "cancel": _cancel,
    "retry": _retry,
}

"""``/ops/runs/``: generation runs, started, watched and controlled by staff."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django.contrib import messages
from django.contrib.admin.views.decorators import staff_member_required
from django.contrib.auth.decorators import permission_required
from django.core.paginator import Paginator
from django.db.models import Exists, OuterRef
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from boards.catalogue import ANIMALS, BOARDS, EDITIONS, TASKS, VEHICLES, Task
from boards.generation import runs as actions
from boards.generation.planning import RunPlan, RunRefusedError, plan_run
from boards.generation.progress import Progress, counts_by_run, progress_of
from boards.generation.runs import RunStateError
from boards.models import Attempt, Harness, Route, Run, Slot
from boards.raw import read_raw
from pelican.site import run_grid, run_log, tasks
from pelican.site.run_form import RunForm

PER_PAGE: Final = 30
STOP_POLLING: Final = 286
"""htmx asks no more after this status."""


@require_safe
@staff_member_required
def runs(request: HttpRequest) -> HttpResponse:
    """All runs, the latest first."""
    page = Paginator(Run.objects.select_related("created_by"), PER_PAGE).get_page(
        request.GET.get("page")
    )
    counts = counts_by_run(page.object_list)
    rows = [
        {"run": run, "counts": counts[run.pk], "bar": run_grid.bar(counts[run.pk])}
        for run in page.object_list
    ]
    return render(request, "ops/runs/runs.html", {"rows": rows, "page": page})


@require_safe
@staff_member_required
def run(request: HttpRequest, pk: int) -> HttpResponse:
    """One run; with htmx its live part alone, until the run has ended."""
    shown = get_object_or_404(Run.objects.select_related("created_by"), pk=pk)
    live = bool(request.headers.get("HX-Request"))
    template = "ops/runs/live.html" if live else "ops/runs/run.html"
    if live and request.GET.get("part") == "news":
        template = "ops/runs/news.html"
    ended = live and shown.finished_at is not None
    context = _run_context(shown, request.GET.get("task"))
    response = render(request, template, context, status=STOP_POLLING if ended else None)
    # The part is a fragment: a cache must not hand it out in place of the page.
    response["Vary"] = "HX-Request"
    response["Cache-Control"] = "no-store"
    return response


def _run_context(shown: Run, task: str | None) -> dict[str, Any]:
    now = timezone.now()
    progress = progress_of(shown, now)
    names = [name for name in shown.tasks if name in BOARDS]
    one_by_one = progress.counts.total > run_grid.SHOWN_TOGETHER and len(names) > 1
    if one_by_one and task not in names:
        task = names[0]
    first = shown.slots.select_related("condition").first()
    return {
        "run": shown,
        "now": now,
        "progress": progress,
        "counts": progress.counts,
        "bar": run_grid.bar(progress.counts),
        "news": _news(shown, progress),
        "grids": run_grid.grids(shown, now, task if one_by_one else None),
        "task_links": [BOARDS[name] for name in names] if one_by_one else [],
        "shown_task": task if one_by_one else "",
        "tasks": [BOARDS[name] for name in names],
        "condition": first.condition if first else None,
        "log": run_log.tail(shown),
        "isolation": _isolation(shown),
    }


def _news(shown: Run, progress: Progress) -> str:
    """The title: how far the run is and how long it will still take."""
    counts = progress.counts
    facts = {
        "run": str(shown),
        "settled": counts.tried,
        "total": counts.total,
    }
    if shown.state == Run.State.CANCELLED:
        return _("%(run)s: cancelled, %(settled)s of %(total)s settled") % facts
    if shown.finished_at is not None:
        return _("%(run)s: complete, %(settled)s of %(total)s settled") % facts
    if shown.state == Run.State.PAUSED:
        return _("%(run)s: paused, %(settled)s of %(total)s settled") % facts
    seconds = progress.estimate.seconds_left
    if seconds is None:
        return _("%(run)s: %(settled)s of %(total)s settled") % facts
    minutes = max(1, round(seconds / 60))
    text = ngettext(
        "%(run)s: %(settled)s of %(total)s settled, about %(minutes)s minute to go",
        "%(run)s: %(settled)s of %(total)s settled, about %(minutes)s minutes to go",
        minutes,
    )
    return text % {**facts, "minutes": minutes}


def _isolation(shown: Run) -> str:
    """How well the agent of this run is shut in; "" where no agent runs."""
    harness = Harness.objects.filter(slug=shown.harness, kind=Harness.Kind.COMMAND).first()
    if harness is None:
        return ""
    words = {
        "bubblewrap": _("The agent runs in a sandbox (bubblewrap)."),
        "user": _("The agent runs as a user of its own."),
    }
    kind = harness.settings.get("isolation", "none")
    return words.get(kind, _("The agent runs as the site's own user, without a sandbox."))


@require_safe
@staff_member_required
def log(request: HttpRequest, pk: int) -> HttpResponse:
    """The whole log of a run."""
    shown = get_object_or_404(Run, pk=pk)
    return render(request, "ops/runs/log.html", {"run": shown, "log": run_log.whole(shown)})


@require_safe
@staff_member_required
def slot(request: HttpRequest, pk: int, slot_pk: int) -> HttpResponse:
    """One slot with every attempt at it."""
    shown = get_object_or_404(
        Slot.objects.select_related("run", "variant__version", "condition"), pk=slot_pk, run=pk
    )
    context = {"slot": shown, "run": shown.run, "attempts": shown.attempts.all()}
    return render(request, "ops/runs/slot.html", context)


@require_safe
@staff_member_required
def raw(request: HttpRequest, pk: int) -> HttpResponse:  # noqa: ARG001 Django passes it
    """The raw record of an attempt, as text to be saved."""
    attempt = get_object_or_404(Attempt, pk=pk)
    content = read_raw(attempt.raw_path) if attempt.raw_path else None
    if content is None:
        raise Http404
    response = HttpResponse(content, "text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="attempt-{attempt.pk}.json"'
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    response["Cache-Control"] = "no-store"
    return response


@staff_member_required
@permission_required("boards.add_run", raise_exception=True)
def new(request: HttpRequest) -> HttpResponse:
    """Put a run together, see what it would do, and start it by POST."""
    in_use = Exists(Route.objects.filter(harness=OuterRef("pk"), variant__active=True))
    harnesses = list(Harness.objects.filter(enabled=True).order_by(in_use.desc(), "slug"))
    data = request.POST if request.method == "POST" else request.GET
    chosen = next((item for item in harnesses if item.slug == data.get("harness")), None)
    chosen = chosen or next(iter(harnesses), None)
    if chosen is None:
        return render(request, "ops/runs/no_harness.html")
    form = RunForm(chosen, data if "n" in data else None)
    plan, problems = _plan(form)
    if request.method == "POST" and plan is not None:
        user = request.user if request.user.is_authenticated else None
        started = actions.start_run(plan, created_by=user, note_text=form.cleaned_data["note"])
        return redirect(started)
    context = {
        "form": form,
        "plan": plan,
        "problems": problems,
        "harness": chosen,
        "harnesses": harnesses,
        "vehicles": VEHICLES,
        "task_rows": _task_rows(),
        "editions": [(task, tasks.task_name(task)) for task in EDITIONS.values()],
    }
    return render(request, "ops/runs/new.html", context)


def _plan(form: RunForm) -> tuple[RunPlan | None, tuple[str, ...]]:
    if not form.is_bound:
        return None, ()
    if not form.is_valid():
        texts = [str(text) for errors in form.errors.values() for text in errors]
        return None, tuple(texts)
    try:
        return plan_run(form.order()), ()
    except RunRefusedError as error:
        return None, error.problems


def _task_rows() -> list[tuple[str, list[tuple[Task, str]]]]:
    """The tasks as a table: each animal with its tasks and their names."""
    return [
        (
            tasks.animal_name(animal),
            [(task, tasks.task_name(task)) for task in TASKS.values() if task.animal is animal],
        )
        for animal in ANIMALS
    ]


@staff_member_required
@permission_required("boards.change_run", raise_exception=True)
def cancel(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask before a run is cancelled, and cancel it by POST: what is not drawn never will be."""
    if request.method == "POST":
        return act(request, pk, "cancel")
    shown = get_object_or_404(Run, pk=pk)
    if shown.is_finished:
        messages.error(request, _("Not done: the run has changed meanwhile."))
        return redirect("run", pk=pk)
    return render(request, "ops/runs/cancel.html", {"run": shown, "progress": progress_of(shown)})


@require_POST
@staff_member_required
@permission_required("boards.change_run", raise_exception=True)
def act(request: HttpRequest, pk: int, action: str) -> HttpResponse:
    """Pause, resume, cancel, or retry what has failed."""
    get_object_or_404(Run, pk=pk)
    try:
        messages.success(request, _ACTIONS[action](pk, request))
    except RunStateError:
        messages.error(request, _("Not done: the run has changed meanwhile."))
    return redirect("run", pk=pk)


def _pause(pk: int, request: HttpRequest) -> str:
    actions.pause(pk, _user(request))
    return _("Paused. What is being drawn is finished first.")


def _resume(pk: int, request: HttpRequest) -> str:
    actions.resume(pk, _user(request))
    return _("Resumed.")


def _cancel(pk: int, request: HttpRequest) -> str:
    actions.cancel(pk, _user(request))
    return _("Cancelled.")


def _retry(pk: int, request: HttpRequest) -> str:
    number = actions.retry_failed(pk, _user(request))
    text = ngettext("%(number)s slot queued again.", "%(number)s slots queued again.", number)
    return text % {"number": number}


def _user(request: HttpRequest) -> Any:
    """The member of staff; the decorator has let nobody else in."""
    return request.user


_ACTIONS: Final[dict[str, Callable[[int, HttpRequest], str]]] = {
    "pause": _pause,
    "resume": _resume,
    "cancel": _cancel,
    "retry": _retry,
}

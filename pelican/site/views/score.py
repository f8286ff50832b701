"""“Try the scorer”: paste a reply and see what the gate and the checks make of it."""

from __future__ import annotations

from base64 import b64encode
from typing import Any, Final

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from boards.catalogue import CANONICAL_TASK, TASKS, get_task
from boards.samples import unsaved_sample
from boards.svg import evaluate
from pelican.site import specimen
from pelican.site.checks import check_rows
from pelican.site.demo.loading import example_reply
from pelican.site.gate_words import removal_text, violation_text
from pelican.site.tasks import task_name, task_name_lazy
from pelican.site.throttles import ScoreThrottle, held_back

_TASK_CHOICES: Final = [(task.id, task_name_lazy(task)) for task in TASKS.values()]


class AnyTextField(forms.CharField):
    """Text whatever is in it: what a NUL does to a drawing, the gate says."""

    def __init__(self, **kwargs: Any) -> None:
        """As Django's, without the validator that refuses a NUL."""
        super().__init__(**kwargs)
        self.validators = []


class ScoreForm(forms.Form):
    """A reply and the task that it answers."""

    task = forms.ChoiceField(label=_("Task"), choices=_TASK_CHOICES, initial=CANONICAL_TASK)
    reply = AnyTextField(
        label=_("Reply"),
        strip=False,
        widget=forms.Textarea,
        error_messages={"required": _("Paste an SVG, or a model’s whole reply with one in it.")},
    )

    def clean_reply(self) -> str:
        """Line ends as they were before the browser sent them."""
        reply: str = self.cleaned_data["reply"]
        return reply.replace("\r\n", "\n")


@require_http_methods(["GET", "HEAD", "POST"])
def score(request: HttpRequest) -> HttpResponse:
    """The form, and below it the verdict on what was sent. Nothing is stored.

    ``?example`` fills the form with a demo drawing. Too many requests from one network are a 429.
    """
    if request.method != "POST":
        reply = example_reply() if "example" in request.GET else ""
        return render(request, "site/score.html", {"form": ScoreForm(initial={"reply": reply})})
    refusal = held_back(request, ScoreThrottle())
    if refusal is not None:
        return refusal
    form = ScoreForm(request.POST)
    context: dict[str, Any] = {"form": form}
    if form.is_valid():
        context |= _verdict(form.cleaned_data["reply"], form.cleaned_data["task"])
    status = 503 if context.get("busy") else 200 if form.is_valid() else 400
    return render(request, "site/score.html", context, status=status)


def _verdict(reply: str, task_id: str) -> dict[str, Any]:
    task = get_task(task_id)
    evaluation = evaluate(reply, task)
    sample = unsaved_sample(reply.encode(), evaluation)
    checks = check_rows(sample.structure or {}, task.vehicle)
    environment = evaluation.gate_for("environment")
    return {
        "sample": sample,
        "name": task_name(task),
        "busy": evaluation.transient,
        "gate": specimen.gate_line(sample),
        "environment": environment,
        "environment_violations": [
            (violation.code, violation_text(violation.as_dict()))
            for violation in environment.violations
        ],
        "measurements": specimen.measurement_rows(sample),
        "removals": [removal_text(removal) for removal in sample.removals],
        "checks": checks,
        "checks_passed": sum(check.passed for check in checks),
        "overlay": specimen.overlay(sample),
        "picture": _data_url(sample.svg),
        "source": specimen.source(sample),
        "duration_ms": evaluation.duration_ms,
    }


def _data_url(svg: str) -> str:
    """The sanitised drawing for an ``<img>``, which runs nothing; empty where there is none."""
    return f"data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}" if svg else ""

"""One drawing and everything that was measured on it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from boards.models import Sample
from pelican.rules import RULES
from pelican.site import specimen
from pelican.site.checks import check_rows
from pelican.site.conditions import arena_key, condition_code
from pelican.site.gate_words import removal_text
from pelican.site.tasks import task_name
from pelican.site.verdicts import panel_view, semantic_reports
from voting.tables import rating_of


@require_safe
def sample(request: HttpRequest, pk: int) -> HttpResponse:
    """The drawing, its overlay, gate, checks, siblings, receipts and source."""
    drawing = get_object_or_404(Sample.objects.with_names(), pk=pk)
    if drawing.state == Sample.State.WITHDRAWN:
        return render(request, "site/withdrawn.html", status=410)
    task = drawing.task
    condition = drawing.slot.condition
    checks = check_rows(drawing.structure or {}, task.vehicle)
    context = {
        "sample": drawing,
        "slot": drawing.slot,
        "variant": drawing.slot.variant,
        "condition": condition,
        "condition_code": condition_code(condition),
        "run": drawing.slot.run,
        "task": task,
        "name": task_name(task),
        "gate": specimen.gate_line(drawing),
        "measurements": specimen.measurement_rows(drawing),
        "overlay": specimen.overlay(drawing),
        "checks": checks,
        "checks_passed": sum(check.passed for check in checks),
        "rating": rating_of(arena_key(condition), drawing.slot.variant.slug),
        "picture_url": request.build_absolute_uri(reverse("drawing-png", args=[drawing.pk])),
        "removals": [removal_text(removal) for removal in drawing.removals],
        "panel": panel_view(drawing),
        "semantic_reports": semantic_reports(drawing),
        "judging_rules": RULES.judging,
        "attempts": drawing.slot.attempts.count(),
        "siblings": specimen.siblings(drawing),
        "source": specimen.source(drawing),
    }
    return render(request, "site/sample.html", context)

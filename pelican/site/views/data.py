"""The data page: files, what their columns mean, how to recompute the ranking."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from pelican.site.datasets import DATASETS


@require_safe
def data(request: HttpRequest) -> HttpResponse:
    """Every file with its row count, counted now."""
    files = [{"dataset": dataset, "rows": dataset.rows()} for dataset in DATASETS]
    return render(request, "site/data.html", {"files": files, "now": timezone.now()})

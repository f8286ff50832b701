"""Counts over all drawings, kept until the drawings change.

Counting a hundred thousand drawings takes a tenth of a second, and pages ask for it on every view.
A result is kept under a stamp that changes with every drawing that is made or withdrawn, so a new
drawing shows at once; what the stamp cannot see (a slot that failed for good, a removal) shows
within a minute.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from django.core.cache import cache
from django.db.models import Count, Subquery

from boards.models import Sample

Kept = TypeVar("Kept")

KEPT_SECONDS: Final = 60


def remembered(name: str, compute: Callable[[], Kept]) -> Kept:
    """What ``compute`` returns, or returned for the same ``name`` and the same drawings.

    ``name`` is a cache key: no spaces. The result is pickled: plain rows, no model instances.
    """
    key = f"drawings-{name}-{_stamp()}"
    kept: Kept | None = cache.get(key)
    if kept is None:
        kept = compute()
        cache.set(key, kept, KEPT_SECONDS)
    return kept


def _stamp() -> str:
    """Changes with every drawing made, withdrawn or published again. One query."""
    withdrawn = (
        Sample.objects.filter(state=Sample.State.WITHDRAWN)
        .order_by()
        .values("state")
        .annotate(number=Count("pk"))
        .values("number")
    )
    newest = Sample.objects.order_by("-pk").values_list("pk", Subquery(withdrawn)).first()
    return "empty" if newest is None else f"{newest[0]}-{newest[1] or 0}"

"""How far a judging run is, and what it cost so far."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from django.db.models import Count, Sum

from judging.claims import KINDS
from judging.models import JudgingPass, JudgingRun, PanelCall


@dataclass(frozen=True)
class Progress:
    """Calls by state, and what they took. ``cost_usd`` is None while no cost is known.

    Of all ``requests`` begun, ``lost`` ended with the process that waited for them. ``unpriced``
    calls were made at a cost that nobody stated, so ``cost_usd`` lacks them.
    """

    total: int
    open: int
    asking: int
    done: int
    unparsed: int
    failed: int
    cancelled: int
    requests: int
    replies: int
    lost: int
    cost_usd: float | None
    unpriced: int

    @property
    def settled(self) -> int:
        """Calls that nothing more will be asked for."""
        return self.total - self.open - self.asking


def progress_of(judging: JudgingRun) -> Progress:
    """The progress of a judging run."""
    states: Counter[str] = Counter()
    requests = replies = lost = unpriced = 0
    costs: list[float] = []
    for model in KINDS.values():
        calls = model.objects.filter(judging=judging)
        by_state = calls.order_by().values("state").annotate(number=Count("pk"))
        states.update({row["state"]: row["number"] for row in by_state})
        sums = calls.aggregate(requests=Sum("calls", default=0), cost=Sum("cost_usd"))
        requests += sums["requests"]
        costs += [sums["cost"]] if sums["cost"] is not None else []
        unpriced += calls.filter(calls__gt=0, cost_usd=None).count()
        for call in calls.filter(calls__gt=0).only("state", "calls", "failures", "replies"):
            replies += len(call.replies)
            lost += call.lost
    return Progress(
        total=sum(states.values()),
        open=states[PanelCall.State.OPEN],
        asking=states[PanelCall.State.ASKING],
        done=states[PanelCall.State.DONE],
        unparsed=states[PanelCall.State.UNPARSED],
        failed=states[PanelCall.State.FAILED],
        cancelled=states[PanelCall.State.CANCELLED],
        requests=requests,
        replies=replies,
        lost=lost,
        cost_usd=sum(costs) if costs else None,
        unpriced=unpriced,
    )


def troubles(judging: JudgingRun, most: int = 20) -> list[JudgingPass]:
    """Passes that could not be read or got no answer, the latest first."""
    states = (PanelCall.State.UNPARSED, PanelCall.State.FAILED)
    calls = judging.passes.filter(state__in=states).select_related("judge", "triple")
    return list(calls.order_by("-settled_at")[:most])

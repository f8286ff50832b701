"""An order that arrives twice is one run: every call of it costs money."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.utils import timezone

from boards.generation.planning import Order, plan_run
from boards.generation.runs import SAME_ORDER_SECONDS, cancel, start_run
from boards.models import Run, Slot
from tests.servers.models import ModelServer

ORDER = Order(("pelican_bicycle",), ("gannet", "heron-high"), 2)


@pytest.mark.django_db(transaction=True)
def test_identical_orders_at_once_are_one_run(catalogue: ModelServer) -> None:
    ines = User.objects.create(username="ines")
    plan = plan_run(ORDER)

    def start(_number: int) -> int:
        try:
            return start_run(plan, created_by=ines).pk
        finally:
            connection.close()

    with ThreadPoolExecutor(5) as pool:
        started = set(pool.map(start, range(5)))
    assert started == {Run.objects.get().pk}
    assert Slot.objects.count() == 4


@pytest.mark.django_db
def test_another_order_another_person_or_another_time_is_another_run(
    catalogue: ModelServer,
) -> None:
    ines, otto = (User.objects.create(username=name) for name in ("ines", "otto"))
    first = start_run(plan_run(ORDER), created_by=ines)
    others = [
        start_run(plan_run(ORDER), created_by=otto),
        start_run(plan_run(ORDER), created_by=ines, note_text="once more"),
        start_run(plan_run(ORDER)),
        start_run(plan_run(ORDER)),
        start_run(plan_run(Order(ORDER.tasks, ORDER.variants, 3)), created_by=ines),
        start_run(plan_run(Order(ORDER.tasks, ("gannet",), 2)), created_by=ines),
        start_run(plan_run(Order(("octopus_unicycle",), ORDER.variants, 2)), created_by=ines),
    ]
    assert len({first.pk, *(run.pk for run in others)}) == 8
    assert start_run(plan_run(ORDER), created_by=ines) == first
    Run.objects.filter(pk=first.pk).update(
        created_at=timezone.now() - timedelta(seconds=SAME_ORDER_SECONDS + 1)
    )
    later = start_run(plan_run(ORDER), created_by=ines)
    assert later != first
    cancel(later.pk)
    assert start_run(plan_run(ORDER), created_by=ines) not in {first, later}

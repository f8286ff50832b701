"""What this app does regularly."""

from __future__ import annotations

from django.conf import settings
from django_q.models import Schedule


def ensure_schedules() -> None:
    """Store the schedules; again and again gives the same ones."""
    for name, kind, cluster in (
        ("sweep", Schedule.MINUTES, settings.FAST_CLUSTER),
        ("purge_raw", Schedule.DAILY, settings.FAST_CLUSTER),
        ("compare_renderers", Schedule.MINUTES, settings.SLOW_CLUSTER),
    ):
        Schedule.objects.update_or_create(
            name=f"boards.{name}",
            defaults={
                "func": f"boards.jobs.{name}",
                "schedule_type": kind,
                "minutes": 1 if kind == Schedule.MINUTES else None,
                "repeats": -1,
                "cluster": cluster,
            },
        )

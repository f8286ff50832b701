"""What this app does regularly."""

from __future__ import annotations

from django.conf import settings
from django_q.models import Schedule


def ensure_schedules() -> None:
    """Store the schedules; again and again gives the same ones."""
    for name, kind in (("sweep", Schedule.MINUTES), ("tidy", Schedule.HOURLY)):
        Schedule.objects.update_or_create(
            name=f"voting.{name}",
            defaults={
                "func": f"voting.jobs.{name}",
                "schedule_type": kind,
                "minutes": 1 if kind == Schedule.MINUTES else None,
                "repeats": -1,
                "cluster": settings.FAST_CLUSTER,
            },
        )

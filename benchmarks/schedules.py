"""What this app does regularly."""

from __future__ import annotations

from django.conf import settings
from django_q.models import Schedule


def ensure_schedules() -> None:
    """Store the schedule; again and again gives the same one."""
    Schedule.objects.update_or_create(
        name="benchmarks.sweep",
        defaults={
            "func": "benchmarks.jobs.sweep",
            "schedule_type": Schedule.MINUTES,
            "minutes": 1,
            "repeats": -1,
            "cluster": settings.FAST_CLUSTER,
        },
    )

"""Background jobs of the operation itself."""

from __future__ import annotations

from django.utils import timezone

from pelican.site.models import QueueProbe


def answer_probe(cluster: str) -> None:
    """Note that a job went through the queue of ``cluster``."""
    QueueProbe.objects.filter(cluster=cluster, answered_at=None).update(answered_at=timezone.now())

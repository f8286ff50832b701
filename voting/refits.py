"""Sees to it that ratings follow the ballots: at most one refit on its way for each arena.

``Arena.dirty_at`` set means that a job is coming. The job clears it *before* it reads ballots, so
a vote during the fit sets it again and asks for another. A job that is lost leaves the mark or the
lease behind, and the sweep that runs every minute finds it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import connections, transaction
from django.db.models import Q
from django.utils import timezone
from django_q.brokers.orm import ORM
from django_q.tasks import async_task

from pelican.rules import RULES
from voting.models import Arena
from voting.statements import mark_arena

LEASE: Final = timedelta(minutes=2)
"""A fit that has not ended by then is dead: jobs of the fast cluster are stopped after one."""


class _LaterBroker(ORM):  # type: ignore[misc]  # django-q2 has no types
    """Puts jobs into the queue under a lock that ends ``refit_seconds`` from now.

    The queue hands out what is not locked, so no worker sleeps while more ballots come in.
    """

    def enqueue(self, task: str) -> int:
        """Store the signed job; returns its row's id."""
        opens = timezone.now() + timedelta(seconds=RULES.voting.refit_seconds)
        row = self.get_connection().create(key=self.list_key, payload=task, lock=opens)
        return int(row.pk)


def mark_dirty(arena_id: int, now: datetime) -> None:
    """Note that a ballot changed; whoever sets the mark sends the job when its work is committed.

    An arena that is marked already is not written again, so votes do not queue up for its row.
    Where transactions write side by side, a fit may then clear that mark and read the ballots
    before this one is committed, and not see it; hence another look afterwards.
    """
    # robust: a vote that is stored must be answered, even if the queue is out of order
    if mark_arena(arena_id, now):
        transaction.on_commit(lambda: enqueue(arena_id), robust=True)
    elif connections[Arena.objects.db].features.has_select_for_update:
        transaction.on_commit(lambda: _mark_again(arena_id, now), robust=True)


def _mark_again(arena_id: int, now: datetime) -> None:
    if mark_arena(arena_id, now):
        enqueue(arena_id)


def enqueue(arena_id: int) -> None:
    """Send one refit job, to run once ballots had some seconds to gather."""
    async_task(
        "voting.jobs.refit",
        arena_id,
        task_name=f"refit {arena_id}",
        cluster=settings.FAST_CLUSTER,
        broker=_LaterBroker(list_key=settings.FAST_CLUSTER),
    )


@contextmanager
def claim(arena_id: int, now: datetime) -> Iterator[bool]:
    """The right to fit an arena, False while somebody else holds it.

    Taking it clears the mark. A fit that fails sets the mark again, for the sweep to find.
    """
    mine = Arena.objects.filter(pk=arena_id, refit_claimed_at=now)
    free = Q(refit_claimed_at=None) | Q(refit_claimed_at__lt=now - LEASE)
    claimed = Arena.objects.filter(free, pk=arena_id).update(refit_claimed_at=now, dirty_at=None)
    if not claimed:
        yield False
        return
    try:
        yield True
    except Exception:
        Arena.objects.filter(pk=arena_id, dirty_at=None).update(dirty_at=now)
        raise
    finally:
        # If the lease ran out, the right is somebody else's by now and stays with them.
        mine.update(refit_claimed_at=None)


def sweep(now: datetime) -> int:
    """Send jobs again for arenas whose job was lost; returns for how many."""
    lost = Q(dirty_at__lt=now - LEASE) | Q(refit_claimed_at__lt=now - LEASE)
    arenas = list(Arena.objects.filter(lost).values_list("pk", flat=True))
    for arena_id in arenas:
        Arena.objects.filter(pk=arena_id).update(dirty_at=now)
        enqueue(arena_id)
    return len(arenas)

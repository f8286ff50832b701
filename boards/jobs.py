"""The functions that the queue calls. Each takes ids only and may be delivered twice."""

from __future__ import annotations

from boards.generation import attempts, dispatch, reaper
from boards.models import Slot
from boards.raw import purge_raw as purge


def draw(slot_id: int) -> None:
    """Make one attempt at a slot, then hand out the next."""
    reaper.sweep_dead_workers()
    dispatch.take_back_lost_jobs()
    slug = Slot.objects.filter(pk=slot_id).values_list("run__harness", flat=True).first()
    if slug is None:
        return  # the run was deleted since
    attempts.perform(slot_id)
    dispatch.hand_out(slug)


def hand_out(harness_slug: str) -> int:
    """Hand out what is due, such as a retry whose wait is over."""
    return dispatch.hand_out(harness_slug)


def sweep() -> int:
    """Put back what dead workers left; returns how many claims were taken away."""
    return reaper.sweep()


def purge_raw() -> int:
    """Delete raw records that are too old; returns how many."""
    return purge()


def compare_renderers() -> int:
    """Draw some drawings in a browser, too, and note how far it disagrees; returns how many."""
    from boards.disagreement import compare_next  # numpy, which other jobs can do without

    return compare_next()

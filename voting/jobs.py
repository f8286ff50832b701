"""What django-q2 runs for this app. Payloads are ids; every job may be delivered twice."""

from __future__ import annotations

from django.utils import timezone

from voting import arenas, pairs, refits, shares
from voting.addresses import destroy_old_salts
from voting.models import Arena


def refit(arena_id: int) -> str:
    """Bring the ratings of an arena up to date; says what was done, for the queue's records."""
    # The fit needs scipy: 80 MB that whoever imports this module for its names can do without.
    from voting.ratings import fit_arena

    now = timezone.now()
    arena = Arena.objects.filter(pk=arena_id).first()
    if arena is None:
        return "the arena is gone"
    if arena.dirty_at is None:
        return "up to date"
    with refits.claim(arena_id, now) as mine:
        if not mine:
            refits.enqueue(arena_id)
            return "somebody else is fitting it: try again later"
        snapshot = fit_arena(arena, now)
    return f"snapshot {snapshot.pk}"


def sweep() -> str:
    """Every minute: send refits again whose job was lost."""
    return f"{refits.sweep(timezone.now())} refits sent again"


def tidy() -> str:
    """Every hour: store new arenas; drop what nobody needs; say where few votes count."""
    from voting.ratings import thin_snapshots

    now = timezone.now()
    arenas.sync_arenas()
    destroy_old_salts(now.date())
    dropped = f"{pairs.purge(now)} pairs and {thin_snapshots(now)} snapshots dropped"
    few = shares.report(now)
    return f"{dropped}; few votes count in {few} arenas" if few else dropped

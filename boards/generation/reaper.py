"""The sweep: ends what dead workers left behind and puts their slots back."""

from __future__ import annotations

import logging
import shutil

from django.db.models import Q
from django.utils import timezone

from boards.generation import attempts, claims, processes, settling
from boards.generation.dispatch import hand_out, take_back_lost_jobs
from boards.models import Claim, Run, Slot

logger = logging.getLogger(__name__)


def sweep() -> int:
    """Take away every claim that nobody holds any more, then hand out what can be drawn.

    A claim is nobody's when it has expired, or when it was taken on this machine by a process that
    is gone. Returns how many were taken away. Safe to call at any time and from several places.
    """
    taken = sum(_take_away(claim) for claim in _abandoned())
    _remove_folders()
    take_back_lost_jobs()
    for harness in _active_harnesses():
        hand_out(harness)
    return taken


def sweep_dead_workers() -> None:
    """The part of the sweep that is cheap enough to go with every job."""
    for claim in _abandoned():
        _take_away(claim)


def _abandoned() -> list[Claim]:
    here = processes.host()
    candidates = Claim.objects.filter(Q(host=here) | Q(expires_at__lt=timezone.now()))
    return [claim for claim in candidates.select_related("attempt") if _is_abandoned(claim, here)]


def _is_abandoned(claim: Claim, here: str) -> bool:
    if claim.expires_at < timezone.now():
        return True
    known = claim.host == here and claim.worker_started > 0
    return known and not processes.is_running(claim.worker, claim.worker_started)


def _take_away(claim: Claim) -> bool:
    if claim.host == processes.host():
        processes.end_all(claim.token, claim.child_group, claim.child_started)
        shutil.rmtree(attempts.FOLDERS / claim.token, ignore_errors=True)
    try:
        slot = Slot.objects.select_related("run").get(pk=claim.slot_id)
        if slot.state == Slot.State.DRAWN:
            attempts.announce(claim, slot.sample)
        else:
            settling.settle_lost(claim)
    except claims.ClaimLostError:
        return False  # another sweep was first, or the worker lives after all
    logger.warning("Slot %s: its worker is gone; the claim was taken away.", claim.slot_id)
    return True


def _remove_folders() -> None:
    """Delete the folders of attempts that nobody makes any more."""
    if not attempts.FOLDERS.is_dir():
        return
    # Listed before the claims are read: a folder is made only under a claim.
    folders = list(attempts.FOLDERS.iterdir())
    held = set(Claim.objects.values_list("token", flat=True))
    for folder in folders:
        if folder.name not in held:
            shutil.rmtree(folder, ignore_errors=True)


def _active_harnesses() -> list[str]:
    running = Run.objects.filter(state=Run.State.RUNNING)
    return list(running.order_by("harness").values_list("harness", flat=True).distinct())

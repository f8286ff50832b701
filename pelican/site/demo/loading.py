"""Loads demo drawings, recorded verdicts and simulated ballots, and takes it all away again.

Demo data has a condition, an arena and variants of its own, so it never shares a table with
anything real.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final

from django.db import transaction
from django.db.models import Count
from django.utils import timezone

from benchmarks.reference_set import install_references, remove_references
from boards.generation.importing import Source, Summary, plan_import, run_import
from boards.models import (
    Attempt,
    Condition,
    Family,
    ModelVersion,
    Run,
    Sample,
    Slot,
    Variant,
    Vendor,
)
from pelican.site.conditions import arena_key
from pelican.site.demo.panel import judge_demo, remove_demo_panel
from voting.arenas import find, row
from voting.models import Ballot
from voting.simulate import remove_simulated, simulate_ballots

SOURCE: Final = Source(
    name="Demo drawings",
    licence="The project's own drawings, under the project's licence.",
    demo=True,
)

_FOLDER: Final = Path(__file__).parent
_DRAWINGS: Final = _FOLDER / "drawings"
_MANIFEST: Final = _FOLDER / "manifest.csv"

# How the simulated voters see each hand, in rating points; a variant not named is average.
_STRENGTHS: Final = {
    "demo-heron-1-high": 1180,
    "demo-gannet-1-high": 1120,
    "demo-puffin-1": 1060,
    "demo-heron-1-low": 990,
    "demo-gannet-1-low": 860,
    "demo-plover-1": 760,
}
_AVERAGE: Final = 1000
_VOTES: Final = 900
_VOTERS: Final = 90
_DAYS: Final = 21
_SEED: Final = 20261130


def load_demo(
    progress: Callable[[Iterable[Any]], Iterable[Any]] = iter,
) -> Summary:
    """Import the demo drawings, have them judged and voted on; a second call changes nothing."""
    summary = run_import(plan_import(_DRAWINGS, manifest=_MANIFEST), SOURCE, progress=progress)
    for condition in Condition.objects.filter(demo=True, source=SOURCE.name):
        provider, info = find(arena_key(condition))
        arena = row(info)
        if Ballot.objects.filter(arena=arena).exists():
            continue
        entries = provider.contestants(info.key)
        simulate_ballots(
            arena,
            {contestant: _STRENGTHS.get(contestant, _AVERAGE) for contestant in entries},
            entries,
            votes=_VOTES,
            voters=_VOTERS,
            seed=_SEED,
            start=timezone.now() - dt.timedelta(days=_DAYS),
            days=_DAYS,
        )
    for run in Run.objects.filter(demo=True, source=SOURCE.name):
        judge_demo(run)
    install_references()
    return summary


def example_reply() -> str:
    """A demo drawing, as something to try the scorer with."""
    return (_DRAWINGS / "gannet-low-1.svg").read_text(encoding="utf-8")


def remove_demo() -> int:
    """Delete everything that is labelled demo; returns the number of drawings that were."""
    with transaction.atomic():
        remove_simulated()
        remove_demo_panel()
        remove_references()
        samples = Sample.objects.filter(slot__run__demo=True)
        count = samples.count()
        samples.delete()
        Attempt.objects.filter(slot__run__demo=True).delete()
        Slot.objects.filter(run__demo=True).delete()
        Run.objects.filter(demo=True).delete()
        Condition.objects.filter(demo=True).delete()
        _remove_unused_variants()
    return count


def _remove_unused_variants() -> None:
    """Demo variants that nothing real has drawn with, and what stood above them alone."""
    unused = Variant.objects.filter(demo=True).annotate(slot_count=Count("slots"))
    versions = set(unused.filter(slot_count=0).values_list("version", flat=True))
    families = set(ModelVersion.objects.filter(pk__in=versions).values_list("family", flat=True))
    vendors = set(Family.objects.filter(pk__in=families).values_list("vendor", flat=True))
    Variant.objects.filter(pk__in=unused.filter(slot_count=0).values("pk")).delete()
    ModelVersion.objects.filter(pk__in=versions, variants=None).delete()
    Family.objects.filter(pk__in=families, versions=None).delete()
    Vendor.objects.filter(pk__in=vendors, families=None).delete()

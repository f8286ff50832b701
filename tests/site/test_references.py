from __future__ import annotations

from judging.models import JudgingRun
from pelican.site.references import statistics_key


def test_statistics_over_many_judging_runs_are_kept_apart_by_every_one_of_them() -> None:
    runs = [JudgingRun(pk=number) for number in range(10_100, 10_000, -1)]
    assert statistics_key(runs) == statistics_key(list(runs))
    assert statistics_key(runs) != statistics_key(runs[:-1])
    assert len(statistics_key(runs)) < 200

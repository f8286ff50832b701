from __future__ import annotations

import math

import pytest

from benchmarks.profiles import (
    CANONICAL,
    CI,
    UnknownProfileError,
    base_distance,
    canonical_views,
    get_profile,
    zoom_views,
)


def test_the_twelve_views() -> None:
    views = canonical_views()
    assert [round(math.degrees(view.yaw)) for view in views] == [
        *(0, 45, 90, 135, 180, 225, 270, 315),
        *(45, 135, 225, 315),
    ]
    assert [view.pitch for view in views] == [0.08] * 8 + [0.42] * 4
    assert [view.time for view in views] == [number / 12 for number in range(12)]
    assert len({view.name for view in views}) == 12


def test_three_zooms_come_nearer_from_where_it_opens() -> None:
    zooms = zoom_views(0.6, 0.2)
    assert [(view.yaw, view.pitch) for view in zooms] == [(0.6, 0.2)] * 3
    assert 1 > zooms[0].distance > zooms[1].distance > zooms[2].distance


@pytest.mark.parametrize(("own", "used"), [(1.0, 2.2), (4.0, 4.0), (40.0, 10.0)])
def test_the_own_distance_is_brought_into_the_range(own, used) -> None:
    assert base_distance(own) == used


def test_the_names_say_what_they_are() -> None:
    assert CANONICAL.name == "pelican-canvas-960x540-v1"
    assert CI.name == "pelican-canvas-240x135-ci"
    assert (CANONICAL.warm_frames, CANONICAL.timed_frames, CANONICAL.trials) == (24, 36, 3)


def test_a_reduced_profile_has_another_name_that_leads_back_to_it() -> None:
    reduced = CANONICAL.reduced(frames=12, trials=1)
    assert reduced.name == "pelican-canvas-960x540-v1+frames=12,trials=1"
    assert get_profile(reduced.name) == reduced
    assert CANONICAL.reduced(frames=36, trials=3) is CANONICAL


@pytest.mark.parametrize(
    "name",
    ["", "pelican", f"{CI.name}+frames=0", f"{CI.name}+frames=x", f"{CI.name}+size=9", "+frames=1"],
)
def test_an_unknown_profile_is_refused(name) -> None:
    with pytest.raises(UnknownProfileError, match="There are"):
        get_profile(name)

"""The views, times and sizes under which artifacts are looked at and timed. Pure Python."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Final

from pelican.rules import RULES

_SDF: Final = RULES.sdf
OPENING: Final = "opening"
"""The view that an artifact opens with; what cards show, so that going live moves nothing."""


class UnknownProfileError(ValueError):
    """There is no profile of this name. The message lists those there are."""


@dataclass(frozen=True)
class View:
    """A camera and a moment. ``distance`` is a factor of the artifact's own distance."""

    name: str
    yaw: float
    pitch: float
    distance: float
    time: float


@dataclass(frozen=True)
class Profile:
    """One way to measure. What was measured under two names never shares a table."""

    name: str
    width: int
    height: int
    warm_passes: int
    timed_frames: int
    batch_frames: int
    trials: int

    @property
    def warm_frames(self) -> int:
        """Frames that are drawn before the timed ones, in each trial."""
        return self.warm_passes * len(canonical_views())

    def reduced(self, *, frames: int | None = None, trials: int | None = None) -> Profile:
        """The same with other counts, under another name when they differ."""
        changed = []
        if frames is not None and frames != self.timed_frames:
            changed.append(f"frames={frames}")
        if trials is not None and trials != self.trials:
            changed.append(f"trials={trials}")
        if not changed:
            return self
        return replace(
            self,
            name=f"{self.name}+{','.join(changed)}",
            timed_frames=frames or self.timed_frames,
            trials=trials or self.trials,
        )


def _profile(width: int, height: int, suffix: str) -> Profile:
    return Profile(
        f"pelican-canvas-{width}x{height}-{suffix}",
        width,
        height,
        _SDF.warm_passes,
        _SDF.timed_frames,
        _SDF.batch_frames,
        _SDF.trials,
    )


CANONICAL: Final = _profile(_SDF.width, _SDF.height, "v1")
CI: Final = _profile(_SDF.ci_width, _SDF.ci_height, "ci")
PROFILES: Final = {profile.name: profile for profile in (CANONICAL, CI)}


def get_profile(name: str) -> Profile:
    """The profile of this name, its reduced forms too; raises :class:`UnknownProfileError`."""
    base, _plus, changes = name.partition("+")
    try:
        counts = {key: int(value) for key, value in _pairs(changes)}
        if set(counts) <= {"frames", "trials"} and all(count > 0 for count in counts.values()):
            return PROFILES[base].reduced(**counts)
    except (KeyError, ValueError):
        pass
    raise UnknownProfileError(f"There is no profile “{name}”. There are {', '.join(PROFILES)}.")


def _pairs(changes: str) -> list[tuple[str, str]]:
    pairs = []
    for part in filter(None, changes.split(",")):
        key, _equals, value = part.partition("=")
        pairs.append((key, value))
    return pairs


def canonical_views() -> list[View]:
    """The twelve views: level ones from the right side on, then raised ones between the axes.

    Time is the index of the view ÷ their number, so that every frame can be made again.
    """
    level, raised = _SDF.level_views, _SDF.raised_views
    angles = [(k * math.tau / level, _SDF.level_pitch) for k in range(level)]
    angles += [(math.tau / 8 + k * math.tau / raised, _SDF.raised_pitch) for k in range(raised)]
    count = len(angles)
    return [
        View(f"view-{number + 1:02d}", yaw, pitch, 1.0, number / count)
        for number, (yaw, pitch) in enumerate(angles)
    ]


def zoom_views(yaw: float, pitch: float) -> list[View]:
    """The three close looks, from where the artifact itself opens."""
    return [
        View(f"zoom-{number}", yaw, pitch, factor, 0.0)
        for number, factor in enumerate(_SDF.zooms, start=1)
    ]


def base_distance(own: float) -> float:
    """The artifact's default distance, brought into the range that the views use."""
    return min(max(own, _SDF.distance_min), _SDF.distance_max)

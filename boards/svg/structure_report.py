"""What the structure checks say of a drawing: plain data, ready for JSON, in root units."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

PAIR_CHECKS: Final = (
    "wheel_count",
    "wheels_similar_size",
    "wheels_level",
    "wheels_apart",
    "frame_spans_wheels",
    "rider_present",
    "rider_proportionate",
)
"""The seven checks, in the order they are shown."""

SINGLE_CHECKS: Final = ("wheel_count", "rider_present", "rider_proportionate")
"""The checks of a vehicle with one wheel."""


@dataclass(frozen=True)
class Check:
    """One check: its measured value (None when there was nothing to measure) and its bounds.

    ``low`` and ``high`` are inclusive; None where that side is open. ``bound`` says the same, and
    what the value is measured in, in English.
    """

    passed: bool
    value: float | None
    low: float | None
    high: float | None
    bound: str


@dataclass(frozen=True)
class Wheel:
    """A wheel's hub and radius."""

    cx: float
    cy: float
    r: float


@dataclass(frozen=True)
class Rider:
    """The rider's box, the centroid of its mass and its area in square units."""

    x: float
    y: float
    width: float
    height: float
    cx: float
    cy: float
    area: float


@dataclass(frozen=True)
class FrameBins:
    """The span from first to last hub in equal bins; ``filled`` says which show frame."""

    x1: float
    y1: float
    x2: float
    y2: float
    filled: tuple[bool, ...]


@dataclass(frozen=True)
class StructureReport:
    """All checks of one drawing and the shapes they were measured on.

    ``view`` is the root coordinate system (x, y, width, height) of every number here.
    """

    checks: Mapping[str, Check]
    wheels: tuple[Wheel, ...]
    rider: Rider | None
    frame: FrameBins | None
    view: tuple[float, float, float, float]

    @property
    def score(self) -> float:
        """Share of the checks passed, 0 to 1."""
        passed = sum(check.passed for check in self.checks.values())
        return passed / len(self.checks) if self.checks else 0.0

    def as_dict(self) -> dict[str, Any]:
        """A JSON-ready dict; :meth:`from_dict` reads it back."""
        return {
            "score": round(self.score, 4),
            "checks": {name: asdict(check) for name, check in self.checks.items()},
            "wheels": [asdict(wheel) for wheel in self.wheels],
            "rider": asdict(self.rider) if self.rider else None,
            "frame": asdict(self.frame) | {"filled": list(self.frame.filled)}
            if self.frame
            else None,
            "view": list(self.view),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> StructureReport:
        """Read what :meth:`as_dict` wrote; raises KeyError or TypeError on another shape."""
        frame = data["frame"]
        x, y, width, height = data["view"]
        return cls(
            checks={name: Check(**check) for name, check in data["checks"].items()},
            wheels=tuple(Wheel(**wheel) for wheel in data["wheels"]),
            rider=Rider(**data["rider"]) if data["rider"] else None,
            frame=FrameBins(**{**frame, "filled": tuple(frame["filled"])}) if frame else None,
            view=(x, y, width, height),
        )

"""All wrong drawings; each label says which checks must fail."""

from __future__ import annotations

from tests.boards.svg.structure_cases.wrong_riders import NO_ANIMAL, RIDERS
from tests.boards.svg.structure_cases.wrong_vehicles import (
    FRAMES,
    INVISIBLE_BICYCLE,
    NO_VEHICLE,
    WHEEL_FAULTS,
)

WRONG = (*NO_ANIMAL, *INVISIBLE_BICYCLE, *FRAMES, *WHEEL_FAULTS, *RIDERS, *NO_VEHICLE)

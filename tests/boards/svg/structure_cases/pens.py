"""All pens by name."""

from __future__ import annotations

from tests.boards.svg.structure_cases import pens_scene, pens_wheels
from tests.boards.svg.structure_cases.pen import Pen

PENS: dict[str, type[Pen]] = {
    pen.__name__: pen
    for pen in (Pen, *vars(pens_wheels).values(), *vars(pens_scene).values())
    if isinstance(pen, type) and issubclass(pen, Pen)
}
"""Every spelling by name, the plain one first."""

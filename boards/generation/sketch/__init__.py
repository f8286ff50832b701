"""The reference sketcher: draws any of the 30 tasks, with a chosen skill, in a chosen style.

It stands in for a model where there is none, so that everything on the site can be run without a
key and without a network. It is not a model, and says so wherever it shows.

:func:`draw` gives a *reply*, as a model would: usually an SVG document, sometimes with prose around
it and, the less skill, the more often something that the gate rejects. Pure Python, standard
library only; the same arguments always give the same reply.
"""

from __future__ import annotations

from typing import Final

from boards.catalogue import Task
from boards.generation.sketch.chance import seeded
from boards.generation.sketch.compose import compose
from boards.generation.sketch.reply import reply_with, slip_of
from boards.generation.sketch.styles import STYLES

LABEL: Final = "Reference sketcher, not a model"
"""What the sketcher is called wherever its drawings show.

Not in the files themselves: they are voted on by people who must not know who drew them.
"""

EFFORTS: Final[dict[str, float]] = {"low": 0.15, "medium": 0.45, "high": 0.75, "max": 1.0}
"""The skill that goes with each effort."""

__all__ = ["EFFORTS", "LABEL", "STYLES", "UnknownStyleError", "draw"]


class UnknownStyleError(ValueError):
    """No style has this name. The message names it and lists the ones there are."""

    def __init__(self, name: str) -> None:
        super().__init__(f"Unknown style “{name}”. Styles: {', '.join(sorted(STYLES))}.")


def draw(task: Task, *, skill: float, style: str, seed: int) -> str:
    """The reply to one task.

    ``skill`` is 0–1, ``style`` one of :data:`STYLES`. At one seed a higher skill draws the same
    scene with fewer mistakes. Raises :class:`UnknownStyleError` for an unknown style and
    ``ValueError`` for a skill outside 0–1.
    """
    if not 0 <= skill <= 1:
        raise ValueError(f"Skill must be between 0 and 1, not {skill}.")
    if style not in STYLES:
        raise UnknownStyleError(style)
    stream = f"{task.id} {style}"
    document = compose(task, skill=skill, style=STYLES[style], seed=seed)
    slip = slip_of(skill, seed=seed, stream=stream)
    return reply_with(document, slip, task, seeded(f"{stream} {seed} reply"))

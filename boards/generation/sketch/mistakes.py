"""What a lack of skill does to a drawing.

Every mistake has a skill above which it is no longer made; whether a given drawing contains it is
drawn once per seed and does not depend on the skill. The mistakes of a better hand are therefore a
subset of those of a worse one, for every seed: quality can only rise with skill.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from boards.generation.sketch.chance import spread


class Mistake(StrEnum):
    """One thing that can be wrong with a drawing."""

    UNEQUAL_WHEELS = "unequal wheels"
    MISSING_WHEEL = "missing wheel"
    EXTRA_WHEEL = "extra wheel"
    BUCKLED_WHEEL = "buckled wheel"
    RAISED_WHEEL = "raised wheel"
    CRAMPED_WHEELS = "cramped wheels"
    MISSING_FRAME = "missing frame"
    BROKEN_FRAME = "broken frame"
    FLOATING_RIDER = "floating rider"
    TINY_RIDER = "tiny rider"
    GIANT_RIDER = "giant rider"
    MISSING_RIDER = "missing rider"
    LOST_HEAD = "lost head"
    IDLE_LIMBS = "idle limbs"


_FREQUENCY: Final[dict[Mistake, float]] = {
    Mistake.UNEQUAL_WHEELS: 0.55,
    Mistake.MISSING_WHEEL: 0.2,
    Mistake.EXTRA_WHEEL: 0.2,
    Mistake.BUCKLED_WHEEL: 0.16,
    Mistake.RAISED_WHEEL: 0.4,
    Mistake.CRAMPED_WHEELS: 0.3,
    Mistake.MISSING_FRAME: 0.4,
    Mistake.BROKEN_FRAME: 0.4,
    Mistake.FLOATING_RIDER: 0.55,
    Mistake.TINY_RIDER: 0.4,
    Mistake.GIANT_RIDER: 0.24,
    Mistake.MISSING_RIDER: 0.2,
    Mistake.LOST_HEAD: 0.3,
    Mistake.IDLE_LIMBS: 0.85,
}
"""How often a hand of no skill at all makes each mistake."""

_WOBBLE = 5.5
"""How far, in units of the picture, a hand of no skill misses (one standard deviation)."""


@dataclass(frozen=True)
class Hand:
    """Who draws: a skill of 0–1, how unsteady it is, and the mistakes of this drawing."""

    skill: float
    wobble: float
    mistakes: frozenset[Mistake]

    def can(self, skill: float) -> bool:
        """Whether something that takes this much skill is within reach."""
        return self.skill >= skill

    def makes(self, mistake: Mistake) -> bool:
        """Whether this drawing has the mistake."""
        return mistake in self.mistakes


def make_hand(skill: float, *, seed: int, stream: str) -> Hand:
    """The hand that a skill of 0–1 gives.

    Its mistakes follow from the seed; successive seeds of one ``stream`` (a task in a style) share
    them out evenly.
    """
    lack = 1 - skill
    made = {
        mistake
        for axis, mistake in enumerate(Mistake)
        if spread(stream, seed=seed, axis=axis) < _FREQUENCY[mistake] * lack**1.9
    }
    if Mistake.FLOATING_RIDER in made:
        made.add(Mistake.IDLE_LIMBS)
    wobble = _WOBBLE * lack**1.7 if lack > 0.05 else 0.0
    return Hand(skill=skill, wobble=wobble, mistakes=frozenset(made))

"""The environment's reward: gate, structure and semantic score in one number. Pure, no Django.

The weights depend on whether a judge is *configured*, not on whether it answered: whoever breaks
the judge is paid for structure alone, at its small weight.
"""

from __future__ import annotations

from dataclasses import dataclass

from pelican.rules import RULES


@dataclass(frozen=True)
class Reward:
    """A reward from 0 to 1 and what it is made of.

    ``judged`` says whether a judge looked; ``judge`` is its model id, "" for structure alone.
    """

    value: float
    structure: float
    semantic: float | None
    judged: bool
    judge: str


def reward(
    *, gate_passed: bool, structure: float, judge: str = "", semantic: float | None = None
) -> Reward:
    """The reward of one drawing.

    ``judge`` is the configured judge's model id, "" with none; ``semantic`` is its score from 0
    to 1, None when it failed or was not asked. A rejected drawing gets 0 whatever else is given.
    """
    if not gate_passed:
        return Reward(0.0, 0.0, None, judged=False, judge=judge)
    if not judge:
        return Reward(structure, structure, None, judged=False, judge="")
    rules = RULES.reward
    value = rules.structure_weight * structure + rules.semantic_weight * (semantic or 0.0)
    return Reward(
        value,
        structure,
        semantic if semantic is not None else 0.0,
        judged=semantic is not None,
        judge=judge,
    )

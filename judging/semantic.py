"""The semantic score of a drawing: a blind caption and a generated checklist. Pure, no Django.

score = ½·blind + ½·checklist, a quarter of it where the animal is not riding
(``RULES.reward.not_riding_factor``). Never mixed with the panel's reference score.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

from boards.catalogue import Task
from judging.captions import names_any
from pelican.rules import RULES

RIDING: Final = "riding_posture"
"""The item whose failure costs most of the score."""


@dataclass(frozen=True)
class SemanticScore:
    """What the semantic judge's two answers are worth. All numbers from 0 to 1."""

    caption: str
    checklist: dict[str, bool]
    blind_subject: float
    blind_vehicle: float
    blind: float
    checklist_share: float
    score: float

    def as_dict(self) -> dict[str, Any]:
        """The score and its parts as JSON."""
        return asdict(self)


def checklist_items(task: Task) -> dict[str, str]:
    """Key → what the judge is asked, in English: four of every task, then each feature."""
    animal, vehicle = task.animal, task.vehicle
    items = {
        "subject_recognisable": f"the creature can be recognised as {animal.article} {animal.name}",
        "vehicle_recognisable": f"the vehicle can be recognised as a {vehicle.name}",
        RIDING: f"the creature is placed on the {vehicle.name} as its rider",
        "coherent_figure": "creature and vehicle form one connected scene; nothing floats apart",
    }
    items |= {f"subject_feature_{n}": text.en for n, text in enumerate(animal.features)}
    return items | {f"vehicle_feature_{n}": text.en for n, text in enumerate(vehicle.features)}


def semantic_score(task: Task, caption: str, checklist: Mapping[str, bool]) -> SemanticScore:
    """The score of a drawing; an item missing in ``checklist`` is false."""
    rules = RULES.reward
    answers = {key: checklist.get(key) is True for key in checklist_items(task)}
    subject = _subject(task, caption)
    vehicle_words = (*task.vehicle.nouns, *task.vehicle.synonyms)
    vehicle = 1.0 if names_any(caption, vehicle_words) else 0.0
    blind = (subject + vehicle) / 2
    share = sum(answers.values()) / len(answers)
    score = rules.blind_weight * blind + (1 - rules.blind_weight) * share
    if not answers[RIDING]:
        score *= rules.not_riding_factor
    return SemanticScore(caption, answers, subject, vehicle, blind, share, score)


def _subject(task: Task, caption: str) -> float:
    if names_any(caption, task.animal.nouns):
        return 1.0
    return RULES.reward.family_credit if names_any(caption, task.animal.family) else 0.0

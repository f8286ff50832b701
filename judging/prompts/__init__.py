"""What judges are told, word for word. Pure, no Django.

The texts lie beside this module, in Chinese and English for the panel. They are filled in from the
task and the rules. A verdict names :data:`VERSION`; ``versions.toml`` holds the digest of all that
each version says, so a text cannot change under its name.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from string import Template
from typing import Final, Literal

from boards.catalogue import TASKS, Task
from judging.criteria import Criteria, criteria_for
from judging.semantic import checklist_items
from judging.triples import LABELS
from pelican.rules import RULES

VERSION: Final = "1"
"""Raise it with every change of a text, and give ``versions.toml`` its digest."""

Language = Literal["zh", "en"]
LANGUAGES: Final[tuple[Language, ...]] = ("zh", "en")

_FOLDER: Final = Path(__file__).parent

# What each score is about; {animal} and {vehicle} are filled in.
_DIMENSIONS: Final[dict[Language, dict[str, str]]] = {
    "zh": {
        "subject": "像不像{animal}：特征是否齐全（{features}），身体各部分的比例是否得当",
        "vehicle": "{vehicle}画得对不对：部件是否齐全（{parts}），连接是否合理，能不能骑",
        "pose": "姿势：{animal}是不是真的在骑，身体、四肢和车是否接得上",
        "composition": "画面：布局、配色、完整程度、好不好看",
        "errors": "差错，越少分越高：有没有悬空、错位、穿插、缺失或被截断的部分",
    },
    "en": {
        "subject": "does it look like {an_animal}: its features ({features}), its proportions",
        "vehicle": "is the {vehicle} right: its parts ({parts}), how they join, could it be ridden",
        "pose": "is the {animal} really riding, do body and limbs meet the vehicle",
        "composition": "the picture as a whole: layout, colours, finish, appeal",
        "errors": "mistakes, the fewer the higher: parts that float, are misplaced, cross, are "
        "missing or cut off",
    },
}


def describe(language: Language) -> str:
    """The prompt of the blind description. It says nothing of the task."""
    return _read(f"{language}/describe.txt")


def score(task: Task, language: Language, labels: Sequence[str]) -> str:
    """The prompt of a scoring pass over pictures with these labels."""
    rules = RULES.judging
    criteria = criteria_for(task)
    return Template(_read(f"{language}/score.txt")).substitute(
        count=len(labels),
        labels=("、" if language == "zh" else ", ").join(labels),
        prompt=task.prompt.en,
        items="\n".join(_items(criteria, language)),
        dimensions="\n".join(_dimensions(criteria, language)),
        low=rules.score_min,
        high=rules.score_max,
        comment=rules.comment_characters if language == "zh" else rules.comment_words,
        bounds=("；" if language == "zh" else "; ").join(_bounds(criteria, language)),
        shape=_shape(criteria),
    )


def files_note(language: Language, labels: Sequence[str]) -> str:
    """For agents, which find their pictures as files beside them."""
    names = ", ".join(f"{label}.png" for label in labels)
    return Template(_read(f"{language}/files.txt")).substitute(names=names)


def caption() -> str:
    """The semantic judge's blind question. It says nothing of the task."""
    return _read("semantic/caption.txt")


def checklist(task: Task) -> str:
    """The semantic judge's checklist for a task."""
    items = checklist_items(task)
    return Template(_read("semantic/checklist.txt")).substitute(
        items="\n".join(f"- {key}: {text}" for key, text in items.items()),
        shape=json.dumps(dict.fromkeys(items, False)),
    )


def checklist_schema(task: Task) -> dict[str, object]:
    """The JSON schema of the answer to :func:`checklist`."""
    keys = list(checklist_items(task))
    return {
        "type": "object",
        "properties": {key: {"type": "boolean"} for key in keys},
        "required": keys,
        "additionalProperties": False,
    }


def digest() -> str:
    """SHA-256 over every text that a judge can be sent, for every task and size of triple."""
    return hashlib.sha256("\0".join(_everything()).encode()).hexdigest()


def _everything() -> Iterator[str]:
    for language in LANGUAGES:
        yield describe(language)
        yield files_note(language, LABELS[: RULES.judging.triple_size])
        for task in TASKS.values():
            for size in range(1, RULES.judging.triple_size + 1):
                yield score(task, language, LABELS[:size])
    yield caption()
    for task in TASKS.values():
        yield checklist(task)


def _read(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8").strip()


def _items(criteria: Criteria, language: Language) -> Iterator[str]:
    for item in criteria.items:
        yield f"- {item.key}: {item.words.in_language(language)}"


def _dimensions(criteria: Criteria, language: Language) -> Iterator[str]:
    animal, vehicle = criteria.task.animal, criteria.task.vehicle
    between = "、" if language == "zh" else ", "
    words = {
        "animal": animal.zh if language == "zh" else animal.name,
        "an_animal": f"{animal.article} {animal.name}",
        "vehicle": vehicle.zh if language == "zh" else vehicle.name,
        "features": between.join(text.in_language(language) for text in animal.features),
        "parts": between.join(text.in_language(language) for text in vehicle.features),
    }
    for dimension, key in criteria.score_keys:
        yield f"- {key}: {_DIMENSIONS[language][dimension].format(**words)}"


def _bounds(criteria: Criteria, language: Language) -> Iterator[str]:
    keys = dict(criteria.score_keys)
    for item, bounds in RULES.judging.contradictions.items():
        if item not in criteria.item_keys:
            continue
        for dimension, bound in bounds.items():
            if language == "zh":
                yield f"{item} 为 false，{keys[dimension]} 就不超过 {bound}"
            else:
                yield f"with {item} false, {keys[dimension]} is at most {bound}"


def _shape(criteria: Criteria) -> str:
    result = {
        "label": "A",
        "description": "…",
        "checklist": dict.fromkeys(criteria.item_keys, False),
        "scores": {key: RULES.judging.score_min for _dimension, key in criteria.score_keys},
        "comment": "…",
    }
    return json.dumps({"results": [result]}, ensure_ascii=False, indent=2)

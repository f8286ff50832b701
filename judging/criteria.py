"""What a panel judge is asked about a task: yes-or-no items and five scores. Pure, no Django.

Scores are kept under the same five names for every task (``subject vehicle pose composition
errors``, as in ``RULES.judging.weights``); a reply calls the first two by what they are, such as
``pelican`` and ``bicycle``. The keys of the items are part of the record and never change.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from boards.catalogue import CANONICAL_TASK, Task, Words

DIMENSIONS: Final = ("subject", "vehicle", "pose", "composition", "errors")
"""The five scores, in the order in which they are asked and shown."""


@dataclass(frozen=True)
class Item:
    """One yes-or-no question: its key in the reply, and what is looked for."""

    key: str
    words: Words


@dataclass(frozen=True)
class Criteria:
    """Everything that a scoring reply for one task must hold, and nothing else."""

    task: Task
    items: tuple[Item, ...]
    score_keys: tuple[tuple[str, str], ...]
    """Pairs of a dimension and the key that it has in a reply."""

    @property
    def item_keys(self) -> tuple[str, ...]:
        """The keys of the items, in order."""
        return tuple(item.key for item in self.items)


_CANONICAL_ITEMS: Final = (
    Item("has_beak_pouch", Words("a long beak with a throat pouch", "长喙，喙下有喉囊")),
    Item("two_wheels", Words("two wheels", "两个轮子")),
    Item("frame", Words("a frame that joins the wheels", "连接两轮的车架")),
    Item("on_seat", Words("the bird sits on the saddle", "鸟坐在车座上")),
    Item("feet_on_pedals", Words("its feet are on the pedals", "脚放在踏板上")),
)

# By what the catalogue calls a feature in English; a feature without a key is a mistake.
_FEATURE_KEYS: Final = {
    "a long beak": "has_beak",
    "a throat pouch under the beak": "has_pouch",
    "a long thin neck": "has_long_neck",
    "long thin legs": "has_long_legs",
    "a blunt rectangular snout": "has_blunt_snout",
    "small rounded ears": "has_small_ears",
    "feathery external gills on the head": "has_gills",
    "a wide flat smiling mouth": "has_wide_mouth",
    "a large bulbous head": "has_large_head",
    "multiple curling tentacles": "has_tentacles",
    "a coat of spines": "has_spines",
    "a small pointed snout": "has_pointed_snout",
    "two wheels of similar size": "two_wheels",
    "a frame joining the wheels": "frame",
    "handlebars": "handlebars",
    "a single wheel": "one_wheel",
    "a seat post rising from the wheel": "seat_post",
    "two wheels": "two_wheels",
    "an extended frame with two saddles": "long_frame",
    "two small wheels": "two_wheels",
    "a deck with an upright steering column": "deck_and_column",
    "a flat deck": "flat_deck",
    "wheels under the deck": "wheels",
}
_STOOD_ON: Final = {"scooter", "skateboard"}


@cache
def criteria_for(task: Task) -> Criteria:
    """The items and score keys of a task: five items of its own for the canonical one.

    For the others: the features of animal and vehicle as the catalogue lists them, then where the
    animal has its place.
    """
    animal, vehicle = task.animal, task.vehicle
    names = (animal.name, vehicle.name.replace(" ", "_"), *DIMENSIONS[2:])
    items = _CANONICAL_ITEMS if task.base_id == CANONICAL_TASK else _generated_items(task)
    return Criteria(task, items, tuple(zip(DIMENSIONS, names, strict=True)))


def _generated_items(task: Task) -> tuple[Item, ...]:
    animal, vehicle = task.animal, task.vehicle
    features = tuple(Item(_FEATURE_KEYS[words.en], words) for words in task.features)
    if vehicle.name in _STOOD_ON:
        words = Words(
            f"the {animal.name} is on the deck of the {vehicle.name}",
            f"{animal.zh}在{vehicle.zh}的板面上",
        )
        return (*features, Item("on_deck", words))
    words = Words(
        f"the {animal.name} sits on the seat of the {vehicle.name}",
        f"{animal.zh}坐在{vehicle.zh}的车座上",
    )
    return (*features, Item("on_seat", words))

"""The drawing tasks: six animals by five vehicles.

Pure data, no Django. A task's identity is ``<animal>_<vehicle>`` with hyphens for spaces;
``pelican_bicycle`` is the canonical one, the other 29 are held out. Models are always sent the
English prompt; the Chinese sentence is a gloss for readers.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal

Profile = Literal["board", "environment"]
"""Which of the two sets of gate codes and thresholds a drawing is held against."""


@dataclass(frozen=True)
class Words:
    """One phrase in both languages of the site."""

    en: str
    zh: str

    def in_language(self, language: str) -> str:
        """The phrase for a Django language code: Chinese for any ``zh…``, English otherwise."""
        return self.zh if language.startswith("zh") else self.en


@dataclass(frozen=True)
class Animal:
    """A rider.

    ``nouns`` and ``nouns_zh`` name it outright; ``family`` are the broader words that count as
    half a recognition.
    """

    name: str
    article: str
    zh: str
    nouns: tuple[str, ...]
    nouns_zh: tuple[str, ...]
    family: tuple[str, ...]
    features: tuple[Words, ...]


@dataclass(frozen=True)
class Vehicle:
    """Something to ride.

    ``wheels`` is the number seen from the side, ``wheel_counts`` every number that passes.
    ``nouns`` name it outright (what a label may not say); ``synonyms`` adds what a caption may
    also call it. ``small_wheels`` marks vehicles whose rider dwarfs the wheels.
    """

    name: str
    zh: str
    verb_zh: str
    wheels: int
    wheel_counts: tuple[int, ...]
    small_wheels: bool
    nouns: tuple[str, ...]
    nouns_zh: tuple[str, ...]
    synonyms: tuple[str, ...]
    features: tuple[Words, ...]

    @property
    def slug(self) -> str:
        """The name as it stands in a task id."""
        return self.name.replace(" ", "-")


ANIMALS: Final = (
    Animal(
        "pelican",
        "a",
        "鹈鹕",
        ("pelican", "pelicans"),
        ("鹈鹕", "塘鹅"),
        ("bird", "seabird", "waterbird"),
        (Words("a long beak", "长喙"), Words("a throat pouch under the beak", "喙下的喉囊")),
    ),
    Animal(
        "flamingo",
        "a",
        "火烈鸟",
        ("flamingo", "flamingos", "flamingoes"),
        ("火烈鸟", "红鹳"),
        ("bird", "waterbird"),
        (Words("a long thin neck", "细长的脖子"), Words("long thin legs", "细长的腿")),
    ),
    Animal(
        "capybara",
        "a",
        "水豚",
        ("capybara", "capybaras"),
        ("水豚",),
        ("rodent", "animal"),
        (Words("a blunt rectangular snout", "方钝的口鼻"), Words("small rounded ears", "小圆耳")),
    ),
    Animal(
        "axolotl",
        "an",
        "美西螈",
        ("axolotl", "axolotls"),
        ("美西螈", "六角恐龙", "墨西哥钝口螈"),
        ("salamander", "amphibian", "animal"),
        (
            Words("feathery external gills on the head", "头上羽状的外鳃"),
            Words("a wide flat smiling mouth", "宽而扁、带笑的嘴"),
        ),
    ),
    Animal(
        "octopus",
        "an",
        "章鱼",
        ("octopus", "octopuses", "octopi"),
        ("章鱼", "八爪鱼"),
        ("cephalopod", "animal"),
        (
            Words("a large bulbous head", "圆鼓的大头"),
            Words("multiple curling tentacles", "多条卷曲的触手"),
        ),
    ),
    Animal(
        "hedgehog",
        "a",
        "刺猬",
        ("hedgehog", "hedgehogs"),
        ("刺猬",),
        ("animal",),
        (Words("a coat of spines", "一身的刺"), Words("a small pointed snout", "小而尖的口鼻")),
    ),
)

VEHICLES: Final = (
    Vehicle(
        "bicycle",
        "自行车",
        "骑",
        2,
        (2,),
        False,
        ("bicycle", "bicycles", "bike", "bikes", "pushbike", "pushbikes"),
        ("自行车", "单车", "脚踏车"),
        ("bicycle", "bike", "pushbike"),
        (
            Words("two wheels of similar size", "两个大小相近的轮子"),
            Words("a frame joining the wheels", "连接两轮的车架"),
            Words("handlebars", "车把"),
        ),
    ),
    Vehicle(
        "unicycle",
        "独轮车",
        "骑",
        1,
        (1,),
        False,
        ("unicycle", "unicycles"),
        ("独轮车",),
        ("unicycle",),
        (
            Words("a single wheel", "只有一个轮子"),
            Words("a seat post rising from the wheel", "从轮子竖起的座杆"),
        ),
    ),
    Vehicle(
        "tandem bicycle",
        "双人自行车",
        "骑",
        2,
        (2,),
        False,
        ("tandem", "tandems", "tandem bicycle", "tandem bicycles", "bicycle built for two"),
        ("双人自行车", "协力车"),
        ("tandem", "tandem bicycle", "bicycle built for two"),
        (
            Words("two wheels", "两个轮子"),
            Words("an extended frame with two saddles", "加长的车架和两个车座"),
        ),
    ),
    Vehicle(
        "scooter",
        "滑板车",
        "骑",
        2,
        (2,),
        True,
        ("scooter", "scooters", "kick scooter", "kick scooters"),
        ("滑板车",),
        ("scooter", "kick scooter"),
        (
            Words("two small wheels", "两个小轮子"),
            Words("a deck with an upright steering column", "踏板和竖直的转向立杆"),
        ),
    ),
    Vehicle(
        "skateboard",
        "滑板",
        "踩",
        2,
        (2, 4),
        True,
        ("skateboard", "skateboards"),
        ("滑板",),
        ("skateboard", "board"),
        (Words("a flat deck", "平的板面"), Words("wheels under the deck", "板下的轮子")),
    ),
)

CANONICAL_TASK: Final = "pelican_bicycle"

_ENVIRONMENT_DEMANDS: Final = (
    "Answer with one SVG document and nothing else. Draw with vector primitives (path, circle, "
    "ellipse, rect, line, polygon, polyline); do not embed a raster image, and do not write in "
    "the picture what it shows."
)


class UnknownTaskError(ValueError):
    """No task has this id. The message names the id and lists the valid ones."""

    def __init__(self, task_id: str) -> None:
        super().__init__(f"Unknown task “{task_id}”. Valid tasks: {', '.join(sorted(TASKS))}.")


@dataclass(frozen=True)
class Task:
    """One animal on one vehicle."""

    animal: Animal
    vehicle: Vehicle

    @cached_property
    def id(self) -> str:
        """``<animal>_<vehicle>``, for example ``hedgehog_tandem-bicycle``."""
        return f"{self.animal.name}_{self.vehicle.slug}"

    @property
    def held_out(self) -> bool:
        """True for every task but the canonical one."""
        return self.id != CANONICAL_TASK

    @cached_property
    def name(self) -> Words:
        """The task as a heading, in both languages."""
        animal, vehicle = self.animal, self.vehicle
        article = "an" if vehicle.name[0] in "aeio" else "a"
        return Words(
            f"{animal.name.capitalize()} on {article} {vehicle.name}",
            f"{animal.zh}{vehicle.verb_zh}{vehicle.zh}",
        )

    @cached_property
    def prompt(self) -> Words:
        """The sentence a board run sends (English) and its gloss (Chinese)."""
        animal, vehicle = self.animal, self.vehicle
        return Words(
            f"Generate an SVG of {animal.article} {animal.name} riding a {vehicle.name}",
            f"生成一张{animal.zh}{vehicle.verb_zh}{vehicle.zh}的 SVG 图",
        )

    @cached_property
    def environment_prompt(self) -> str:
        """What the environment sends: the sentence, then one paragraph of demands."""
        return f"{self.prompt.en}\n\n{_ENVIRONMENT_DEMANDS}"

    @cached_property
    def features(self) -> tuple[Words, ...]:
        """What a judge is asked to find: the animal's features, then the vehicle's."""
        return self.animal.features + self.vehicle.features

    def forbidden_terms(self, profile: Profile) -> tuple[str, ...]:
        """Words that may not stand in the picture, lower case, in both languages.

        *board*: the nouns and direct synonyms. *environment*: these, the family words (singular
        and plural), what else a caption may call the vehicle, and "riding".
        """
        terms = {
            *self.animal.nouns,
            *self.animal.nouns_zh,
            *self.vehicle.nouns,
            *self.vehicle.nouns_zh,
        }
        if profile == "environment":
            family = self.animal.family
            terms |= {*family, *(f"{word}s" for word in family), *self.vehicle.synonyms, "riding"}
        return tuple(sorted(terms))


TASKS: Final[dict[str, Task]] = {
    task.id: task for task in (Task(animal, vehicle) for animal in ANIMALS for vehicle in VEHICLES)
}
"""Every task by id, animal by animal."""


def get_task(task_id: str) -> Task:
    """The task with this id; raises :class:`UnknownTaskError` naming the valid ones."""
    try:
        return TASKS[task_id]
    except KeyError:
        raise UnknownTaskError(task_id) from None

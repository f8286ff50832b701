"""The drawing tasks: six animals by five vehicles.

Pure data, no Django. A task's identity is ``<animal>_<vehicle>`` with hyphens for spaces;
``pelican_bicycle`` is the canonical one, the other 29 are held out. Models are sent the English
prompt; the Chinese sentence is a gloss for readers. The one exception is a *prompt edition*:
another wording or language of a task, declared in ``rules.toml`` under an id of its own
(``pelican_bicycle~zh``), with a board of its own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal, get_args

from pelican.rules import RULES, PromptEdition, RulesError

Profile = Literal["board", "environment"]
"""Which of the two sets of gate codes and thresholds a drawing is held against."""

PROFILES: Final[tuple[Profile, ...]] = get_args(Profile)


@dataclass(frozen=True)
class Words:
    """One phrase in both languages of the site."""

    en: str
    zh: str

    def in_language(self, language: str) -> str:
        """The phrase for a Django language code: Chinese for any ``zh…``, English otherwise."""
        return self.zh if language.startswith("zh") else self.en


@dataclass(frozen=True, kw_only=True)
class Animal:
    """A rider.

    ``nouns`` and ``nouns_zh`` (simplified and traditional) name it outright; ``family`` are the
    broader words that count as half a recognition.
    """

    name: str
    article: str
    zh: str
    nouns: tuple[str, ...]
    nouns_zh: tuple[str, ...]
    family: tuple[str, ...]
    features: tuple[Words, ...]


@dataclass(frozen=True, kw_only=True)
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
        name="pelican",
        article="a",
        zh="鹈鹕",
        nouns=("pelican", "pelicans"),
        nouns_zh=("鹈鹕", "塘鹅", "鵜鶘", "塘鵝"),
        family=("bird", "seabird", "waterbird"),
        features=(
            Words("a long beak", "长喙"),
            Words("a throat pouch under the beak", "喙下的喉囊"),
        ),
    ),
    Animal(
        name="flamingo",
        article="a",
        zh="火烈鸟",
        nouns=("flamingo", "flamingos", "flamingoes"),
        nouns_zh=("火烈鸟", "红鹳", "火烈鳥", "紅鸛", "紅鶴"),
        family=("bird", "waterbird"),
        features=(Words("a long thin neck", "细长的脖子"), Words("long thin legs", "细长的腿")),
    ),
    Animal(
        name="capybara",
        article="a",
        zh="水豚",
        nouns=("capybara", "capybaras"),
        nouns_zh=("水豚",),
        family=("rodent", "animal"),
        features=(
            Words("a blunt rectangular snout", "方钝的口鼻"),
            Words("small rounded ears", "小圆耳"),
        ),
    ),
    Animal(
        name="axolotl",
        article="an",
        zh="美西螈",
        nouns=("axolotl", "axolotls"),
        nouns_zh=("美西螈", "六角恐龙", "墨西哥钝口螈", "六角恐龍", "墨西哥鈍口螈"),
        family=("salamander", "amphibian", "animal"),
        features=(
            Words("feathery external gills on the head", "头上羽状的外鳃"),
            Words("a wide flat smiling mouth", "宽而扁、带笑的嘴"),
        ),
    ),
    Animal(
        name="octopus",
        article="an",
        zh="章鱼",
        nouns=("octopus", "octopuses", "octopi"),
        nouns_zh=("章鱼", "八爪鱼", "章魚", "八爪魚"),
        family=("cephalopod", "animal"),
        features=(
            Words("a large bulbous head", "圆鼓的大头"),
            Words("multiple curling tentacles", "多条卷曲的触手"),
        ),
    ),
    Animal(
        name="hedgehog",
        article="a",
        zh="刺猬",
        nouns=("hedgehog", "hedgehogs"),
        nouns_zh=("刺猬", "刺蝟"),
        family=("animal",),
        features=(
            Words("a coat of spines", "一身的刺"),
            Words("a small pointed snout", "小而尖的口鼻"),
        ),
    ),
)

VEHICLES: Final = (
    Vehicle(
        name="bicycle",
        zh="自行车",
        verb_zh="骑",
        wheels=2,
        wheel_counts=(2,),
        small_wheels=False,
        nouns=("bicycle", "bicycles", "bike", "bikes", "pushbike", "pushbikes"),
        nouns_zh=("自行车", "单车", "脚踏车", "自行車", "單車", "腳踏車"),
        synonyms=("bicycle", "bike", "pushbike"),
        features=(
            Words("two wheels of similar size", "两个大小相近的轮子"),
            Words("a frame joining the wheels", "连接两轮的车架"),
            Words("handlebars", "车把"),
        ),
    ),
    Vehicle(
        name="unicycle",
        zh="独轮车",
        verb_zh="骑",
        wheels=1,
        wheel_counts=(1,),
        small_wheels=False,
        nouns=("unicycle", "unicycles"),
        nouns_zh=("独轮车", "獨輪車"),
        synonyms=("unicycle",),
        features=(
            Words("a single wheel", "只有一个轮子"),
            Words("a seat post rising from the wheel", "从轮子竖起的座杆"),
        ),
    ),
    Vehicle(
        name="tandem bicycle",
        zh="双人自行车",
        verb_zh="骑",
        wheels=2,
        wheel_counts=(2,),
        small_wheels=False,
        nouns=("tandem", "tandems", "tandem bicycle", "tandem bicycles", "bicycle built for two"),
        nouns_zh=("双人自行车", "协力车", "雙人自行車", "協力車"),
        synonyms=("tandem", "tandem bicycle", "bicycle built for two"),
        features=(
            Words("two wheels", "两个轮子"),
            Words("an extended frame with two saddles", "加长的车架和两个车座"),
        ),
    ),
    Vehicle(
        name="scooter",
        zh="滑板车",
        verb_zh="骑",
        wheels=2,
        wheel_counts=(2,),
        small_wheels=True,
        nouns=("scooter", "scooters", "kick scooter", "kick scooters"),
        nouns_zh=("滑板车", "滑板車"),
        synonyms=("scooter", "kick scooter"),
        features=(
            Words("two small wheels", "两个小轮子"),
            Words("a deck with an upright steering column", "踏板和竖直的转向立杆"),
        ),
    ),
    Vehicle(
        name="skateboard",
        zh="滑板",
        verb_zh="踩",
        wheels=2,
        wheel_counts=(2, 4),
        small_wheels=True,
        nouns=("skateboard", "skateboards"),
        nouns_zh=("滑板",),
        synonyms=("skateboard", "board"),
        features=(Words("a flat deck", "平的板面"), Words("wheels under the deck", "板下的轮子")),
    ),
)

CANONICAL_TASK: Final = "pelican_bicycle"
TASK_ID_PATTERN: Final = r"[a-z]+_[a-z-]+(?:~[a-z0-9-]{1,20})?"
"""What every id of a task or edition looks like."""

_ENVIRONMENT_DEMANDS: Final = (
    "Answer with one SVG document and nothing else. Draw with vector primitives (path, circle, "
    "ellipse, rect, line, polygon, polyline); do not embed a raster image, and do not write in "
    "the picture what it shows."
)


class UnknownTaskError(ValueError):
    """No task has this id. The message names the id and lists the valid ones."""

    def __init__(self, task_id: str) -> None:
        super().__init__(f"Unknown task “{task_id}”. Valid tasks: {', '.join(sorted(BOARDS))}.")


@dataclass(frozen=True)
class Task:
    """One animal on one vehicle; with ``edition`` and its ``wording``, a prompt edition of it.

    ``edition`` is the part of the id behind the tilde, empty for the task itself.
    """

    animal: Animal
    vehicle: Vehicle
    edition: str = ""
    wording: PromptEdition | None = None

    @cached_property
    def id(self) -> str:
        """``<animal>_<vehicle>`` or ``<animal>_<vehicle>~<edition>``."""
        return f"{self.base_id}~{self.edition}" if self.edition else self.base_id

    @cached_property
    def base_id(self) -> str:
        """The id without the edition, for example ``hedgehog_tandem-bicycle``."""
        return f"{self.animal.name}_{self.vehicle.slug}"

    @property
    def held_out(self) -> bool:
        """True for every task but the canonical one and its editions."""
        return self.base_id != CANONICAL_TASK

    @cached_property
    def name(self) -> Words:
        """The task as a heading, in both languages."""
        animal, vehicle = self.animal, self.vehicle
        en = f"{animal.name.capitalize()} on a {vehicle.name}"
        zh = f"{animal.zh}{vehicle.verb_zh}{vehicle.zh}"
        if self.wording:
            return Words(f"{en} · {self.wording.name}", f"{zh} · {self.wording.name_zh}")
        return Words(en, zh)

    @cached_property
    def prompt(self) -> Words:
        """What is asked for, in one sentence: the task's own (English) and its gloss (Chinese)."""
        animal, vehicle = self.animal, self.vehicle
        return Words(
            f"Generate an SVG of {animal.article} {animal.name} riding a {vehicle.name}",
            f"生成一张{animal.zh}{vehicle.verb_zh}{vehicle.zh}的 SVG 图",
        )

    @property
    def sent(self) -> str:
        """What a board run sends, byte for byte: the edition's wording, or the English prompt."""
        return self.wording.prompt if self.wording else self.prompt.en

    @property
    def sent_language(self) -> str:
        """The language of :attr:`sent`, as HTML writes it."""
        return self.wording.language if self.wording else "en"

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
"""The 30 tasks by id, animal by animal."""


def read_editions(declared: Mapping[str, PromptEdition]) -> dict[str, Task]:
    """The declared prompt editions as tasks, by id.

    Raises:
        RulesError: an id is not a task's id, a tilde and up to 20 of a–z, 0–9 and the hyphen, or
            there is nothing to send.
    """
    editions = {}
    for task_id, words in declared.items():
        base_id, _, edition = task_id.partition("~")
        if base_id not in TASKS or not edition or not re.fullmatch(TASK_ID_PATTERN, task_id):
            raise RulesError(
                f"rules.prompts.{task_id}: an edition is called <task>~<edition>, for example "
                f"{CANONICAL_TASK}~zh."
            )
        if not all((words.prompt.strip(), words.language, words.name, words.name_zh)):
            raise RulesError(f"rules.prompts.{task_id}: none of its texts may be empty.")
        base = TASKS[base_id]
        editions[task_id] = Task(base.animal, base.vehicle, edition, words)
    return editions


EDITIONS: Final = read_editions(RULES.prompts)
"""The prompt editions by id, as ``rules.toml`` declares them."""

BOARDS: Final = {**TASKS, **EDITIONS}
"""Everything that has a board, by id: the tasks, then their prompt editions."""


def get_task(task_id: str) -> Task:
    """The task or edition with this id; raises :class:`UnknownTaskError` naming the valid ones."""
    try:
        return BOARDS[task_id]
    except KeyError:
        raise UnknownTaskError(task_id) from None

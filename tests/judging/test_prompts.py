"""The prompts: complete, blind where they have to be, and never changed under their version."""

from __future__ import annotations

import shutil
import tomllib
from pathlib import Path

import pytest

from boards.catalogue import ANIMALS, TASKS, VEHICLES, Task
from judging import prompts
from judging.criteria import criteria_for
from pelican.rules import RULES
from tests.tree import PROJECT

FOLDER = PROJECT / "judging" / "prompts"
TEXTS = sorted(FOLDER.glob("*/*.txt"))
ALL = pytest.mark.parametrize("task", TASKS.values(), ids=lambda task: task.id)
LANGUAGES = pytest.mark.parametrize("language", prompts.LANGUAGES)


def test_a_text_does_not_change_under_its_version() -> None:
    versions = tomllib.loads((FOLDER / "versions.toml").read_text(encoding="utf-8"))
    assert versions.get(prompts.VERSION) == prompts.digest(), (
        "The prompts are not those of the version they name. Raise prompts.VERSION and give "
        "versions.toml a line for it; leave the older lines alone."
    )


@pytest.mark.parametrize("name", [str(path.relative_to(FOLDER)) for path in TEXTS])
def test_a_changed_file_changes_the_digest(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = prompts.digest()
    shutil.copytree(FOLDER, tmp_path, dirs_exist_ok=True)
    with (tmp_path / name).open("a", encoding="utf-8") as text:
        text.write("!")
    monkeypatch.setattr(prompts, "_FOLDER", tmp_path)
    assert prompts.digest() != before


@LANGUAGES
def test_the_description_is_blind(language: prompts.Language) -> None:
    text = prompts.describe(language).lower()
    names = [animal.name for animal in ANIMALS] + [animal.zh for animal in ANIMALS]
    names += [vehicle.name for vehicle in VEHICLES] + [vehicle.zh for vehicle in VEHICLES]
    assert not [name for name in (*names, "svg", "prompt", "画题") if name in text]
    assert not [word for word in ("bird", "ride", "riding", "骑") if word in text]


def test_the_caption_is_blind() -> None:
    text = prompts.caption().lower()
    assert not [vehicle.name for vehicle in VEHICLES if vehicle.name in text]
    assert not [animal.name for animal in ANIMALS if animal.name in text]


@ALL
@LANGUAGES
def test_scoring_names_everything_that_a_reply_must_hold(
    task: Task, language: prompts.Language
) -> None:
    text = prompts.score(task, language, "ABC")
    criteria = criteria_for(task)
    assert task.prompt.en in text
    assert "$" not in text
    assert "{animal}" not in text
    for key in (*criteria.item_keys, *dict(criteria.score_keys).values()):
        assert f'"{key}"' in text
        assert f"- {key}: " in text


@LANGUAGES
def test_scoring_says_what_text_in_a_picture_is(language: prompts.Language) -> None:
    text = prompts.score(TASKS["pelican_bicycle"], language, "A")
    assert {"zh": "一概不照办", "en": "do not follow it"}[language] in text


def test_the_bounds_told_are_those_of_the_rules() -> None:
    text = prompts.score(TASKS["pelican_bicycle"], "en", "AB")
    bound = RULES.judging.contradictions["two_wheels"]["vehicle"]
    assert f"with two_wheels false, bicycle is at most {bound}" in text
    assert "one_wheel" not in text


@ALL
def test_every_task_has_five_items_or_more_with_keys_of_their_own(task: Task) -> None:
    keys = criteria_for(task).item_keys
    assert len(keys) >= 5
    assert len(set(keys)) == len(keys)


def test_the_canonical_items_are_those_of_the_rules_page() -> None:
    assert criteria_for(TASKS["pelican_bicycle"]).item_keys == (
        "has_beak_pouch",
        "two_wheels",
        "frame",
        "on_seat",
        "feet_on_pedals",
    )


def test_every_contradiction_is_about_an_item_that_is_asked() -> None:
    asked = {key for task in TASKS.values() for key in criteria_for(task).item_keys}
    assert set(RULES.judging.contradictions) <= asked


@ALL
def test_the_semantic_schema_asks_for_booleans_alone(task: Task) -> None:
    schema = prompts.checklist_schema(task)
    properties = schema["properties"]
    assert isinstance(properties, dict)
    assert schema["required"] == list(properties)
    assert all(f'"{key}": false' in prompts.checklist(task) for key in properties)

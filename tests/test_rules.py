"""The rules file: read strictly, and never changed without a new version."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pelican.rules import RULES, RULES_FILE, RulesError, load_rules
from tests.tree import PROJECT


@pytest.fixture
def altered(tmp_path: Path):
    def write(old: str, new: str) -> Path:
        text = RULES_FILE.read_text(encoding="utf-8")
        assert old in text
        path = tmp_path / "rules.toml"
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
        return path

    return write


def test_numbers_do_not_change_without_a_version_and_an_entry() -> None:
    """The changelog names, for each version of the rules, the digest of its numbers."""
    entry = f"- Rules {RULES.version} (`{RULES.digest[:12]}`)"
    changelog = (PROJECT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert entry in changelog, (
        "The numbers in pelican/rules.toml are not those of the version it names. Give it a new "
        f"`version` and CHANGELOG.md an entry that says what changed, beginning with: {entry}"
    )


def test_a_changed_number_changes_the_digest(altered) -> None:
    assert load_rules(altered("depth = 100 ", "depth = 101 ")).digest != RULES.digest


def test_a_new_version_alone_does_not(altered) -> None:
    path = altered(f'version = "{RULES.version}"', 'version = "2099-01-01.1"')
    assert load_rules(path).digest == RULES.digest


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("blank_share = 0.005", "", r"rules\.gate\.board\.blank_share is missing"),
        ("blank_share = 0.005", 'blank_share = "little"', r"blank_share: 'little' is no float"),
        ("blank_share = 0.005", "blank_share = 0.005\nbeak = 1", r"board\.beak is not known"),
        ("elements = 10_000", "elements = 1.5", r"board\.elements: 1\.5 is no int"),
        ("elements = 10_000", "elements = true", r"board\.elements: True is no int"),
        ("bicycle = 8.0", 'bicycle = "far"', r"structure\.apart_max\.bicycle: 'far' is no float"),
    ],
)
def test_a_wrong_file_is_refused_naming_the_key(altered, old: str, new: str, message: str) -> None:
    with pytest.raises(RulesError, match=message):
        load_rules(altered(old, new))


def test_a_table_that_is_a_number_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    path.write_text('version = "1"\nupdated = 2026-01-01\ngate = 3\n', encoding="utf-8")
    with pytest.raises(RulesError, match="rules"):
        load_rules(path)


def test_a_whole_number_stands_for_a_fraction(altered) -> None:
    rules = load_rules(altered("blank_share = 0.005", "blank_share = 0"))
    assert rules.gate.board.blank_share == 0.0
    assert isinstance(rules.gate.board.blank_share, float)


def test_rules_cannot_be_changed_at_run_time() -> None:
    with pytest.raises(AttributeError):
        RULES.version = "other"  # type: ignore[misc] # the point of the test
    assert replace(RULES, version="other").digest == RULES.digest


def test_weights_that_share_a_whole_add_up_to_one() -> None:
    reward = RULES.reward
    assert reward.structure_weight + reward.semantic_weight == pytest.approx(1)
    assert sum(RULES.judging.weights.values()) == pytest.approx(1)
    assert sum(RULES.voting.pair_mix.values()) == pytest.approx(1)

from __future__ import annotations

from pathlib import Path

import pytest

from boards.generation.configuration import ConfigurationError
from boards.generation.models_toml import read_models_file

SHIPPED = Path(__file__).parents[3] / "models.toml"
GOOD = """
[[harness]]
slug = "nest"
kind = "chat"
[harness.settings]
base_url = "https://nest.test/v1"
key = "PELICAN_KEY_NEST"

[[vendor]]
slug = "avian"
name = "Avian"
[[vendor.family]]
slug = "gannet"
name = "Gannet"
[[vendor.family.version]]
slug = "gannet-3"
name = "Gannet 3"
efforts = ["low", "high"]
default_effort = "high"
[vendor.family.version.routes.nest]
model = "gannet-3-2026"
efforts = { low = "1024" }
price_output = 15
expected_tokens = 4000
"""


def read(tmp_path: Path, text: str):
    path = tmp_path / "models.toml"
    path.write_text(text, encoding="utf-8")
    return read_models_file(path)


def test_it_works(tmp_path: Path) -> None:
    (version,) = read(tmp_path, GOOD).versions()
    route = version.routes["nest"]
    assert version.default == "high"
    assert [version.variant_slug(effort) for effort in version.efforts] == [
        *("gannet-3-low", "gannet-3-high")
    ]
    assert [route.effort_value(effort) for effort in version.efforts] == ["1024", "high"]
    assert route.price_output == 15.0


def test_the_default_effort_asks_for_nothing(tmp_path: Path) -> None:
    plain = GOOD.replace('efforts = ["low", "high"]\ndefault_effort = "high"\n', "")
    (version,) = read(tmp_path, plain.replace("efforts = { low", "#")).versions()
    assert version.efforts == ("default",)
    assert version.variant_slug("default") == "gannet-3"
    assert version.routes["nest"].effort_value("default") == ""


def test_the_shipped_file_is_good_and_starts_nothing_unasked() -> None:
    file = read_models_file(SHIPPED)
    agents = [harness for harness in file.harness if harness.kind == "command"]
    assert [agent.slug for agent in agents if agent.enabled] == []
    (cursor,) = (agent for agent in agents if agent.slug == "cursor-agent")
    assert not {"--force", "-f"} & set(cursor.settings["command"])
    assert all("not a model" in vendor.name for vendor in file.vendor)


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ('kind = "chat"', 'kind = "telepathy"', "harness nest"),
        ('kind = "chat"', "kind = 3", "kind"),
        ('slug = "nest"', 'slug = "Nest!"', "Nest!"),
        ('slug = "nest"', "", "slug"),
        ("base_url", "url", "url"),
        ("https://nest.test/v1", "http://nest.test/v1", "allow_private"),
        ("https://nest.test/v1", "https://169.254.169.254/v1", "never be called"),
        ("PELICAN_KEY_NEST", "SECRET_KEY", "SECRET_KEY"),
        ('key = "PELICAN_KEY_NEST"', 'api_key = "sk-123"', "api_key"),
        ("[vendor.family.version.routes.nest]", "[vendor.family.version.routes.x]", "route x"),
        ('model = "gannet-3-2026"', "", "model"),
        ('default_effort = "high"', 'default_effort = "max"', "max"),
        ("low = ", "medium = ", "medium"),
        ('["low", "high"]', '["low", "low"]', "efforts"),
        ('["low", "high"]', "[]", "efforts"),
        ("price_output = 15", "price_output = -1", "price_output"),
        ("expected_tokens = 4000", "expected_tokens = 4000.5", "expected_tokens"),
        ("expected_tokens = 4000", 'options = { style = "ink" }', "style"),
        ("[harness.settings]", "concurrency = 0\n[harness.settings]", "concurrency"),
        ("[[vendor]]", "[[vendor", "TOML"),
        ('slug = "gannet"', 'slug = "gannet"\ncolour = "white"', "colour"),
    ],
)
def test_what_cannot_be_used_is_named(old: str, new: str, named: str, tmp_path: Path) -> None:
    assert old in GOOD
    with pytest.raises(ConfigurationError, match=named):
        read(tmp_path, GOOD.replace(old, new, 1))


def test_a_slug_may_stand_there_once(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="2 times"):
        read(tmp_path, GOOD + GOOD.replace('slug = "nest"', 'slug = "nest-2"'))


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"nowhere\.toml does not exist"):
        read_models_file(tmp_path / "nowhere.toml")


def agent(line: str) -> str:
    """A file with one agent, of which ``line`` says the rest."""
    return (
        '[[harness]]\nslug = "agent"\nkind = "command"\n[harness.settings]\n'
        f'version_command = ["agent", "-v"]\n{line}\n'
    )


def test_an_agent_needs_no_more_than_its_commands(tmp_path: Path) -> None:
    (harness,) = read(tmp_path, agent('command = ["agent", "{prompt}"]')).harness
    assert harness.slug == "agent"


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ('command = ["agent"]', "prompt"),
        ("command = []", "empty"),
        ('command = ["agent", "{prompt}"]\nisolation = "chroot"', "isolation"),
        ('command = ["agent", "{prompt}"]\nisolation = "user"', "user"),
        ('command = ["agent", "{prompt}"]\nuser = "bird"', "user"),
        ('command = ["agent", "{prompt}"]\nkey = "HF_TOKEN"', "key_as"),
        ('command = ["agent", "{prompt}"]\nkey = "HOME"\nkey_as = "HOME"', "HOME"),
        ('command = "agent {prompt}"', "command"),
    ],
)
def test_an_agent_that_contradicts_itself_is_refused(line: str, named: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=named):
        read(tmp_path, agent(line))

from __future__ import annotations

import sys

import pytest
from django.core.management import CommandError, call_command

from benchmarks.generating import GenerationRefusedError, generate
from benchmarks.models import Artifact
from benchmarks.prompts import PROMPT
from boards.models import Harness, Route
from tests.factories.benchmarks import MODULE
from tests.factories.boards import VariantFactory

pytestmark = pytest.mark.django_db

SAYS = "import sys; sys.stdout.write(open(sys.argv[1]).read())"


@pytest.fixture
def agent(tmp_path):
    """A program that answers every prompt with a file, as a harness with one variant."""

    def make(reply: str) -> Route:
        said = tmp_path / "reply.txt"
        said.write_text(reply)
        settings = {
            "command": [sys.executable, "-c", SAYS, str(said), "{prompt}"],
            "version_command": [sys.executable, "-c", "print('agent 7')"],
        }
        harness = Harness.objects.create(slug="agent", kind="command", settings=settings)
        variant = VariantFactory.create(slug="gannet-3-high", effort="high")
        return Route.objects.create(variant=variant, harness=harness, model_id="gannet-3")

    return make


def test_it_works(agent) -> None:
    agent(f"```js\n{MODULE}```\n")
    artifact = generate("agent", "gannet-3-high")
    artifact.refresh_from_db()
    assert artifact.source == MODULE
    assert artifact.reply == f"```js\n{MODULE}```\n"
    assert artifact.normalisations == ["markdown-fences"]
    assert artifact.slug == "gannet-3-high-run-01"
    assert artifact.condition.prompt_sha256 == PROMPT.sha256
    assert artifact.condition.prompt == PROMPT.text
    assert artifact.condition.harness_version == "agent 7"
    assert artifact.track == Artifact.Track.ONE_SHOT
    assert not artifact.admitted
    assert sorted(file.name for file in artifact.raw_files.all()) == [
        "record.json",
        "response.txt",
    ]
    assert artifact.usage["cost_usd"] is None
    assert artifact.usage["total_tokens"] is None
    assert generate("agent", "gannet-3-high").slug == "gannet-3-high-run-02"


def test_a_reply_that_is_no_module_is_kept_and_never_repaired(agent) -> None:
    said = f"Of course! Here it is:\n```js\n{MODULE}```"
    agent(said)
    artifact = generate("agent", "gannet-3-high")
    assert artifact.source == said
    assert [each["code"] for each in artifact.contract["findings"]] == ["contract.syntax"]


def test_whom_no_harness_calls_cannot_be_asked(agent) -> None:
    agent(MODULE)
    with pytest.raises(GenerationRefusedError, match="does not call nobody"):
        generate("agent", "nobody")
    Harness.objects.update(enabled=False)
    with pytest.raises(GenerationRefusedError, match=r"models\.toml"):
        generate("agent", "gannet-3-high")


def test_the_sketcher_writes_no_modules(agent) -> None:
    agent(MODULE)
    Harness.objects.update(kind="sketch", settings={})
    with pytest.raises(GenerationRefusedError, match="no modules"):
        generate("agent", "gannet-3-high")


def test_a_harness_that_fails_leaves_nothing_behind(agent) -> None:
    route = agent(MODULE)
    settings = {**route.harness.settings, "command": ["no-such-program", "{prompt}"]}
    Harness.objects.update(settings=settings)
    with pytest.raises(CommandError, match="1 brought no artifact"):
        call_command("generate_artifact", "gannet-3-high", harness="agent")
    assert not Artifact.objects.exists()


def test_the_command(agent, capsys) -> None:
    agent(MODULE)
    call_command("generate_artifact", "gannet-3-high", harness="agent")
    assert "gannet-3-high-run-01" in capsys.readouterr().out

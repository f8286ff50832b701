"""Each channel with pictures: the Messages API and a command-line agent beside chat."""

from __future__ import annotations

import base64
import json
import stat
import sys
from pathlib import Path
from typing import Literal

import pytest

from boards.catalogue import TASKS
from boards.generation.protocol import Failure, HarnessError, Picture
from boards.models import Harness
from judging import channels, prompts
from judging.channels import replay
from judging.channels.question import Question, Subject
from judging.criteria import criteria_for
from judging.models import Judge
from judging.parsing import parse_description, parse_verdicts
from tests.judging.conftest import result
from tests.servers.models import MESSAGES_PATH, ModelServer, says

pytestmark = pytest.mark.django_db

PELICAN = TASKS["pelican_bicycle"]
PNG = b"\x89PNG\r\n\x1a\nIEND\xaeB`\x82"

AGENT = """
import json, pathlib, sys
names = sorted(path.name for path in pathlib.Path().iterdir())
pathlib.Path("mine.svg").write_text("<svg/>")
print(json.dumps({"description": " ".join(names) + " | " + sys.argv[1].splitlines()[-1]}))
"""


def question(kind: Literal["describe", "score"] = "score", labels: str = "AB") -> Question:
    subjects = tuple(
        Subject(Picture(label, PNG), f"{label.lower()}{'0' * 63}", {"score": 0.5})
        for label in labels
    )
    text = prompts.score(PELICAN, "en", labels) if kind == "score" else prompts.describe("en")
    return Question(kind, text, "en", PELICAN, subjects)


def judge(channel: str, harness: Harness | None = None, model_id: str = "owl") -> Judge:
    return Judge(role="owl", name="Owl", channel=channel, harness=harness, model_id=model_id)


def test_messages_sends_each_picture_after_its_label(models: ModelServer) -> None:
    models.script("owl", says(json.dumps({"results": [result("A"), result("B")]})))
    harness = Harness(
        slug="roost",
        kind="messages",
        settings={"base_url": models.base_url, "allow_private": True},
    )
    reply = channels.ask(judge("messages", harness), question())
    assert len(parse_verdicts(reply.content.decode(), "AB", criteria_for(PELICAN))) == 2
    (call,) = models.calls
    assert call.path == MESSAGES_PATH
    content = call.body["messages"][0]["content"]
    assert [part.get("text") for part in content[1::2]] == ["A:", "B:"]
    assert all(part["source"]["media_type"] == "image/png" for part in call.pictures)
    assert base64.b64decode(call.pictures[0]["source"]["data"]) == PNG


def test_an_agent_finds_its_pictures_and_is_taken_at_its_word(tmp_path: Path) -> None:
    program = tmp_path / "agent.py"
    program.write_text(AGENT, encoding="utf-8")
    program.chmod(program.stat().st_mode | stat.S_IEXEC)
    harness = Harness(
        slug="agent",
        kind="command",
        settings={
            "command": [sys.executable, str(program), "{prompt}"],
            "version_command": [sys.executable, "--version"],
        },
    )
    reply = channels.ask(judge("command", harness), question())
    said = parse_description(reply.content.decode())
    assert said == f"A.png B.png | {prompts.files_note('en', 'AB')}"


@pytest.mark.parametrize("channel", ["chat", "messages", "command"])
def test_a_judge_without_a_usable_harness_says_so(channel: str) -> None:
    other = Harness(slug="sketch", kind="sketch")
    off = Harness(slug="off", kind=channel, enabled=False)
    for harness in (None, other, off):
        with pytest.raises(HarnessError, match=f"harness of kind {channel}") as caught:
            channels.ask(judge(channel, harness), question())
        assert caught.value.failure == Failure.SETTING


def test_a_recording_answers_by_digest_and_pass(tmp_path: Path) -> None:
    passes = [{**result("A", comment=f"Pass {number}.")} for number in (1, 2)]
    for one in passes:
        del one["label"]
    answer = {"description": "A bird.", "passes": passes}
    (tmp_path / "owl.json").write_text(json.dumps({f"a{'0' * 63}": answer}), encoding="utf-8")
    replay.register("nest", tmp_path)
    owl = judge("replay", model_id="nest/owl")
    said = channels.ask(owl, question("describe", "A")).content.decode()
    assert parse_description(said) == "A bird."
    (verdict,) = parse_verdicts(
        channels.ask(owl, question(labels="A")).content.decode(), "A", criteria_for(PELICAN)
    )
    assert verdict.comment == "Pass 1."
    with pytest.raises(HarnessError, match="Nothing is recorded of b000"):
        channels.ask(owl, question(labels="B"))
    for name in ("nest/../owl", "burrow/owl", "nest/gull"):
        with pytest.raises(HarnessError):
            channels.ask(judge("replay", model_id=name), question())


def test_arithmetic_answers_everything_in_range() -> None:
    for task in TASKS.values():
        asked = Question("score", "", "en", task, question().subjects)
        reply = channels.ask(judge("arithmetic", model_id=""), asked)
        assert len(parse_verdicts(reply.content.decode(), "AB", criteria_for(task))) == 2

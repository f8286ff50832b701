"""``command`` with an agent that is a real program and misbehaves."""

from __future__ import annotations

import json
import os
import pwd
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from boards.generation import processes
from boards.generation.configuration import CommandSettings
from boards.generation.harnesses.command import CommandHarness, newest_drawing
from boards.generation.protocol import DrawingRequest, Failure, HarnessError, StoppedError
from tests.boards.generation.conftest import KEY_NAME
from tests.conftest import missing_tool
from tests.servers import agent

Make = Callable[..., DrawingRequest]
COMMAND = (sys.executable, agent.__file__, "--model={model}:{effort}", "{prompt}")
VERSION = (sys.executable, agent.__file__, "--version")


@pytest.fixture
def harness() -> CommandHarness:
    return CommandHarness(CommandSettings(COMMAND, VERSION))


def carriers(token: str) -> list[int]:
    """The processes that carry this attempt's token."""
    mark = f"{processes.TOKEN_VARIABLE}={token}".encode()
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            if mark in (entry / "environ").read_bytes().split(b"\0"):
                found.append(int(entry.name))
        except OSError:
            continue  # it ended meanwhile, or is another user's
    return [pid for pid in found if processes.find(pid)]


def none_left(token: str, seconds: float = 3) -> bool:
    """Whether they are all gone within a moment."""
    deadline = time.monotonic() + seconds
    while carriers(token) and time.monotonic() < deadline:
        time.sleep(0.02)
    return not carriers(token)


def test_it_works(harness: CommandHarness, make_request: Make) -> None:
    reply = harness.draw(make_request(prompt="draw"))
    assert reply.content == agent.SVG.format(1).encode()
    assert reply.record["file"] == "drawings/pelican.svg"
    assert set(reply.receipts.as_dict().values()) == {None}


@pytest.mark.parametrize(
    ("prompt", "content"),
    [
        ("say", b"Here you are: " + agent.SVG.format("said").encode() + b"\n"),
        ("say two", agent.SVG.format("new").encode()),
        ("say link", b"Here you are: " + agent.SVG.format("said").encode() + b"\n"),
        ("", b""),
    ],
    ids=["stdout", "the newest of two", "links are no drawing", "silence"],
)
def test_what_counts_as_the_reply(
    prompt: str, content: bytes, harness: CommandHarness, make_request: Make
) -> None:
    assert harness.draw(make_request(prompt=prompt)).content == content


@pytest.mark.parametrize("prompt", ["huge", "flood"])
def test_a_reply_is_cut_after_the_limit(
    prompt: str, harness: CommandHarness, make_request: Make
) -> None:
    assert len(harness.draw(make_request(prompt=prompt)).content) == 2_097_152 + 1


def test_it_runs_in_an_empty_directory_with_a_home_of_its_own(
    harness: CommandHarness, make_request: Make
) -> None:
    request = make_request(prompt="where")
    where = json.loads(harness.draw(request).content)
    assert where["cwd"] == str(request.folder / "work")
    assert where["files"] == []
    assert where["home"] == []


def test_its_environment_is_minimal(
    harness: CommandHarness, make_request: Make, planted_key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgres://secret")
    environment = json.loads(harness.draw(make_request(prompt="env")).content)
    environment.pop("LC_CTYPE", None)  # set by the interpreter itself
    assert set(environment) == {
        *("PATH", "HOME", "TMPDIR", "LANG", "TERM", processes.TOKEN_VARIABLE)
    }
    assert planted_key not in json.dumps(environment)


def test_its_key_is_handed_on_under_the_name_it_expects(
    make_request: Make, planted_key: str
) -> None:
    settings = CommandSettings(COMMAND, VERSION, key=KEY_NAME, key_as="AGENT_KEY")
    environment = json.loads(CommandHarness(settings).draw(make_request(prompt="env")).content)
    assert environment["AGENT_KEY"] == planted_key
    assert KEY_NAME not in environment


def test_model_effort_and_prompt_are_filled_in_once(harness: CommandHarness) -> None:
    request = DrawingRequest(
        **{
            "prompt": "{model} $(id) ; `id`",
            "model_id": "{effort}",
            "effort": "high",
            **dict.fromkeys(("task", "token"), ""),
            **dict.fromkeys(("options", "folder", "tick", "child_started")),  # type: ignore[arg-type]  # unused here
            **dict.fromkeys(("seed", "attempt", "timeout_seconds", "reply_limit"), 1),
        }
    )
    *_start, model, prompt = harness.arguments(request)
    assert model == "--model={effort}:high"
    assert prompt == "{model} $(id) ; `id`"


def test_a_bad_exit_status_is_a_failure_even_with_a_drawing(
    harness: CommandHarness, make_request: Make
) -> None:
    with pytest.raises(HarnessError, match=r"status 3: I cannot do that\.") as caught:
        harness.draw(make_request(prompt="draw exit3"))
    assert caught.value.failure is Failure.EXIT
    assert caught.value.record["status"] == 3


def test_a_program_that_is_not_there_is_a_failure(make_request: Make) -> None:
    harness = CommandHarness(CommandSettings(("no-such-agent", "{prompt}"), VERSION))
    with pytest.raises(HarnessError, match="no-such-agent cannot be started") as caught:
        harness.draw(make_request())
    assert caught.value.failure is Failure.EXIT


def test_a_program_that_hangs_is_killed_with_all_its_children(
    harness: CommandHarness, make_request: Make
) -> None:
    began = time.monotonic()
    with pytest.raises(HarnessError) as caught:
        harness.draw(make_request(prompt="say fork hang", timeout_seconds=1.5, token="hanging"))
    assert caught.value.failure is Failure.TIMEOUT
    assert time.monotonic() - began < 5
    assert none_left("hanging")


def test_children_left_behind_by_a_good_ending_are_killed_too(
    harness: CommandHarness, make_request: Make
) -> None:
    assert harness.draw(make_request(prompt="draw fork", token="leaving")).content
    assert none_left("leaving")


def test_a_stop_ends_it_with_all_its_children(harness: CommandHarness, make_request: Make) -> None:
    ticks = []

    def stop_at_third() -> None:
        ticks.append(carriers("stopped"))
        if len(ticks) >= 3:
            raise StoppedError

    began = time.monotonic()
    with pytest.raises(StoppedError):
        harness.draw(make_request(prompt="fork hang", tick=stop_at_third, token="stopped"))
    assert any(ticks), "the agent ran"
    assert time.monotonic() - began < 5
    assert none_left("stopped")


def test_no_file_may_grow_without_end(harness: CommandHarness, make_request: Make) -> None:
    with pytest.raises(HarnessError) as caught:
        harness.draw(make_request(prompt="fill"))
    assert caught.value.failure is Failure.EXIT


def test_its_process_group_is_told(harness: CommandHarness, make_request: Make) -> None:
    told = []
    harness.draw(make_request(prompt="say", child_started=lambda *child: told.append(child)))
    ((group, started),) = told
    assert group != os.getpgrp()
    assert started > processes.this_process().started


@pytest.mark.skipif(os.geteuid() != 0, reason="Only root can become another user.")
def test_it_can_run_as_another_user(make_request: Make, tmp_path: Path) -> None:
    for folder in (tmp_path, *tmp_path.parents[:2]):
        folder.chmod(0o755)  # pytest's own folders are closed to others
    settings = CommandSettings(
        ("/usr/bin/id", "-u", "{prompt}"), VERSION, isolation="user", user="nobody"
    )
    reply = CommandHarness(settings).draw(make_request(prompt="nobody"))
    assert int(reply.content) == pwd.getpwnam("nobody").pw_uid


@pytest.fixture
def bubblewrap() -> None:
    """Bubblewrap; CI must have it, but not every machine lets it make its namespaces."""
    if shutil.which("bwrap") is None:
        missing_tool("bubblewrap is not installed (Debian: apt-get install bubblewrap).")
    if subprocess.run(
        ["bwrap", "--unshare-all", "--ro-bind", "/", "/", "true"], check=False
    ).returncode:
        pytest.skip("This machine lets bubblewrap make no namespaces.")


@pytest.mark.usefixtures("bubblewrap")
def test_bubblewrap_hides_the_machine(make_request: Make) -> None:
    settings = CommandSettings(("/bin/ls", "{prompt}"), VERSION, isolation="bubblewrap")
    reply = CommandHarness(settings).draw(make_request(prompt="/"))
    assert b"root" not in reply.content.split()
    assert b"usr" in reply.content.split()


def test_a_file_exchanged_for_a_link_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("secret")
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "a.svg").symlink_to(tmp_path / "secret")
    assert newest_drawing(tmp_path / "work", 100) is None


def test_what_a_failed_program_said_is_told_in_whole_words(make_request: Make) -> None:
    """Half a key at the start of the excerpt could not be told as one."""
    says = f"import sys; sys.exit('sk-{'0' * 60} ' + 'no ' * 90)"
    settings = CommandSettings((sys.executable, "-c", says), VERSION)
    with pytest.raises(HarnessError) as caught:
        CommandHarness(settings).draw(make_request())
    assert caught.value.detail.startswith("The program ended with status 1: no no")

"""The runner, with a real browser in a process of its own."""

from __future__ import annotations

import contextlib
import dataclasses
import shutil
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from benchmarks import benchmarking, examinations, validating
from benchmarks.contract import check_module
from benchmarks.findings import outcome_of
from benchmarks.models import Artifact, Benchmark, Validation
from benchmarks.profiles import CI, PROFILES, Profile
from benchmarks.runner.browser import SOFTWARE_FLAGS, backend_of, is_software
from benchmarks.runner.report import Kind, Request
from benchmarks.runner.supervise import RunnerFailedError, examine
from benchmarks.validity import findings_of
from boards.chromium import find_chromium
from boards.generation import processes
from tests.benchmarks.bad_artifacts import BAD, SLOW_GLIDER, SOUND, source_of
from tests.conftest import missing_tool
from tests.factories.benchmarks import ArtifactFactory

TINY = Profile("tiny", 96, 54, 1, 6, 3, 2)
SECONDS = 240


@pytest.fixture
def chromium() -> str:
    found = find_chromium()
    if found is None:
        missing_tool("Chromium is not installed (Debian: apt-get install chromium).")
        raise AssertionError
    return found


def request(source: str, chromium: str, *, kind: Kind = "validate", profile=TINY) -> Request:
    return Request(
        kind=kind,
        source=source,
        binding=check_module(source).binding,
        profile=profile,
        executable=chromium,
        flags=SOFTWARE_FLAGS,
        frame_seconds=20,
    )


def found_on(source: str, chromium: str, profile: Profile) -> tuple[str, list[str]]:
    with examine(request(source, chromium, profile=profile), seconds=SECONDS) as outcome:
        findings = findings_of(check_module(source), outcome.report)
    return outcome_of(findings), [finding.code for finding in findings]


def test_a_sound_artifact_is_seen_from_all_sides(chromium) -> None:
    with examine(request(SOUND, chromium), seconds=SECONDS) as outcome:
        report = outcome.report
        pictures = sorted(path.name for path in outcome.folder.glob("*.png"))
    assert findings_of(check_module(SOUND), report) == []
    assert len(report.frames) == len(pictures) == 1 + 12 + 3
    assert all(frame["differing"] == 0 for frame in report.frames)
    assert report.environment["software"] is True
    assert report.environment["renderer"]
    assert not Path(outcome.folder).exists()


def test_no_process_of_a_pass_is_told_a_secret(chromium, monkeypatch) -> None:
    monkeypatch.setenv("PELICAN_KEY_TEST", "sk-planted-0123456789")
    monkeypatch.setenv("DATABASE_URL", "postgres://planted@db/pelican")
    mark = f"{processes.TOKEN_VARIABLE}=".encode()
    told: set[bytes] = set()
    browsers = 0
    with ThreadPoolExecutor(max_workers=1) as pool:
        outcome = pool.submit(found_on, SOUND, chromium, TINY)
        while not outcome.done():
            for process in Path("/proc").glob("[0-9]*"):
                with contextlib.suppress(OSError):  # it ended meanwhile
                    environment = (process / "environ").read_bytes()
                    if mark in environment:
                        told.add(environment)
                        browsers += b"--headless" in (process / "cmdline").read_bytes()
            time.sleep(0.05)
    assert outcome.result() == ("passed", [])
    assert browsers
    assert not [each for each in told if b"planted" in each]


@pytest.mark.parametrize("name", sorted(BAD))
def test_each_bad_artifact_gets_exactly_its_finding(name, chromium) -> None:
    # Resolution can only be judged where there are edges enough.
    profile = dataclasses.replace(CI, name="test") if name == "quarter-resolution" else TINY
    assert found_on(source_of(name), chromium, profile) == (BAD[name].outcome, [BAD[name].finding])


def test_a_camera_that_glides_has_the_time_of_each_frame_it_takes(chromium) -> None:
    glider = dataclasses.replace(request(SLOW_GLIDER, chromium), frame_seconds=10)
    with examine(glider, seconds=SECONDS) as outcome:
        report = outcome.report
    drag = report.controls["drag"]
    assert report.problem is None
    assert drag["after"]["yaw"] < drag["before"]["yaw"]


def test_trials_are_timed_by_the_gpu_timer_where_there_is_one(chromium) -> None:
    with examine(request(SOUND, chromium, kind="benchmark"), seconds=SECONDS) as outcome:
        report = outcome.report
    assert [trial["rejection"] for trial in report.trials] == [None, None]
    assert all(len(trial["gpu"]) == len(trial["wall"]) == 6 for trial in report.trials)
    assert report.setup["setup_ms"] > 0


def test_without_a_timer_frames_are_timed_in_batches(chromium) -> None:
    untimed = dataclasses.replace(
        request(SOUND, chromium, kind="benchmark"), flags=("--enable-unsafe-swiftshader",)
    )
    with examine(untimed, seconds=SECONDS) as outcome:
        report = outcome.report
    assert report.environment["timer"] is False
    assert all((trial["gpu"], len(trial["wall"])) == ([], 2) for trial in report.trials)
    # `finish` alone was seen to report nothing at all for a slow frame.
    assert all(value > 0 for trial in report.trials for value in trial["wall"])


@pytest.mark.parametrize(
    ("name", "code"), [("resizes", "canvas.resized"), ("loses-the-context", "context.lost")]
)
def test_a_trial_that_went_wrong_is_rejected_and_kept(name, code, chromium) -> None:
    with examine(request(source_of(name), chromium, kind="benchmark"), seconds=SECONDS) as outcome:
        report = outcome.report
    assert report.problem is None
    if name == "resizes":
        assert report.trials[0]["rejection"]["code"] == code
    else:
        codes = [(trial["rejection"] or {}).get("code") for trial in report.trials]
        assert code in codes


def test_the_runner_is_measured_beside_a_bare_loop_and_not_by_trials_that_failed(chromium) -> None:
    with examine(request(SOUND, chromium, kind="overhead"), seconds=SECONDS) as outcome:
        turns = outcome.report.overhead
    assert len(turns) == TINY.trials
    assert all(turn["bare_ms"] > 0 and turn["runner_ms"] > 0 for turn in turns)

    rejected = source_of("resizes")
    with examine(request(rejected, chromium, kind="overhead"), seconds=SECONDS) as outcome:
        assert (outcome.report.problem or {})["code"] == "canvas.resized"
        assert outcome.report.overhead == []


def test_nothing_is_left_running_when_time_is_up(chromium, monkeypatch) -> None:
    hanging = dataclasses.replace(
        request(source_of("endless-loop"), chromium), frame_seconds=600, setup_seconds=600
    )
    # Of its own, for other tests run browsers meanwhile; short, for it holds the path of a socket.
    with tempfile.TemporaryDirectory(prefix="hang") as folder:
        monkeypatch.setattr(tempfile, "tempdir", folder)
        with (
            pytest.raises(RunnerFailedError, match="did not end within 8 s"),
            examine(hanging, seconds=8),
        ):
            pytest.fail("There is no outcome.")
        deadline = time.monotonic() + 10  # the kernel takes its time to bury what was killed
        while left := _started_in(folder):
            assert time.monotonic() < deadline, left
            time.sleep(0.1)


def _started_in(folder: str) -> list[str]:
    """The commands of what still runs and was started with a folder below ``folder``."""
    commands = []
    for path in processes.PROC.glob("[0-9]*"):
        with contextlib.suppress(OSError):
            commands.append((path / "cmdline").read_text())
    return [command for command in commands if folder in command]


@pytest.mark.django_db
def test_a_validation_and_a_benchmark_from_the_queue_to_the_page(
    client, chromium, monkeypatch, settings
) -> None:
    monkeypatch.setitem(PROFILES, TINY.name, TINY)
    artifact: Artifact = ArtifactFactory.create(source=SOUND)
    exam = examinations.ask(Validation, artifact, TINY, enqueue=False)
    done = validating.carry_out(exam.pk)
    assert done is not None
    assert done.outcome == Validation.Outcome.PASSED
    assert done.stills.count() == 16
    timed = examinations.ask(Benchmark, artifact, TINY, enqueue=False)
    benchmark = benchmarking.carry_out(timed.pk)
    assert benchmark is not None
    assert benchmark.result == Benchmark.Result.MEASURED
    assert benchmark.trials.count() == 2
    assert "tiny" in benchmark.comparison_key
    page = client.get(artifact.get_absolute_url()).content.decode()
    assert "No finding." in page
    still = done.stills.first()
    assert still is not None
    for suffix, start in (("png", b"\x89PNG"), ("webp", b"RIFF")):
        response = client.get(f"/stills/{still.pk}.{suffix}")
        assert b"".join(response.streaming_content).startswith(start)


@pytest.mark.django_db
def test_the_commands_say_what_they_do_and_what_they_found(chromium, monkeypatch, capfd) -> None:
    monkeypatch.setitem(PROFILES, TINY.name, TINY)
    ArtifactFactory.create(slug="bad", source=source_of("calls-fetch"))
    call_command("validate_artifact", "bad", profile=TINY.name)
    said = capfd.readouterr()
    assert "unmet api.network" in said.out
    assert "bad is being drawn:\n  1 of 16: opening\n" in said.err
    assert "  16 of 16: zoom-3\n" in said.err
    call_command("benchmark_artifact", "bad", profile=TINY.name, trials=1)
    assert "tiny+trials=1: measured" in capfd.readouterr().out
    with pytest.raises(CommandError, match="There is no artifact"):
        call_command("benchmark_artifact", "nobody")
    with pytest.raises(CommandError, match="There is no profile"):
        call_command("validate_artifact", "bad", profile="nonsense")


@pytest.mark.parametrize(
    ("renderer", "backend", "software"),
    [
        ("ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device), SwiftShader driver)", "Vulkan", True),
        ("ANGLE (Mesa/X.org, llvmpipe (LLVM 15.0.6 256 bits), OpenGL ES 3.2)", "OpenGL ES", True),
        ("ANGLE (AMD, AMD Radeon(TM) Graphics Direct3D11 vs_5_0 ps_5_0, D3D11)", "D3D11", False),
        ("ANGLE (Apple, ANGLE Metal Renderer: Apple M1, Unspecified)", "Metal", False),
        ("NVIDIA H200", "native", False),
    ],
)
def test_what_a_renderer_string_says(renderer, backend, software) -> None:
    assert (backend_of(renderer), is_software(renderer)) == (backend, software)


def test_a_configured_browser_that_is_missing_is_not_replaced() -> None:
    assert find_chromium("no-such-chromium") is None
    assert find_chromium("sh") == shutil.which("sh")

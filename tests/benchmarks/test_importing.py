from __future__ import annotations

import datetime as dt
import hashlib
import json
import os

import pytest
from django.core.management import CommandError, call_command

from benchmarks.importing import ImportRefusedError, ImportSource, plan_import, run_import
from benchmarks.models import Artifact, RawFile
from benchmarks.prompts import PROMPT
from tests.benchmarks.conftest import PROMPT_SHA256, sha256
from tests.factories.benchmarks import MODULE

pytestmark = pytest.mark.django_db
SOURCE = ImportSource("A collection", "MIT")


def reasons(plan) -> dict[str, str]:
    return {skip.file: skip.reason for skip in plan.skips}


def nested(levels: int) -> object:
    value: object = 1
    for _level in range(levels):
        value = [value]
    return value


def test_it_works(published) -> None:
    folder = published()
    (folder / "raw/gannet-run-01/response.txt").write_text(f"```js\n{MODULE}```")
    (artifact,) = run_import(plan_import(folder), SOURCE).taken
    artifact.refresh_from_db()
    assert artifact.source == MODULE
    assert artifact.model_id == "gannet-3"
    assert artifact.effort == "high"
    assert artifact.generated_on == dt.date(2026, 7, 18)
    assert artifact.normalisations == ["markdown-fences"]
    assert artifact.state == Artifact.State.UNVERIFIED
    assert artifact.condition.prompt_sha256 == PROMPT_SHA256
    assert artifact.licence == "MIT"
    assert not artifact.admitted
    assert not artifact.listed
    assert [file.name for file in artifact.raw_files.all()] == ["response.txt"]


def test_what_the_result_claims_is_kept_apart(published) -> None:
    (artifact,) = run_import(plan_import(published()), SOURCE).taken
    assert artifact.claimed is not None
    assert artifact.claimed["generationUsage"]["apiCostUsd"] == 1.76
    assert artifact.claimed["validation"]["state"] == "passed"
    assert artifact.usage["cost_usd"] is None  # a subscription has no price per call
    assert artifact.usage["input_tokens"] is None
    assert artifact.usage["output_tokens"] == 9
    assert artifact.validations.count() == artifact.benchmarks.count() == 0


def test_importing_again_changes_nothing(published) -> None:
    folder = published()
    run_import(plan_import(folder), SOURCE)
    summary = run_import(plan_import(folder), SOURCE)
    assert (summary.taken, summary.unchanged) == ([], ["gannet-run-01"])
    folder = published(source=MODULE + "// another\n")
    summary = run_import(plan_import(folder), SOURCE)
    assert [skip.reason for skip in summary.skips] == ["is another module that is here already"]
    assert Artifact.objects.get().source == MODULE


def test_sources_and_prompts_are_conditions_of_their_own(published) -> None:
    run_import(plan_import(published("a")), SOURCE)
    run_import(plan_import(published("b", MODULE + "//b")), ImportSource("Another"))
    run_import(plan_import(published("c", MODULE + "//c", promptSha256="0" * 64)), SOURCE)
    run_import(plan_import(published("d", MODULE + "//d")), SOURCE)
    conditions = dict(Artifact.objects.values_list("slug", "condition"))
    assert len({conditions[slug] for slug in "abc"}) == 3
    assert conditions["d"] == conditions["a"]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"artifactSha256": "0" * 64}, "artifacts/gannet-run-01.js has the digest"),
        ({"promptSha256": "x"}, "'promptSha256' is no SHA-256"),
        ({"id": "other"}, "its id is 'other', not the file's name"),
        ({"title": None}, "'title' is missing"),
        ({"title": 7}, "'title' is no text"),
        ({"title": "x" * 81}, "'title' is longer than 80 characters"),
        ({"track": "relay"}, "the track 'relay' is not one of"),
        ({"track": []}, "the track [] is not one of"),
        ({"track": {}}, "the track {} is not one of"),
        ({"title": "\ud800"}, "gannet-run-01.json holds a character that cannot be stored"),
        ({"provenance": {"a\0": 1}}, "gannet-run-01.json holds a character that cannot be stored"),
        ({"generationHarness": {"a": float("nan")}}, "gannet-run-01.json is not JSON: NaN"),
        ({"generationUsage": [float("inf")]}, "gannet-run-01.json is not JSON: Infinity"),
        ({"createdAt": "yesterday"}, "'yesterday' is no date"),
    ],
)
def test_a_result_that_cannot_be_used_is_listed(published, changes, reason) -> None:
    plan = plan_import(published(**changes))
    assert plan.candidates == []
    assert reasons(plan)["results/gannet-run-01.json"].startswith(reason)


@pytest.mark.parametrize(
    ("file", "said"),
    [
        ('{"title": ' + "9" * 5000, "is not JSON: Exceeds the limit"),
        ('{"title": "x", "decoding": {"a": 1e999}}', "is not JSON: 1e999 is too large a number"),
        ('{"title": ' + "[" * 100_000, "is not JSON: maximum recursion depth exceeded"),
        (json.dumps({"title": "x", "harness": nested(60)}), "nests deeper than 50 levels"),
        ('{"title": "x", "generated_on": [2026]}', "[2026] is no date"),
    ],
    ids=["endless number", "infinite number", "deep", "rather deep", "no date"],
)
def test_a_file_that_cannot_be_stored_is_listed_and_the_rest_is_taken(tmp_path, file, said):
    for name, content in {"bad": file, "good": '{"title": "Good"}'}.items():
        (tmp_path / f"{name}.js").write_text(f"{MODULE}//{name}")
        (tmp_path / f"{name}.json").write_text(content)
    summary = run_import(plan_import(tmp_path), SOURCE)
    assert [artifact.slug for artifact in summary.taken] == ["good"]
    assert [skip.file for skip in summary.skips] == ["bad.js"]
    assert said in summary.skips[0].reason


def test_pipes_and_endless_names_are_listed(tmp_path) -> None:
    os.mkfifo(tmp_path / "pipe.js")
    (tmp_path / "pipe.json").write_text('{"title": "x"}')
    (tmp_path / f"{'a' * 120}.js").write_text(MODULE)
    assert {file[:4]: reason for file, reason in reasons(plan_import(tmp_path)).items()} == {
        "pipe": "pipe.js is not a regular file",
        "aaaa": "its name is no id: at most 110 small letters, digits and single hyphens",
    }


def test_a_manifest_that_nests_without_end_is_ignored(published) -> None:
    folder = published()
    (folder / "manifest.json").write_text("[" * 100_000)
    plan = plan_import(folder)
    assert len(plan.candidates) == 1
    assert "cannot be read, so it is ignored" in reasons(plan)["manifest.json"]


def test_a_price_beyond_belief_is_unknown(published) -> None:
    usage = {"outputTokens": 10**400, "billingMode": "api-metered", "apiCostUsd": 10**400}
    (artifact,) = run_import(plan_import(published(generationUsage=usage)), SOURCE).taken
    assert artifact.usage["output_tokens"] is artifact.usage["cost_usd"] is None


def test_a_receipt_must_fit_its_result(published) -> None:
    folder = published()
    raw = folder / "raw/gannet-run-01"
    (raw / "response.txt").write_text(MODULE)
    (raw / "receipt.json").write_text(json.dumps({"response": {"sha256": sha256("other")}}))
    assert "its receipt says" in reasons(plan_import(folder))["results/gannet-run-01.json"]
    (raw / "receipt.json").write_text(json.dumps({"response": {"sha256": 7}}))
    assert "its receipt says 7" in reasons(plan_import(folder))["results/gannet-run-01.json"]
    (raw / "receipt.json").write_text(json.dumps({"prompt": {"sha256": "0" * 64}}))
    assert "another prompt" in reasons(plan_import(folder))["results/gannet-run-01.json"]


def test_the_prompt_file_decides_which_results_belong_to_it(published) -> None:
    folder = published()
    assert len(plan_import(folder, prompt_sha256=PROMPT_SHA256).candidates) == 1
    plan = plan_import(folder, prompt_sha256="0" * 64)
    assert "its prompt has the digest" in reasons(plan)["results/gannet-run-01.json"]


def test_the_manifest_and_the_directory_are_compared(published) -> None:
    folder = published()
    (folder / "manifest.json").write_text(json.dumps(["results/missing.json"]))
    (folder / "artifacts/stray.js").write_text(MODULE)
    plan = plan_import(folder)
    assert reasons(plan) == {
        "results/gannet-run-01.json": "is not named in manifest.json",
        "results/missing.json": "is named in manifest.json but not in the directory",
        "artifacts/stray.js": "has no result file",
    }


def test_links_are_not_followed(published, tmp_path_factory) -> None:
    folder = published()
    secret = tmp_path_factory.mktemp("elsewhere") / "secret.js"
    secret.write_text(MODULE)
    module = folder / "artifacts/gannet-run-01.js"
    module.unlink()
    module.symlink_to(secret)
    assert "links are not followed" in reasons(plan_import(folder))["results/gannet-run-01.json"]


@pytest.mark.parametrize("part", ["artifacts", "results", "raw", "raw/gannet-run-01"])
def test_nor_is_a_linked_folder(published, tmp_path_factory, part) -> None:
    folder = published()
    (folder / "raw/gannet-run-01/response.txt").write_text(MODULE)
    elsewhere = tmp_path_factory.mktemp("elsewhere") / "folder"
    (folder / part).rename(elsewhere)
    (folder / part).symlink_to(elsewhere)
    summary = run_import(plan_import(folder), SOURCE)
    assert not RawFile.objects.exists()
    assert any("links are not followed" in skip.reason for skip in summary.skips)
    assert len(summary.taken) == part.startswith("raw")


def test_raw_files_that_cannot_be_kept_are_listed(published, tmp_path) -> None:
    folder = published()
    raw = folder / "raw/gannet-run-01"
    (raw / "notes.txt").write_text("kept")
    (raw / "large.txt").write_bytes(b"x" * (4 * 1024 * 1024 + 1))
    (raw / "link.txt").symlink_to("/etc/hostname")
    (raw / ("n" * 101)).write_text("x")
    os.mkfifo(raw / "pipe")
    summary = run_import(plan_import(folder), SOURCE)
    assert [file.name for file in RawFile.objects.all()] == ["notes.txt"]
    assert {
        skip.file.removeprefix("raw/gannet-run-01/"): skip.reason for skip in summary.skips
    } == {
        "large.txt": "large.txt is larger than 4,194,304 bytes",
        "link.txt": "is a link; links are not followed",
        "n" * 101: "its name is longer than 100 characters",
        "pipe": "is not a regular file",
    }


def test_a_module_with_a_small_file_beside_it(tmp_path) -> None:
    module = tmp_path / "promenade.js"
    module.write_text(MODULE)
    assert "has no promenade.json" in reasons(plan_import(module))["promenade.js"]
    module.with_suffix(".json").write_text(
        json.dumps({"title": "Promenade", "prompt_sha256": "current"})
    )
    source = ImportSource("The house", reference=True)
    (artifact,) = run_import(plan_import(tmp_path), source).taken
    assert artifact.is_reference
    assert artifact.maker == ""
    assert artifact.condition.prompt_sha256 == PROMPT.sha256
    assert artifact.condition.prompt == PROMPT.text
    assert artifact.sha256 == hashlib.sha256(MODULE.encode()).hexdigest()


def test_the_name_of_a_page_is_no_slug(tmp_path) -> None:
    (tmp_path / "compare.js").write_text(MODULE)
    (tmp_path / "compare.json").write_text('{"title": "Compare"}')
    summary = run_import(plan_import(tmp_path), SOURCE)
    assert [skip.reason for skip in summary.skips] == ["is the name of a page"]


def test_nothing_to_import_is_said(tmp_path) -> None:
    with pytest.raises(ImportRefusedError, match="holds nothing to import"):
        plan_import(tmp_path)
    with pytest.raises(ImportRefusedError, match="does not exist"):
        plan_import(tmp_path / "gone")


def test_the_command(published, capsys) -> None:
    folder = published()
    call_command("import_artifacts", str(folder), source="Here", admit="Looked at it.")
    assert "1 taken; 0 of them wait" in capsys.readouterr().out
    artifact = Artifact.objects.get()
    assert artifact.admitted
    assert artifact.admissions.get().note == "Looked at it."
    with pytest.raises(CommandError) as refused:
        call_command("import_artifacts", str(folder / "gone"))
    assert refused.value.returncode == 2

from __future__ import annotations

import os
from dataclasses import replace
from io import StringIO
from pathlib import Path, PosixPath
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from boards.catalogue import UnknownTaskError, get_task
from boards.generation.importing import (
    Rejection,
    Source,
    Summary,
    describe,
    drawn_at,
    plan_import,
    run_import,
)
from boards.generation.manifest import ImportRefusedError, read_manifest
from boards.models import Attempt, Condition, Run, Sample, Slot, Variant
from boards.svg import evaluate
from pelican.rules import RULES

DRAWING = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300">'
    '<rect width="400" height="300" fill="#dff"/>'
    '<circle cx="{x}" cy="220" r="50" fill="none" stroke="#222" stroke-width="6"/>'
    '<circle cx="290" cy="220" r="50" fill="none" stroke="#222" stroke-width="6"/>'
    '<ellipse cx="200" cy="110" rx="60" ry="40" fill="#fff" stroke="#222"/></svg>'
)
BLANK = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30"></svg>'
SOURCE = Source("Test collection", "CC0")


def write(directory, files):
    for name, content in files.items():
        path = directory / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return directory


def drawing(x=110):
    return DRAWING.format(x=x)


def reasons(summary):
    return {skip.file: skip.reason for skip in summary.skips}


@pytest.mark.django_db
def test_it_works(tmp_path):
    write(
        tmp_path,
        {
            "gannet-low-1.svg": drawing(110),
            "gannet-low-2.svg": f"Here it is:\n```svg\n{drawing(112)}\n```\nEnjoy.",
            "heron.txt": drawing(114),
            "puffin.svg": BLANK,
        },
    )

    summary = run_import(plan_import(tmp_path), SOURCE)

    assert (len(summary.passed), len(summary.rejected), summary.skips) == (3, 1, [])
    assert summary.rejections_by_code() == {"blank": 1}
    assert set(Variant.objects.values_list("slug", "effort")) == {
        ("gannet-low", "low"),
        ("heron", "default"),
        ("puffin", "default"),
    }
    run = Run.objects.get()
    assert (run.kind, run.state, run.source, run.n, run.feeds_board) == (
        "import",
        "complete",
        "Test collection",
        2,
        True,
    )
    assert Condition.objects.get().source == "Test collection"
    assert set(Slot.objects.values_list("state", flat=True)) == {"drawn"}
    assert Attempt.objects.exclude(raw_digest="").count() == 4
    rejected = Sample.objects.get(gate_passed=False)
    assert rejected.structure is None
    assert rejected.rules_version == RULES.version
    assert "prose_removed" in Sample.objects.get(slot__index=2).normalisations


@pytest.mark.django_db
def test_what_the_sanitiser_took_out_is_kept_with_the_sample(tmp_path):
    scripted = drawing().replace("<rect", "<script>alert(1)</script><rect", 1)
    write(tmp_path, {"heron.svg": scripted})

    [sample] = run_import(plan_import(tmp_path), SOURCE).passed

    assert [(removal["name"], removal["count"]) for removal in sample.removals] == [("script", 1)]
    assert "script" not in sample.svg


@pytest.mark.django_db
def test_importing_again_changes_nothing(tmp_path):
    write(tmp_path, {"heron.svg": drawing(), "puffin.svg": BLANK})
    run_import(plan_import(tmp_path), SOURCE)
    before = list(Sample.objects.order_by("pk").values())

    summary = run_import(plan_import(tmp_path), SOURCE)

    assert summary.taken == 0
    assert summary.unchanged == ["heron.svg", "puffin.svg"]
    assert list(Sample.objects.order_by("pk").values()) == before
    assert Run.objects.count() == Attempt.objects.count() - 1 == 1


@pytest.mark.django_db
def test_a_changed_file_never_replaces_a_sample(tmp_path):
    write(tmp_path, {"heron.svg": drawing()})
    run_import(plan_import(tmp_path), SOURCE)
    write(tmp_path, {"heron.svg": drawing(150)})

    summary = run_import(plan_import(tmp_path), SOURCE)

    assert reasons(summary) == {"heron.svg": "drawing 1 of heron is another file"}
    assert Sample.objects.count() == 1


@pytest.mark.django_db
def test_another_source_is_another_condition(tmp_path):
    write(tmp_path, {"heron.svg": drawing()})
    run_import(plan_import(tmp_path), SOURCE)
    run_import(plan_import(tmp_path), Source("Another"))

    assert Sample.objects.count() == 2
    assert Variant.objects.count() == 1
    assert Condition.objects.count() == Run.objects.count() == 2


@pytest.mark.django_db
def test_each_unusable_file_is_a_listed_skip_and_the_rest_is_taken(tmp_path):
    write(
        tmp_path,
        {
            "a-10-megabytes.svg": b"<svg>" + b" " * 10_000_000,
            "b-picture.svg": b"\x89PNG\r\n\x1a\n" + bytes(100),
            "c-noise.svg": bytes(range(32)) * 20,
            "d-empty.svg": b" \n",
            "e-notes.docx": b"x",
            "f-good.svg": drawing(),
        },
    )
    (tmp_path / "g-folder").mkdir()
    (tmp_path / "h-link.svg").symlink_to(tmp_path / "f-good.svg")

    summary = run_import(plan_import(tmp_path), SOURCE)

    assert [sample.slot.variant.slug for sample in summary.passed] == ["f-good"]
    assert reasons(summary) == {
        "a-10-megabytes.svg": "is 10,000,005 bytes long; the limit is 2,097,152 bytes",
        "b-picture.svg": "is binary, not text",
        "c-noise.svg": "is binary, not text",
        "d-empty.svg": "is empty",
        "e-notes.docx": "is neither a drawing nor a reply (.svg, .txt, .md)",
        "g-folder": "is a directory; import it on its own",
        "h-link.svg": "is a link; links are not followed",
    }
    assert Variant.objects.count() == 1


@pytest.mark.django_db
def test_a_name_that_cannot_be_stored_is_a_listed_skip_and_printed_safely(tmp_path):
    folder = os.fsencode(tmp_path)
    for name in (b"heron.svg", b"\xff\xfe.svg", b"a\nb\x1b[2J.svg", b"x" * 200 + b".svg"):
        Path(os.fsdecode(folder + b"/" + name)).write_text(drawing())
    out = StringIO()

    call_command("import_samples", str(tmp_path), source="Shore", stdout=out)

    assert [sample.slot.variant.slug for sample in Sample.objects.all()] == ["heron"]
    assert out.getvalue().splitlines()[1:] == [
        "3 skipped:",
        "  a�b�[2J.svg: its name holds a control character",
        "  ��.svg: its name is not UTF-8",
        f"  {'x' * 200}.svg: its version is longer than 120 characters",
    ]


class FarFuture(PosixPath):
    """A file of a year that not every file system can keep and no date can name."""

    def stat(self, **_options):
        return SimpleNamespace(st_mtime=1e12)


def test_a_file_from_the_far_future_was_drawn_now():
    now = timezone.now()
    assert drawn_at(FarFuture("heron.svg"), now) == now


@pytest.mark.django_db
@pytest.mark.skipif(os.geteuid() == 0, reason="root reads every file")
def test_an_unreadable_file_is_a_listed_skip(tmp_path):
    write(tmp_path, {"heron.svg": drawing(), "puffin.svg": drawing()})
    (tmp_path / "puffin.svg").chmod(0)

    summary = run_import(plan_import(tmp_path), SOURCE)

    assert reasons(summary) == {"puffin.svg": "cannot be read: Permission denied"}


@pytest.mark.django_db
def test_of_two_files_for_one_slot_the_second_is_skipped(tmp_path):
    write(tmp_path, {"heron.svg": drawing(), "heron.txt": drawing(130)})

    summary = run_import(plan_import(tmp_path), SOURCE)

    assert reasons(summary) == {"heron.txt": "heron.svg is already drawing 1 of this variant"}
    assert summary.taken == 1


@pytest.mark.django_db
def test_replies_that_are_no_drawings_are_results(tmp_path):
    write(
        tmp_path,
        {
            "refusal.txt": "I cannot draw that.",
            "utf16.svg": drawing().encode("utf-16"),
            "cut.svg": drawing()[:-60],
        },
    )

    summary = run_import(plan_import(tmp_path), SOURCE)

    assert summary.rejections_by_code() == {"no_svg": 2, "truncated": 1}


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda path: path / "missing", "does not exist"),
        (lambda path: path / "file.svg", "is not a directory"),
        (lambda path: path / "empty", "holds nothing to import"),
    ],
)
def test_an_unusable_directory_is_refused(tmp_path, make, message):
    write(tmp_path, {"file.svg": drawing()})
    (tmp_path / "empty").mkdir()

    with pytest.raises(ImportRefusedError, match=message):
        plan_import(make(tmp_path))


def test_an_unknown_task_is_refused_with_the_valid_ones(tmp_path):
    write(tmp_path, {"heron.svg": drawing()})

    with pytest.raises(UnknownTaskError, match=r"“pelican_boat”.*axolotl_bicycle"):
        plan_import(tmp_path, task="pelican_boat")


@pytest.mark.django_db
def test_a_manifest_says_who_drew_what(tmp_path):
    write(
        tmp_path,
        {
            "1.svg": drawing(),
            "2.svg": drawing(130),
            "extra.svg": drawing(),
            "manifest.csv": (
                "file,version,effort,index,task,vendor,note\n"
                "1.svg,Heron 4,max,1,,Northshore,kept\n"
                "2.svg,Heron 4,max,2,octopus_unicycle,Northshore,\n"
                "3.svg,Heron 4,max,3,,Northshore,\n"
            ),
        },
    )

    plan = plan_import(tmp_path, manifest=tmp_path / "manifest.csv")
    summary = run_import(plan, SOURCE)

    variant = Variant.objects.get()
    assert (variant.name, variant.version.family.vendor.name) == ("Heron 4 max", "Northshore")
    assert set(Slot.objects.values_list("task", "index")) == {
        ("pelican_bicycle", 1),
        ("octopus_unicycle", 2),
    }
    assert reasons(summary) == {
        "extra.svg": "is not named in manifest.csv",
        "3.svg": "is named in manifest.csv but not in the directory",
    }


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("file,variant\na.svg,x\n", "the column “version” is missing"),
        ("file,version\na.svg,\n", "line 2: file and version may not be empty"),
        ("file,version,index\na.svg,x,0\n", "line 2: index “0” is no number"),
        ("file,version,index\na.svg,x,²\n", "line 2: index “²” is no number"),
        (f"file,version,index\na.svg,x,{'9' * 5000}\n", "line 2: index “9{20}” is no number"),
        (f"file,version\na.svg,{'v' * 121}\n", "line 2: its version is longer than 120 characters"),
        (f"file,version,vendor\na.svg,x,{'v' * 81}\n", "line 2: its vendor is longer than 80"),
        ("file,version\na.svg,x\0y\n", "line 2: its version holds a control character"),
        ("file,version,task\na.svg,x,boat\n", "line 2: Unknown task “boat”"),
        ("file,version\na.svg,x\na.svg,y\n", "line 3: a.svg is named twice"),
        (b"\xff\xfe\x00", "cannot be read as a CSV file"),
    ],
)
def test_a_manifest_that_cannot_be_used_is_refused_with_its_line(tmp_path, text, message):
    path = tmp_path / "manifest.csv"
    write(tmp_path, {"manifest.csv": text})

    with pytest.raises(ImportRefusedError, match=message):
        read_manifest(path)


def test_a_manifest_that_is_not_there_is_named(tmp_path):
    with pytest.raises(ImportRefusedError, match=r"manifest\.csv does not exist\. Name a CSV file"):
        read_manifest(tmp_path / "manifest.csv")


@pytest.mark.django_db
def test_a_version_named_like_another_s_effort_keeps_its_own_variant(tmp_path):
    write(
        tmp_path,
        {
            "a.svg": drawing(),
            "b.svg": drawing(),
            "manifest.csv": "file,version,effort\na.svg,Gannet high,\nb.svg,Gannet,high\n",
        },
    )

    run_import(plan_import(tmp_path, manifest=tmp_path / "manifest.csv"), SOURCE)

    assert Variant.objects.count() == Sample.objects.count() == 2


@pytest.mark.django_db
def test_the_command_prints_the_summary(tmp_path):
    write(tmp_path, {"heron.svg": drawing(), "puffin.svg": BLANK, "notes.pdf": "x"})
    out = StringIO()

    call_command("import_samples", str(tmp_path), source="Shore", stdout=out)

    assert out.getvalue().splitlines() == [
        "2 taken: 1 passed the gate, 1 rejected.",
        "  blank: 1",
        "  puffin.svg: blank",
        "1 skipped:",
        "  notes.pdf: is neither a drawing nor a reply (.svg, .txt, .md)",
    ]


@pytest.mark.django_db
def test_the_command_answers_unusable_arguments_with_status_2(tmp_path):
    with pytest.raises(CommandError, match="does not exist") as caught:
        call_command("import_samples", str(tmp_path / "nowhere"))
    assert caught.value.returncode == 2
    for source in ("\udcff", "x" * 201):
        with pytest.raises(CommandError, match=r"source's name is .* Give another one") as caught:
            call_command("import_samples", str(tmp_path), source=source)
        assert caught.value.returncode == 2
    assert not Run.objects.exists()


def test_the_summary_counts_a_rejected_file_under_each_of_its_codes_and_names_it():
    rejected = [Rejection("a.svg", ("blank", "off_canvas")), Rejection("b.svg", ("blank",))]
    assert list(describe(Summary(rejected=rejected))) == [
        "2 taken: 0 passed the gate, 2 rejected.",
        "  blank: 2",
        "  off_canvas: 1",
        "  a.svg: blank, off_canvas",
        "  b.svg: blank",
    ]


@pytest.mark.django_db
def test_a_drawing_that_the_machine_could_not_evaluate_is_taken_next_time(tmp_path, monkeypatch):
    write(tmp_path, {"heron.svg": drawing()})
    busy = replace(evaluate("", get_task("pelican_bicycle")), error="too busy", transient=True)
    with monkeypatch.context() as patch:
        patch.setattr("boards.samples.evaluate", lambda *_: busy)
        summary = run_import(plan_import(tmp_path), SOURCE)

    assert reasons(summary) == {"heron.svg": "was not evaluated, import it again: too busy"}
    assert not Variant.objects.exists()
    assert run_import(plan_import(tmp_path), SOURCE).taken == 1

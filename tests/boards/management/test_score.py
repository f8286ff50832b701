"""``manage.py score``."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.tree import PROJECT

FIXTURES = PROJECT / "tests" / "fixtures" / "drawings"
KEYS = {
    "file",
    "task",
    "profile",
    "sha256",
    "normalisations",
    "gate",
    "structure",
    "duration_ms",
    "error",
}


def score(*arguments):
    out = io.StringIO()
    call_command("score", *map(str, arguments), stdout=out)
    return out.getvalue()


def scored(*arguments):
    return [json.loads(line) for line in score(*arguments, "--format", "json").splitlines()]


def test_a_drawing_gets_a_line_of_json():
    (line,) = scored(FIXTURES / "complete.svg")

    assert set(line) == KEYS
    assert line["gate"]["passed"] is True
    assert line["gate"]["violations"] == []
    assert line["gate"]["measurements"]["elements"] > 10
    assert line["structure"]["score"] == 1.0
    assert set(line["structure"]["checks"]["wheel_count"]) >= {"passed", "value", "bound"}
    assert [set(wheel) >= {"cx", "cy", "r"} for wheel in line["structure"]["wheels"]] == [True] * 2
    assert line["error"] is None


def test_a_failed_drawing_says_why_and_has_no_structure():
    (line,) = scored(FIXTURES / "malformed.svg")

    assert line["gate"]["violations"][0]["code"] == "no_svg"
    assert "line 4, column 7" in line["gate"]["violations"][0]["detail"]
    assert line["structure"] is None


def test_the_profile_and_the_task_decide():
    (line,) = scored(
        FIXTURES / "vehicle_only.svg", "--profile", "environment", "--task", "pelican_unicycle"
    )

    assert line["profile"] == "environment"
    assert line["task"] == "pelican_unicycle"
    assert set(line["structure"]["checks"]) == {
        "wheel_count",
        "rider_present",
        "rider_proportionate",
    }


def test_directories_are_walked_and_every_file_gets_its_line_in_order(tmp_path):
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "1.svg").write_text("<svg/>", encoding="utf-8")
    (tmp_path / "a.bin").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "z.txt").write_text("no drawing", encoding="utf-8")

    lines = scored(tmp_path, FIXTURES / "blank.svg", "--jobs", "2")

    assert [Path(line["file"]).name for line in lines] == ["a.bin", "z.txt", "1.svg", "blank.svg"]
    assert [line["gate"]["violations"][0]["code"] for line in lines] == [
        "no_svg",
        "no_svg",
        "blank",
        "blank",
    ]


def test_a_directory_without_a_file_is_refused(tmp_path):
    (tmp_path / "deeper").mkdir()
    with pytest.raises(CommandError, match="There is no file in the directory") as caught:
        scored(tmp_path)
    assert caught.value.returncode == 2


def test_a_file_that_cannot_be_read_gets_its_line(tmp_path, monkeypatch):
    path = tmp_path / "secret.svg"
    path.write_text("<svg/>", encoding="utf-8")

    def refuse(_self):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", refuse)  # root may read anything

    (line,) = scored(path)

    assert line["error"] == "The file cannot be read: Permission denied."
    assert line["gate"] is None


def test_csv_has_one_row_per_file():
    rows = list(csv.DictReader(io.StringIO(score(FIXTURES / "medium.svg", FIXTURES / "blank.svg",
                                                 "--format", "csv"))))  # fmt: skip

    assert [row["passed"] for row in rows] == ["True", "False"]
    assert [row["codes"] for row in rows] == ["", "blank"]
    assert rows[0]["structure_score"] == "1.0"
    assert rows[0]["rider_present"] == "True"
    assert rows[1]["ink_share"] == "0.0"


def test_a_table_reads_well():
    lines = score(FIXTURES / "vehicle_only.svg", FIXTURES / "blank.svg", "--format", "table")

    assert "passed  0.714      without rider_present, rider_proportionate" in lines
    assert "failed             blank: The picture is blank" in lines


def test_standard_input_is_read():
    ran = subprocess.run(
        [sys.executable, "manage.py", "score", "-"],
        input=(FIXTURES / "medium.svg").read_bytes(),
        capture_output=True,
        cwd=PROJECT,
        check=True,
        timeout=60,
    )

    line = json.loads(ran.stdout)
    assert line["file"] == "-"
    assert line["gate"]["passed"] is True
    assert ran.stderr == b""


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("nowhere.svg",), "nowhere.svg"),
        ((FIXTURES / "blank.svg", "--task", "cow_car"), "cow_car"),
        ((FIXTURES / "blank.svg", "--jobs", "0"), "--jobs"),
    ],
)
def test_unusable_arguments_are_named(arguments, message):
    with pytest.raises(CommandError, match=message) as raised:
        score(*arguments)

    assert raised.value.returncode == 2

"""The 512 px picture: made once, kept, made again when it is not whole."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.files.storage import default_storage

from boards.models import Sample
from boards.pictures import ensure_picture, picture_png
from tests.factories.boards import SampleFactory

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def folder() -> Iterator[Path]:
    """The pictures' folder, empty."""
    path = Path(default_storage.path("pictures"))
    shutil.rmtree(path, ignore_errors=True)
    yield path
    shutil.rmtree(path, ignore_errors=True)


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def test_a_picture_is_made_once(folder: Path):
    sample = SampleFactory.create()
    ensure_picture(sample)
    (file,) = _files(folder)
    made = file.stat().st_mtime_ns
    assert picture_png(sample) == file.read_bytes()
    assert file.stat().st_mtime_ns == made
    assert _files(folder) == [file]


def test_equal_drawings_share_a_picture_and_another_renderer_does_not(folder: Path):
    first, second = SampleFactory.create(), SampleFactory.create()
    assert picture_png(first) == picture_png(second)
    assert len(_files(folder)) == 1
    picture_png(SampleFactory.create(renderer_version="resvg-1/fonts-0/engine-0"))
    assert len(_files(folder)) == 2


@pytest.mark.parametrize("damage", [b"", b"\x89PNG\r\n\x1a\n half", b"no picture at all"])
def test_a_damaged_picture_is_made_again(folder: Path, damage: bytes):
    sample = SampleFactory.create()
    whole = picture_png(sample)
    (file,) = _files(folder)
    file.write_bytes(damage)
    assert picture_png(sample) == whole
    assert file.read_bytes() == whole


def test_where_nothing_was_drawn_there_is_no_picture(folder: Path):
    assert picture_png(SampleFactory.create(svg="", gate_passed=False)) is None
    assert _files(folder) == []


def test_what_the_renderer_refuses_has_no_picture_and_breaks_nothing(folder: Path, caplog):
    sample: Sample = SampleFactory.create(svg="<svg", gate_passed=False)
    ensure_picture(sample)
    assert picture_png(sample) is None
    assert f"Sample {sample.pk} has no picture" in caplog.text
    assert _files(folder) == []


def test_storage_that_fails_loses_the_copy_and_not_the_picture(folder: Path, caplog):
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.write_text("a file stands where the folder should be")
    try:
        png = picture_png(SampleFactory.create())
    finally:
        folder.unlink()
    assert png is not None
    assert png.startswith(b"\x89PNG")
    assert "could not be stored" in caplog.text

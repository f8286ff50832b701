from __future__ import annotations

import datetime as dt

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import storages

from boards.raw import purge_raw, read_raw, save_raw

TODAY = dt.date(2026, 11, 30)


@pytest.fixture(autouse=True)
def _empty_storage(settings, tmp_path):
    settings.STORAGES = {
        **settings.STORAGES,
        "raw": {
            "BACKEND": "django.core.files.storage.FileSystemStorage",
            "OPTIONS": {"location": tmp_path / "raw"},
        },
    }


def test_before_anything_was_kept_there_is_nothing_to_purge():
    assert purge_raw(TODAY) == 0


def test_a_record_is_kept_for_thirty_days_and_then_deleted():
    last_kept = save_raw("replies", b"young", day=TODAY - dt.timedelta(days=30))
    too_old = save_raw("replies", b"old", day=TODAY - dt.timedelta(days=31))

    assert purge_raw(TODAY) == 1
    assert purge_raw(TODAY) == 0
    assert read_raw(last_kept.path) == b"young"
    assert read_raw(too_old.path) is None


@pytest.mark.parametrize("folder", ["2020-13-45", "notes"])
def test_a_folder_that_is_no_date_is_left_alone(folder):
    path = storages["raw"].save(f"{folder}/x", ContentFile(b"x"))

    assert purge_raw(TODAY) == 0
    assert read_raw(path) == b"x"

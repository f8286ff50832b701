"""One page in two languages."""

from __future__ import annotations

import pytest
from django.utils import translation

from pelican.languages import path_in_language, sentence_gap


@pytest.mark.parametrize(
    ("path", "language", "expected"),
    [
        ("/", "zh-hans", "/zh/"),
        ("/zh/", "en", "/"),
        ("/zh", "en", "/"),
        ("/zh/", "zh-hans", "/zh/"),
        (
            "/boards/?condition=7c1e&sort=-votes",
            "zh-hans",
            "/zh/boards/?condition=7c1e&sort=-votes",
        ),
        ("/zh/boards/?next=/zh/", "en", "/boards/?next=/zh/"),
        ("/zhong/", "zh-hans", "/zh/zhong/"),
        ("/zhong/", "en", "/zhong/"),
        ("/no/such/page/", "zh-hans", "/zh/no/such/page/"),
    ],
)
def test_a_path_keeps_its_page_in_another_language(path, language, expected):
    assert path_in_language(path, language) == expected


@pytest.mark.parametrize(("language", "gap"), [("en", " "), ("zh-hans", "")])
def test_no_space_follows_a_full_width_stop(language, gap):
    with translation.override(language):
        assert sentence_gap() == gap

"""One page in two languages."""

from __future__ import annotations

import pytest

from pelican.languages import path_in_language


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

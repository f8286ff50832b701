"""The data page."""

from __future__ import annotations

from http import HTTPStatus

import pytest
from django.test import Client

from pelican.site.datasets import DATASETS
from tests.site.conftest import Colony
from tests.site.html import html_of


def test_every_file_is_offered_with_its_row_count(client: Client, colony: Colony):
    page = html_of(client.get("/data/"))
    for dataset in DATASETS:
        assert f'href="{dataset.url}" download' in page
    assert '<td role="cell" class="num meta">3</td>' in page


@pytest.mark.parametrize("dataset", DATASETS, ids=lambda dataset: dataset.name)
def test_the_dictionary_has_the_columns_of_the_file(client: Client, colony: Colony, dataset):
    page = html_of(client.get("/data/"))
    response = client.get(dataset.url)
    assert response.status_code == HTTPStatus.OK
    header = response.getvalue().decode().partition("\r\n")[0].split(",")
    assert header == [column.name for column in dataset.columns]
    for name in header:
        assert f'<td class="mono">{name}</td>' in page


def test_rows_are_counted_as_they_are_exported(client: Client, colony: Colony):
    for dataset in DATASETS:
        rows = client.get(dataset.url).getvalue().decode().splitlines()[1:]
        assert dataset.rows() == len(rows)

"""A planted key is looked for in everything that is stored, logged, shown or exported."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from http import HTTPStatus

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.test import Client

from boards.models import Attempt, Harness, Run, Sample
from boards.raw import read_raw
from tests.boards.generation.conftest import GOOD_SVG, KEY_NAME
from tests.queue import run_queue
from tests.servers import models as server
from tests.servers.models import ModelServer

pytestmark = pytest.mark.django_db

Start = Callable[..., Run]


def test_a_key_is_found_nowhere(
    planted_key: str,
    start: Start,
    catalogue: ModelServer,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """A provider that echoes the key: in an error, a drawing, the model's name and the usage."""
    harness = Harness.objects.get(slug="nest")
    harness.settings = {**harness.settings, "key": KEY_NAME}
    harness.save()
    catalogue.script(
        "gannet-1",
        server.fails(401, "invalid_api_key", f"Incorrect API key provided: {planted_key}."),
        server.says(
            GOOD_SVG.replace("</svg>", f"<title>{planted_key}</title></svg>"),
            model=f"gannet-1 for {planted_key}",
            usage={"prompt_tokens": 7, "note": [planted_key], planted_key: 1},
        ),
    )
    with caplog.at_level(logging.DEBUG):
        start(n=2)
        run_queue()
    assert catalogue.calls[0].headers["authorization"] == f"Bearer {planted_key}"
    assert Sample.objects.get().response_bytes > 0
    assert Sample.objects.get().receipts["model"] == "gannet-1 for [key]"
    assert "[key]" in Attempt.objects.get(failure="access").error
    assert planted_key not in caplog.text
    for attempt in Attempt.objects.all():
        content = read_raw(attempt.raw_path)
        assert content is not None
        assert planted_key.encode() not in content
        assert b"[key]" in content
    assert planted_key not in everything_stored()
    for page in pages(Run.objects.get()):
        assert planted_key not in page


def pages(run: Run) -> Iterator[str]:
    """Everything about the run that can be looked at or saved, for staff and for all."""
    client = Client()
    client.force_login(User.objects.create_superuser("ines"))
    sample = Sample.objects.get()
    paths = [f"/ops/runs/{run.pk}/", f"/ops/runs/{run.pk}/log/", f"/samples/{sample.pk}/"]
    paths += [f"/ops/runs/{run.pk}/slots/{slot.pk}/" for slot in run.slots.all()]
    paths += [f"/ops/attempts/{attempt.pk}/raw/" for attempt in Attempt.objects.all()]
    paths += [f"/admin/boards/slot/{slot.pk}/change/" for slot in run.slots.all()]
    paths += [f"/admin/boards/harness/{Harness.objects.get(slug='nest').pk}/change/"]
    paths += ["/data/samples.csv"]
    for path in paths:
        response = client.get(path)
        assert response.status_code == HTTPStatus.OK, path
        yield response.getvalue().decode()


def everything_stored() -> str:
    """Every value of every row of every table."""
    rows = [
        str(row)
        for model in apps.get_models()
        if model._meta.managed
        for row in model._default_manager.values_list()
    ]
    assert len(rows) > 20
    return "\n".join(rows)

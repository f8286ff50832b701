from __future__ import annotations

import pytest

from boards.models import Harness, Variant
from pelican.site.preparation import read_models

pytestmark = pytest.mark.django_db


def test_a_fresh_site_can_draw_and_is_asked_once() -> None:
    said: list[str] = []
    read_models(said.append)
    assert Harness.objects.filter(slug="sketch", enabled=True).exists()
    Variant.objects.filter(slug="sketcher-ink-max").update(active=False)
    read_models(said.append)
    assert said == ["reading models.toml…"]
    assert not Variant.objects.get(slug="sketcher-ink-max").active

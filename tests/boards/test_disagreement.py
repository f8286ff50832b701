from __future__ import annotations

import shutil

import pytest
from django.conf import settings

from boards import jobs
from boards.browser_turn import browser_turn
from boards.chromium import find_chromium
from boards.disagreement import NOT_DRAWN
from boards.models import Run, Sample
from pelican.rules import RULES
from tests.conftest import missing_tool
from tests.factories.boards import SampleFactory

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 75">'
ALIKE = f'{HEAD}<rect x="6" y="6" width="30" height="45" fill="teal"/></svg>'
# resvg draws var() black; browsers know it.
UNLIKE = (
    f"{HEAD}<style>rect{{--c:#ffa500}}</style>"
    '<rect width="60" height="75" style="fill:var(--c)"/></svg>'
)
BROKEN = f"{HEAD}<rect"


def sample_of(svg, **fields) -> Sample:
    sample: Sample = SampleFactory.create(svg=svg, **fields)
    return sample


@pytest.mark.browser
@pytest.mark.django_db
def test_drawings_are_compared_with_a_browser_and_only_once(client):
    if find_chromium(settings.CHROMIUM) is None:
        missing_tool("Chromium is not installed (Debian: apt-get install chromium).")
    alike, unlike, broken = map(sample_of, (ALIKE, UNLIKE, BROKEN))
    rejected = sample_of(ALIKE, gate_passed=False, structure=None, structure_score=None)

    assert jobs.compare_renderers() == 3
    assert jobs.compare_renderers() == 0

    for sample in (alike, unlike, broken, rejected):
        sample.refresh_from_db()
    assert alike.compared_with.startswith("Chromium ")
    assert alike.renderer_difference is not None
    assert alike.renderer_difference < 1
    assert not alike.renderers_disagree
    assert unlike.renderer_difference is not None
    assert unlike.renderer_difference > RULES.render.disagreement_flag
    assert unlike.renderers_disagree
    assert (broken.compared_with, broken.renderer_difference) == (NOT_DRAWN, None)
    assert rejected.compared_with == ""
    assert "renderers disagree" in client.get(f"/samples/{unlike.pk}/").content.decode()
    assert "renderers disagree" not in client.get(f"/samples/{alike.pk}/").content.decode()


@pytest.mark.django_db
def test_without_a_browser_drawings_wait(monkeypatch, settings):
    settings.CHROMIUM = "no-such-browser"
    assert shutil.which(settings.CHROMIUM) is None
    sample_of(ALIKE)

    assert jobs.compare_renderers() == 0
    assert Sample.objects.get().compared_with == ""


@pytest.mark.django_db
def test_drawings_wait_while_a_run_draws():
    sample = sample_of(ALIKE)
    Run.objects.filter(pk=sample.slot.run_id).update(state=Run.State.RUNNING)

    assert jobs.compare_renderers() == 0


@pytest.mark.django_db
def test_drawings_wait_while_another_worker_has_a_browser(settings):
    sample = sample_of(ALIKE)
    with browser_turn(settings.VAR_DIR) as ours:
        assert ours
        assert jobs.compare_renderers() == 0
    sample.refresh_from_db()
    assert sample.compared_with == ""

"""Drawings as contestants: who may meet, what is shown, what is said afterwards."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from boards.models import Sample
from pelican.site.conditions import arena_key
from pelican.site.contestants import DrawingArenas
from tests.factories.boards import (
    ConditionFactory,
    RunFactory,
    SampleFactory,
    SlotFactory,
    VariantFactory,
)
from tests.factories.judging import judge_sample
from tests.site.conftest import Colony
from voting import arenas
from voting.arenas import Fact

ARENAS = DrawingArenas()


def test_the_site_registers_its_drawings(colony: Colony):
    assert [info.key for info in arenas.all_arenas()] == [arena_key(colony.condition)]


def test_an_arena_describes_its_board(colony: Colony):
    (info,) = ARENAS.arenas()
    assert info.key == f"pelican_bicycle@{colony.condition.digest[:12]}"
    assert info.url == f"/boards/pelican_bicycle/?condition={colony.condition.digest[:12]}"
    assert info.subtitle == "Generate an SVG of a pelican riding a bicycle"
    assert (info.task, info.condition) == ("pelican_bicycle", colony.condition.digest)
    assert (info.contestants, info.demo, info.canonical) == (2, False, True)


def test_its_title_is_in_the_language_of_the_moment(colony: Colony):
    (info,) = ARENAS.arenas()
    assert str(info.title) == "Pelican on a bicycle"
    with override("zh-hans"):
        assert str(info.title) == "鹈鹕骑自行车"


def test_eligible_are_published_passed_drawings_of_boards(colony: Colony):
    key = arena_key(colony.condition)
    canary = RunFactory.create(kind="canary", feeds_board=False)
    SampleFactory.create(slot=SlotFactory.create(run=canary, condition=colony.condition))
    SampleFactory.create()  # of another condition
    eligible = ARENAS.contestants(key)
    assert set(eligible) == {colony.heron.slug, colony.gannet.slug}
    assert eligible[colony.heron.slug] == [str(colony.passed.pk)]
    Sample.objects.filter(pk=colony.passed.pk).update(state=Sample.State.WITHDRAWN)
    assert set(ARENAS.contestants(key)) == {colony.gannet.slug}


def test_one_variant_alone_makes_no_arena(db):
    condition, variant = ConditionFactory.create(), VariantFactory.create()
    for _ in range(2):
        SampleFactory.create(slot=SlotFactory.create(condition=condition, variant=variant))
    assert ARENAS.arenas() == []


def test_own_runs_are_preferred_to_imports_and_demo_data(colony: Colony):
    for kind in ({"source": "a folder"}, {"demo": True}):
        condition = ConditionFactory.create(**kind)
        for _ in range(5):
            SampleFactory.create(slot=SlotFactory.create(condition=condition))
    canonical = [info for info in ARENAS.arenas() if info.canonical]
    assert [info.key for info in canonical] == [arena_key(colony.condition)]
    assert arenas.all_arenas()[0].key == arena_key(colony.condition)
    assert [info.demo for info in arenas.all_arenas()] == [False, False, True]


@pytest.mark.parametrize(
    "key", ["", "sdf", "pelican_bicycle", "pelican_bicycle@", "pelican_bicycle@%", "@" * 20]
)
def test_an_unknown_arena_has_nobody(colony: Colony, key: str):
    assert ARENAS.contestants(key) == {}
    assert ARENAS.picture(key, str(colony.passed.pk)) is None
    assert ARENAS.reveal(key, [str(colony.passed.pk)]) == {}


def test_a_picture_is_the_drawing_and_never_the_same_bytes(colony: Colony):
    key, entry = arena_key(colony.condition), str(colony.passed.pk)
    first, second = ARENAS.picture(key, entry), ARENAS.picture(key, entry)
    assert first is not None
    assert second is not None
    assert first.content_type.startswith("image/svg+xml")
    assert b"<circle" in first.content
    assert first.content != second.content


def test_a_still_is_a_png(colony: Colony):
    still = ARENAS.still(arena_key(colony.condition), str(colony.passed.pk))
    assert still is not None
    assert still.content.startswith(b"\x89PNG")


@pytest.mark.parametrize("entry", ["", "x", "-1", "1e3", "٣", "9" * 40, "999999"])
def test_an_unknown_entry_has_no_picture(colony: Colony, entry: str):
    key = arena_key(colony.condition)
    assert ARENAS.picture(key, entry) is None
    assert ARENAS.still(key, entry) is None
    assert ARENAS.reveal(key, [entry]) == {}


def test_a_rejected_drawing_cannot_be_shown_in_a_pair(colony: Colony):
    assert ARENAS.picture(arena_key(colony.condition), str(colony.rejected.pk)) is None


def test_the_reveal_names_the_variant(colony: Colony):
    entry = str(colony.passed.pk)
    Sample.objects.filter(pk=colony.passed.pk).update(structure_score=5 / 7)
    reveal = ARENAS.reveal(arena_key(colony.condition), [entry])[entry]
    assert (reveal.name, reveal.effort) == ("Heron 4", "high")
    assert reveal.vendor == colony.heron.version.family.vendor.name
    assert reveal.url == f"/samples/{entry}/"
    assert reveal.contestant_url == "/variants/heron-4-high/"
    assert reveal.number_text == "drawing 1 of 2"
    assert [fact.value for fact in reveal.facts] == ["", "71\u202f%"]


def reference_fact(colony: Colony) -> arenas.Fact:
    entry = str(colony.passed.pk)
    (fact,) = ARENAS.reveal(arena_key(colony.condition), [entry])[entry].facts
    return fact


def test_the_reveal_has_the_score_of_the_drawing_on_its_scale(colony: Colony):
    judge_sample(colony.passed, 2, stand_in=True)
    judge_sample(colony.passed, 10)
    assert reference_fact(colony) == Fact("ref", "AI reference score", "10.0", drawn=True, place=1)
    judge_sample(colony.passed, 1)  # a newer panel
    assert (reference_fact(colony).value, reference_fact(colony).place) == ("1.0", 0)


def test_a_computed_score_says_that_nobody_judged(colony: Colony):
    judge_sample(colony.passed, 4, stand_in=True)
    fact = reference_fact(colony)
    assert (fact.value, fact.note) == ("4.0", "not a judge")
    assert fact.place == pytest.approx(1 / 3)


def test_a_score_that_is_not_there_is_unavailable(colony: Colony):
    missing = Fact("ref", "AI reference score", "", drawn=True, note="unavailable")
    assert reference_fact(colony) == missing
    judge_sample(colony.passed, 9, counted=False)
    judge_sample(colony.passed, 9, stand_in=True)  # stands in for nobody who has judged
    assert reference_fact(colony) == missing


def test_a_reveal_takes_four_queries(colony: Colony, django_assert_num_queries):
    entries = [str(sample.pk) for sample in Sample.objects.all()]
    with django_assert_num_queries(4):
        ARENAS.reveal(arena_key(colony.condition), entries)

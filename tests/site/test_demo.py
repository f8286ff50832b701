from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import call_command

from boards.generation.importing import Source, plan_import, run_import
from boards.models import Condition, Family, Run, Sample, Slot, Variant, Vendor
from pelican.site.demo.loading import load_demo
from voting.models import Arena, Ballot, Pair, RatingSnapshot, Tally
from voting.tables import visitor_table

DRAWING = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30">'
    '<circle cx="20" cy="15" r="9" fill="teal"/></svg>'
)

pytestmark = pytest.mark.django_db


def counts():
    models = (Vendor, Family, Variant, Run, Slot, Sample, Condition)
    voting = (Arena, Pair, Ballot, Tally, RatingSnapshot)
    return {model.__name__: model.objects.count() for model in models + voting}


def test_the_demo_is_labelled_voted_on_and_loaded_once():
    summary = load_demo()

    assert (len(summary.passed), summary.rejections_by_code()) == (
        26,
        {"blank": 1, "off_canvas": 1, "text_label": 1, "truncated": 1},
    )
    assert not Variant.objects.filter(demo=False).exists()
    assert {name.split()[0] for name in Vendor.objects.values_list("name", flat=True)} == {"Demo"}
    arena = Arena.objects.get()
    assert arena.demo
    rows = visitor_table(arena.key).rows
    assert rows[0].contestant == "demo-heron-1-high"
    assert not any(row.provisional for row in rows)

    before = counts()
    assert load_demo().taken == 0
    assert counts() == before


def test_removing_takes_everything_demo_and_nothing_else(tmp_path):
    (tmp_path / "demo-puffin-1.svg").write_text(DRAWING)
    (tmp_path / "heron.svg").write_text(DRAWING)
    run_import(plan_import(tmp_path), Source("Shore"))
    before = counts()
    out = StringIO()

    call_command("load_demo", stdout=out)
    call_command("load_demo", "--remove", stdout=out)

    assert counts() == before
    assert "30 taken: 26 passed the gate, 4 rejected." in out.getvalue()
    assert "30 demo drawings and all simulated ballots removed." in out.getvalue()

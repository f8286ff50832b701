from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from benchmarks.decisions import DecisionRefusedError, decide_admission, move_state
from benchmarks.models import Artifact
from tests.factories.benchmarks import ArtifactFactory

pytestmark = pytest.mark.django_db


def test_the_latest_admission_holds_and_all_are_kept() -> None:
    artifact = ArtifactFactory.create(listed=False, admitted=False)
    decide_admission(artifact, admitted=True, note="Read it.")
    assert Artifact.objects.runnable().get() == artifact
    decide_admission(artifact, admitted=False, note="It hangs on phones.")
    assert not Artifact.objects.runnable().exists()
    assert Artifact.objects.published().get() == artifact
    notes = [each.note for each in artifact.admissions.all()]
    assert notes == ["It hangs on phones.", "Read it."]


def test_a_refusal_may_hide() -> None:
    artifact = ArtifactFactory.create()
    decide_admission(artifact, admitted=False, listed=False, note="Not ours to show.")
    assert not Artifact.objects.published().exists()


def test_the_state_moves_with_a_note_and_a_history(admin_user) -> None:
    artifact = ArtifactFactory.create()
    change = move_state(artifact, "verified", note="Ran it again.", by=admin_user)
    assert (change.before, change.after, change.by) == ("unverified", "verified", admin_user)
    assert Artifact.objects.get().state == "verified"


@pytest.mark.parametrize(
    ("state", "note", "why"),
    [("verified", " ", "Say why"), ("good", "x", "is no state"), ("unverified", "x", "already")],
)
def test_a_move_that_says_nothing_is_refused(state, note, why) -> None:
    artifact = ArtifactFactory.create()
    with pytest.raises(DecisionRefusedError, match=why):
        move_state(artifact, state, note=note)
    assert artifact.state_changes.count() == 0


def test_an_admission_needs_a_note() -> None:
    with pytest.raises(DecisionRefusedError, match="Say why"):
        decide_admission(ArtifactFactory.create(), admitted=True, note="")


def test_the_database_holds_what_the_code_does() -> None:
    artifact = ArtifactFactory.create()
    for wrong in ({"admitted": True, "listed": False}, {"slug": "vote"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Artifact.objects.filter(pk=artifact.pk).update(**wrong)


@pytest.mark.parametrize("slug", ["compare", "Gannet", "a--b", "-a", "a_b"])
def test_a_slug_is_plain_and_names_no_page(slug) -> None:
    with pytest.raises(ValidationError):
        ArtifactFactory.build(slug=slug).clean_fields(
            exclude=["condition", "variant", "usage", "contract"]
        )

"""What staff may do to votes."""

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.urls import reverse

from tests.factories.voting import START, MemoryArenas, cast_vote
from voting import arenas, ballots
from voting.models import Arena, Ballot, BallotEvent
from voting.ratings import fit_arena

pytestmark = pytest.mark.django_db
MODELS = ("arena", "ballot", "pair", "ratingsnapshot", "tally")


def run_action(client: Client, action: str) -> None:
    chosen = list(Ballot.objects.values_list("pk", flat=True))
    client.post(
        reverse("admin:voting_ballot_changelist"), {"action": action, "_selected_action": chosen}
    )


@pytest.mark.parametrize("model", MODELS)
def test_everything_can_be_looked_at(
    admin_client: Client, provider: MemoryArenas, model: str
) -> None:
    cast_vote(provider)
    fit_arena(arenas.row(provider.info), START)
    page = admin_client.get(reverse(f"admin:voting_{model}_changelist"))
    assert page.status_code == 200
    row = page.context["cl"].result_list[0]
    assert (
        admin_client.get(reverse(f"admin:voting_{model}_change", args=[row.pk])).status_code == 200
    )


@pytest.mark.parametrize("model", MODELS)
def test_nothing_is_added_or_deleted_by_hand(
    admin_client: Client, provider: MemoryArenas, model: str
) -> None:
    pk = cast_vote(provider).pk
    assert admin_client.get(reverse(f"admin:voting_{model}_add")).status_code == 403
    response = admin_client.post(reverse(f"admin:voting_{model}_delete", args=[pk]))
    assert response.status_code in {302, 403}
    assert Ballot.objects.exists()


def test_a_ballot_cannot_be_rewritten(admin_client: Client, provider: MemoryArenas) -> None:
    ballot = cast_vote(provider)
    path = reverse("admin:voting_ballot_change", args=[ballot.pk])
    assert admin_client.post(path, {"outcome": "right"}).status_code == 403


def test_ballots_are_set_aside_and_let_in_again_with_the_name_of_who_did_it(
    admin_client: Client, provider: MemoryArenas
) -> None:
    cast_vote(provider)
    run_action(admin_client, "quarantine")
    assert Ballot.objects.get().state == "quarantined"
    run_action(admin_client, "restore")
    assert Ballot.objects.get().state == "valid"
    assert list(BallotEvent.objects.values_list("state", "actor")) == [
        ("quarantined", "admin"),
        ("valid", "admin"),
    ]


def test_votes_that_were_taken_back_stay_so(admin_client: Client, provider: MemoryArenas) -> None:
    ballot = cast_vote(provider, "me")
    ballots.undo(ballot.pair.nonce, "me", START)
    for action in ("quarantine", "restore"):
        run_action(admin_client, action)
    assert Ballot.objects.get().state == "invalid"


def test_who_may_only_look_moves_nothing(client: Client, provider: MemoryArenas) -> None:
    cast_vote(provider)
    user = User.objects.create_user("looker", is_staff=True)
    user.user_permissions.add(Permission.objects.get(codename="view_ballot"))
    client.force_login(user)
    run_action(client, "quarantine")
    assert Ballot.objects.get().state == "valid"


def test_an_arena_can_be_closed(admin_client: Client, provider: MemoryArenas) -> None:
    arena = arenas.row(provider.info)
    path = reverse("admin:voting_arena_change", args=[arena.pk])
    admin_client.post(path, {})
    assert not Arena.objects.get().open

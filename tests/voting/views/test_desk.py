"""The integrity desk: who sees it, what it shows, and what staff can do there."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.utils import timezone

from pelican.rules import RULES
from tests.factories.voting import MemoryArenas, cast_vote
from voting import arenas, ballots, desk, shares, tallies
from voting.models import Arena, Ballot, BallotEvent
from voting.outcomes import Outcome
from voting.ratings import fit_arena
from voting.voters import new_key

pytestmark = pytest.mark.django_db
DESK = "/ops/votes/"


@pytest.fixture
def staff(client: Client) -> Client:
    """A browser of somebody who may decide."""
    user = User.objects.create_user("ines", is_staff=True)
    user.user_permissions.add(Permission.objects.get(codename="change_ballot"))
    client.force_login(user)
    return client


@pytest.fixture
def voter(provider: MemoryArenas) -> str:
    """A session of four votes, the third of them too fast, in a fitted arena."""
    key, now = new_key(), timezone.now()
    for number in range(4):
        ballot = cast_vote(provider, key, Outcome.LEFT, now - timedelta(minutes=10 - number))
        if number == 2:
            Ballot.objects.filter(pk=ballot.pk).update(state="quarantined", reason="too_fast")
            tallies.count(ballot, -1)
    cast_vote(provider, new_key(), Outcome.RIGHT, now - timedelta(minutes=1))
    fit_arena(arenas.row(provider.info), now)
    return key


def page_of(voter: str) -> str:
    return f"{DESK}session/{voter}/"


def states(voter: str) -> list[str]:
    return list(Ballot.objects.filter(voter=voter).order_by("pk").values_list("state", flat=True))


def decide(client: Client, voter: str, **values: object) -> int:
    data = {"action": "quarantine", "scope": "all", "reason": "A script by its timing", **values}
    return client.post(page_of(voter), data).status_code


@pytest.mark.parametrize("prefix", ["", "/zh"])
def test_the_desk_shows_sessions_addresses_and_days_in_both_languages(
    staff: Client, voter: str, prefix: str
) -> None:
    response = staff.get(prefix + DESK)
    page = response.content.decode()
    assert response.status_code == 200
    digest = Ballot.objects.filter(voter=voter).values_list("address_digest", flat=True)[0]
    assert f'href="{prefix}{page_of(voter)}"' in page
    assert f'href="{prefix}{DESK}address/{digest}/"' in page
    assert "Model variant-" in page
    assert "no-store" in response["Cache-Control"]
    assert staff.get(prefix + page_of(voter)).status_code == 200
    assert staff.get(f"{prefix}{DESK}address/{digest}/").status_code == 200


def test_nobody_but_staff_sees_it(client: Client, voter: str) -> None:
    for path in (DESK, page_of(voter)):
        assert client.get(path).status_code == 302
        client.force_login(User.objects.get_or_create(username="visitor")[0])
        assert client.get(path).status_code == 302
        client.logout()


def test_an_empty_site_has_an_empty_desk(staff: Client) -> None:
    assert "Nobody has voted yet" in staff.get(DESK).content.decode()
    assert staff.get(DESK, {"arena": "none"}).status_code == 404
    assert staff.get(page_of(new_key())).status_code == 404


def test_a_whole_session_is_quarantined_and_restored_with_its_history(
    staff: Client, voter: str
) -> None:
    arena = Arena.objects.get()
    assert decide(staff, voter) == 303
    assert states(voter) == ["quarantined"] * 4
    assert tallies.recount(arena.pk).total() == 1
    assert decide(staff, voter, action="restore", reason="It was a class at school") == 303
    assert states(voter) == ["valid", "valid", "quarantined", "valid"], "the fast one never counted"
    ballot = Ballot.objects.filter(voter=voter).order_by("pk")[0]
    assert list(ballot.history.values_list("was", "state", "reason", "actor")) == [
        ("valid", "quarantined", "A script by its timing", "ines"),
        ("quarantined", "valid", "It was a class at school", "ines"),
    ]
    page = staff.get(page_of(voter)).content.decode()
    assert "It was a class at school" in page
    assert [(one.ballots, one.actor) for one in desk.decisions(arena)] == [(3, "ines"), (3, "ines")]


def test_chosen_ballots_are_moved_alone(staff: Client, voter: str) -> None:
    third = Ballot.objects.filter(voter=voter).order_by("pk")[2]
    values = {"action": "restore", "scope": "chosen", "ballot": [third.pk]}
    assert decide(staff, voter, **values) == 303
    assert states(voter) == ["valid"] * 4


def test_ballots_of_others_cannot_be_chosen(staff: Client, voter: str) -> None:
    other = Ballot.objects.exclude(voter=voter).get()
    assert decide(staff, voter, scope="chosen", ballot=[other.pk]) == 400
    assert Ballot.objects.get(pk=other.pk).state == "valid"


@pytest.mark.parametrize(
    "wrong",
    [{"reason": " "}, {"reason": "x" * 201}, {"action": "delete"}, {"scope": "chosen"}],
    ids=["no reason", "long reason", "unknown action", "nothing chosen"],
)
def test_a_decision_must_be_complete(staff: Client, voter: str, wrong: dict[str, object]) -> None:
    response = staff.post(
        page_of(voter), {"action": "quarantine", "scope": "all", "reason": "Odd", **wrong}
    )
    assert response.status_code == 400
    assert 'role="alert"' in response.content.decode()
    assert not BallotEvent.objects.exists()


def test_who_may_only_look_decides_nothing(client: Client, voter: str) -> None:
    client.force_login(User.objects.create_user("guest", is_staff=True))
    assert 'name="action"' not in client.get(page_of(voter)).content.decode()
    assert decide(client, voter) == 403
    assert not BallotEvent.objects.exists()


def test_what_a_voter_took_back_stays_taken_back(staff: Client, voter: str) -> None:
    first = Ballot.objects.filter(voter=voter).order_by("pk")[0]
    ballots.change_state(
        first, Ballot.State.INVALID, reason="undone", actor="voter", now=timezone.now()
    )
    decide(staff, voter, action="restore", scope="chosen", ballot=[first.pk])
    decide(staff, voter)
    assert states(voter)[0] == "invalid"


def test_a_low_share_of_valid_votes_is_alarming(
    staff: Client, voter: str, provider: MemoryArenas
) -> None:
    assert "Few votes count" not in staff.get(DESK).content.decode()
    now = timezone.now()
    for _ in range(60):
        cast_vote(provider, new_key(), now=now)
    Ballot.objects.filter(cast_at=now).update(state="quarantined", reason="address_hour")
    page = staff.get(DESK).content.decode()
    assert "Few votes count" in page
    assert "too many votes from one address in an hour" in page
    share, _reasons = shares.valid_share(Arena.objects.get(), now)
    assert (share.valid, share.total, share.alarming) == (4, 65, True)


def test_a_low_share_of_few_votes_is_not_shown_as_sound(staff: Client, voter: str) -> None:
    Ballot.objects.update(state="quarantined", reason="address_hour")
    page = staff.get(DESK).content.decode()
    assert "Few votes count" not in page
    assert 'chip--box chip--warn">0' in page
    assert f"an alarm needs {RULES.voting.valid_share_votes} ballots" in page


def test_votes_taken_back_are_left_out_of_the_share_and_counted_beside_it(
    staff: Client, voter: str
) -> None:
    taken = Ballot.objects.earliest("pk")
    valid = Ballot.objects.filter(state="valid").exclude(pk=taken.pk).count()
    ballots.change_state(
        taken, Ballot.State.INVALID, reason="voter_request", actor="voter", now=timezone.now()
    )
    page = staff.get(DESK).content.decode()
    assert f"<b>{valid}</b> of <b>{Ballot.objects.count() - 1}</b> count" in page
    assert "<b>1</b> more was taken back by its voter" in page

"""A pair, the answer to it, the reveal, and taking it back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from voting import arenas, ballots, pages, pairs
from voting.addresses import client_address
from voting.arenas import ArenaInfo, Provider, UnknownArenaError
from voting.models import Ballot
from voting.outcomes import Outcome, UnknownOutcomeError
from voting.views.responses import SeeOther
from voting.voters import Voter, known_voter, remember, voter_of

SKIP: Final = "skip"


@dataclass(frozen=True)
class HomePair:
    """A pair for the front page: what to show, and whom to :func:`remember`."""

    question: pages.Question
    arena: ArenaInfo
    voter: Voter


def home_pair(request: HttpRequest) -> HomePair | None:
    """The pair that the front page offers; rendering the page counts as showing it.

    The caller sends the voter's cookie with ``voters.remember(response, pair.voter)``. None where
    there is nothing to vote on for this visitor.
    """
    found = _default_arena()
    if found is None:
        return None
    provider, info = found
    voter, now = voter_of(request), timezone.now()
    try:
        pair = pairs.next_pair(provider, info, voter.key, now, address=client_address(request))
    except pairs.NoPairError:
        return None
    pairs.mark_shown(pair, now)
    return HomePair(pages.question(pair), info, voter)


@never_cache
@require_safe
def vote(request: HttpRequest, arena_key: str | None = None) -> HttpResponse:
    """A pair of one arena; without a key, of the one that visitors are sent to first."""
    if arena_key is None:
        found = _default_arena()
        if found is None:
            return render(request, "voting/nothing.html", {"why": "empty"})
    else:
        found = _arena_or_404(arena_key)
    notice = "undone" if "undone" in request.GET else ""
    return _vote_page(request, *found, notice=notice)


def _vote_page(
    request: HttpRequest,
    provider: Provider,
    info: ArenaInfo,
    *,
    notice: str = "",
    status: int = 200,
) -> HttpResponse:
    """The page with the voter's next pair, or why there is none; sets the voter's cookie."""
    voter, now = voter_of(request), timezone.now()
    context: dict[str, Any] = {"arena": info, "notice": notice}
    try:
        pair = pairs.next_pair(provider, info, voter.key, now, address=client_address(request))
    except pairs.NoPairError as reason:
        context |= _why_nothing(reason) | {"other": pages.other_arena(info.key, voter.key)}
        return render(request, "voting/nothing.html", context, status=status)
    if request.headers.get("X-Purpose") != "prefetch":
        pairs.mark_shown(pair, now)
    context |= {
        "question": pages.question(pair),
        "undo": ballots.undoable(voter.key, now),
        "progress": pages.progress(voter.key, info),
    }
    return remember(render(request, "voting/vote.html", context, status=status), voter)


def _why_nothing(reason: pairs.NoPairError) -> dict[str, Any]:
    if isinstance(reason, pairs.EverythingSeenError):
        return {"why": "seen", "count": reason.count}
    return {"why": "closed" if isinstance(reason, pairs.ArenaClosedError) else "few"}


def _default_arena() -> tuple[Provider, ArenaInfo] | None:
    for info in arenas.all_arenas():
        if info.contestants > 1:
            return arenas.find(info.key)
    return None


def _arena_or_404(arena_key: str) -> tuple[Provider, ArenaInfo]:
    try:
        return arenas.find(arena_key)
    except UnknownArenaError as error:
        raise Http404(str(error)) from error


@never_cache
@require_POST
def cast(request: HttpRequest) -> HttpResponse:
    """Take an answer, or a skip: 303 to what follows, 400 or 409 with a way on."""
    nonce, choice = request.POST.get("pair", ""), request.POST.get("choice", "")
    voter, now = known_voter(request), timezone.now()
    key = voter.key if voter else None
    try:
        if choice == SKIP:
            pair = ballots.skip(nonce, key, now)
            return SeeOther(reverse("vote-arena", args=[pair.arena.key]))
        ballots.cast(nonce, key, Outcome.parse(choice), client_address(request), now)
    except UnknownOutcomeError:
        return render(request, "voting/refused.html", _REFUSALS["outcome"], status=400)
    except ballots.RefusedVoteError as refusal:
        return _refused(request, refusal)
    return SeeOther(reverse("reveal", args=[nonce]))


_REFUSALS: Final[dict[str, dict[str, str | Promise]]] = {
    "outcome": {
        "title": _("That is no answer we know"),
        "text": _("A pair takes “A”, “B”, “tie” or “both bad”. Nothing was counted."),
    },
    "forged": {
        "title": _("We never put this pair to anybody"),
        "text": _("Its address may have been cut short on the way. Nothing was counted."),
    },
    "foreign": {
        "title": _("This pair was put to somebody else"),
        "text": _(
            "A pair can be answered only in the browser that was asked, and only while that "
            "keeps our cookie. Nothing was counted."
        ),
    },
}


def _refused(request: HttpRequest, refusal: ballots.RefusedVoteError) -> HttpResponse:
    """Say why nothing was counted; where a pair was merely too old or used, show the next one."""
    if isinstance(refusal, (ballots.UsedPairError, ballots.ExpiredPairError)) and refusal.pair:
        used = isinstance(refusal, ballots.UsedPairError)
        try:
            found = arenas.find(refusal.pair.arena.key)
        except UnknownArenaError:
            context: dict[str, Any] = {"why": "empty"}
            return render(request, "voting/nothing.html", context, status=409)
        return _vote_page(request, *found, notice="used" if used else "expired", status=409)
    kind = "foreign" if isinstance(refusal, ballots.ForeignPairError) else "forged"
    return render(request, "voting/refused.html", _REFUSALS[kind], status=400)


@never_cache
@require_safe
def reveal(request: HttpRequest, nonce: str) -> HttpResponse:
    """Who the two were; for the one who voted only."""
    voter = known_voter(request)
    ballot = get_object_or_404(
        Ballot.objects.select_related("pair", "arena"),
        pair__nonce=nonce,
        voter=voter.key if voter else "",
    )
    return render(
        request, "voting/reveal.html", {"revealed": pages.revealed(ballot, timezone.now())}
    )


@never_cache
@require_POST
def undo(request: HttpRequest) -> HttpResponse:
    """Take the last vote back and go on; 409 when it is too late."""
    voter = known_voter(request)
    try:
        ballot = ballots.undo(
            request.POST.get("pair", ""), voter.key if voter else None, timezone.now()
        )
    except ballots.UndoRefusedError:
        context = {
            "title": _("Too late to take this back"),
            "text": _("Only the last vote can be undone, and only for a few seconds."),
        }
        return render(request, "voting/refused.html", context, status=409)
    return SeeOther(reverse("vote-arena", args=[ballot.arena.key]) + "?undone=1")

"""The pictures of a pair, under addresses that tell nothing."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from voting import arenas
from voting.arenas import Picture, Provider, UnknownArenaError
from voting.models import Pair
from voting.voters import known_voter

_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
}


@require_safe
def picture(request: HttpRequest, nonce: str, side: str) -> HttpResponse:
    """Side ``a`` or ``b`` of a pair, for the voter it was put to; 404 for everybody else."""
    provider, pair, entry = _entry(request, nonce, side)
    return _answer(provider.picture(pair.arena.key, entry))


@require_safe
def still(request: HttpRequest, nonce: str, side: str) -> HttpResponse:
    """The same without motion; where there is no such picture, the one that may move."""
    provider, pair, entry = _entry(request, nonce, side)
    key = pair.arena.key
    return _answer(provider.still(key, entry) or provider.picture(key, entry))


def _entry(request: HttpRequest, nonce: str, side: str) -> tuple[Provider, Pair, str]:
    voter = known_voter(request)
    pair = (
        Pair.objects.select_related("arena")
        .filter(nonce=nonce, voter=voter.key if voter else "")
        .first()
    )
    if pair is None:
        raise Http404
    try:
        provider, _info = arenas.find(pair.arena.key)
    except UnknownArenaError as error:
        raise Http404 from error
    return provider, pair, pair.left_entry if side == "a" else pair.right_entry


def _answer(found: Picture | None) -> HttpResponse:
    if found is None:
        raise Http404
    return HttpResponse(found.content, content_type=found.content_type, headers=_HEADERS)

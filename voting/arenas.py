"""Arenas: where contestants of one kind meet, and who provides them.

This app knows no drawings. An arena is a key (``<task>@<first 12 digits of the condition's
digest>``, or ``sdf``), its contestants are opaque ids, and each contestant has entries: what is
shown of it. An app that has something to vote on registers a :class:`Provider`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import override

from voting.models import Arena


@dataclass(frozen=True)
class ArenaInfo:
    """An arena as its provider describes it.

    Attributes:
        key: what the URL and every export say.
        title: heading of the voting page, in the reader's language.
        url: page of the board that the votes go to.
        contestants: how many can meet now.
        subtitle: the prompt that all entries answer; empty where there is none.
        subtitle_language: its language, as HTML writes it.
        task: id of the task, for exports; empty where there is none.
        condition: digest of the condition, for exports; empty where there is none.
        demo: made up by the project itself.
        canonical: the arena a visitor who asked for none is sent to first.
    """

    key: str
    title: str | Promise
    url: str
    contestants: int
    subtitle: str = ""
    subtitle_language: str = "en"
    task: str = ""
    condition: str = ""
    demo: bool = False
    canonical: bool = False


@dataclass(frozen=True)
class Picture:
    """Bytes to show for an entry, free of anything that tells who made it."""

    content: bytes
    content_type: str


@dataclass(frozen=True)
class Fact:
    """One result shown after the vote.

    Attributes:
        kind: its style: ``ref``, ``seen``, ``env`` or empty.
        label: what it is.
        value: the figure as text; empty where there is none.
        drawn: whether the figure is one on a scale that is drawn beside it.
        place: where it lies between the ends of that scale, from 0 to 1.
        note: why there is no figure, or what else has to be known of a drawn one.
    """

    kind: str
    label: str | Promise
    value: str
    drawn: bool = False
    place: float = 0.0
    note: str = ""


@dataclass(frozen=True)
class Reveal:
    """Who an entry was: shown after the vote, never before."""

    contestant: str
    name: str
    effort: str
    vendor: str
    url: str
    contestant_url: str
    number_text: str = ""
    facts: Sequence[Fact] = field(default=())
    demo: bool = False

    @property
    def full_name(self) -> str:
        """Name and effort, without one that says nothing."""
        return self.name if self.effort in ("", "default") else f"{self.name} {self.effort}"


class Provider(Protocol):
    """What an app must answer about its arenas. Every answer holds for this moment only."""

    def arenas(self) -> Sequence[ArenaInfo]:
        """All arenas that exist now."""

    def contestants(self, key: str) -> Mapping[str, Sequence[str]]:
        """Contestant id → ids of its entries that may be shown; empty for an unknown arena."""

    def picture(self, key: str, entry: str) -> Picture | None:
        """The entry, blinded afresh on each call; None when it may not be shown any more."""

    def still(self, key: str, entry: str) -> Picture | None:
        """The same without motion, or None where there is no such picture."""

    def reveal(self, key: str, entries: Sequence[str]) -> Mapping[str, Reveal]:
        """Who these entries are; entries that are gone are left out."""


class UnknownArenaError(LookupError):
    """No provider has this arena. The message names the key."""


_PROVIDERS: Final[dict[str, Provider]] = {}


def register(name: str, provider: Provider) -> None:
    """Add a provider under a name of its own; the same name again replaces it."""
    _PROVIDERS[name] = provider


def unregister(name: str) -> None:
    """Forget a provider; one that is not there is not missed."""
    _PROVIDERS.pop(name, None)


def all_arenas() -> list[ArenaInfo]:
    """Every arena, in the order in which visitors are sent to them.

    Arenas of a task before others, real before demo, the canonical task before others, then the
    one with most contestants.
    """
    found = [info for provider in _PROVIDERS.values() for info in provider.arenas()]
    return sorted(found, key=_first_come)


def _first_come(info: ArenaInfo) -> tuple[bool, bool, bool, int]:
    return (not info.task, info.demo, not info.canonical, -info.contestants)


def find(key: str) -> tuple[Provider, ArenaInfo]:
    """The provider of an arena and its description; raises :class:`UnknownArenaError`."""
    for provider in _PROVIDERS.values():
        for info in provider.arenas():
            if info.key == key:
                return provider, info
    raise UnknownArenaError(f"There is no arena “{key}”.")


def row(info: ArenaInfo) -> Arena:
    """The stored arena of this description, made on first use and kept in step with it."""
    with override(settings.LANGUAGE_CODE):
        values = {
            "title": str(info.title),
            "task": info.task,
            "condition": info.condition,
            "demo": info.demo,
        }
    arena, _created = Arena.objects.get_or_create(key=info.key, defaults=values)
    changed = [name for name, value in values.items() if getattr(arena, name) != value]
    if changed:
        for name in changed:
            setattr(arena, name, values[name])
        arena.save(update_fields=changed)
    return arena


def sync_arenas() -> list[Arena]:
    """Store every arena that exists now; arenas that are gone keep their ballots and ratings."""
    return [row(info) for info in all_arenas()]

"""Pairs: two entries put before one voter."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from pelican.rules import RULES
from voting.models.arena import Arena


class Pair(models.Model):
    """A question to one voter. The page knows its ``nonce`` only, never who is on which side.

    ``shown_at`` is when its page was rendered; null while it was merely prefetched.
    ``probability`` is that with which this pair of contestants was drawn.
    """

    class State(models.TextChoices):
        """What became of the question."""

        OPEN = "open", _("open")
        VOTED = "voted", _("voted")
        SKIPPED = "skipped", _("skipped")
        EXPIRED = "expired", _("expired")

    CLOSED: Final = (State.VOTED, State.SKIPPED)
    """The states that the voter put the pair in."""

    arena = models.ForeignKey(Arena, models.CASCADE, related_name="pairs")
    nonce = models.CharField(max_length=22, unique=True)
    left_contestant = models.CharField(_("left contestant"), max_length=120)
    right_contestant = models.CharField(_("right contestant"), max_length=120)
    left_entry = models.CharField(_("left entry"), max_length=40)
    right_entry = models.CharField(_("right entry"), max_length=40)
    voter = models.CharField(_("voter"), max_length=22)
    address_digest = models.CharField(_("address digest"), max_length=64, blank=True)
    probability = models.FloatField(_("probability"))
    rules_version = models.CharField(_("rules version"), max_length=20)
    issued_at = models.DateTimeField(_("issued"))
    shown_at = models.DateTimeField(_("shown"), null=True, blank=True)
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.OPEN)

    class Meta:
        ordering = ["-id"]
        verbose_name = _("pair")
        verbose_name_plural = _("pairs")
        indexes = [
            models.Index(fields=["voter", "arena", "-id"], name="pairs_of_a_voter"),
            models.Index(fields=["state", "issued_at"], name="pairs_to_purge"),
            models.Index(
                fields=["address_digest", "issued_at"],
                condition=~Q(address_digest=""),
                name="pairs_of_an_address",
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["voter", "arena"],
                condition=Q(state="open"),
                name="one_open_pair_per_voter_and_arena",
            ),
            models.CheckConstraint(
                condition=~Q(left_contestant=F("right_contestant")),
                name="a_pair_has_two_contestants",
            ),
            models.CheckConstraint(
                condition=Q(probability__gt=0, probability__lte=1),
                name="pair_probability_is_a_share",
            ),
            models.CheckConstraint(
                condition=Q(state__in=["open", "voted", "skipped", "expired"]),
                name="pair_state_is_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.left_contestant} – {self.right_contestant}"

    @property
    def entry_pair(self) -> str:
        """Both entries whatever their sides: what a voter may judge once."""
        return entry_pair(self.left_entry, self.right_entry)

    def is_expired(self, now: datetime) -> bool:
        """Whether the question has been open for too long to be answered."""
        return now - self.issued_at > timedelta(minutes=RULES.voting.pair_minutes)


def entry_pair(one: str, other: str) -> str:
    """A key of two entries that does not depend on their order."""
    return "|".join(sorted((one, other)))

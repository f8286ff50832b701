"""Ballots, the history of their states, and the tallies of those that count."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from voting.models.arena import Arena
from voting.models.pairs import Pair


class Ballot(models.Model):
    """One vote. Its contestants, sides and outcome never change; only its state may.

    ``reason`` is a code for what the site decided itself (see :mod:`voting.limits`) and free text
    where a person decided. No address is stored, only a digest that links within one day.
    """

    class Choice(models.TextChoices):
        """The outcomes of :mod:`voting.outcomes`, with their names for people."""

        LEFT = "left", _("A is better")
        RIGHT = "right", _("B is better")
        TIE = "tie", _("tie")
        BOTH_BAD = "both_bad", _("both bad")

    class State(models.TextChoices):
        """Only valid ballots count."""

        VALID = "valid", _("valid")
        QUARANTINED = "quarantined", _("quarantined")
        INVALID = "invalid", _("invalid")

    pair = models.OneToOneField(Pair, models.CASCADE, related_name="ballot")
    arena = models.ForeignKey(Arena, models.CASCADE, related_name="ballots")
    left = models.CharField(_("left contestant"), max_length=120)
    right = models.CharField(_("right contestant"), max_length=120)
    left_entry = models.CharField(_("left entry"), max_length=40)
    right_entry = models.CharField(_("right entry"), max_length=40)
    entry_pair = models.CharField(max_length=81, editable=False)
    outcome = models.CharField(_("outcome"), max_length=10, choices=Choice)
    voter = models.CharField(_("voter"), max_length=22)
    address_digest = models.CharField(_("address digest"), max_length=64, blank=True)
    cast_at = models.DateTimeField(_("cast"))
    state = models.CharField(_("state"), max_length=12, choices=State, default=State.VALID)
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    rules_version = models.CharField(_("rules version"), max_length=20)

    class Meta:
        ordering = ["-cast_at", "-id"]
        verbose_name = _("ballot")
        verbose_name_plural = _("ballots")
        indexes = [
            models.Index(fields=["arena", "cast_at", "id"], name="ballots_in_order"),
            models.Index(
                fields=["arena", "state", "left", "right", "outcome"], name="ballots_to_count"
            ),
            models.Index(fields=["voter", "cast_at"], name="ballots_of_a_voter"),
            models.Index(
                fields=["address_digest", "cast_at"],
                condition=~Q(address_digest=""),
                name="ballots_of_an_address",
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["voter", "arena", "entry_pair"], name="one_ballot_per_voter_and_entry_pair"
            ),
            models.CheckConstraint(
                condition=~Q(left=F("right")), name="a_ballot_has_two_contestants"
            ),
            models.CheckConstraint(
                condition=Q(outcome__in=["left", "right", "tie", "both_bad"]),
                name="ballot_outcome_is_known",
            ),
            models.CheckConstraint(
                condition=Q(state__in=["valid", "quarantined", "invalid"]),
                name="ballot_state_is_known",
            ),
            models.CheckConstraint(
                condition=Q(state="valid") | ~Q(reason=""), name="ballots_left_out_say_why"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.left} – {self.right}: {self.outcome}"


class HistoryIsFinalError(RuntimeError):
    """Somebody tried to rewrite or delete an entry of a ballot's history."""


class BallotEvent(models.Model):
    """One change of a ballot's state: from what to what, why, by whom. Never changed afterwards.

    The state that a ballot was cast in is the ``was`` of its first event.
    """

    ballot = models.ForeignKey(Ballot, models.CASCADE, related_name="history")
    was = models.CharField(_("was"), max_length=12, choices=Ballot.State)
    was_reason = models.CharField(_("reason before"), max_length=200, blank=True)
    state = models.CharField(_("became"), max_length=12, choices=Ballot.State)
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    actor = models.CharField(_("by"), max_length=150)
    at = models.DateTimeField(_("at"))

    class Meta:
        ordering = ["ballot", "id"]
        verbose_name = _("change of a ballot")
        verbose_name_plural = _("changes of ballots")
        indexes = [models.Index(fields=["reason", "actor", "at"], name="changes_by_reason")]

    def __str__(self) -> str:
        return f"{self.was} → {self.state}"

    def save(self, **options: Any) -> None:
        """Store the event; an event that is stored already stays as it is."""
        if self.pk is not None:
            raise HistoryIsFinalError("The history of a ballot is only ever added to.")
        super().save(**options)

    def delete(self, using: Any = None, keep_parents: bool = False) -> tuple[int, dict[str, int]]:  # noqa: ARG002 Django's signature
        """Refused: history goes only with its ballot."""
        raise HistoryIsFinalError("The history of a ballot is only ever added to.")


class Tally(models.Model):
    """Valid ballots between two contestants, counted.

    ``a`` sorts before ``b`` as Python sorts; a database may sort text by its own rules, so it
    cannot be asked to check that.
    """

    arena = models.ForeignKey(Arena, models.CASCADE, related_name="tallies")
    a = models.CharField(max_length=120)
    b = models.CharField(max_length=120)
    a_wins = models.PositiveIntegerField(default=0)
    b_wins = models.PositiveIntegerField(default=0)
    ties = models.PositiveIntegerField(default=0)
    both_bad = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["arena", "a", "b"]
        verbose_name = _("tally")
        verbose_name_plural = _("tallies")
        constraints = [
            models.UniqueConstraint(fields=["arena", "a", "b"], name="one_tally_per_two"),
            models.CheckConstraint(condition=~Q(a=F("b")), name="a_tally_has_two_contestants"),
        ]
        indexes = [models.Index(fields=["arena", "b"], name="tallies_from_the_other_side")]

    def __str__(self) -> str:
        return f"{self.a} {self.a_wins} : {self.b_wins} {self.b}"

    @property
    def total(self) -> int:
        """All ballots that were counted here."""
        return self.a_wins + self.b_wins + self.ties + self.both_bad

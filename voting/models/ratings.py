"""What a fit found: snapshots, the ratings in them, and the weights for drawing pairs."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from voting.models.arena import Arena


class RatingSnapshot(models.Model):
    """One fit of one arena, with all it takes to repeat it.

    ``digest`` is over the high-water mark, the counts, both versions and the state of every
    ballot: two snapshots with one digest were made from the same ballots in the same way.
    ``outcomes`` counts the valid ballots by outcome. ``islands`` lists groups of contestants that
    no ballot connects, where there is more than one.
    """

    arena = models.ForeignKey(Arena, models.CASCADE, related_name="snapshots")
    high_water_mark = models.PositiveBigIntegerField(_("last ballot seen"))
    valid = models.PositiveIntegerField(_("valid ballots"))
    quarantined = models.PositiveIntegerField(_("quarantined ballots"))
    invalid = models.PositiveIntegerField(_("invalid ballots"))
    outcomes = models.JSONField(_("valid ballots by outcome"), default=dict)
    rules_version = models.CharField(_("rules version"), max_length=20)
    code_version = models.CharField(_("code version"), max_length=20)
    digest = models.CharField(_("digest"), max_length=64)
    islands = models.JSONField(_("islands"), default=list)
    converged = models.BooleanField(_("converged"))
    note = models.CharField(_("note"), max_length=300, blank=True)
    created_at = models.DateTimeField(_("fitted"))

    class Meta:
        ordering = ["arena", "-created_at", "-id"]
        get_latest_by = ["created_at", "id"]
        verbose_name = _("rating snapshot")
        verbose_name_plural = _("rating snapshots")
        indexes = [
            models.Index(
                fields=["arena", "converged", "-created_at", "-id"], name="snapshots_newest_first"
            )
        ]

    def __str__(self) -> str:
        return f"{self.arena} {self.created_at:%Y-%m-%d %H:%M}"


class Rating(models.Model):
    """One contestant in one snapshot. Ranks are null while it is provisional."""

    snapshot = models.ForeignKey(RatingSnapshot, models.CASCADE, related_name="ratings")
    contestant = models.CharField(_("contestant"), max_length=120)
    rating = models.FloatField(_("rating"))
    low = models.FloatField(_("low"))
    high = models.FloatField(_("high"))
    rank_best = models.PositiveIntegerField(_("best rank"), null=True, blank=True)
    rank_worst = models.PositiveIntegerField(_("worst rank"), null=True, blank=True)
    elo = models.FloatField("Elo")
    votes = models.PositiveIntegerField(_("votes"))
    wins = models.PositiveIntegerField(_("wins"))
    ties = models.PositiveIntegerField(_("ties"))
    both_bad = models.PositiveIntegerField(_("both bad"))
    listed = models.BooleanField(_("listed"))
    provisional = models.BooleanField(_("provisional"))

    class Meta:
        ordering = ["snapshot", "-rating"]
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        constraints = [
            models.UniqueConstraint(
                fields=["snapshot", "contestant"], name="one_rating_per_snapshot"
            ),
            models.CheckConstraint(
                condition=Q(low__lte=F("rating"), high__gte=F("rating")),
                name="a_rating_lies_in_its_interval",
            ),
            models.CheckConstraint(
                condition=Q(provisional=True, rank_best__isnull=True, rank_worst__isnull=True)
                | Q(
                    # A comparison with null is neither true nor false, and would pass.
                    provisional=False,
                    rank_best__isnull=False,
                    rank_worst__isnull=False,
                    rank_best__gte=1,
                    rank_worst__gte=F("rank_best"),
                ),
                name="ranks_are_a_range_or_null",
            ),
            models.CheckConstraint(
                condition=Q(votes__gte=F("wins") + F("ties") + F("both_bad")),
                name="outcomes_add_up_to_no_more_than_votes",
            ),
        ]
        indexes = [models.Index(fields=["contestant", "snapshot"], name="ratings_over_time")]

    def __str__(self) -> str:
        return f"{self.contestant} {self.rating:.0f}"


class PairWeights(models.Model):
    """How pairs of an arena are drawn until the next fit; see :mod:`voting.matchmaking`.

    ``contestants`` are the rated ones in order, ``votes`` and ``ratings`` theirs; ``undecided``
    holds one little-endian 32-bit float for each two of them, row by row of the upper triangle.
    ``token`` is new with every fit: processes keep what they computed from it until it changes.
    """

    arena = models.OneToOneField(Arena, models.CASCADE, related_name="pair_weights")
    snapshot = models.ForeignKey(RatingSnapshot, models.CASCADE, related_name="+")
    token = models.CharField(max_length=22, unique=True)
    contestants = models.JSONField(default=list)
    votes = models.JSONField(default=list)
    ratings = models.JSONField(default=list)
    undecided = models.BinaryField()

    class Meta:
        verbose_name = _("pair weights")
        verbose_name_plural = _("pair weights")

    def __str__(self) -> str:
        return str(self.arena)

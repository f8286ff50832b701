"""Elo by replay, for display only: it depends on the order of the games. Pure, no Django."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pelican.rules import RULES, Voting


@dataclass
class Player:
    """Where a contestant stands: ``rating`` in points after ``games``."""

    rating: float
    games: int = 0


def replay(
    games: Iterable[tuple[str, str, float]], rules: Voting = RULES.voting
) -> dict[str, Player]:
    """Play the games one by one from the start.

    Args:
        games: (left, right, share of the game that left took: 1, ½ or 0), in order of time.
        rules: initial rating, both K factors, and how many games a contestant plays under the
            first. Each side moves by its own K.

    Source: the rules of the site; 400 points are a factor of ten in odds.
    """
    players: dict[str, Player] = {}
    for left_name, right_name, score in games:
        left = players.setdefault(left_name, Player(rules.elo_initial))
        right = players.setdefault(right_name, Player(rules.elo_initial))
        expected = 1 / (1 + 10 ** ((right.rating - left.rating) / rules.scale))
        surprise = score - expected
        left.rating += _k(left, rules) * surprise
        right.rating -= _k(right, rules) * surprise
        left.games += 1
        right.games += 1
    return players


def _k(player: Player, rules: Voting) -> int:
    return rules.elo_k_new if player.games < rules.elo_settled_games else rules.elo_k_settled

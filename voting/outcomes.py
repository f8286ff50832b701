"""The four answers to a pair. Pure, no Django."""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class UnknownOutcomeError(ValueError):
    """Not one of the four outcomes; the message names it and lists them."""


class Outcome(StrEnum):
    """What a voter said of a pair."""

    LEFT = "left"
    RIGHT = "right"
    TIE = "tie"
    BOTH_BAD = "both_bad"

    @property
    def left_score(self) -> float:
        """The left side's share of the game: 1, ½ or 0. "Both bad" counts as a tie."""
        return _LEFT_SCORES[self]

    @classmethod
    def parse(cls, text: str) -> Outcome:
        """The outcome with this name; anything else is an error, never a tie."""
        try:
            return cls(text)
        except ValueError:
            raise UnknownOutcomeError(
                f"Unknown outcome “{text}”. Valid outcomes: {', '.join(cls)}."
            ) from None


_LEFT_SCORES: Final = {
    Outcome.LEFT: 1.0,
    Outcome.RIGHT: 0.0,
    Outcome.TIE: 0.5,
    Outcome.BOTH_BAD: 0.5,
}

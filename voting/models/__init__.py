"""The tables of this app."""

from __future__ import annotations

from voting.models.arena import Arena
from voting.models.ballots import Ballot, BallotEvent, Tally
from voting.models.integrity import IntegrityReport
from voting.models.pairs import Pair
from voting.models.ratings import PairWeights, Rating, RatingSnapshot

__all__ = [
    "Arena",
    "Ballot",
    "BallotEvent",
    "IntegrityReport",
    "Pair",
    "PairWeights",
    "Rating",
    "RatingSnapshot",
    "Tally",
]

"""Arenas, pairs, ballots and ratings. Knows no drawings: contestants are opaque ids."""

import pytest

from voting.elo import replay


def test_the_first_win_between_equals_moves_half_of_k() -> None:
    players = replay([("a", "b", 1.0)])
    assert (players["a"].rating, players["b"].rating) == (1016, 984)


def test_a_tie_between_equals_moves_nobody() -> None:
    players = replay([("a", "b", 0.5)] * 5)
    assert (players["a"].rating, players["a"].games) == (1000, 5)


def test_each_side_moves_by_its_own_k() -> None:
    settled = [("a", "b", 0.5)] * 30
    players = replay([*settled, ("a", "newcomer", 1.0)])
    assert players["a"].rating == 1008  # K 16 from the 31st game on
    assert players["newcomer"].rating == 984  # K 32


def test_the_30th_game_is_the_last_one_under_the_larger_k() -> None:
    players = replay([*[("a", "b", 0.5)] * 29, ("a", "b", 1.0)])
    assert players["a"].rating == 1016


def test_four_hundred_points_are_a_factor_of_ten() -> None:
    rows = [("a", "b", 1.0)] * 200
    players = replay(rows)
    gap = players["a"].rating - players["b"].rating
    moved = replay([*rows, ("a", "b", 1.0)])["a"].rating - players["a"].rating
    assert moved == pytest.approx(16 / (1 + 10 ** (gap / 400)))


def test_order_matters() -> None:
    rows = [("a", "b", 1.0)] * 10 + [("a", "b", 0.0)] * 10
    assert replay(rows)["a"].rating != pytest.approx(replay(rows[::-1])["a"].rating, abs=1)

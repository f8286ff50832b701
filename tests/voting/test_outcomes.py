import pytest

from voting.outcomes import Outcome, UnknownOutcomeError


@pytest.mark.parametrize(
    ("text", "score"), [("left", 1.0), ("right", 0.0), ("tie", 0.5), ("both_bad", 0.5)]
)
def test_an_outcome_is_worth_a_share_of_the_game(text: str, score: float) -> None:
    assert Outcome.parse(text).left_score == score


@pytest.mark.parametrize("text", ["", "LEFT", "a", "draw", "variant-001", "skip"])
def test_an_unknown_outcome_is_an_error_that_names_it_and_never_a_tie(text: str) -> None:
    with pytest.raises(UnknownOutcomeError, match=f"“{text}”.*left, right, tie, both_bad"):
        Outcome.parse(text)

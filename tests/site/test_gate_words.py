"""The gate in words: stored messages, translated and filled."""

from __future__ import annotations

import pytest

from pelican.site import gate_words


@pytest.mark.parametrize(
    ("message", "params", "text"),
    [
        (
            "At byte %(byte)s, line %(line)s.",
            {"byte": 18204, "line": 311},
            "At byte 18,204, line 311.",
        ),
        ("Only %(share)s shows.", {"share": 0.1063}, "Only 10.63\u202f% shows."),
        ("Only %(share)s shows.", {"share": 0.5}, "Only 50\u202f% shows."),
        ("It says “%(term)s”.", {"term": "bicycle"}, "It says “bicycle”."),
        ("No placeholder.", {}, "No placeholder."),
        ("", {}, ""),
    ],
)
def test_placeholders_are_filled(message, params, text):
    assert gate_words.filled(message, params) == text


@pytest.mark.parametrize(
    ("message", "params"),
    [("At %(byte)s.", {}), ("100 % of it", {"a": 1}), ("%(a)d", {"a": "x"}), ("%(a", {"a": 1})],
)
def test_a_record_that_does_not_fit_its_message_is_shown_as_it_stands(message, params):
    assert gate_words.filled(message, params) == message


def test_a_violation_without_a_sentence_shows_its_code():
    assert gate_words.violation_text({"code": "blank"}) == "Blank"
    assert gate_words.violation_text({"code": "of_the_future"}) == "of_the_future"
    assert gate_words.violation_text({}) == ""


def test_changes_are_named():
    assert "namespace" in gate_words.normalisation_text("xmlns_added")
    assert gate_words.normalisation_text("of_the_future") == "of_the_future"
    removal = {"kind": "handler", "name": "onload", "count": 2}
    assert gate_words.removal_text(removal) == "Event handler onload (2×)"
    assert "Animated" in gate_words.flag_text("animated")

"""What a judge's reply must be, line by line."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boards.catalogue import TASKS
from judging.criteria import criteria_for
from judging.parsing import (
    UnparsedError,
    parse_booleans,
    parse_description,
    parse_verdicts,
)
from pelican.rules import RULES

CRITERIA = criteria_for(TASKS["pelican_bicycle"])


def result(label: str = "A", **changes: Any) -> dict[str, Any]:
    good = {
        "label": label,
        "description": "A bird on two wheels.",
        "checklist": dict.fromkeys(CRITERIA.item_keys, True),
        "scores": {"pelican": 8, "bicycle": 7, "pose": 6, "composition": 5, "errors": 4},
        "comment": "The feet miss the pedals.",
    }
    return {**good, **changes}


def reply(*results: Any) -> str:
    return json.dumps({"results": list(results)})


def test_it_works() -> None:
    (verdict,) = parse_verdicts(reply(result()), "A", CRITERIA)
    assert verdict.label == "A"
    assert verdict.checklist["feet_on_pedals"] is True
    assert verdict.scores == {
        "subject": 8,
        "vehicle": 7,
        "pose": 6,
        "composition": 5,
        "errors": 4,
    }
    assert verdict.comment == "The feet miss the pedals."


def test_verdicts_come_in_the_order_of_labels() -> None:
    verdicts = parse_verdicts(reply(result("C"), result("A"), result("B")), "ABC", CRITERIA)
    assert [verdict.label for verdict in verdicts] == ["A", "B", "C"]


@pytest.mark.parametrize(
    "around",
    [
        "Here you are:\n{}\nI hope that helps.",
        "```json\n{}\n```",
        "```\n{}```",
        "<think>Is {{A}} better?</think> {}",
        "I looked at {{'A': 1}} first. {}",
        "\ufeff{}",
        "{0}\n{0}",
    ],
)
def test_prose_and_fences_are_tolerated(around: str) -> None:
    assert len(parse_verdicts(around.format(reply(result())), "A", CRITERIA)) == 1


def scores(**changes: Any) -> dict[str, Any]:
    return {"scores": {**result()["scores"], **changes}}


def checklist(**changes: Any) -> dict[str, Any]:
    return {"checklist": {**result()["checklist"], **changes}}


def without(name: str, part: str = "") -> dict[str, Any]:
    whole = result()
    del (whole[part] if part else whole)[name]
    return whole


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "holds no JSON object with results"),
        ("I cannot judge pictures.", "holds no JSON object with results"),
        (reply(result())[:-1], "holds no JSON object with results"),
        ('{"results": 1}', "results is no list"),
        (reply(1), "A result is no object"),
        (reply(), "Labels A were asked, none came"),
        (reply(result("B")), "Labels A were asked, B came"),
        (reply(result(), result()), "Labels A were asked, A, A came"),
        (reply(result(), result("B")), "Labels A were asked, A, B came"),
        (reply(without("comment")), "comment is missing"),
        (reply(result(total=9)), "total was not asked for"),
        (reply(without("frame", "checklist")), "frame is missing"),
        (reply(without("errors", "scores")), "errors is missing"),
        (reply(result(**checklist(bell=True))), "bell was not asked for"),
        (reply(result(**checklist(frame="true"))), "frame in .* neither true nor false"),
        (reply(result(**checklist(frame=1))), "frame in .* neither true nor false"),
        (reply(result(**checklist(frame=None))), "frame in .* neither true nor false"),
        (reply(result(**scores(pose="7"))), "pose in .* is no integer"),
        (reply(result(**scores(pose=7.0))), "pose in .* is no integer"),
        (reply(result(**scores(pose=7.5))), "pose in .* is no integer"),
        (reply(result(**scores(pose=True))), "pose in .* is no integer"),
        (reply(result(**scores(pose=0))), "pose in .* is not from 1 to 10"),
        (reply(result(**scores(pose=11))), "pose in .* is not from 1 to 10"),
        (reply(result(**scores(subject=7))), "subject was not asked for"),
        (reply(result(comment="")), "comment of A is no text"),
        (reply(result(comment=7)), "comment of A is no text"),
        (reply(result(comment="\0")), "comment of A is no text"),
        (reply(result(comment="A \ud83e bird.")), "comment of A holds half a character"),
        (reply(result() | {"\ud83e": 1}), r"\\ud83e was not asked for"),
        (reply(result() | {"to\0tal": 1}), r"to\\0tal was not asked for"),
        (reply(result(description="x" * 1001)), "description of A is longer than"),
        (reply(result()) + reply(result(comment="Or rather this.")), "several different answers"),
        ('{"results": [], "results": []}', "names a key twice"),
        ('{"results": NaN}', "holds no JSON object with results"),
        ("{" * 5000, "holds no JSON object with results"),
        ('{"results": ' + "[" * 100_000, "holds no JSON object with results"),
    ],
)
def test_anything_else_is_refused_naming_what_is_wrong(text: str, message: str) -> None:
    with pytest.raises(UnparsedError, match=message) as refusal:
        parse_verdicts(text, "A", CRITERIA)
    assert "\0" not in str(refusal.value).encode("utf-8").decode()


@given(st.text() | st.recursive(st.none() | st.booleans() | st.integers() | st.text(), st.lists))
def test_nothing_else_is_ever_raised(content: object) -> None:
    text = content if isinstance(content, str) else json.dumps({"results": content})
    with pytest.raises(UnparsedError):
        parse_verdicts(text, "A", CRITERIA)


def test_a_description() -> None:
    assert parse_description('Sure: {"description": " A bird.\\n On a bike. "}') == (
        "A bird. On a bike."
    )
    for wrong in ("A bird.", '{"description": 1}', '{"description": "x", "score": 10}'):
        with pytest.raises(UnparsedError):
            parse_description(wrong)


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        ('{"a": true, "b": true}', (True, True)),
        ('{"a": true, "b": "true"}', (True, False)),
        ('{"a": 1, "b": "yes"}', (False, False)),
        ('{"a": true}', (True, False)),
        ('{"b": true}', (False, True)),
        ("true, true", (False, False)),
        ("", (False, False)),
        ('{"a": true, "a": false}', (False, False)),
    ],
)
def test_in_the_semantic_checklist_only_true_is_true(text: str, answers: tuple[bool, bool]) -> None:
    assert parse_booleans(text, ("a", "b")) == dict(zip("ab", answers, strict=True))


def test_a_reply_as_long_as_is_read_is_read_fast() -> None:
    text = '{"results": [' * (RULES.judging.reply_bytes // 13)
    with pytest.raises(UnparsedError):
        parse_verdicts(text, "A", CRITERIA)

"""Reads a judge's reply: exactly what was asked for, or nothing. Pure, no Django.

Prose around the JSON and code fences are tolerated. A missing, unknown or repeated label or key,
a boolean that is a string, a score that is a fraction or out of range: each makes the whole reply
unreadable, with a reason that names what is wrong.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NoReturn, TypeVar

from judging.criteria import Criteria
from pelican.rules import RULES

_Read = TypeVar("_Read")

_STARTS_TRIED: Final = 64
"""How many opening braces are tried as the start of the answer: prose has braces of its own."""


class UnparsedError(ValueError):
    """The reply cannot be read. The message says, in English, what is wrong with it."""


@dataclass(frozen=True)
class ParsedVerdict:
    """What a judge says of one picture.

    ``checklist`` by item key; ``scores`` by dimension, integers within the rules' range.
    """

    label: str
    description: str
    checklist: dict[str, bool]
    scores: dict[str, int]
    comment: str


def parse_description(reply: str) -> str:
    """The sentences of a blind description.

    Raises:
        UnparsedError: the reply is not ``{"description": "…"}``.
    """
    answer = _answer(reply, "description")
    _exactly(answer, ("description",), "the answer")
    return _text(answer["description"], "description")


def parse_verdicts(
    reply: str, labels: Sequence[str], criteria: Criteria
) -> tuple[ParsedVerdict, ...]:
    """One verdict for each of ``labels``, in their order.

    Raises:
        UnparsedError: anything is missing, too much, or of another type or range.
    """
    answer = _answer(reply, "results")
    _exactly(answer, ("results",), "the answer")
    results = answer["results"]
    if not isinstance(results, list):
        raise UnparsedError("results is no list.")
    verdicts = [_verdict(result, criteria) for result in results]
    found = [verdict.label for verdict in verdicts]
    if sorted(found) != sorted(labels):
        raise UnparsedError(f"Labels {', '.join(labels)} were asked, {_list(found)} came.")
    return tuple(sorted(verdicts, key=lambda verdict: verdict.label))


def parse_booleans(reply: str, keys: Sequence[str]) -> dict[str, bool]:
    """The semantic checklist: only JSON ``true`` counts; what is missing or odd is false."""
    try:
        answer = _answer(reply, *keys)
    except UnparsedError:
        return dict.fromkeys(keys, False)
    return {key: answer.get(key) is True for key in keys}


def _verdict(result: object, criteria: Criteria) -> ParsedVerdict:
    if not isinstance(result, dict):
        raise UnparsedError("A result is no object.")
    _exactly(result, ("label", "description", "checklist", "scores", "comment"), "a result")
    label = _text(result["label"], "label")
    checklist = _table(
        result["checklist"], criteria.item_keys, f"the checklist of {label}", _boolean
    )
    keys = dict(criteria.score_keys)
    scores = _table(result["scores"], tuple(keys.values()), f"the scores of {label}", _score)
    return ParsedVerdict(
        label=label,
        description=_text(result["description"], f"description of {label}"),
        checklist=checklist,
        scores={dimension: scores[key] for dimension, key in keys.items()},
        comment=_text(result["comment"], f"comment of {label}"),
    )


def _table(
    value: object, keys: Sequence[str], where: str, read: Callable[[object, str], _Read]
) -> dict[str, _Read]:
    if not isinstance(value, dict):
        raise UnparsedError(f"{where} is no object.")
    _exactly(value, keys, where)
    return {key: read(value[key], f"{key} in {where}") for key in keys}


def _boolean(value: object, where: str) -> bool:
    if not isinstance(value, bool):
        raise UnparsedError(f"{where} is neither true nor false.")
    return value


def _score(value: object, where: str) -> int:
    rules = RULES.judging
    if type(value) is not int:
        raise UnparsedError(f"{where} is no integer.")
    if not rules.score_min <= value <= rules.score_max:
        raise UnparsedError(f"{where} is not from {rules.score_min} to {rules.score_max}.")
    return value


def _text(value: object, where: str) -> str:
    text = " ".join(value.replace("\0", "").split()) if isinstance(value, str) else ""
    if not text:
        raise UnparsedError(f"{where} is no text.")
    if _storable(text) != text:
        raise UnparsedError(f"{where} holds half a character.")
    if len(text) > RULES.judging.text_characters_max:
        raise UnparsedError(f"{where} is longer than {RULES.judging.text_characters_max}.")
    return text


def _exactly(table: Mapping[str, object], keys: Sequence[str], where: str) -> None:
    missing = [key for key in keys if key not in table]
    if missing:
        raise UnparsedError(f"{_list(missing)} is missing in {where}.")
    unknown = [key for key in table if key not in keys]
    if unknown:
        raise UnparsedError(f"{_list(unknown)} was not asked for in {where}.")


def _list(names: Sequence[str]) -> str:
    return ", ".join(_storable(name[:40]) for name in names[:5]) or "none"


def _storable(text: str) -> str:
    """The text with what no database holds spelt out: JSON can name halves of characters."""
    return text.encode("utf-8", "backslashreplace").decode().replace("\0", r"\0")


def _answer(reply: str, *keys: str) -> dict[str, Any]:
    """The one JSON object in ``reply`` with one of ``keys``; prose may stand around it."""
    decoder = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_no_constant)
    found: list[dict[str, Any]] = []
    position = -1
    for _ in range(_STARTS_TRIED):
        position = reply.find("{", position + 1)
        if position < 0:
            break
        try:
            value, end = decoder.raw_decode(reply, position)
        except _RepeatedKeyError as error:
            raise UnparsedError(str(error)) from error
        except (ValueError, RecursionError):
            continue
        if any(key in value for key in keys):
            found.append(value)
        position = end - 1
    if not found:
        raise UnparsedError(f"The reply holds no JSON object with {_list(keys)}.")
    if any(other != found[0] for other in found):
        raise UnparsedError("The reply holds several different answers.")
    return found[0]


class _RepeatedKeyError(Exception):
    """An object names a key twice, so it says two things."""


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) != len(pairs):
        raise _RepeatedKeyError("An object of the reply names a key twice.")
    return table


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON.")

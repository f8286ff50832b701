"""Judges whose answers were recorded before: demo data and tests.

A recording is a JSON file ``<name>.json`` in a registered folder; a judge's ``model_id`` names it
as ``<folder>/<name>``. It holds, by the SHA-256 of the reply that a sample was made from::

    {"<digest>": {"description": "…", "passes": [{"description", "checklist", "scores",
                                                  "comment"}, …]}}

``checklist`` and ``scores`` use the keys of a reply; pass n answers order n.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

from boards.generation.protocol import Failure, HarnessError, Reply
from judging.channels.question import Question
from judging.models import Judge

_FOLDERS: Final[dict[str, Path]] = {}


def register(name: str, folder: Path) -> None:
    """Make the recordings of a folder known as ``<name>/…``."""
    _FOLDERS[name] = folder


def ask(judge: Judge, question: Question) -> Reply:
    """The recorded answer; see :func:`judging.channels.ask`."""
    recording = _recording(judge.model_id)
    answers = [_answer(recording, question, subject.digest) for subject in question.subjects]
    if question.kind == "describe":
        content: dict[str, Any] = {"description": answers[0]["description"]}
    else:
        results = zip(question.labels, answers, strict=True)
        content = {"results": [{"label": label, **answer} for label, answer in results]}
    text = json.dumps(content, ensure_ascii=False)
    return Reply(text.encode(), model=judge.model_id, record={"recording": judge.model_id})


def _answer(recording: dict[str, Any], question: Question, digest: str) -> dict[str, Any]:
    try:
        answers: dict[str, Any] = recording[digest]
        if question.kind == "describe":
            return answers
        found: dict[str, Any] = answers["passes"][question.order - 1]
    except (KeyError, IndexError) as error:
        raise HarnessError(
            Failure.REQUEST, f"Nothing is recorded of {digest[:12]}, pass {question.order}."
        ) from error
    return found


def _recording(model_id: str) -> dict[str, Any]:
    folder, _slash, name = model_id.partition("/")
    if folder not in _FOLDERS or not name.replace("-", "").isalnum():
        raise HarnessError(Failure.SETTING, f"There is no recording named {model_id}.")
    return _read(_FOLDERS[folder] / f"{name}.json")


@cache
def _read(path: Path) -> dict[str, Any]:
    try:
        content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise HarnessError(Failure.SETTING, f"The recording {path.name} is missing.") from error
    return content

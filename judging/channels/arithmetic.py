"""What stands in for a judge: answers computed from the structure report. Not a judge.

The same drawing always gets the same answers. It is for trying the panel, for simulations and for
load tests; its scores share no table with a panel's.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from boards.generation.protocol import Reply
from judging.channels.question import Question, Subject
from judging.criteria import criteria_for
from judging.models import Judge
from pelican.rules import RULES


def ask(judge: Judge, question: Question) -> Reply:
    """The computed answer; see :func:`judging.channels.ask`."""
    if question.kind == "describe":
        content: dict[str, Any] = {"description": "Computed from measurements; nobody looked."}
    else:
        content = {"results": [_result(judge, question, each) for each in question.subjects]}
    return Reply(json.dumps(content).encode(), model="arithmetic")


def _result(judge: Judge, question: Question, subject: Subject) -> dict[str, Any]:
    criteria = criteria_for(question.task)
    report = subject.structure or {}
    share = float(report.get("score") or 0.0)
    low, high = RULES.judging.score_min, RULES.judging.score_max

    def chance(name: str) -> float:
        """From -½ to ½, by judge, drawing and name alone."""
        text = f"{judge.role} {subject.digest} {name}"
        return hashlib.sha256(text.encode()).digest()[0] / 255 - 0.5

    checklist = {key: share + chance(key) > 0.5 for key in criteria.item_keys}
    scores = {
        key: max(low, min(high, round(low + (high - low) * share * 0.9 + 2 * chance(key))))
        for _dimension, key in criteria.score_keys
    }
    return {
        "label": subject.picture.label,
        "description": "Computed from measurements; nobody looked.",
        "checklist": checklist,
        "scores": scores,
        "comment": f"Structure {share:.2f}.",
    }

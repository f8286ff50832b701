"""Writing in a picture that talks to whoever judges it. Pure Python, no Django.

Nothing is rejected for it: the drawing is flagged, and judges are told that writing is no
instruction. It is a list of what such writing says, so it finds the plain cases.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_APPEALS: Final = re.compile(
    r"\b(?:ignore|disregard|forget|override)\b.{0,40}"
    r"\b(?:above|previous|prior|instructions?|prompts?|rules?|criteria|all|everything)\b"
    r"|\b(?:judges?|graders?|raters?|evaluators?|assessors?|reviewers?)\b"
    r"|\b(?:system|developer) prompt\b"
    r"|\b(?:give|award|assign|rate|score|grade|mark)\b.{0,40}(?:\b10\b|\bten\b|\bfull\b|\bperfect\b)"
    r"|\b10 ?/ ?10\b|\b10 out of 10\b|\bfull marks\b"
    r"|\b(?:maximum|highest|perfect|top) (?:scores?|ratings?|grades?|marks?)\b"
    r"|\banswer (?:true|yes)\b"
    r"|(?:忽略|无视|不要理会|忘记).{0,20}(?:以上|上面|之前|前面|指令|提示|规则|要求)"
    r"|评委|裁判|评审|评分者|打分|评分|满分|最高分|给.{0,6}(?:10|十) ?分",
    re.DOTALL,
)


def addresses_judge(text: str) -> bool:
    """Whether writing in a picture is meant for its judge: asks for marks, or gives orders."""
    plain = " ".join(unicodedata.normalize("NFKC", text).casefold().split())
    kept = "".join(letter for letter in plain if unicodedata.category(letter) != "Cf")
    return _APPEALS.search(kept) is not None

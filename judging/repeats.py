"""How repeatable a judge is: the same question about one drawing, asked again and again."""

from __future__ import annotations

import statistics
from dataclasses import asdict, dataclass
from typing import Any

from boards.generation.keys import Redactor
from boards.models import Sample
from boards.raw import save_raw
from judging import asking, channels
from judging.criteria import criteria_for
from judging.models import Judge, RepeatSeries
from judging.parsing import UnparsedError, parse_verdicts
from judging.prompts import VERSION, Language
from judging.scores import verdict_score
from pelican.rules import RULES


@dataclass(frozen=True)
class Spread:
    """How far the answers of a series lie apart.

    ``mean`` is None where none could be read, ``sd`` (n - 1) with fewer than two; ``flipped`` are
    the items that were answered both ways; ``same_words`` says whether all descriptions are equal.
    """

    n: int
    mean: float | None
    sd: float | None
    flipped: tuple[str, ...]
    same_words: bool

    def as_dict(self) -> dict[str, Any]:
        """The spread as JSON."""
        return asdict(self)


def repeat(judge: Judge, sample: Sample, number: int, language: Language) -> RepeatSeries:
    """Ask ``number`` times, one after another, and store the series. Nothing is counted from it.

    Raises:
        HarnessError: a call failed; nothing is stored then.
    """
    redactor = Redactor.from_environment()
    question = asking.scoring_question(sample.task, [sample], language)
    answers: list[dict[str, Any]] = []
    for _ in range(number):
        text = redactor.text(channels.ask(judge, question).content.decode("utf-8", "replace"))
        save_raw("repeats", text.encode("utf-8", "surrogatepass"))
        try:
            (verdict,) = parse_verdicts(text, question.labels, criteria_for(sample.task))
        except UnparsedError:
            continue
        answers.append(
            {
                "score": verdict_score(verdict.scores),
                "checklist": verdict.checklist,
                "description": verdict.description,
            }
        )
    return RepeatSeries.objects.create(
        judge=judge,
        sample=sample,
        asked=number,
        unread=number - len(answers),
        answers=answers,
        language=language,
        prompt_version=VERSION,
        rules_version=RULES.version,
    )


def spread_of(series: RepeatSeries) -> Spread:
    """The spread of a stored series."""
    scores = [answer["score"] for answer in series.answers]
    items = sorted({item for answer in series.answers for item in answer["checklist"]})
    said = {item: {answer["checklist"][item] for answer in series.answers} for item in items}
    return Spread(
        n=len(scores),
        mean=statistics.fmean(scores) if scores else None,
        sd=statistics.stdev(scores) if len(scores) > 1 else None,
        flipped=tuple(item for item in items if len(said[item]) > 1),
        same_words=len({answer["description"] for answer in series.answers}) == 1,
    )

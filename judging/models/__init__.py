"""The tables of ``judging``: judges, judging runs, calls, verdicts, semantic reports."""

from judging.models.calls import BlindDescription, JudgingPass, PanelCall, SemanticReport
from judging.models.panels import Judge, JudgingRun, Triple, TripleSample
from judging.models.verdicts import RepeatSeries, Verdict

__all__ = [
    "BlindDescription",
    "Judge",
    "JudgingPass",
    "JudgingRun",
    "PanelCall",
    "RepeatSeries",
    "SemanticReport",
    "Triple",
    "TripleSample",
    "Verdict",
]

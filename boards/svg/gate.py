"""The gate: whether a drawing counts, under either profile, from one set of measurements.

Pure arithmetic. The order of the checks is the order in which violations are reported.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from boards.catalogue import Profile, Task
from boards.svg.labels import forbidden_term
from boards.svg.report import Fault, FaultKind, Finding, GateReport, Measurements, Violation
from boards.svg.words import MESSAGES
from pelican.rules import RULES

_FAULT_CODES: Final[dict[Profile, dict[FaultKind, str]]] = {
    "board": {
        "missing": "no_svg",
        "encoding": "no_svg",
        "too_long": "too_many_elements",
        "truncated": "truncated",
        "unparseable": "no_svg",
        "hardening": "no_svg",
        "too_many_elements": "too_many_elements",
        "render": "no_svg",
    },
    "environment": {
        "missing": "no_svg_in_response",
        "encoding": "unparseable",
        "too_long": "unparseable",
        "truncated": "truncated_svg",
        "unparseable": "unparseable",
        "hardening": "unparseable",
        "too_many_elements": "too_many_elements",
        "render": "render_failed",
    },
}


def gate(measurements: Measurements, profile: Profile, task: Task) -> GateReport:
    """Hold measurements against a profile's thresholds in ``pelican.rules``.

    Every violation is reported, each code once. What was not measured violates nothing: the fault
    that ended the evaluation does.
    """
    checks = _board_checks if profile == "board" else _environment_checks
    first_of_code: dict[str, Violation] = {}
    for violation in checks(measurements, task):
        first_of_code.setdefault(violation.code, violation)
    violations = tuple(first_of_code.values())
    return GateReport(profile, not violations, violations, measurements)


def _board_checks(seen: Measurements, task: Task) -> Iterator[Violation]:
    rules = RULES.gate.board
    late = seen.fault is not None and seen.fault.kind in {"too_long", "too_many_elements"}
    if not late:
        yield from _fault(seen.fault, "board")
    yield from _found("embedded_raster", "raster", seen.rasters)
    yield from _label(seen, "board", task)
    if seen.text_share is not None and seen.text_share > rules.text_share:
        yield _violation("text_label", "label_share", share=seen.text_share, bound=rules.text_share)
    yield from _found("external_ref", "external", seen.external)
    if _is_below(seen.ink_share, rules.blank_share, seen):
        yield _violation("blank", "blank", share=_number(seen.ink_share), bound=rules.blank_share)
    if seen.visible_share is not None and seen.visible_share < rules.visible_share:
        yield _violation(
            "off_canvas", "off_canvas", share=seen.visible_share, bound=rules.visible_share
        )
    if late:
        yield from _fault(seen.fault, "board")


def _environment_checks(seen: Measurements, task: Task) -> Iterator[Violation]:
    rules = RULES.gate.environment
    yield from _fault(seen.fault, "environment")
    if seen.fault is None and seen.bytes is not None and seen.bytes > rules.source_bytes:
        yield _violation(
            "unparseable", "source_too_long", bytes=seen.bytes, limit=rules.source_bytes
        )
    yield from _found("embedded_raster", "raster", seen.rasters)
    yield from _label(seen, "environment", task)
    if len(seen.text_shown or "") > rules.text_characters:
        yield _violation(
            "text_heavy",
            "text_heavy",
            count=len(seen.text_shown or ""),
            limit=rules.text_characters,
        )
    yield from _found("external_reference", "external", seen.external)
    yield from _canvas(seen)
    if seen.elements is not None and seen.elements > rules.elements:
        yield _violation(
            "too_many_elements", "too_many_elements", count=seen.elements, limit=rules.elements
        )
    if seen.drawables is not None and seen.drawables < rules.drawables:
        yield _violation(
            "too_few_elements", "too_few_drawables", count=seen.drawables, limit=rules.drawables
        )
    if seen.forbidden:
        first = seen.forbidden[0]
        yield _violation("forbidden_element", "forbidden", what=first.what, line=first.line)


def _canvas(seen: Measurements) -> Iterator[Violation]:
    """An empty canvas: blank, or with something drawn that does not show."""
    rules = RULES.gate.environment
    if not _is_below(seen.ink_share, rules.ink_share, seen):
        return
    share, count = _number(seen.ink_share), seen.drawables or 0
    if count < rules.drawables:
        yield _violation("blank_canvas", "blank", share=share, bound=rules.ink_share)
    else:
        yield _violation(
            "content_off_canvas",
            "content_missing",
            count=count,
            share=share,
            bound=rules.ink_share,
        )


def _fault(fault: Fault | None, profile: Profile) -> Iterator[Violation]:
    if fault is not None:
        code = _FAULT_CODES[profile][fault.kind]
        if profile == "environment" and fault.message == "source_too_long":
            code = "unparseable"
        yield Violation(code, MESSAGES[fault.message], fault.params)


def _found(code: str, message: str, findings: tuple[Finding, ...]) -> Iterator[Violation]:
    if not findings:
        return
    first, count = findings[0], len(findings)
    if count == 1:
        yield _violation(code, message, what=first.what, line=first.line)
    else:
        yield _violation(code, f"{message}s", what=first.what, line=first.line, count=count)


def _label(seen: Measurements, profile: Profile, task: Task) -> Iterator[Violation]:
    term = forbidden_term(seen.text_shown or "", task.forbidden_terms(profile))
    if term is not None:
        yield _violation("text_label", "label_term", term=term)


def _is_below(share: float | None, bound: float, seen: Measurements) -> bool:
    """Whether ink is missing; of a drawing in motion that may be unknown."""
    return share is not None and share < bound and not seen.unresolved


def _number(share: float | None) -> float:
    return 0.0 if share is None else float(share)


def _violation(code: str, message: str, **params: str | float) -> Violation:
    return Violation(code, MESSAGES[message], params)

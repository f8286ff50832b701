"""What is known about a drawing after it was evaluated: plain records, ready for JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from boards.catalogue import Profile
from boards.svg import words

FaultKind = Literal[
    "missing",
    "encoding",
    "too_long",
    "truncated",
    "unparseable",
    "hardening",
    "too_many_elements",
    "render",
]
"""Why a drawing could not be measured to the end; the gate turns it into its profile's code."""

Params = Mapping[str, str | int | float]
"""Values of a message's placeholders. Whole numbers are counts, other numbers are shares."""


@dataclass(frozen=True)
class Fault:
    """What ended an evaluation early. ``message`` is a key of ``words.MESSAGES``."""

    kind: FaultKind
    message: str
    params: Params = field(default_factory=dict)


@dataclass(frozen=True)
class Finding:
    """One thing in the source that a rule forbids, and where: ``line`` counts from 1."""

    what: str
    line: int


@dataclass(frozen=True)
class Removal:
    """Something that the sanitiser took out, ``count`` times. ``kind`` is in ``words.REMOVALS``."""

    kind: str
    name: str
    count: int

    @property
    def detail(self) -> str:
        """The removal in an English sentence."""
        return words.fill(words.REMOVALS[self.kind], {"name": self.name, "count": self.count})


@dataclass(frozen=True)
class Measurements:
    """One set of measurements, for both profiles of the gate.

    Shares are 0 to 1. What was not measured, because something ended the evaluation before it, is
    None; so are ``bytes`` where no drawing was found, ``text_share`` where no text shows and
    ``visible_share`` where nothing is painted.
    """

    bytes: int | None = None
    elements: int | None = None
    drawables: int | None = None
    rasters: tuple[Finding, ...] = ()
    external: tuple[Finding, ...] = ()
    forbidden: tuple[Finding, ...] = ()
    text_shown: str | None = None
    text_share: float | None = None
    ink_share: float | None = None
    visible_share: float | None = None
    moves: bool = False
    """Whether it is animated."""
    starts_empty: bool = False
    """Its first frame is next to empty, so what it comes to show was looked at instead."""
    unresolved: bool = False
    """What it comes to show cannot be worked out, so that being empty is no fault."""
    pixels: int | None = None
    """Longer side of the picture that was measured."""
    fault: Fault | None = None

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Measurements:
        """The inverse of ``dataclasses.asdict``."""
        fault = values["fault"]
        return cls(
            **{
                **values,
                **{
                    name: tuple(Finding(**one) for one in values[name])
                    for name in ("rasters", "external", "forbidden")
                },
                "fault": None if fault is None else Fault(**fault),
            }
        )


@dataclass(frozen=True)
class Violation:
    """One gate code that a drawing met, and why.

    ``message`` is an English source text for gettext with named placeholders, ``params`` their
    values; see :func:`boards.svg.words.fill`.
    """

    code: str
    message: str
    params: Params

    @property
    def detail(self) -> str:
        """The reason in an English sentence."""
        return words.fill(self.message, self.params)

    def as_dict(self) -> dict[str, Any]:
        """Ready for JSON."""
        return {**asdict(self), "detail": self.detail}


@dataclass(frozen=True)
class GateReport:
    """The gate's verdict under one profile; violations come in the order of the rules' table."""

    profile: Profile
    passed: bool
    violations: tuple[Violation, ...]
    measurements: Measurements

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes of the violations."""
        return tuple(violation.code for violation in self.violations)

    def as_dict(self) -> dict[str, Any]:
        """Ready for JSON."""
        return {
            "profile": self.profile,
            "passed": self.passed,
            "violations": [violation.as_dict() for violation in self.violations],
            "measurements": asdict(self.measurements),
        }

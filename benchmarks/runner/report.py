"""What the runner's process is asked and what it answers, as JSON between the two processes."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any, Literal, Self

from benchmarks.profiles import Profile
from pelican.rules import RULES

Kind = Literal["validate", "benchmark", "overhead"]


@dataclass(frozen=True)
class Request:
    """One pass over one module.

    ``flags`` and ``executable`` say which browser and GPU to use; ``setup_seconds`` and
    ``frame_seconds`` how long the artifact may take to answer before it counts as hung.
    """

    kind: Kind
    source: str
    binding: str
    profile: Profile
    executable: str = ""
    flags: tuple[str, ...] = ()
    setup_seconds: float = RULES.sdf.setup_seconds
    frame_seconds: float = RULES.sdf.frame_seconds

    def as_dict(self) -> dict[str, Any]:
        """The request as JSON."""
        return asdict(self)

    @classmethod
    def from_dict(cls, content: dict[str, Any]) -> Self:
        """The request again."""
        profile = Profile(**content.pop("profile"))
        flags = tuple(content.pop("flags"))
        return cls(**content, profile=profile, flags=flags)


@dataclass
class Report:
    """What came of it; the parts that a pass does not have stay empty.

    Attributes:
        problem: ``{code, message, step}`` of what ended the pass early, or None.
        environment: browser, os, renderer, backend, timer, software.
        setup: ``setup_ms first_frame_ms opening`` as far as it got.
        frames: one entry a view: what was asked, reported and measured, and the picture's files.
        repeats: what drawing views again gave.
        controls: view before and after each kind of input.
        context: how a lost context was taken.
        dispose: what ``dispose`` threw, or None.
        blocked: what the policy or the network refused to the artifact.
        trials: one entry a timing pass.
        overhead: what the bare loop and the runner took, interleaved.
    """

    problem: dict[str, Any] | None = None
    environment: dict[str, Any] = field(default_factory=dict)
    setup: dict[str, Any] = field(default_factory=dict)
    frames: list[dict[str, Any]] = field(default_factory=list)
    repeats: list[dict[str, Any]] = field(default_factory=list)
    controls: dict[str, Any] = field(default_factory=dict)
    context: dict[str, Any] = field(default_factory=dict)
    dispose: dict[str, Any] = field(default_factory=dict)
    blocked: list[dict[str, Any]] = field(default_factory=list)
    trials: list[dict[str, Any]] = field(default_factory=list)
    overhead: list[dict[str, float]] = field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        """The report as JSON."""
        return asdict(self)

"""What every harness takes and gives. Pure Python, no Django.

A harness is asked for one drawing by :class:`DrawingRequest` and answers with a :class:`Reply` or
raises :class:`HarnessError`. Whatever the model says, a refusal included, is a reply; only the way
to the model can fail.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Protocol


class Failure(enum.StrEnum):
    """What failed, as :class:`boards.models.Attempt.Failure` stores it."""

    TIMEOUT = "timeout"
    CONNECTION = "connection"
    RATE = "rate"
    SERVER = "server"
    REQUEST = "request"
    ACCESS = "access"
    GONE = "gone"
    REPLY = "reply"
    EXIT = "exit"
    SETTING = "setting"
    LOST = "lost"
    INTERNAL = "internal"


class HarnessError(Exception):
    """The harness failed to bring a reply.

    ``retry_after`` is what the provider asked to wait, in seconds, or None; ``record`` is what was
    seen until then, for the raw record.
    """

    def __init__(
        self,
        failure: Failure,
        detail: str,
        *,
        retry_after: float | None = None,
        record: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(detail)
        self.failure = failure
        self.detail = detail
        self.retry_after = retry_after
        self.record = dict(record or {})


class StoppedError(Exception):
    """The attempt is to end now: its run was cancelled or its claim was taken away."""


@dataclass(frozen=True)
class Receipts:
    """What the call cost. None is unknown, never zero.

    Tokens are counts as the provider states them; ``cost_usd`` only where it states it.
    """

    input_tokens: int | None = None
    output_tokens: int | None = None
    reasoning_tokens: int | None = None
    cost_usd: float | None = None

    def as_dict(self) -> dict[str, float | int | None]:
        """The receipts as JSON."""
        return asdict(self)


@dataclass(frozen=True)
class Reply:
    """What the model said, cut one byte after ``reply_limit`` if it said more.

    ``model`` is the model id that the provider echoes, "" when it says none. ``record`` goes into
    the raw record: what was sent and received, without secrets.
    """

    content: bytes
    receipts: Receipts = Receipts()
    model: str = ""
    record: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Picture:
    """A picture that goes with a prompt: its name there, such as ``A``, and its PNG."""

    label: str
    png: bytes


@dataclass(frozen=True)
class DrawingRequest:
    """One drawing to be made, or, with ``pictures``, one answer about them.

    ``tick`` must be called at least once a second while the harness waits; it keeps the claim
    alive and raises :class:`StoppedError`. ``child_started`` is told each child process that draws
    (its process group and start time). ``attempt`` counts from 1; ``token`` marks the processes of
    this attempt. ``folder`` is a fresh empty directory of this attempt.
    """

    prompt: str
    task: str
    model_id: str
    effort: str
    options: Mapping[str, Any]
    seed: int
    attempt: int
    timeout_seconds: float
    reply_limit: int
    token: str
    folder: Path
    tick: Callable[[], None]
    child_started: Callable[[int, int], None]
    pictures: tuple[Picture, ...] = ()


class Harness(Protocol):
    """One way to call models."""

    def draw(self, request: DrawingRequest) -> Reply:
        """Ask for one drawing and wait for it.

        Raises:
            HarnessError: no reply came; ``failure`` says why.
            KeyRefusedError: the key that it needs cannot be used; ``make_harness`` gives harnesses
                that raise a :class:`HarnessError` instead.
            StoppedError: ``request.tick`` asked to stop. Nothing started is left running.
        """
        ...

"""What a judge is asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from boards.catalogue import Task
from boards.generation.protocol import Picture
from judging.prompts import Language


@dataclass(frozen=True)
class Subject:
    """A picture that is asked about, and, for channels that do not look, what is known of it.

    ``digest`` is the SHA-256 of the reply that the sample was made from.
    """

    picture: Picture
    digest: str
    structure: Mapping[str, Any] | None = None


@dataclass(frozen=True)
class Question:
    """One call. A judge that looks is given ``prompt`` and the pictures, and nothing else.

    ``order`` is the number of the scoring pass, from 1. ``tick`` must be called at least once a
    second while a channel waits. ``token`` marks the processes that a channel starts.
    """

    kind: Literal["describe", "score"]
    prompt: str
    language: Language
    task: Task
    subjects: tuple[Subject, ...]
    order: int = 1
    token: str = ""
    tick: Callable[[], None] = field(default=lambda: None)

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """The pictures in the order shown."""
        return tuple(subject.picture for subject in self.subjects)

    @property
    def labels(self) -> tuple[str, ...]:
        """Their labels."""
        return tuple(picture.label for picture in self.pictures)

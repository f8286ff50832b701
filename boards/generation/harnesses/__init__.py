"""The harnesses: one class each, chosen by kind. ``docs/generation.md`` says how to add one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from boards.generation.configuration import build_settings
from boards.generation.harnesses.chat import ChatHarness
from boards.generation.harnesses.command import CommandHarness
from boards.generation.harnesses.messages import MessagesHarness
from boards.generation.harnesses.sketch import SketchHarness
from boards.generation.protocol import Harness

_KINDS: Final[Mapping[str, Callable[[Any], Harness]]] = {
    "chat": ChatHarness,
    "messages": MessagesHarness,
    "command": CommandHarness,
    "sketch": SketchHarness,
}


def make_harness(kind: str, settings: Mapping[str, Any], where: str = "harness") -> Harness:
    """A harness of this kind; raises ``ConfigurationError`` when the settings cannot be used."""
    return _KINDS[kind](build_settings(kind, settings, where))

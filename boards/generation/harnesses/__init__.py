"""The harnesses: one class each, chosen by kind. ``docs/generation.md`` says how to add one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from boards.generation.configuration import build_settings
from boards.generation.harnesses.chat import ChatHarness
from boards.generation.harnesses.command import CommandHarness
from boards.generation.harnesses.messages import MessagesHarness
from boards.generation.harnesses.sketch import SketchHarness
from boards.generation.keys import KeyRefusedError, Redactor
from boards.generation.protocol import DrawingRequest, Failure, Harness, HarnessError, Reply

_KINDS: Final[Mapping[str, Callable[[Any], Harness]]] = {
    "chat": ChatHarness,
    "messages": MessagesHarness,
    "command": CommandHarness,
    "sketch": SketchHarness,
}


def make_harness(kind: str, settings: Mapping[str, Any], where: str = "harness") -> Harness:
    """A harness of this kind; raises ``ConfigurationError`` when the settings cannot be used."""
    return KeylessHarness(_KINDS[kind](build_settings(kind, settings, where)))


_MODEL_CHARACTERS: Final = 200


class KeylessHarness:
    """What a harness says, without the keys that a provider or an agent may repeat.

    The one place where that is done: whoever stores or shows a reply or a failure need not. A key
    that cannot be used is a failure of the harness.
    """

    def __init__(self, harness: Harness) -> None:
        self._harness = harness

    def draw(self, request: DrawingRequest) -> Reply:
        """See :class:`boards.generation.protocol.Harness`."""
        redactor = Redactor.from_environment()
        try:
            reply = self._harness.draw(request)
        except KeyRefusedError as error:
            raise HarnessError(Failure.SETTING, str(error)) from error
        except HarnessError as error:
            raise HarnessError(
                error.failure,
                _storable(redactor.text(error.detail)),
                retry_after=error.retry_after,
                record=redactor.value(error.record),
            ) from error
        return replace(
            reply,
            content=redactor.content(reply.content),
            model=_storable(redactor.text(reply.model))[:_MODEL_CHARACTERS],
            record=redactor.value(reply.record),
        )


def _storable(text: str) -> str:
    """``text`` without what no database or page takes: NUL and halves of surrogate pairs."""
    return text.replace("\0", "\N{REPLACEMENT CHARACTER}").encode("utf-8", "replace").decode()

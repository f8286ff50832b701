"""How judges are asked, one module a way. ``docs/judging.md`` says how to add one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from boards.generation.protocol import Failure, HarnessError, Reply
from judging.channels import arithmetic, harness, replay
from judging.channels.question import Question
from judging.models import Judge

_CHANNELS: Final[Mapping[str, Callable[[Judge, Question], Reply]]] = {
    Judge.Channel.CHAT: harness.ask,
    Judge.Channel.MESSAGES: harness.ask,
    Judge.Channel.COMMAND: harness.ask,
    Judge.Channel.REPLAY: replay.ask,
    Judge.Channel.ARITHMETIC: arithmetic.ask,
}


def ask(judge: Judge, question: Question) -> Reply:
    """The judge's reply.

    Raises:
        HarnessError: none came; ``failure`` says why.
        StoppedError: ``question.tick`` asked to stop.
    """
    channel = _CHANNELS.get(judge.channel)
    if channel is None:
        raise HarnessError(Failure.SETTING, f"There is no channel {judge.channel}.")
    return channel(judge, question)

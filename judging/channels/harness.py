"""Judges behind a harness of ``models.toml``: chat, messages, command."""

from __future__ import annotations

import tempfile
from pathlib import Path

from boards.generation.configuration import ConfigurationError
from boards.generation.harnesses import make_harness
from boards.generation.protocol import DrawingRequest, Failure, HarnessError, Reply
from judging import prompts
from judging.channels.question import Question
from judging.models import Judge
from pelican.rules import RULES


def ask(judge: Judge, question: Question) -> Reply:
    """Send prompt and pictures through the judge's harness; see :func:`judging.channels.ask`."""
    called = judge.harness
    if called is None or not called.enabled or called.kind != judge.channel:
        raise HarnessError(
            Failure.SETTING, f"{judge.role}: choose an enabled harness of kind {judge.channel}."
        )
    prompt = question.prompt
    if judge.channel == Judge.Channel.COMMAND:
        prompt = f"{prompt}\n\n{prompts.files_note(question.language, question.labels)}"
    with tempfile.TemporaryDirectory(prefix="judge-") as folder:
        request = DrawingRequest(
            prompt=prompt,
            task=question.task.id,
            model_id=judge.model_id,
            effort=judge.effort,
            options={},
            seed=0,
            attempt=1,
            timeout_seconds=RULES.judging.call_seconds,
            reply_limit=RULES.judging.reply_bytes,
            token=question.token,
            folder=Path(folder),
            tick=question.tick,
            child_started=lambda _group, _started: None,
            pictures=question.pictures,
        )
        try:
            return make_harness(called.kind, called.settings, called.slug).draw(request)
        except ConfigurationError as error:
            raise HarnessError(Failure.SETTING, str(error)) from error

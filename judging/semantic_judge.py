"""Asks the semantic judge: a blind caption and a checklist, in two concurrent calls.

Pure Python, no Django: the board and the environment both use it. It is configured by environment
variables; see :meth:`JudgeEndpoint.from_environment`.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from boards.catalogue import Task
from boards.generation.configuration import ApiSettings, ConfigurationError
from boards.generation.harnesses import KeylessHarness
from boards.generation.harnesses.chat import ChatHarness
from boards.generation.protocol import DrawingRequest, Failure, HarnessError, Picture
from judging import prompts
from judging.parsing import parse_booleans
from judging.semantic import SemanticScore, checklist_items, semantic_score
from pelican.rules import RULES

DEFAULT_MODEL: Final = "Qwen/Qwen2.5-VL-72B-Instruct"
HOSTED_URL: Final = "https://router.huggingface.co/v1"


@dataclass(frozen=True)
class JudgeEndpoint:
    """A configured semantic judge. ``key`` names the variable that holds its key."""

    model: str
    base_url: str = HOSTED_URL
    key: str = "HF_TOKEN"
    own_server: bool = False

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> JudgeEndpoint | None:
        """The judge that these variables configure; None for structure alone.

        ``PELICAN_SVG_DISABLE_JUDGE`` (1, true, yes) wins over all. ``PELICAN_SVG_JUDGE_BASE_URL``
        is a server of one's own, to which a Hugging Face token is never sent, only
        ``PELICAN_KEY_JUDGE`` if that is set; it needs ``PELICAN_SVG_JUDGE_MODEL``. Otherwise
        ``HF_TOKEN`` turns the hosted judge on.

        Raises:
            ConfigurationError: a server without a model, or an address that is not allowed.
        """
        if environment.get("PELICAN_SVG_DISABLE_JUDGE", "").lower() in {"1", "true", "yes"}:
            return None
        model = environment.get("PELICAN_SVG_JUDGE_MODEL", "").strip()
        base_url = environment.get("PELICAN_SVG_JUDGE_BASE_URL", "").strip()
        if base_url:
            if not model:
                raise ConfigurationError(
                    "PELICAN_SVG_JUDGE_BASE_URL needs PELICAN_SVG_JUDGE_MODEL: say which model "
                    "the server has."
                )
            key = "PELICAN_KEY_JUDGE" if environment.get("PELICAN_KEY_JUDGE") else ""
            endpoint = cls(model, base_url, key, own_server=True)
        elif environment.get("HF_TOKEN", "").strip():
            endpoint = cls(model or DEFAULT_MODEL)
        else:
            return None
        endpoint.settings({}).check("the semantic judge")
        return endpoint

    def settings(self, extra_body: Mapping[str, Any], tokens: int = 0) -> ApiSettings:
        """How the ``chat`` harness calls it: temperature 0, at most ``tokens``."""
        return ApiSettings(
            base_url=self.base_url,
            key=self.key,
            allow_private=self.own_server,
            stream=False,
            parameters={"temperature": 0, "max_output_tokens": tokens},
            extra_body=dict(extra_body),
        )


@dataclass(frozen=True)
class Look:
    """What came of asking: a score, or an error and none."""

    model: str
    score: SemanticScore | None
    error: str = ""


def look(endpoint: JudgeEndpoint, task: Task, png: bytes) -> Look:
    """Ask both questions about one picture at once. It never raises: a failure is in the result."""
    with ThreadPoolExecutor(max_workers=2) as pool:
        caption = pool.submit(_caption, endpoint, task, png)
        checklist = pool.submit(_checklist, endpoint, task, png)
        try:
            answers = parse_booleans(checklist.result(), list(checklist_items(task)))
            return Look(endpoint.model, semantic_score(task, _line(caption.result()), answers))
        except HarnessError as error:
            return Look(endpoint.model, None, f"{error.failure}: {error.detail}")


def _line(caption: str) -> str:
    text = " ".join(caption.split())[: RULES.judging.text_characters_max]
    if not text:
        raise HarnessError(Failure.REPLY, "The caption is empty.")
    return text


def _caption(endpoint: JudgeEndpoint, task: Task, png: bytes) -> str:
    settings = endpoint.settings({}, RULES.reward.caption_tokens)
    return _ask(endpoint, settings, task, prompts.caption(), png)


def _checklist(endpoint: JudgeEndpoint, task: Task, png: bytes) -> str:
    """The checklist's answer; without the schema where the server refuses it."""
    schema = {"name": "checklist", "strict": True, "schema": prompts.checklist_schema(task)}
    body = {"response_format": {"type": "json_schema", "json_schema": schema}}
    tokens = RULES.reward.checklist_tokens
    prompt = prompts.checklist(task)
    try:
        return _ask(endpoint, endpoint.settings(body, tokens), task, prompt, png)
    except HarnessError as error:
        if error.failure != Failure.REQUEST:
            raise
    return _ask(endpoint, endpoint.settings({}, tokens), task, prompt, png)


def _ask(
    endpoint: JudgeEndpoint, settings: ApiSettings, task: Task, prompt: str, png: bytes
) -> str:
    with tempfile.TemporaryDirectory(prefix="semantic-") as folder:
        request = DrawingRequest(
            prompt=prompt,
            task=task.id,
            model_id=endpoint.model,
            effort="",
            options={},
            seed=0,
            attempt=1,
            timeout_seconds=RULES.reward.call_seconds,
            reply_limit=RULES.judging.reply_bytes,
            token="",
            folder=Path(folder),
            tick=lambda: None,
            child_started=lambda _group, _started: None,
            pictures=(Picture("A", png),),
        )
        reply = KeylessHarness(ChatHarness(settings)).draw(request)
        return reply.content.decode("utf-8", "replace")

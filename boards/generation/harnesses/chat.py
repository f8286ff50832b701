"""The ``chat`` harness: any OpenAI-compatible ``/chat/completions`` endpoint."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import httpx

from boards.generation import http
from boards.generation.configuration import ApiSettings
from boards.generation.harnesses.api import (
    Transcript,
    amount,
    ask,
    at_path,
    count,
    extra_body,
    merge,
    parse_event,
    stream_error,
    table,
    user_message,
)
from boards.generation.keys import read_key
from boards.generation.protocol import DrawingRequest, Failure, HarnessError, Receipts, Reply

_DONE = "[DONE]"


class ChatHarness:
    """Sends the sentence as the only message and reads the answer as it is written."""

    def __init__(self, settings: ApiSettings) -> None:
        self._settings = settings

    def draw(self, request: DrawingRequest) -> Reply:
        """See :class:`boards.generation.protocol.Harness`."""
        return ask(
            "chat/completions",
            self._headers(),
            self.body(request),
            self._settings,
            request,
            _Answer,
        )

    def body(self, request: DrawingRequest) -> dict[str, Any]:
        """The request's body: common parameters, then the endpoint's, then the route's."""
        settings = self._settings
        parameters = dict(settings.parameters)
        if "max_output_tokens" in parameters:
            parameters[settings.tokens_field] = parameters.pop("max_output_tokens")
        streaming = {"stream": True, "stream_options": {"include_usage": True}}
        return merge(
            parameters,
            streaming if settings.stream else {},
            settings.extra_body,
            extra_body(request),
            at_path(settings.effort_field, request.effort),
            {
                "model": request.model_id,
                "messages": [user_message(request, _image_part)],
            },
        )

    def _headers(self) -> dict[str, str]:
        if not self._settings.key:
            return {}
        return {"Authorization": f"Bearer {read_key(self._settings.key).reveal()}"}


def _image_part(png: str) -> dict[str, Any]:
    return {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{png}"}}


class _Answer:
    """Collects the answer, whole or in events."""

    def __init__(self, limit: int) -> None:
        self.text = Transcript(limit)
        self.model = ""
        self.finish = ""
        self.usage: Mapping[str, Any] = {}

    async def read(self, response: httpx.Response) -> None:
        if http.is_event_stream(response):
            await self._read_stream(response)
            return
        parsed, raw = await http.read_json(response)
        if parsed is None:  # longer than any reply that is allowed
            self.text.add(raw.decode("utf-8", "replace"))
            return
        self._take(table(parsed), "message")
        if not self.finish and not table(parsed).get("choices"):
            raise HarnessError(Failure.REPLY, "The reply has no choices.")

    async def _read_stream(self, response: httpx.Response) -> None:
        done = False
        async for data in http.read_events(response):
            if data == _DONE:
                done = True
                break
            self._take(parse_event(data), "delta")
            if self.text.is_full:
                return
        if not done and not self.finish:
            raise HarnessError(Failure.CONNECTION, "The stream broke off before its end.")

    def _take(self, part: Mapping[str, Any], name: str) -> None:
        if part.get("error"):
            raise stream_error(part["error"])
        self.model = http.word(part.get("model")) or self.model
        self.usage = table(part.get("usage")) or self.usage
        choices = part.get("choices")
        choice = table(choices[0]) if isinstance(choices, list) and choices else {}
        said = table(choice.get(name))
        content = said.get("content")
        for piece in content if isinstance(content, list) else [content]:
            self.text.add(table(piece).get("text") if isinstance(piece, Mapping) else piece)
        self.text.add(said.get("refusal"))
        self.finish = http.word(choice.get("finish_reason")) or self.finish

    @property
    def receipts(self) -> Receipts:
        details = table(self.usage.get("completion_tokens_details"))
        return Receipts(
            input_tokens=count(self.usage.get("prompt_tokens")),
            output_tokens=count(self.usage.get("completion_tokens")),
            reasoning_tokens=count(details.get("reasoning_tokens")),
            cost_usd=amount(self.usage.get("cost")),
        )

    def record(self) -> dict[str, Any]:
        return {"model": self.model, "finish_reason": self.finish, "usage": dict(self.usage)}

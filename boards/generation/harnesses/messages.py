"""The ``messages`` harness: Anthropic's Messages API."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import httpx

from boards.generation import http
from boards.generation.configuration import ApiSettings
from boards.generation.harnesses.api import (
    MAX_OUTPUT_TOKENS,
    Transcript,
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

API_VERSION: Final = "2023-06-01"


class MessagesHarness:
    """Sends the sentence as the only message and reads the answer as it is written."""

    def __init__(self, settings: ApiSettings) -> None:
        self._settings = settings

    def draw(self, request: DrawingRequest) -> Reply:
        """See :class:`boards.generation.protocol.Harness`."""
        return ask(
            "messages", self._headers(), self.body(request), self._settings, request, _Answer
        )

    def body(self, request: DrawingRequest) -> dict[str, Any]:
        """The request's body: common parameters, then the endpoint's, then the route's."""
        settings = self._settings
        parameters = dict(settings.parameters)
        limit = parameters.pop("max_output_tokens", MAX_OUTPUT_TOKENS)
        return merge(
            {"max_tokens": limit},
            parameters,
            {"stream": True} if settings.stream else {},
            settings.extra_body,
            extra_body(request),
            at_path(settings.effort_field, request.effort),
            {
                "model": request.model_id,
                "messages": [user_message(request, _image_part)],
            },
        )

    def _headers(self) -> dict[str, str]:
        headers = {"anthropic-version": API_VERSION}
        if self._settings.key:
            headers["x-api-key"] = read_key(self._settings.key).reveal()
        return headers


def _image_part(png: str) -> dict[str, Any]:
    return {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": png}}


class _Answer:
    """Collects the answer, whole or in events. Only text counts, thinking does not."""

    def __init__(self, limit: int) -> None:
        self.text = Transcript(limit)
        self.model = ""
        self.stop = ""
        self.usage: dict[str, Any] = {}

    async def read(self, response: httpx.Response) -> None:
        if http.is_event_stream(response):
            await self._read_stream(response)
            return
        parsed, raw = await http.read_json(response)
        if parsed is None:  # longer than any reply that is allowed
            self.text.add(raw.decode("utf-8", "replace"))
            return
        answer = table(parsed)
        if answer.get("type") == "error":
            raise stream_error(answer.get("error"))
        if not isinstance(answer.get("content"), list):
            raise HarnessError(Failure.REPLY, "The reply has no content.")
        self._take_message(answer)
        for block in answer["content"]:
            if table(block).get("type") == "text":
                self.text.add(table(block).get("text"))

    async def _read_stream(self, response: httpx.Response) -> None:
        async for data in http.read_events(response):
            event = parse_event(data)
            kind = event.get("type")
            if kind == "error":
                raise stream_error(event.get("error"))
            if kind == "message_start":
                self._take_message(table(event.get("message")))
            elif kind == "content_block_start":
                self.text.add(table(event.get("content_block")).get("text"))
            elif kind == "content_block_delta":
                self._take_delta(table(event.get("delta")))
            elif kind == "message_delta":
                self._take_message({**table(event.get("delta")), "usage": event.get("usage")})
            elif kind == "message_stop":
                return
            if self.text.is_full:
                return
        if not self.stop:
            raise HarnessError(Failure.CONNECTION, "The stream broke off before its end.")

    def _take_delta(self, delta: Mapping[str, Any]) -> None:
        if delta.get("type") == "text_delta":
            self.text.add(delta.get("text"))

    def _take_message(self, said: Mapping[str, Any]) -> None:
        self.model = http.word(said.get("model")) or self.model
        self.stop = http.word(said.get("stop_reason")) or self.stop
        self.usage |= table(said.get("usage"))

    @property
    def receipts(self) -> Receipts:
        return Receipts(
            input_tokens=count(self.usage.get("input_tokens")),
            output_tokens=count(self.usage.get("output_tokens")),
        )

    def record(self) -> dict[str, Any]:
        return {"model": self.model, "stop_reason": self.stop, "usage": dict(self.usage)}

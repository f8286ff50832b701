"""What the two HTTP harnesses share."""

from __future__ import annotations

import base64
import copy
import reprlib
from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol

import httpx

from boards.generation import http
from boards.generation.configuration import ApiSettings
from boards.generation.protocol import DrawingRequest, Failure, HarnessError, Receipts, Reply

DIRECT_API: Final = "direct API"
"""The kind that ``chat`` and ``messages`` are to a condition: a bare sentence over HTTP."""

DIRECT_API_VERSION: Final = "1"
"""Raise it when what is sent for the same configuration changes."""

MAX_OUTPUT_TOKENS: Final = 32_000
"""Asked for where an API insists on a limit and the configuration names none."""


class Transcript:
    """The reply's text as it arrives, cut one byte after the limit."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._content = bytearray()

    def add(self, text: object) -> None:
        """Append what the model said; anything but a string says nothing."""
        if isinstance(text, str) and not self.is_full:
            self._content += text.encode("utf-8", "replace")
            del self._content[self._limit + 1 :]

    @property
    def is_full(self) -> bool:
        """Whether the reply is longer than allowed: reading can stop."""
        return len(self._content) > self._limit

    @property
    def content(self) -> bytes:
        """The reply so far."""
        return bytes(self._content)


class Answer(Protocol):
    """Collects what one API answers."""

    text: Transcript
    model: str

    async def read(self, response: httpx.Response) -> None:
        """Consume a successful response."""
        ...

    @property
    def receipts(self) -> Receipts:
        """What the provider states about the cost."""
        ...

    def record(self) -> dict[str, Any]:
        """What the raw record keeps beside the text."""
        ...


def ask(
    path: str,
    headers: Mapping[str, str],
    body: Mapping[str, Any],
    settings: ApiSettings,
    request: DrawingRequest,
    make_answer: Callable[[int], Answer],
) -> Reply:
    """Send ``body`` to a path of the endpoint and collect the answer.

    Raises:
        HarnessError: with what was sent and seen until then in its record.
    """
    target = http.Target(f"{settings.base_url.rstrip('/')}/{path}", headers, settings.allow_private)
    answer = make_answer(request.reply_limit)
    record = {"url": target.url, "request": body}
    try:
        kept = http.post(
            target, body, answer.read, timeout_seconds=request.timeout_seconds, tick=request.tick
        )
    except HarnessError as error:
        error.record = {
            **record,
            **answer.record(),
            "text": answer.text.content.decode("utf-8", "replace"),
            **error.record,
        }
        raise
    return Reply(
        content=answer.text.content,
        receipts=answer.receipts,
        model=answer.model,
        record={**record, "headers": kept, **answer.record()},
    )


def user_message(
    request: DrawingRequest, image_part: Callable[[str], Mapping[str, Any]]
) -> dict[str, Any]:
    """The only message of a conversation: the prompt and, each after its name, the pictures.

    ``image_part`` says how the API wants a PNG, which it is given in base64.
    """
    if not request.pictures:
        return {"role": "user", "content": request.prompt}
    content: list[Mapping[str, Any]] = [{"type": "text", "text": request.prompt}]
    for picture in request.pictures:
        content.append({"type": "text", "text": f"{picture.label}:"})
        content.append(image_part(base64.b64encode(picture.png).decode()))
    return {"role": "user", "content": content}


def merge(*bodies: Mapping[str, Any]) -> dict[str, Any]:
    """Request bodies laid over each other; inner tables are merged, the later one wins."""
    merged: dict[str, Any] = {}
    for body in bodies:
        for name, value in body.items():
            if isinstance(value, Mapping) and isinstance(merged.get(name), dict):
                merged[name] = merge(merged[name], value)
            else:
                merged[name] = copy.deepcopy(value)
    return merged


def at_path(path: str, value: str) -> dict[str, Any]:
    """``reasoning.effort`` and ``high`` → ``{"reasoning": {"effort": "high"}}``.

    A value of digits becomes a number. Empty when path or value is.
    """
    if not path or not value:
        return {}
    nested: Any = int(value) if value.isascii() and value.isdigit() else value
    for name in reversed(path.split(".")):
        nested = {name: nested}
    return dict(nested)


def extra_body(request: DrawingRequest) -> Mapping[str, Any]:
    """What the route adds to the request's body."""
    extra = request.options.get("extra_body", {})
    return extra if isinstance(extra, Mapping) else {}


_TOKENS_MAX: Final = 10**12
_AMOUNT_MAX: Final = 10**6


def count(value: object) -> int | None:
    """A token count as a provider states it; None when it is none, or beyond belief."""
    return value if type(value) is int and 0 <= value <= _TOKENS_MAX else None


def amount(value: object) -> float | None:
    """A cost as a provider states it; None when it is none, or beyond belief."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if 0 <= value < _AMOUNT_MAX else None


def table(value: object) -> Mapping[str, Any]:
    """``value`` if it is a JSON object, else an empty one."""
    return value if isinstance(value, Mapping) else {}


def parse_event(data: str) -> Mapping[str, Any]:
    """One event of a stream as a JSON object.

    Raises:
        HarnessError: it is none.
    """
    try:
        event = http.parse_json(data)
    except ValueError as error:
        raise HarnessError(Failure.REPLY, "An event of the stream is no JSON.") from error
    return table(event)


def stream_error(error: object) -> HarnessError:
    """The failure that an error inside a successful response means."""
    details = table(error)
    kind = f"{http.word(details.get('type'))} {http.word(details.get('code'))}".lower()
    message = (http.word(details.get("message")) or http.word(error) or reprlib.repr(error))[:300]
    if "rate" in kind or "429" in kind:
        return HarnessError(Failure.RATE, message)
    if "not_found" in kind:
        return HarnessError(Failure.GONE, message)
    if "authentication" in kind or "permission" in kind:
        return HarnessError(Failure.ACCESS, message)
    return HarnessError(Failure.SERVER, message)

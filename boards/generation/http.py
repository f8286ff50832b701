"""One bounded HTTP exchange with a model's endpoint. Pure Python, no Django.

The exchange runs on an event loop in a thread of its own, so that a limit on the *whole* call
holds whatever the server does, and so that the calling thread can watch for a stop meanwhile.
"""

from __future__ import annotations

import asyncio
import datetime as dt
import email.utils
import json
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import httpx

from boards.generation.addresses import AddressRefusedError, GuardedTransport
from boards.generation.protocol import Failure, HarnessError

CONNECT_SECONDS: Final = 30
TICK_SECONDS: Final = 0.5
STOP_SECONDS: Final = 5
"""How long a stopped exchange is waited for."""

ERROR_BYTES: Final = 65_536
"""More of an error's body is not read."""

# A reply of the largest size allowed, every byte of it escaped as six in JSON, and room for the
# rest. A stream spends a whole event on a few characters, so it may be longer, but no line of it.
JSON_BYTES: Final = 16 * 1024 * 1024
STREAM_BYTES: Final = 512 * 1024 * 1024

_KEPT_HEADERS: Final = ("date", "server", "request-id", "x-request-id", "retry-after")


@dataclass(frozen=True)
class Target:
    """Where to send and how strictly the address is judged. ``headers`` may hold a key."""

    url: str
    headers: Mapping[str, str]
    allow_private: bool


Reader = Callable[[httpx.Response], Awaitable[None]]
"""Consumes the body of a successful response."""


def post(
    target: Target,
    body: Mapping[str, Any],
    reader: Reader,
    *,
    timeout_seconds: float,
    tick: Callable[[], None],
) -> dict[str, str]:
    """POST ``body`` as JSON and let ``reader`` consume a 200 response.

    Redirects are not followed, proxies of the environment not used. Returns the response headers
    worth keeping.

    Raises:
        HarnessError: no 200 response, or none complete within ``timeout_seconds``.
        Whatever ``tick`` raises; the connection is closed then.
    """
    exchange = _Exchange(lambda: _send(target, body, reader, timeout_seconds))
    exchange.start()
    try:
        while exchange.is_alive():
            exchange.join(TICK_SECONDS)
            tick()
    except BaseException:
        exchange.cancel()
        exchange.join(STOP_SECONDS)  # a name that is being resolved cannot be interrupted
        raise
    return exchange.outcome()


class _Exchange(threading.Thread):
    """A coroutine on an event loop of its own, cancellable from outside."""

    def __init__(self, work: Callable[[], Awaitable[dict[str, str]]]) -> None:
        super().__init__(name="http-exchange", daemon=True)
        self._work = work
        self._ready = threading.Event()
        self._headers: dict[str, str] = {}
        self._error: BaseException | None = None

    def run(self) -> None:
        try:
            asyncio.run(self._main())
        except BaseException as error:  # noqa: BLE001 raised again where the thread is awaited
            self._error = error

    async def _main(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._task = asyncio.current_task()
        self._ready.set()
        self._headers = await self._work()

    def cancel(self) -> None:
        if self._ready.wait(STOP_SECONDS) and self._task and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._task.cancel)

    def outcome(self) -> dict[str, str]:
        if self._error is not None:
            raise self._error
        return self._headers


async def _send(
    target: Target, body: Mapping[str, Any], reader: Reader, timeout_seconds: float
) -> dict[str, str]:
    transport = GuardedTransport(allow_private=target.allow_private)
    timeout = httpx.Timeout(None, connect=CONNECT_SECONDS)
    headers = {**target.headers, "Accept-Encoding": "identity", "User-Agent": "pelican-board"}
    try:
        async with (
            asyncio.timeout(timeout_seconds),
            httpx.AsyncClient(transport=transport, timeout=timeout, trust_env=False) as client,
            client.stream("POST", target.url, json=body, headers=headers) as response,
        ):
            if response.status_code != httpx.codes.OK:
                raise await _refusal(response)
            if response.headers.get("content-encoding", "identity") != "identity":
                raise HarnessError(Failure.REPLY, "The reply is compressed, which was not asked.")
            await reader(response)
            return _kept(response)
    except TimeoutError as error:
        raise HarnessError(
            Failure.TIMEOUT, f"No complete reply within {timeout_seconds:.0f} s."
        ) from error
    except AddressRefusedError as error:
        raise HarnessError(Failure.SETTING, str(error)) from error
    except httpx.HTTPError as error:
        detail = str(error) or type(error).__name__
        raise HarnessError(Failure.CONNECTION, detail) from error


def _kept(response: httpx.Response) -> dict[str, str]:
    return {name: response.headers[name] for name in _KEPT_HEADERS if name in response.headers}


async def _refusal(response: httpx.Response) -> HarnessError:
    body = b""
    async for chunk in response.aiter_raw():
        body += chunk[: ERROR_BYTES - len(body)]
        if len(body) >= ERROR_BYTES:
            break
    text = body.decode("utf-8", "replace")
    failure = judge_status(response.status_code, text)
    message = error_message(text)
    return HarnessError(
        failure,
        f"HTTP {response.status_code}" + (f": {message}" if message else ""),
        retry_after=retry_after(response.headers.get("retry-after", "")),
        record={
            "status": response.status_code,
            "headers": _kept(response),
            "body": text,
        },
    )


def judge_status(status: int, body: str) -> Failure:
    """Which failure a status other than 200 is, with the help of what the body says."""
    if status in {401, 403}:
        return Failure.ACCESS
    if status in {400, 404, 410, 422} and is_model_gone(body):
        return Failure.GONE
    if status == httpx.codes.TOO_MANY_REQUESTS:
        return Failure.RATE
    if status >= 500 or status in {408, 409, 425}:
        return Failure.SERVER
    return Failure.REQUEST


_GONE_CODES: Final = {"model_not_found", "model_not_available"}
_GONE_PHRASES: Final = (
    "not found",
    "does not exist",
    "not a valid model",
    "no endpoints found",
    "unknown model",
    "no longer available",
    "decommissioned",
    "retired",
)


def is_model_gone(body: str) -> bool:
    """Whether an error body says that the provider does not have the model.

    Providers differ: a code of its own, or a sentence that names the model.
    """
    error = _error_object(body)
    codes = {word(error.get("code")).lower(), word(error.get("type")).lower()}
    message = error_message(body).lower()
    if codes & _GONE_CODES:
        return True
    missing = "not_found_error" in codes or any(phrase in message for phrase in _GONE_PHRASES)
    return missing and "model" in message


def error_message(body: str) -> str:
    """What an error body says in words, at most 300 characters."""
    error = _error_object(body)
    message = error.get("message") or error.get("detail")
    text = message if isinstance(message, str) else body
    return " ".join(text.split())[:300]


def parse_json(text: str | bytes | bytearray) -> Any:
    """What a provider says as JSON; raises ``ValueError`` where it is none or nests too deep."""
    try:
        return json.loads(text)
    except RecursionError as error:
        raise ValueError("The JSON nests too deep.") from error


def word(value: object) -> str:
    """A single value of such JSON as text: "" for anything that holds others."""
    return str(value) if isinstance(value, str | int | float) else ""


def _error_object(body: str) -> dict[str, Any]:
    try:
        parsed = parse_json(body)
    except ValueError:
        return {}
    if isinstance(parsed, dict):
        inner = parsed.get("error", parsed)
        if isinstance(inner, dict):
            return inner
        return {"message": inner} if isinstance(inner, str) else parsed
    return {}


def retry_after(value: str, now: dt.datetime | None = None) -> float | None:
    """Seconds that a ``Retry-After`` header asks to wait: a number or a date; None if neither."""
    value = value.strip()
    if value.isascii() and value.isdigit():
        return float(value)
    try:
        when = email.utils.parsedate_to_datetime(value)
    except (ValueError, OverflowError):
        return None
    if when.tzinfo is None:
        when = when.replace(tzinfo=dt.UTC)
    return max(0.0, (when - (now or dt.datetime.now(dt.UTC))).total_seconds())


async def read_json(response: httpx.Response) -> tuple[Any, bytes]:
    """The body parsed, and as bytes; None for the parsed when it exceeds ``JSON_BYTES``.

    Raises:
        HarnessError: the body is no JSON.
    """
    body = bytearray()
    async for chunk in response.aiter_raw():
        body += chunk
        if len(body) > JSON_BYTES:
            return None, bytes(body[:JSON_BYTES])
    try:
        return parse_json(body), bytes(body)
    except ValueError as error:
        raise HarnessError(
            Failure.REPLY,
            "The reply is no JSON.",
            record={"body": body[:ERROR_BYTES].decode("utf-8", "replace")},
        ) from error


def is_event_stream(response: httpx.Response) -> bool:
    """Whether the body is a stream of server-sent events."""
    kind: str = response.headers.get("content-type", "")
    return kind.partition(";")[0].strip().lower() == "text/event-stream"


async def read_events(response: httpx.Response) -> AsyncIterator[str]:
    """The data of each server-sent event.

    Raises:
        HarnessError: a line is longer than ``JSON_BYTES`` or the stream than ``STREAM_BYTES``.
    """
    total = 0
    pending = b""
    data: list[str] = []
    async for chunk in response.aiter_raw():
        total += len(chunk)
        pending += chunk
        if len(pending) > JSON_BYTES or total > STREAM_BYTES:
            raise HarnessError(Failure.REPLY, "The stream of events is too long.")
        *lines, pending = pending.replace(b"\r\n", b"\n").split(b"\n")
        for line in lines:
            if not line and data:
                yield "\n".join(data)
                data = []
            elif line.startswith(b"data:"):
                data.append(line[5:].decode("utf-8", "replace").removeprefix(" "))
    if data:
        yield "\n".join(data)

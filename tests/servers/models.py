"""A server that speaks OpenAI's chat completions and Anthropic's messages, and can misbehave.

Each model id is scripted with one behaviour a request; the last one repeats. Requests are kept as
they came, so a test can look at what was sent, pictures included.
"""

from __future__ import annotations

import contextlib
import json
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final

CHAT_PATH: Final = "/v1/chat/completions"
MESSAGES_PATH: Final = "/v1/messages"


MIB = 1024 * 1024


@dataclass(frozen=True)
class Call:
    """One request as the server saw it."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]

    @property
    def prompt(self) -> str:
        """The text of the first message."""
        content = self.body["messages"][0]["content"]
        if isinstance(content, str):
            return content
        return "".join(part.get("text", "") for part in content)

    @property
    def pictures(self) -> list[dict[str, Any]]:
        """The parts of the first message that are pictures, in either API's shape."""
        content = self.body["messages"][0]["content"]
        parts = content if isinstance(content, list) else []
        return [part for part in parts if part.get("type") in {"image", "image_url"}]


Behaviour = Callable[["Handler", Call], None]


@dataclass
class ModelServer:
    """A running server: where it listens, what it was asked, and what it is to do."""

    port: int
    calls: list[Call] = field(default_factory=list)
    stopping: threading.Event = field(default_factory=threading.Event)
    _scripts: dict[str, list[Behaviour]] = field(default_factory=lambda: defaultdict(list))
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    def script(self, model: str, *behaviours: Behaviour) -> None:
        """What the next requests for ``model`` meet, in order; the last one repeats."""
        with self._lock:
            self._scripts[model] = list(behaviours)

    def take(self, call: Call) -> Behaviour:
        with self._lock:
            self.calls.append(call)
            script = self._scripts[call.body.get("model", "")] or [fails(404, "model_not_found")]
            return script.pop(0) if len(script) > 1 else script[0]


class Handler(BaseHTTPRequestHandler):
    """Hands each request to its behaviour."""

    protocol_version = "HTTP/1.1"
    server: _Server

    def do_POST(self) -> None:
        length = int(self.headers.get("content-length", 0))
        body = json.loads(self.rfile.read(length) or b"{}")
        headers = {name.lower(): value for name, value in self.headers.items()}
        call = Call(self.path, headers, body)
        self.close_connection = True
        # The client may have had enough, which is often what a test is about.
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            self.server.models.take(call)(self, call)

    def start(self, status: int, headers: dict[str, str]) -> None:
        self.send_response(status)
        for name, value in {"Connection": "close", **headers}.items():
            self.send_header(name, value)
        self.end_headers()

    def answer(self, status: int, content: Any, headers: dict[str, str] | None = None) -> None:
        body = json.dumps(content).encode()
        length = {"Content-Type": "application/json", "Content-Length": str(len(body))}
        self.start(status, length | (headers or {}))
        self.wfile.write(body)

    def event(self, data: Any, name: str = "") -> None:
        text = data if isinstance(data, str) else json.dumps(data)
        head = f"event: {name}\n" if name else ""
        self.wfile.write(f"{head}data: {text}\n\n".encode())
        self.wfile.flush()

    def pause(self, seconds: float) -> bool:
        """Wait, unless the server stops; returns whether to go on."""
        return not self.server.models.stopping.wait(seconds)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 the base class's name
        pass


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    models: ModelServer


@contextmanager
def model_server() -> Iterator[ModelServer]:
    """A server on a free port of loopback, ended when the block is left."""
    server = _Server(("127.0.0.1", 0), Handler)
    server.models = ModelServer(server.server_address[1])
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield server.models
    finally:
        server.models.stopping.set()
        server.shutdown()
        server.server_close()
        thread.join()


def says(
    text: str,
    *,
    usage: dict[str, Any] | None = None,
    model: str = "",
    finish: str = "",
    refusal: bool = False,
) -> Behaviour:
    """Answers with ``text``, whole or as a stream, as asked; usage only where it is given."""

    def behave(handler: Handler, call: Call) -> None:
        echoed = model or call.body["model"]
        if call.path == CHAT_PATH:
            answer = _chat_answer(text, usage, echoed, finish or "stop", refusal=refusal)
            events = _chat_events(text, usage, echoed, finish or "stop", refusal=refusal)
        else:
            stop = finish or ("refusal" if refusal else "end_turn")
            answer = _messages_answer(text, usage, echoed, stop)
            events = _messages_events(text, usage, echoed, stop)
        if not call.body.get("stream"):
            handler.answer(200, answer)
            return
        handler.start(200, {"Content-Type": "text/event-stream; charset=utf-8"})
        for event in events:
            name = event.get("type", "") if isinstance(event, dict) else ""
            handler.event(event, name if call.path == MESSAGES_PATH else "")

    return behave


def _chat_answer(
    text: str, usage: dict[str, Any] | None, model: str, finish: str, *, refusal: bool
) -> dict[str, Any]:
    message = {"role": "assistant", "content": None if refusal else text}
    if refusal:
        message["refusal"] = text
    answer: dict[str, Any] = {
        "model": model,
        "choices": [{"index": 0, "message": message, "finish_reason": finish}],
    }
    return answer | ({"usage": usage} if usage else {})


def _chat_events(
    text: str, usage: dict[str, Any] | None, model: str, finish: str, *, refusal: bool
) -> Iterator[Any]:
    name = "refusal" if refusal else "content"
    for piece in _pieces(text):
        yield {"model": model, "choices": [{"index": 0, "delta": {name: piece}}]}
    yield {"model": model, "choices": [{"index": 0, "delta": {}, "finish_reason": finish}]}
    if usage:
        yield {"model": model, "choices": [], "usage": usage}
    yield "[DONE]"


def _messages_answer(
    text: str, usage: dict[str, Any] | None, model: str, stop: str
) -> dict[str, Any]:
    return {
        "type": "message",
        "model": model,
        "content": [{"type": "thinking", "thinking": "<svg/>"}, {"type": "text", "text": text}],
        "stop_reason": stop,
        "usage": usage or {},
    }


def _messages_events(
    text: str, usage: dict[str, Any] | None, model: str, stop: str
) -> Iterator[Any]:
    usage = usage or {}
    first = {name: value for name, value in usage.items() if name != "output_tokens"}
    last = {name: value for name, value in usage.items() if name == "output_tokens"}
    yield {"type": "message_start", "message": {"model": model, "content": [], "usage": first}}
    yield {
        "type": "content_block_delta",
        "index": 0,
        "delta": {"type": "thinking_delta", "thinking": "<svg/>"},
    }
    yield {"type": "ping"}
    for piece in _pieces(text):
        yield {
            "type": "content_block_delta",
            "index": 1,
            "delta": {"type": "text_delta", "text": piece},
        }
    yield {"type": "message_delta", "delta": {"stop_reason": stop}, "usage": last}
    yield {"type": "message_stop"}


def _pieces(text: str) -> Iterator[str]:
    size = max(1, min(4096, len(text) // 8 + 1))
    for start in range(0, len(text), size):
        yield text[start : start + size]


def fails(
    status: int, code: str = "", message: str = "", *, retry_after: str = "", key: str = "error"
) -> Behaviour:
    """Answers with an error in the usual shape."""

    def behave(handler: Handler, call: Call) -> None:
        headers = {"Retry-After": retry_after} if retry_after else {}
        text = message or f"The model `{call.body.get('model')}` does not exist."
        handler.answer(status, {key: {"message": text, "type": code, "code": code}}, headers)

    return behave


def redirects(location: str) -> Behaviour:
    """Sends the client elsewhere."""
    return lambda handler, _call: handler.start(307, {"Location": location, "Content-Length": "0"})


def hangs(seconds: float = 60) -> Behaviour:
    """Takes the request and says nothing for a long while."""

    def behave(handler: Handler, _call: Call) -> None:
        handler.pause(seconds)

    return behave


def drips(interval: float = 0.05) -> Behaviour:
    """Streams a word at a time and never ends."""

    def behave(handler: Handler, call: Call) -> None:
        handler.start(200, {"Content-Type": "text/event-stream"})
        while handler.pause(interval):
            if call.path == CHAT_PATH:
                handler.event({"choices": [{"delta": {"content": "word "}}]})
            else:
                delta = {"type": "text_delta", "text": "word "}
                handler.event({"type": "content_block_delta", "delta": delta})

    return behave


def cuts_off(text: str = "<svg><path") -> Behaviour:
    """Breaks the connection in the middle of the body."""

    def behave(handler: Handler, call: Call) -> None:
        if call.body.get("stream"):
            handler.start(200, {"Content-Type": "text/event-stream"})
            handler.event({"choices": [{"delta": {"content": text}}]})
        else:
            handler.start(200, {"Content-Type": "application/json", "Content-Length": "100000"})
            handler.wfile.write(b'{"choices": [{"message": {"content": "' + text.encode())
        handler.wfile.flush()
        handler.connection.close()

    return behave


def floods(megabytes: int = 50) -> Behaviour:
    """Says far too much, and notes in ``sent`` how much the client took.

    Past what any client should read it slows down, or else the count would be of what the kernel
    took into its buffers (tens of MiB) before the client could hang up.
    """
    block = "x" * 65_536

    def count(enough: int) -> None:
        behave.sent += len(block)  # type: ignore[attr-defined]  # set below
        if behave.sent > enough:  # type: ignore[attr-defined]  # set below
            time.sleep(0.02)

    def behave(handler: Handler, call: Call) -> None:
        if call.body.get("stream"):
            handler.start(200, {"Content-Type": "text/event-stream"})
            for _ in range(megabytes * 16):
                if call.path == CHAT_PATH:
                    handler.event({"choices": [{"delta": {"content": block}}]})
                else:
                    delta = {"type": "text_delta", "text": block}
                    handler.event({"type": "content_block_delta", "delta": delta})
                count(enough=3 * MIB)
            handler.event("[DONE]")
            return
        length = megabytes * 16 * len(block) + 64
        headers = {"Content-Type": "application/json", "Content-Length": str(length)}
        handler.start(200, headers)
        handler.wfile.write(b'{"choices": [{"message": {"content": "')
        for _ in range(megabytes * 16):
            handler.wfile.write(block.encode())
            count(enough=17 * MIB)
        handler.wfile.write(b'"}}]}')

    behave.sent = 0  # type: ignore[attr-defined]  # read by the test
    return behave


def answers_raw(
    body: bytes,
    content_type: str = "application/json",
    headers: dict[str, str] | None = None,
    *,
    status: int = 200,
) -> Behaviour:
    """Answers with exactly these bytes."""

    def behave(handler: Handler, _call: Call) -> None:
        length = {"Content-Type": content_type, "Content-Length": str(len(body))}
        handler.start(status, length | (headers or {}))
        handler.wfile.write(body)

    return behave


def waits_then(seconds: float, behaviour: Behaviour) -> Behaviour:
    """Takes its time first."""

    def behave(handler: Handler, call: Call) -> None:
        if handler.pause(seconds):
            behaviour(handler, call)

    return behave

"""``chat`` and ``messages`` against a real server that misbehaves."""

from __future__ import annotations

import json
import time
from collections.abc import Callable

import pytest

from boards.generation.configuration import ApiSettings
from boards.generation.harnesses import make_harness
from boards.generation.harnesses.chat import ChatHarness
from boards.generation.harnesses.messages import MessagesHarness
from boards.generation.protocol import (
    DrawingRequest,
    Failure,
    HarnessError,
    Receipts,
    StoppedError,
)
from tests.boards.generation.conftest import KEY_NAME
from tests.servers import models as server
from tests.servers.models import ModelServer

Make = Callable[..., DrawingRequest]
KINDS: dict[str, type[ChatHarness | MessagesHarness]] = {
    "chat": ChatHarness,
    "messages": MessagesHarness,
}
PROMPT = "Generate an SVG of a pelican riding a bicycle"
SVG = '<svg xmlns="http://www.w3.org/2000/svg"><circle r="9"/></svg>'


@pytest.fixture(params=["chat", "messages"])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=[True, False], ids=["stream", "whole"])
def stream(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


@pytest.fixture
def harness(kind: str, stream: bool, models: ModelServer) -> ChatHarness | MessagesHarness:
    return KINDS[kind](ApiSettings(models.base_url, allow_private=True, stream=stream))


def test_it_works(harness: ChatHarness, models: ModelServer, make_request: Make) -> None:
    models.script("bird", server.says(SVG, model="bird-2026-11-30"))
    reply = harness.draw(make_request())
    assert reply.content == SVG.encode()
    assert reply.model == "bird-2026-11-30"


def test_the_sentence_is_sent_alone_and_unchanged(
    harness: ChatHarness, models: ModelServer, make_request: Make
) -> None:
    models.script("bird", server.says(SVG))
    harness.draw(make_request())
    (call,) = models.calls
    assert call.body["messages"] == [{"role": "user", "content": PROMPT}]
    assert "system" not in call.body


def test_unknown_receipts_are_null_not_zero(
    harness: ChatHarness, models: ModelServer, make_request: Make
) -> None:
    models.script("bird", server.says(SVG))
    assert harness.draw(make_request()).receipts == Receipts()
    assert set(Receipts().as_dict().values()) == {None}


def test_chat_receipts_are_read_as_stated(
    models: ModelServer, make_request: Make, stream: bool
) -> None:
    usage = {
        "prompt_tokens": 14,
        "completion_tokens": 3210,
        "completion_tokens_details": {"reasoning_tokens": 2000},
        "cost": 0.0123,
    }
    models.script("bird", server.says(SVG, usage=usage))
    harness = ChatHarness(ApiSettings(models.base_url, allow_private=True, stream=stream))
    assert harness.draw(make_request()).receipts == Receipts(14, 3210, 2000, 0.0123)


def test_messages_receipts_are_read_as_stated(
    models: ModelServer, make_request: Make, stream: bool
) -> None:
    models.script("bird", server.says(SVG, usage={"input_tokens": 14, "output_tokens": 3210}))
    harness = MessagesHarness(ApiSettings(models.base_url, allow_private=True, stream=stream))
    assert harness.draw(make_request()).receipts == Receipts(14, 3210)


@pytest.mark.parametrize("stated", ["many", -3, 1.5, True, None, [1], 10**400])
def test_a_count_that_is_none_is_unknown(
    stated: object, models: ModelServer, make_request: Make
) -> None:
    models.script("bird", server.says(SVG, usage={"completion_tokens": stated, "cost": stated}))
    harness = ChatHarness(ApiSettings(models.base_url, allow_private=True))
    receipts = harness.draw(make_request()).receipts
    assert receipts.output_tokens is None
    assert receipts.cost_usd == (1.5 if stated == 1.5 else None)


def test_a_refusal_is_a_reply(
    harness: ChatHarness, models: ModelServer, make_request: Make
) -> None:
    models.script("bird", server.says("I will not draw birds.", refusal=True))
    assert harness.draw(make_request()).content == b"I will not draw birds."


def test_silence_is_a_reply(harness: ChatHarness, models: ModelServer, make_request: Make) -> None:
    models.script("bird", server.says(""))
    assert harness.draw(make_request()).content == b""


def test_several_drawings_arrive_as_they_were_said(
    harness: ChatHarness, models: ModelServer, make_request: Make
) -> None:
    said = f"First:\n```svg\n{SVG}\n```\nor:\n```xml\n{SVG}\n``` 鹈鹕 🚲"
    models.script("bird", server.says(said))
    assert harness.draw(make_request()).content == said.encode()


def test_a_reply_cut_by_the_token_limit_is_a_reply(
    harness: ChatHarness, models: ModelServer, make_request: Make, kind: str
) -> None:
    finish = "length" if kind == "chat" else "max_tokens"
    models.script("bird", server.says("<svg><path d='M0", finish=finish))
    assert harness.draw(make_request()).content == b"<svg><path d='M0"


@pytest.mark.parametrize(
    ("behaviour", "failure"),
    [
        (server.fails(401, "invalid_api_key", "Incorrect API key"), Failure.ACCESS),
        (server.fails(403, "permission_error", "No."), Failure.ACCESS),
        (server.fails(404, "model_not_found"), Failure.GONE),
        (server.fails(404, "not_found_error", "model: bird"), Failure.GONE),
        (server.fails(400, "", "bird is not a valid model ID"), Failure.GONE),
        (server.fails(404, "", "No endpoints found for model bird."), Failure.GONE),
        (server.fails(404, "", "Nothing lives at this path."), Failure.REQUEST),
        (server.fails(400, "", "temperature must be below 2"), Failure.REQUEST),
        (server.fails(429, "rate_limit_error", "Slow down."), Failure.RATE),
        (server.fails(500, "api_error", "Oops."), Failure.SERVER),
        (server.fails(529, "overloaded_error", "Busy."), Failure.SERVER),
        (server.redirects("http://169.254.169.254/latest/meta-data/"), Failure.REQUEST),
        (server.cuts_off(), Failure.CONNECTION),
        (server.answers_raw(b"<html>Bad gateway</html>", "text/html"), Failure.REPLY),
        (server.answers_raw(b"{}"), Failure.REPLY),
        (server.answers_raw(b"[1, 2]"), Failure.REPLY),
        (server.answers_raw(b"data: nonsense\n\n", "text/event-stream"), Failure.REPLY),
        (server.answers_raw(b"[" * 200_000), Failure.REPLY),
        (server.answers_raw(b'{"a":' * 200_000), Failure.REPLY),
        (
            server.answers_raw(b"data: %s\n\n" % (b"[" * 200_000), "text/event-stream"),
            Failure.REPLY,
        ),
        (server.answers_raw(b"[" * 60_000, status=503), Failure.SERVER),
        (
            server.answers_raw(b'{"error": {"message": "x"}}', headers={"Content-Encoding": "br"}),
            Failure.REPLY,
        ),
    ],
)
def test_what_fails_is_told_apart(
    behaviour: server.Behaviour,
    failure: Failure,
    harness: ChatHarness,
    models: ModelServer,
    make_request: Make,
) -> None:
    models.script("bird", behaviour)
    with pytest.raises(HarnessError) as caught:
        harness.draw(make_request())
    assert caught.value.failure is failure
    assert len(models.calls) == 1, "a redirect or retry was followed"


@pytest.mark.parametrize(
    ("event", "failure"),
    [
        ({"type": "overloaded_error", "message": "Overloaded"}, Failure.SERVER),
        ({"type": "rate_limit_error", "message": "Slow"}, Failure.RATE),
        ({"code": 429, "message": "Slow"}, Failure.RATE),
        ({"type": "not_found_error", "message": "model: bird"}, Failure.GONE),
        ({"type": "authentication_error", "message": "No"}, Failure.ACCESS),
        ("just words", Failure.SERVER),
    ],
)
def test_an_error_inside_a_stream_is_a_failure(
    event: object, failure: Failure, kind: str, models: ModelServer, make_request: Make
) -> None:
    data = json.dumps({"type": "error", "error": event})
    models.script("bird", server.answers_raw(f"data: {data}\n\n".encode(), "text/event-stream"))
    harness = KINDS[kind](ApiSettings(models.base_url, allow_private=True))
    with pytest.raises(HarnessError) as caught:
        harness.draw(make_request())
    assert caught.value.failure is failure


@pytest.mark.parametrize("levels", range(880, 1000, 40))
def test_nesting_that_can_just_be_read_ends_as_a_reply_or_a_failure(
    levels: int, harness: ChatHarness, models: ModelServer, make_request: Make
) -> None:
    deep = "[" * levels + "]" * levels
    said = f'{{"model":{deep},"error":{{"type":{deep},"message":{deep}}},"type":"error"}}'
    for status in (200, 400):
        models.script("bird", server.answers_raw(said.encode(), status=status))
        with pytest.raises(HarnessError):
            harness.draw(make_request())


def test_retry_after_is_handed_on(
    harness: ChatHarness, models: ModelServer, make_request: Make
) -> None:
    models.script("bird", server.fails(429, retry_after="77"))
    with pytest.raises(HarnessError) as caught:
        harness.draw(make_request())
    assert caught.value.retry_after == 77


@pytest.mark.parametrize("behaviour", [server.hangs(), server.drips()], ids=["hangs", "drips"])
def test_the_time_limit_holds_for_the_whole_call(
    behaviour: server.Behaviour, kind: str, models: ModelServer, make_request: Make
) -> None:
    models.script("bird", behaviour)
    harness = KINDS[kind](ApiSettings(models.base_url, allow_private=True))
    began = time.monotonic()
    with pytest.raises(HarnessError) as caught:
        harness.draw(make_request(timeout_seconds=0.6))
    assert caught.value.failure is Failure.TIMEOUT
    assert time.monotonic() - began < 3


def test_what_a_cut_stream_had_said_is_in_the_record(
    models: ModelServer, make_request: Make
) -> None:
    models.script("bird", server.cuts_off("<svg><path"))
    harness = ChatHarness(ApiSettings(models.base_url, allow_private=True))
    with pytest.raises(HarnessError) as caught:
        harness.draw(make_request())
    assert caught.value.record["text"] == "<svg><path"


def test_reading_stops_after_the_largest_reply(
    harness: ChatHarness, kind: str, stream: bool, models: ModelServer, make_request: Make
) -> None:
    flood = server.floods(megabytes=50)
    models.script("bird", flood)
    reply = harness.draw(make_request())
    assert len(reply.content) == 2_097_152 + 1
    taken = flood.sent  # type: ignore[attr-defined]  # the behaviour counts
    assert taken < (6 if stream else 20) * server.MIB


def test_a_stop_closes_the_connection_at_once(
    kind: str, models: ModelServer, make_request: Make
) -> None:
    def stop() -> None:
        raise StoppedError

    models.script("bird", server.hangs())
    harness = KINDS[kind](ApiSettings(models.base_url, allow_private=True))
    began = time.monotonic()
    with pytest.raises(StoppedError):
        harness.draw(make_request(tick=stop, timeout_seconds=60))
    assert time.monotonic() - began < 3


def test_nobody_listening_is_a_connection_failure(kind: str, make_request: Make) -> None:
    harness = KINDS[kind](ApiSettings("http://127.0.0.1:9/v1", allow_private=True))
    with pytest.raises(HarnessError) as caught:
        harness.draw(make_request())
    assert caught.value.failure is Failure.CONNECTION


def test_a_private_address_is_refused_at_the_call(
    kind: str, models: ModelServer, make_request: Make
) -> None:
    models.script("bird", server.says(SVG))
    harness = KINDS[kind](ApiSettings(models.base_url))
    with pytest.raises(HarnessError, match="allow_private") as caught:
        harness.draw(make_request())
    assert caught.value.failure is Failure.SETTING
    assert models.calls == []


@pytest.mark.parametrize("name", ["authorization", "x-api-key"])
def test_the_key_is_sent_in_its_header_and_stays_out_of_the_record(
    name: str, planted_key: str, models: ModelServer, make_request: Make
) -> None:
    kind = "chat" if name == "authorization" else "messages"
    models.script("bird", server.says(SVG))
    settings = ApiSettings(models.base_url, key=KEY_NAME, allow_private=True)
    reply = KINDS[kind](settings).draw(make_request())
    assert planted_key in models.calls[0].headers[name]
    assert planted_key not in json.dumps(reply.record)


def test_a_missing_key_fails_before_any_call(
    kind: str, models: ModelServer, make_request: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(KEY_NAME, raising=False)
    settings = {"base_url": models.base_url, "key": KEY_NAME, "allow_private": True}
    harness = make_harness(kind, settings)
    with pytest.raises(HarnessError, match=KEY_NAME) as caught:
        harness.draw(make_request())
    assert caught.value.failure is Failure.SETTING
    assert models.calls == []


def test_parameters_effort_and_extras_go_where_the_configuration_says(
    models: ModelServer, make_request: Make
) -> None:
    models.script("bird", server.says(SVG))
    settings = ApiSettings(
        models.base_url,
        allow_private=True,
        effort_field="reasoning.effort",
        tokens_field="max_completion_tokens",
        parameters={"max_output_tokens": 32_000, "temperature": 1.0},
        extra_body={"reasoning": {"exclude": True}, "model": "no other"},
    )
    options = {"extra_body": {"provider": {"order": ["nest"]}}}
    ChatHarness(settings).draw(make_request(effort="high", options=options))
    body = models.calls[0].body
    assert body["reasoning"] == {"exclude": True, "effort": "high"}
    assert body["max_completion_tokens"] == 32_000
    assert "max_output_tokens" not in body
    assert body["temperature"] == 1.0
    assert body["provider"] == {"order": ["nest"]}
    assert body["model"] == "bird"


def test_messages_always_names_a_token_limit_and_a_number_stays_one(
    models: ModelServer, make_request: Make
) -> None:
    models.script("bird", server.says(SVG))
    settings = ApiSettings(
        models.base_url, allow_private=True, effort_field="thinking.budget_tokens"
    )
    MessagesHarness(settings).draw(make_request(effort="16000"))
    body = models.calls[0].body
    assert body["max_tokens"] == 32_000
    assert body["thinking"] == {"budget_tokens": 16_000}
    assert models.calls[0].headers["anthropic-version"] == "2023-06-01"


@pytest.mark.parametrize(
    ("said", "kept"),
    [("bird \0 \ud800", "bird \N{REPLACEMENT CHARACTER} ?"), ("b" * 5_000, "b" * 200)],
    ids=["characters that no database takes", "endless"],
)
def test_the_model_that_a_provider_names_can_be_stored(
    said: str, kept: str, kind: str, models: ModelServer, make_request: Make
) -> None:
    models.script("bird", server.says(SVG, model=said))
    settings = {"base_url": models.base_url, "allow_private": True}
    assert make_harness(kind, settings).draw(make_request()).model == kept

from __future__ import annotations

import json

import pytest

from boards.svg import default_pool
from pelican.site.api import BODY_BYTES
from pelican.site.throttles import ScoreThrottle
from tests.site.views.test_score import BICYCLE

URL = "/api/v1/score"

pytestmark = pytest.mark.django_db


def send(client, body, content_type="application/json"):
    data = body if isinstance(body, (str, bytes)) else json.dumps(body)
    return client.post(URL, data, content_type=content_type)


def test_it_works(client):
    answer = send(client, {"reply": f"Sure!\n{BICYCLE}"})

    result = answer.json()
    assert answer.status_code == 200
    assert set(result) == {
        "task",
        "profile",
        "sha256",
        "normalisations",
        "gate",
        "structure",
        "duration_ms",
        "error",
    }
    assert result["gate"]["passed"]
    assert result["structure"]["checks"]["wheel_count"]["passed"]
    assert result["normalisations"] == ["prose_removed"]


def test_a_rejected_drawing_is_scored(client):
    answer = send(client, {"reply": "no", "task": "octopus_unicycle", "profile": "environment"})

    result = answer.json()
    assert answer.status_code == 200
    assert [one["code"] for one in result["gate"]["violations"]] == ["no_svg_in_response"]
    assert result["structure"] is None


@pytest.mark.parametrize(
    ("body", "content_type", "status"),
    [
        ("{", "application/json", 400),
        ("[]", "application/json", 400),
        ("NaN", "application/json", 400),
        ("[" * 100_000, "application/json", 400),
        (b"\xff", "application/json", 400),
        ({}, "application/json", 400),
        ({"reply": 3, "task": "boat"}, "application/json", 400),
        ({"reply": 5}, "application/json", 400),
        ({"reply": True}, "application/json", 400),
        ({"reply": None}, "application/json", 400),
        ({"reply": "x", "profile": "kind"}, "application/json", 400),
        ("reply=x", "application/x-www-form-urlencoded", 415),
        (b" " * (BODY_BYTES + 1), "application/json", 413),
    ],
)
def test_bad_input_is_a_problem_with_its_status(client, body, content_type, status):
    answer = send(client, body, content_type)

    assert answer.status_code == status
    assert answer["Content-Type"] == "application/problem+json"
    problem = json.loads(answer.content)
    assert problem["status"] == status
    assert problem["detail"]


def test_an_unknown_task_is_named_with_its_field(client):
    problem = json.loads(send(client, {"reply": "x", "task": "boat"}).content)
    assert "boat" in str(problem["errors"]["task"])


def test_a_reply_over_the_limit_is_a_verdict(client):
    result = send(client, {"reply": "x" * 2_100_000}).json()
    assert [one["code"] for one in result["gate"]["violations"]] == ["too_many_elements"]


@pytest.mark.parametrize("character", ["\0", "\ud800"])
def test_a_character_that_no_drawing_may_hold_is_a_verdict(client, character):
    answer = send(client, {"reply": BICYCLE.replace("</svg>", f"{character}</svg>")})
    assert answer.status_code == 200
    assert [one["code"] for one in answer.json()["gate"]["violations"]]
    assert send(client, {"reply": character}).status_code == 200


@pytest.mark.parametrize("accept", ["application/problem+json", "text/csv", "nonsense"])
def test_whatever_a_client_accepts_it_gets_an_answer(client, accept):
    data = json.dumps({"reply": "x"})
    kwargs = {"content_type": "application/json", "headers": {"accept": accept}}
    answer = client.post(URL, data, **kwargs)
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/json")
    assert client.post(URL, "{", **kwargs)["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize("path", ["/api/v1/", "/api/v1/nothing", "/api/v2/score", "/api/v1/%00"])
def test_what_is_not_there_is_a_problem_too(client, path):
    for answer in (client.get(path), client.post(path)):
        assert answer.status_code == 404
        assert answer["Content-Type"] == "application/problem+json"
        assert json.loads(answer.content)["status"] == 404


def test_a_forgotten_slash_is_put_there(client):
    assert client.get("/api/v1/schema").headers["Location"] == "/api/v1/schema/"


def test_a_mistake_of_ours_is_a_problem_too(client, monkeypatch):
    def fail(*_args: object, **_kwargs: object) -> None:
        raise RuntimeError("ours")

    monkeypatch.setattr("pelican.site.api.evaluate", fail)
    client.raise_request_exception = False
    answer = send(client, {"reply": "x"})
    assert (answer.status_code, answer["Content-Type"]) == (500, "application/problem+json")
    assert "ours" not in json.loads(answer.content).values()


def test_page_and_api_share_one_limit(client, monkeypatch):
    monkeypatch.setattr(ScoreThrottle, "rate", "1/min", raising=False)
    client.post("/score/", {"task": "pelican_bicycle", "reply": "x"})

    answer = send(client, {"reply": "x"})

    assert answer.status_code == 429
    assert int(answer["Retry-After"]) > 0
    assert json.loads(answer.content)["title"] == "Too Many Requests"


def test_reading_is_not_scoring(client):
    assert client.get(URL).status_code == 405


def test_the_schema_and_its_page_answer(client):
    schema = client.get("/api/v1/schema/", headers={"accept": "application/json"})
    assert "/api/v1/score" in schema.content.decode()
    assert client.get("/api/v1/docs/").status_code == 200


@pytest.fixture
def crowd():
    """As many requests at the renderer as it lets in."""
    admitted = default_pool()._admitted
    assert admitted is not None
    taken = 0
    while admitted.acquire(blocking=False):
        taken += 1
    yield
    admitted.release(taken)


def test_a_crowd_is_asked_to_come_back(client, crowd):
    answer = send(client, {"reply": BICYCLE})
    assert (answer.status_code, answer["Retry-After"]) == (503, "3")
    assert answer.json()["status"] == 503
    page = client.post("/score/", {"task": "pelican_bicycle", "reply": BICYCLE})
    assert page.status_code == 503
    assert "Please send it again" in page.content.decode()

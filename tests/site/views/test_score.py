from __future__ import annotations

import pytest

from boards.models import Sample
from pelican.site.throttles import ScoreThrottle

BICYCLE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300">'
    '<g fill="none" stroke="#222" stroke-width="6">'
    '<circle cx="110" cy="220" r="50"/><circle cx="290" cy="220" r="50"/>'
    '<path d="M110 220L170 150H250L290 220M170 150L200 220L250 150M110 220H200"/></g>'
    '<ellipse cx="205" cy="95" rx="62" ry="48" fill="#fff" stroke="#222" stroke-width="4"/>'
    '<path d="M190 140L180 152M215 142L225 152" stroke="#222" stroke-width="8"/></svg>'
)

pytestmark = pytest.mark.django_db


def send(client, **fields):
    return client.post("/score/", {"task": "pelican_bicycle", "reply": BICYCLE, **fields})


def test_it_works(client):
    page = client.get("/score/")
    assert page.status_code == 200

    answer = send(client, reply=f"Here you are:\r\n```svg\r\n{BICYCLE}\r\n```")

    text = answer.content.decode()
    assert answer.status_code == 200
    assert 'src="data:image/svg+xml;base64,' in text
    assert "gate passed" in text
    assert "wheel_count" in text
    assert 'class="ov' in text
    assert "Prose and fences around the drawing were left out" in text


def test_a_rejected_reply_gets_its_reason_in_both_languages(client):
    assert "no &lt;svg&gt; drawing" in send(client, reply="I cannot draw.").content.decode()
    answer = client.post("/zh/score/", {"task": "pelican_bicycle", "reply": "I cannot draw."})
    assert "回复里没有" in answer.content.decode()


def test_nothing_is_stored(client):
    send(client)
    assert not Sample.objects.exists()


def test_what_was_sent_is_shown_as_text(client):
    answer = send(client, reply="</textarea><script>alert(1)</script>")
    assert "<script>alert(1)" not in answer.content.decode()


@pytest.mark.parametrize("fields", [{"reply": ""}, {"task": "pelican_boat"}, {"task": ""}])
def test_bad_input_is_named_beside_its_field(client, fields):
    answer = send(client, **fields)
    assert answer.status_code == 400
    assert 'aria-invalid="true"' in answer.content.decode()


def test_a_nul_is_a_verdict(client):
    answer = send(client, reply=BICYCLE.replace("</svg>", "\0</svg>"))
    assert answer.status_code == 200
    assert "NUL" in answer.content.decode()


def test_the_example_passes(client):
    page = client.get("/score/", {"example": ""})
    reply = page.context["form"]["reply"].value()

    assert "gate passed" in send(client, reply=reply).content.decode()


def test_too_many_requests_are_told_to_wait(client, monkeypatch):
    monkeypatch.setattr(ScoreThrottle, "rate", "1/min", raising=False)
    send(client, reply="nothing")

    answer = send(client, reply="nothing")

    assert answer.status_code == 429
    assert 0 < int(answer["Retry-After"]) <= 60

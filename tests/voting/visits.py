"""What a visitor's browser does: look at a pair, answer it, read the page."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

from django.test import Client
from django.utils import timezone

from voting.models import Pair


def text(response: Any) -> str:
    """The page as text."""
    content: bytes = response.content
    return content.decode()


def nonce_of(response: Any) -> str:
    """The pair that the page puts to the visitor."""
    found = re.search(r'name="pair" value="([\w-]{22})"', text(response))
    assert found
    return found[1]


def look(client: Client, path: str = "/vote/") -> str:
    """Open a pair and look at it for a while; returns its nonce."""
    nonce = nonce_of(client.get(path))
    Pair.objects.filter(nonce=nonce).update(shown_at=timezone.now() - timedelta(seconds=10))
    return nonce


def answer(client: Client, nonce: str, choice: str = "left", prefix: str = "") -> Any:
    """Post an answer, or a skip."""
    return client.post(f"{prefix}/vote/cast/", {"pair": nonce, "choice": choice})

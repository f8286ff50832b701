"""API keys: read from the environment by name, and kept out of everything that is stored.

Pure Python, no Django. Only names on the allow-list can be read, so that no configuration file can
reach another secret of this process.
"""

from __future__ import annotations

import base64
import json
import os
import re
from collections.abc import Iterable, Mapping
from typing import Any, Final
from urllib.parse import quote

MASK: Final = "[key]"
_ALLOWED: Final = re.compile(r"PELICAN_KEY_[A-Z0-9_]+|HF_TOKEN|OPENAI_API_KEY|ANTHROPIC_API_KEY")
_SHORTEST: Final = 8
_DEEPEST: Final = 50
_TOO_DEEP: Final = "…"


class KeyRefusedError(ValueError):
    """A key cannot be used. The message names the variable and what to do, never the key."""


class Secret:
    """A key that shows itself only when asked to."""

    __slots__ = ("_value",)

    def __init__(self, value: str) -> None:
        self._value = value

    def __repr__(self) -> str:
        return f"Secret({MASK})"

    __str__ = __repr__

    def reveal(self) -> str:
        """The key itself, for the one header or variable that needs it."""
        return self._value


def check_key_name(name: str) -> None:
    """Raise :class:`KeyRefusedError` unless ``name`` is on the allow-list."""
    if not _ALLOWED.fullmatch(name):
        raise KeyRefusedError(
            f"The key variable {name!r} is not allowed. Use PELICAN_KEY_<NAME>, HF_TOKEN, "
            "OPENAI_API_KEY or ANTHROPIC_API_KEY."
        )


def read_key(name: str, environment: Mapping[str, str] = os.environ) -> Secret:
    """The key in this variable.

    Raises:
        KeyRefusedError: the name is not allowed, or the variable is empty or too short to be a
            key (a very short one could not be told apart in what is to be kept clean of it).
    """
    check_key_name(name)
    value = environment.get(name, "").strip()
    if not value:
        raise KeyRefusedError(f"The key variable {name} is not set. Set it and start again.")
    if len(value) < _SHORTEST:
        raise KeyRefusedError(f"The key in {name} is shorter than {_SHORTEST} characters.")
    return Secret(value)


class Redactor:
    """Replaces keys by ``[key]``, also where they stand in base64, percent or JSON encoding.

    A text may have been cut in the middle of a key: what of one stands at its end is replaced too.
    """

    def __init__(self, secrets: Iterable[str]) -> None:
        forms: set[str] = set()
        for secret in secrets:
            if len(secret) >= _SHORTEST:
                forms |= _encodings(secret)
        self._forms = sorted(forms, key=len, reverse=True)
        self._pattern = re.compile("|".join(map(re.escape, self._forms)))

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> Redactor:
        """A redactor for every allowed key that is set."""
        return cls(value.strip() for name, value in environment.items() if _ALLOWED.fullmatch(name))

    def text(self, text: str) -> str:
        """``text`` without keys."""
        if not self._forms:
            return text
        text = self._pattern.sub(MASK, text)
        cut = max(_shared(text, form) for form in self._forms)
        return f"{text[:-cut]}{MASK}" if cut else text

    def content(self, content: bytes) -> bytes:
        """``content`` without keys; every other byte stays as it is."""
        if not self._forms:
            return content
        return self.text(content.decode("latin-1")).encode("latin-1")

    def value(self, value: Any, levels: int = _DEEPEST) -> Any:
        """A JSON value without keys in any text or name of it; what nests too deep is dropped."""
        if isinstance(value, str):
            return self.text(value)
        if not isinstance(value, Mapping | list | tuple):
            return value
        if levels == 0:
            return _TOO_DEEP
        if isinstance(value, Mapping):
            return {
                self.text(str(name)): self.value(each, levels - 1) for name, each in value.items()
            }
        return [self.value(each, levels - 1) for each in value]


def _shared(text: str, form: str) -> int:
    """How many characters at the end of ``text`` begin ``form``; 0 when too few to tell."""
    lengths = range(len(form) - 1, _SHORTEST - 1, -1)
    return next((length for length in lengths if text.endswith(form[:length])), 0)


def _encodings(secret: str) -> set[str]:
    raw = secret.encode()
    forms = {
        secret,
        quote(secret, safe=""),
        json.dumps(secret)[1:-1],
        json.dumps(secret, ensure_ascii=False)[1:-1],
        base64.b64encode(raw).decode().rstrip("="),
        base64.urlsafe_b64encode(raw).decode().rstrip("="),
    }
    # Bytes are searched as latin-1, in which a key beyond ASCII looks different.
    return forms | {form.encode().decode("latin-1") for form in forms}

"""Messages between the render pool and its workers: length-prefixed JSON and bytes, no pickle."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable, Mapping
from typing import Any, Final

_LENGTHS: Final = struct.Struct(">II")
HEADER_SIZE: Final = _LENGTHS.size
BODY_MAX: Final = 64 * 2**20
"""No message is longer; a longer one is a sign of a broken worker."""

OUT_OF_MEMORY: Final = 12
"""The exit code of a worker that met its memory limit."""


class FrameError(ValueError):
    """What came is no message, or broke off."""


def encode(head: Mapping[str, Any], payload: bytes = b"") -> bytes:
    """A JSON object and bytes as one message."""
    text = json.dumps(head, separators=(",", ":")).encode()
    return _LENGTHS.pack(len(text), len(payload)) + text + payload


def decode(read: Callable[[int], bytes]) -> tuple[dict[str, Any], bytes] | None:
    """The next message from ``read(n)``, which returns exactly n bytes or, at the end, fewer.

    None at a clean end; raises :class:`FrameError` when a message breaks off or makes no sense.
    """
    header = read(HEADER_SIZE)
    if not header:
        return None
    if len(header) < HEADER_SIZE:
        raise FrameError("A message breaks off in its header.")
    text_length, payload_length = _LENGTHS.unpack(header)
    if text_length + payload_length > BODY_MAX:
        raise FrameError("A message is too long.")
    text, payload = read(text_length), read(payload_length)
    if len(text) < text_length or len(payload) < payload_length:
        raise FrameError("A message breaks off.")
    head = json.loads(text)
    if not isinstance(head, dict):
        raise FrameError("A message has no object.")
    return head, payload

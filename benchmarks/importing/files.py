"""Reads files that somebody else wrote: no links, no pipes, nothing too large or too deep."""

from __future__ import annotations

import json
import math
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

FILE_BYTES: Final = 4 * 1024 * 1024
"""No module, result or raw file may be larger."""

LEVELS: Final = 50
"""JSON that nests deeper says nothing that an artifact needs, and could not be stored."""


class UnusableError(ValueError):
    """A file, or the artifact that it belongs to, cannot be taken; the message says why."""


def read_bytes(path: Path, root: Path) -> bytes:
    """The content of a regular file that is reached from ``root`` through no link.

    Raises:
        UnusableError: it is missing, no such file, too large, or cannot be read.
    """
    name = path.name
    try:
        if path.resolve() != root.resolve() / path.relative_to(root):
            raise UnusableError(f"{name} is a link or behind one; links are not followed")
        # Opening a pipe would wait for somebody to write into it.
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        with os.fdopen(descriptor, "rb") as file:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise UnusableError(f"{name} is not a regular file")
            content = file.read(FILE_BYTES + 1)
    except FileNotFoundError as error:
        raise UnusableError(f"{name} is missing") from error
    except OSError as error:
        raise UnusableError(f"{name} cannot be read: {error.strerror}") from error
    except RuntimeError as error:  # what pathlib calls a circle of links
        raise UnusableError(f"{name} is a link or behind one; links are not followed") from error
    if len(content) > FILE_BYTES:
        raise UnusableError(f"{name} is larger than {FILE_BYTES:,} bytes")
    return content


def read_text(path: Path, root: Path) -> str:
    """:func:`read_bytes` as UTF-8."""
    try:
        return read_bytes(path, root).decode("utf-8")
    except UnicodeDecodeError as error:
        raise UnusableError(f"{path.name} is not UTF-8") from error


def read_json(path: Path, root: Path) -> Any:
    """:func:`read_text` as JSON that any database takes: finite numbers, whole characters."""
    try:
        content = json.loads(read_text(path, root), parse_constant=_no_number, parse_float=_finite)
    except UnusableError:
        raise
    except (ValueError, RecursionError) as error:
        raise UnusableError(f"{path.name} is not JSON: {error}") from error
    for text in _texts(content, path.name):
        if any(character == "\0" or "\ud800" <= character <= "\udfff" for character in text):
            raise UnusableError(f"{path.name} holds a character that cannot be stored")
    return content


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is no number")


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError(f"{digits[:20]} is too large a number")
    return number


def _texts(content: Any, name: str) -> Iterator[str]:
    """Every text of a JSON value, names included; without recursion."""
    waiting = [(content, LEVELS)]
    while waiting:
        value, levels = waiting.pop()
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict | list):
            if levels == 0:
                raise UnusableError(f"{name} nests deeper than {LEVELS} levels")
            inner = [*value, *value.values()] if isinstance(value, dict) else value
            waiting.extend((each, levels - 1) for each in inner)

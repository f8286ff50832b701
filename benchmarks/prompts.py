"""The prompt of the SDF benchmark: its bytes, its version, its digest.

``PROMPT.md`` explains it. Any change of its bytes is a new version, under which nothing made under
another one is ever tabled; a test holds the digest of each version.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Final


@dataclass(frozen=True)
class Prompt:
    """A prompt as it is sent, byte by byte."""

    version: str
    content: bytes

    @property
    def text(self) -> str:
        """The prompt as text."""
        return self.content.decode("utf-8")

    @property
    def sha256(self) -> str:
        """Digest of its bytes."""
        return hashlib.sha256(self.content).hexdigest()


PROMPT: Final = Prompt("1", Path(__file__).with_name("prompt.txt").read_bytes())
"""The prompt that new artifacts are generated with."""

"""What a file name says about who drew it.

``<variant>[-<n>].svg``: a trailing number is the drawing's number only when the numbers of that
variant run from 1 without a gap; otherwise it belongs to the model's name (``glm-5``).
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import PurePath
from typing import Final

from boards.catalogue import CANONICAL_TASK

EFFORTS: Final = ("none", "minimal", "low", "medium", "high", "xhigh", "max")
"""Reasoning efforts that a variant's name may end in, from least to most."""

DEFAULT_EFFORT: Final = "default"

_NUMBERED: Final = re.compile(r"(?P<stem>.+?)-(?P<number>[1-9]\d?)\Z")
_SEPARATORS: Final = re.compile(r"[-_ .]+")

# First word of a model's name → (vendor, family).
_KNOWN_FAMILIES: Final = {
    "claude": ("Anthropic", "Claude"),
    "command": ("Cohere", "Command"),
    "deepseek": ("DeepSeek", "DeepSeek"),
    "ernie": ("Baidu", "ERNIE"),
    "gemini": ("Google", "Gemini"),
    "gemma": ("Google", "Gemma"),
    "glm": ("Z.ai", "GLM"),
    "gpt": ("OpenAI", "GPT"),
    "granite": ("IBM", "Granite"),
    "grok": ("xAI", "Grok"),
    "kimi": ("Moonshot AI", "Kimi"),
    "llama": ("Meta", "Llama"),
    "llama2": ("Meta", "Llama"),
    "llama3": ("Meta", "Llama"),
    "minimax": ("MiniMax", "MiniMax"),
    "mistral": ("Mistral AI", "Mistral"),
    "nova": ("Amazon", "Nova"),
    "o1": ("OpenAI", "GPT"),
    "o3": ("OpenAI", "GPT"),
    "o4": ("OpenAI", "GPT"),
    "phi": ("Microsoft", "Phi"),
    "qwen": ("Alibaba", "Qwen"),
}
_LIMITS: Final = {"version": 120, "family": 120, "vendor": 80, "effort": 40}
"""The most characters that each part of an identity may have; the database takes no more."""

UNKNOWN_VENDOR: Final = "Unknown vendor"


@dataclass(frozen=True)
class Identity:
    """Who drew a file, on which task, as which of its drawings."""

    vendor: str
    family: str
    version: str
    effort: str = DEFAULT_EFFORT
    index: int = 1
    task: str = CANONICAL_TASK


def text_problem(text: str, limit: int) -> str:
    """Why a name cannot be stored and shown, in words that follow it; "" when it can."""
    if any("\ud800" <= character <= "\udfff" for character in text):
        return "is not UTF-8"
    if any(unicodedata.category(character) == "Cc" for character in text):
        return "holds a control character"
    return f"is longer than {limit} characters" if len(text) > limit else ""


def identity_problem(identity: Identity) -> str:
    """Which part of an identity cannot be stored, and why; "" when all can."""
    for part, limit in _LIMITS.items():
        if problem := text_problem(getattr(identity, part), limit):
            return f"its {part} {problem}"
    return ""


def printable(text: str) -> str:
    """``text`` as it can be written to a terminal, whatever a file name holds."""
    return "".join(
        "\N{REPLACEMENT CHARACTER}" if text_problem(character, 1) else character
        for character in text
    )


def guess_family(version: str) -> tuple[str, str]:
    """Vendor and family of a model by the first known word of its name.

    A name with no known word belongs to an unknown vendor and is a family of its own.
    """
    for word in _SEPARATORS.split(version.lower()):
        if word in _KNOWN_FAMILIES:
            return _KNOWN_FAMILIES[word]
    return UNKNOWN_VENDOR, version


def split_effort(variant: str) -> tuple[str, str]:
    """``gannet-3-high`` → (``gannet-3``, ``high``); no effort named → ``default``."""
    stem, dash, last = variant.rpartition("-")
    return (stem, last) if dash and last in EFFORTS else (variant, DEFAULT_EFFORT)


def identify(names: Iterable[str], task: str = CANONICAL_TASK) -> dict[str, Identity]:
    """The identity of each file by name, all of one directory seen together.

    A prefix ending in ``__`` that all names share is taken for the collection's name and dropped;
    any other ``__`` parts a path, shown as `` / ``.
    """
    stems = {name: PurePath(name).stem for name in names}
    prefix = _shared_prefix(stems.values())
    stems = {name: stem[len(prefix) :] or stem for name, stem in stems.items()}
    numbered = _numbered_variants(stems.values())
    identities = {}
    for name, stem in stems.items():
        variant, index = stem, 1
        if (match := _NUMBERED.match(stem)) and match["stem"] in numbered:
            variant, index = match["stem"], int(match["number"])
        version, effort = split_effort(variant)
        version = version.strip("_").replace("__", " / ") or version
        vendor, family = guess_family(version)
        identities[name] = Identity(vendor, family, version, effort, index, task)
    return identities


def _numbered_variants(stems: Iterable[str]) -> set[str]:
    numbers: dict[str, set[int]] = defaultdict(set)
    for stem in stems:
        if match := _NUMBERED.match(stem):
            numbers[match["stem"]].add(int(match["number"]))
    return {stem for stem, found in numbers.items() if found == set(range(1, len(found) + 1))}


def _shared_prefix(stems: Iterable[str]) -> str:
    prefixes = {stem[: stem.find("__") + 2] if "__" in stem else "" for stem in stems}
    return prefixes.pop() if len(prefixes) == 1 else ""

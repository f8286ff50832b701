"""What a result or metadata file says of an artifact, checked and brought into our words."""

from __future__ import annotations

import datetime as dt
import re
import reprlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from benchmarks.prompts import PROMPT
from benchmarks.usage import Usage, usage_from_published

_TRACKS: Final = {
    "one-shot": "one-shot",
    "reference": "one-shot",
    "repaired": "repaired",
    "repair-2": "repaired",
    "best-of-n": "best-of-n",
}
_DIGEST: Final = re.compile(r"[0-9a-f]{64}")
_CLAIMS: Final = ("status", "validation", "metrics", "visual", "generationUsage")


class MetadataError(ValueError):
    """A file does not say what it must. The message names the key."""


@dataclass(frozen=True)
class Metadata:
    """What is known of an artifact beside its source. "" and None are unknown.

    ``claimed`` is what the file says about validity, times, rubric and state: kept word for word,
    apart from what this site measures.
    """

    slug: str
    title: str
    description: str = ""
    model_id: str = ""
    effort: str = ""
    provider: str = ""
    track: str = "one-shot"
    generated_on: dt.date | None = None
    prompt_version: str = ""
    prompt_sha256: str = ""
    module_sha256: str = ""
    harness: Mapping[str, Any] = field(default_factory=dict)
    decoding: Mapping[str, Any] = field(default_factory=dict)
    usage: Usage = field(default_factory=Usage)
    claimed: Mapping[str, Any] | None = None


def published(content: Mapping[str, Any], slug: str) -> Metadata:
    """The metadata in a result file of the public benchmark; raises :class:`MetadataError`."""
    if content.get("id") != slug:
        raise MetadataError(f"its id is {reprlib.repr(content.get('id'))}, not the file's name")
    provenance = _table(content.get("provenance"))
    return Metadata(
        slug=slug,
        title=_text(content, "title", 80),
        description=_text(content, "description", 400, required=False),
        model_id=_text(content, "model", 200),
        effort=_effort(content),
        provider=_text(content, "provider", 120),
        track=_track(content.get("track")),
        generated_on=_date(content.get("createdAt")),
        prompt_version=_text(content, "promptVersion", 40),
        prompt_sha256=_digest(content, "promptSha256"),
        module_sha256=_digest(content, "artifactSha256"),
        harness={**_table(content.get("generationHarness")), "method": provenance.get("method")},
        decoding={"decoding": provenance.get("decoding")},
        usage=usage_from_published(_table(content.get("generationUsage"))),
        claimed={key: content[key] for key in _CLAIMS if key in content},
    )


def plain(content: Mapping[str, Any], slug: str) -> Metadata:
    """The metadata in a file of our own plain layout; raises :class:`MetadataError`.

    Only ``title`` must be there. ``prompt_sha256`` may be ``"current"`` for the site's own prompt.
    """
    digest = content.get("prompt_sha256") or ""
    if digest == "current":
        version, digest = PROMPT.version, PROMPT.sha256
    else:
        version = _text(content, "prompt_version", 40, required=False)
        digest = _digest(content, "prompt_sha256") if digest else ""
    return Metadata(
        slug=slug,
        title=_text(content, "title", 80),
        description=_text(content, "description", 400, required=False),
        model_id=_text(content, "model_id", 200, required=False),
        effort=_text(content, "effort", 40, required=False),
        provider=_text(content, "provider", 120, required=False),
        track=_track(content.get("track", "one-shot")),
        generated_on=_date(content["generated_on"]) if "generated_on" in content else None,
        prompt_version=version,
        prompt_sha256=digest,
        module_sha256=_digest(content, "module_sha256") if "module_sha256" in content else "",
        decoding=_table(content.get("decoding")),
        harness=_table(content.get("harness")),
    )


def _effort(content: Mapping[str, Any]) -> str:
    """The published files tell the effort in the title alone (“… / high effort”)."""
    match = re.search(r"/ ([\w-]{1,40}) effort", str(content.get("title", "")))
    return match[1] if match else ""


def _text(content: Mapping[str, Any], key: str, limit: int, *, required: bool = True) -> str:
    value = content.get(key)
    if value is None and not required:
        return ""
    if not isinstance(value, str) or (required and not value.strip()):
        raise MetadataError(f"{key!r} is no text" if value is not None else f"{key!r} is missing")
    if len(value) > limit:
        raise MetadataError(f"{key!r} is longer than {limit} characters")
    return value.strip()


def _digest(content: Mapping[str, Any], key: str) -> str:
    value = content.get(key)
    if not isinstance(value, str) or not _DIGEST.fullmatch(value):
        raise MetadataError(f"{key!r} is no SHA-256")
    return value


def _track(value: object) -> str:
    if not isinstance(value, str) or value not in _TRACKS:
        raise MetadataError(f"the track {reprlib.repr(value)} is not one of {', '.join(_TRACKS)}")
    return _TRACKS[value]


def _date(value: object) -> dt.date:
    try:
        return dt.date.fromisoformat(str(value))
    except ValueError as error:
        raise MetadataError(f"{reprlib.repr(value)} is no date") from error


def _table(value: object) -> dict[str, Any]:
    return dict(value) if isinstance(value, dict) else {}

"""Reads a directory and decides what each file is; writes nothing, runs nothing.

Two layouts are known. *Published*: ``artifacts/<id>.js``, ``results/<id>.json``, ``raw/<id>/…``
and ``manifest.json``. *Plain*: each ``<id>.js`` with a ``<id>.json`` beside it that gives at least
a title; a single ``<id>.js`` may be named instead of a directory.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from benchmarks.contract import normalise_reply
from benchmarks.importing.metadata import Metadata, MetadataError, plain, published

FILE_BYTES: Final = 4 * 1024 * 1024
"""No module, result or raw file may be larger."""

RAW_FILES: Final = 20
"""No more raw files of one artifact are taken."""

_ID: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


class ImportRefusedError(ValueError):
    """Nothing can be imported from here. The message says why and what is expected."""


@dataclass(frozen=True)
class ImportSource:
    """Where the artifacts come from: shown on pages, and a condition of its own."""

    name: str
    licence: str = ""
    demo: bool = False
    reference: bool = False


@dataclass(frozen=True)
class Skip:
    """A file that was not taken, and why."""

    file: str
    reason: str


@dataclass(frozen=True)
class Candidate:
    """One artifact that can be taken. ``raw`` are files to keep beside it."""

    slug: str
    source: str
    sha256: str
    reply: str
    normalisations: tuple[str, ...]
    metadata: Metadata
    raw: tuple[Path, ...] = ()


@dataclass
class Plan:
    """What an import will do. Every artifact of the directory is in exactly one list."""

    candidates: list[Candidate] = field(default_factory=list)
    skips: list[Skip] = field(default_factory=list)


def plan_import(path: Path, *, prompt_sha256: str = "") -> Plan:
    """Decide what can be taken from a directory, or from one ``.js`` file.

    ``prompt_sha256`` is the digest of the prompt file that came along, if one did: results that
    name another one are not taken.

    Raises:
        ImportRefusedError: there is nothing here to import.
    """
    if path.is_file() and path.suffix == ".js":
        plan = _plan_plain([path])
    elif not path.is_dir():
        problem = "is not a directory" if path.exists() else "does not exist"
        raise ImportRefusedError(f"{path} {problem}. Name a directory or one .js file.")
    elif (path / "results").is_dir():
        plan = _plan_published(path, prompt_sha256)
    else:
        plan = _plan_plain(sorted(path.glob("*.js")))
    if not plan.candidates and not plan.skips:
        raise ImportRefusedError(
            f"{path} holds nothing to import: neither results/<id>.json with artifacts/<id>.js, "
            "nor <id>.js with <id>.json beside it."
        )
    return plan


def _plan_published(folder: Path, prompt_sha256: str) -> Plan:
    plan = Plan()
    named = _manifest(folder, plan.skips)
    results = sorted((folder / "results").glob("*.json"))
    for result in results:
        name = f"results/{result.name}"
        if named is not None and name not in named:
            plan.skips.append(Skip(name, "is not named in manifest.json"))
            continue
        try:
            plan.candidates.append(_published_candidate(folder, result, prompt_sha256))
        except (MetadataError, _UnusableError) as error:
            plan.skips.append(Skip(name, str(error)))
    found = {f"results/{result.name}" for result in results}
    plan.skips.extend(
        Skip(name, "is named in manifest.json but not in the directory")
        for name in sorted((named or set()) - found)
    )
    with_result = {result.stem for result in results}
    plan.skips.extend(
        Skip(f"artifacts/{module.name}", "has no result file")
        for module in sorted((folder / "artifacts").glob("*.js"))
        if module.stem not in with_result
    )
    return plan


def _published_candidate(folder: Path, result: Path, prompt_sha256: str) -> Candidate:
    slug = _slug(result)
    metadata = published(_read_json(result), slug)
    source = _read_text(folder / "artifacts" / f"{slug}.js")
    digest = hashlib.sha256(source.encode()).hexdigest()
    if digest != metadata.module_sha256:
        raise _UnusableError(
            f"artifacts/{slug}.js has the digest {digest[:12]}…, "
            f"its result says {metadata.module_sha256[:12]}…"
        )
    if prompt_sha256 and metadata.prompt_sha256 != prompt_sha256:
        raise _UnusableError(
            f"its prompt has the digest {metadata.prompt_sha256[:12]}…, "
            f"the prompt file {prompt_sha256[:12]}…"
        )
    raw = tuple(_raw_files(folder / "raw" / slug))
    reply, normalisations = _kept_reply(raw, source)
    _check_receipt(raw, metadata)
    return Candidate(slug, source, digest, reply, normalisations, metadata, raw)


def _kept_reply(raw: tuple[Path, ...], source: str) -> tuple[str, tuple[str, ...]]:
    """The raw reply where it is kept and differs from the module, and how they differ."""
    path = next((each for each in raw if each.name == "response.txt"), None)
    if path is None:
        return "", ()
    reply = _read_text(path)
    if reply == source:
        return "", ()
    normalised = normalise_reply(reply)
    if normalised.source.strip() == source.strip():
        return reply, normalised.normalisations or ("outer-white-space",)
    return reply, ("unexplained",)


def _check_receipt(raw: tuple[Path, ...], metadata: Metadata) -> None:
    """A receipt must speak of this reply and of the prompt that the result names."""
    path = next((each for each in raw if each.name == "receipt.json"), None)
    if path is None:
        return
    receipt = _read_json(path)
    prompt = _table(receipt.get("prompt")).get("sha256")
    if prompt and prompt != metadata.prompt_sha256:
        raise _UnusableError("its receipt names another prompt than its result")
    stated = _table(receipt.get("response")).get("sha256")
    response = next((each for each in raw if each.name == "response.txt"), None)
    if stated and response is not None:
        digest = hashlib.sha256(response.read_bytes()).hexdigest()
        if digest != stated:
            raise _UnusableError(
                f"raw/{metadata.slug}/response.txt has the digest {digest[:12]}…, "
                f"its receipt says {stated[:12]}…"
            )


def _plan_plain(modules: list[Path]) -> Plan:
    plan = Plan()
    for module in modules:
        try:
            plan.candidates.append(_plain_candidate(module))
        except (MetadataError, _UnusableError) as error:
            plan.skips.append(Skip(module.name, str(error)))
    return plan


def _plain_candidate(module: Path) -> Candidate:
    slug = _slug(module)
    beside = module.with_suffix(".json")
    if not beside.is_file():
        raise _UnusableError(f"has no {beside.name} beside it that says what it is")
    source = _read_text(module)
    digest = hashlib.sha256(source.encode()).hexdigest()
    metadata = plain(_read_json(beside), slug)
    if metadata.module_sha256 and metadata.module_sha256 != digest:
        raise _UnusableError(f"has another digest than {beside.name} says")
    return Candidate(slug, source, digest, "", (), metadata)


class _UnusableError(ValueError):
    """One artifact cannot be taken; the message says why."""


def _manifest(folder: Path, skips: list[Skip]) -> set[str] | None:
    path = folder / "manifest.json"
    if not path.is_file():
        return None
    try:
        names = json.loads(_read_text(path))
    except (ValueError, _UnusableError) as error:
        skips.append(Skip("manifest.json", f"cannot be read, so it is ignored: {error}"))
        return None
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        skips.append(Skip("manifest.json", "is no list of names, so it is ignored"))
        return None
    return set(names)


def _slug(path: Path) -> str:
    if not _ID.fullmatch(path.stem):
        raise _UnusableError("its name is no id: small letters, digits and single hyphens")
    return path.stem


def _raw_files(folder: Path) -> Iterator[Path]:
    if folder.is_dir():
        files = [each for each in sorted(folder.iterdir()) if each.is_file()]
        yield from (each for each in files[:RAW_FILES] if not each.is_symlink())


def _read_text(path: Path) -> str:
    try:
        if path.is_symlink():
            raise _UnusableError(f"{path.name} is a link; links are not followed")
        if path.stat().st_size > FILE_BYTES:
            raise _UnusableError(f"{path.name} is larger than {FILE_BYTES:,} bytes")
        return path.read_bytes().decode("utf-8")
    except FileNotFoundError as error:
        raise _UnusableError(f"{path.name} is missing") from error
    except OSError as error:
        raise _UnusableError(f"{path.name} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise _UnusableError(f"{path.name} is not UTF-8") from error


def _read_json(path: Path) -> Mapping[str, Any]:
    try:
        content = json.loads(_read_text(path))
    except (json.JSONDecodeError, RecursionError) as error:
        raise _UnusableError(f"{path.name} is not JSON: {error}") from error
    if not isinstance(content, dict):
        raise _UnusableError(f"{path.name} holds no JSON object")
    return content


def _table(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}

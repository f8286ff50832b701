"""Reads a directory and decides what each file is; writes nothing, runs nothing.

Two layouts are known. *Published*: ``artifacts/<id>.js``, ``results/<id>.json``, ``raw/<id>/…``
and ``manifest.json``. *Plain*: each ``<id>.js`` with a ``<id>.json`` beside it that gives at least
a title; a single ``<id>.js`` may be named instead of a directory.
"""

from __future__ import annotations

import hashlib
import re
import reprlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from benchmarks.contract import normalise_reply
from benchmarks.importing.files import UnusableError, read_bytes, read_json, read_text
from benchmarks.importing.metadata import Metadata, MetadataError, plain, published
from boards.generation.naming import text_problem

RAW_FILES: Final = 20
"""No more raw files of one artifact are taken."""

_RAW_NAME_CHARACTERS: Final = 100
_ID_CHARACTERS: Final = 110
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
    """One artifact that can be taken. ``raw`` are files below ``root`` to keep beside it."""

    slug: str
    source: str
    sha256: str
    reply: str
    normalisations: tuple[str, ...]
    metadata: Metadata
    root: Path
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
            plan.candidates.append(_published_candidate(folder, result, prompt_sha256, plan.skips))
        except (MetadataError, UnusableError) as error:
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


def _published_candidate(
    folder: Path, result: Path, prompt_sha256: str, skips: list[Skip]
) -> Candidate:
    slug = _slug(result)
    metadata = published(_read_object(result, folder), slug)
    source = read_text(folder / "artifacts" / f"{slug}.js", folder)
    digest = hashlib.sha256(source.encode()).hexdigest()
    if digest != metadata.module_sha256:
        raise UnusableError(
            f"artifacts/{slug}.js has the digest {digest[:12]}…, "
            f"its result says {metadata.module_sha256[:12]}…"
        )
    if prompt_sha256 and metadata.prompt_sha256 != prompt_sha256:
        raise UnusableError(
            f"its prompt has the digest {metadata.prompt_sha256[:12]}…, "
            f"the prompt file {prompt_sha256[:12]}…"
        )
    raw = _raw_files(folder, slug, skips)
    reply, normalisations = _kept_reply(raw, source, folder)
    _check_receipt(raw, metadata, folder)
    return Candidate(slug, source, digest, reply, normalisations, metadata, folder, raw)


def _kept_reply(raw: tuple[Path, ...], source: str, root: Path) -> tuple[str, tuple[str, ...]]:
    """The raw reply where it is kept and differs from the module, and how they differ."""
    path = next((each for each in raw if each.name == "response.txt"), None)
    if path is None:
        return "", ()
    reply = read_text(path, root)
    if reply == source:
        return "", ()
    normalised = normalise_reply(reply)
    if normalised.source.strip() == source.strip():
        return reply, normalised.normalisations or ("outer-white-space",)
    return reply, ("unexplained",)


def _check_receipt(raw: tuple[Path, ...], metadata: Metadata, root: Path) -> None:
    """A receipt must speak of this reply and of the prompt that the result names."""
    path = next((each for each in raw if each.name == "receipt.json"), None)
    if path is None:
        return
    receipt = _read_object(path, root)
    prompt = _table(receipt.get("prompt")).get("sha256")
    if prompt and prompt != metadata.prompt_sha256:
        raise UnusableError("its receipt names another prompt than its result")
    stated = _table(receipt.get("response")).get("sha256")
    response = next((each for each in raw if each.name == "response.txt"), None)
    if stated and response is not None:
        digest = hashlib.sha256(read_bytes(response, root)).hexdigest()
        if digest != stated:
            raise UnusableError(
                f"raw/{metadata.slug}/response.txt has the digest {digest[:12]}…, "
                f"its receipt says {reprlib.repr(stated)}"
            )


def _plan_plain(modules: list[Path]) -> Plan:
    plan = Plan()
    for module in modules:
        try:
            plan.candidates.append(_plain_candidate(module))
        except (MetadataError, UnusableError) as error:
            plan.skips.append(Skip(module.name, str(error)))
    return plan


def _plain_candidate(module: Path) -> Candidate:
    slug = _slug(module)
    beside = module.with_suffix(".json")
    if not beside.is_file():
        raise UnusableError(f"has no {beside.name} beside it that says what it is")
    source = read_text(module, module.parent)
    digest = hashlib.sha256(source.encode()).hexdigest()
    metadata = plain(_read_object(beside, module.parent), slug)
    if metadata.module_sha256 and metadata.module_sha256 != digest:
        raise UnusableError(f"has another digest than {beside.name} says")
    return Candidate(slug, source, digest, "", (), metadata, module.parent)


def _manifest(folder: Path, skips: list[Skip]) -> set[str] | None:
    path = folder / "manifest.json"
    if not path.is_file():
        return None
    try:
        names = read_json(path, folder)
    except UnusableError as error:
        skips.append(Skip("manifest.json", f"cannot be read, so it is ignored: {error}"))
        return None
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        skips.append(Skip("manifest.json", "is no list of names, so it is ignored"))
        return None
    return set(names)


def _slug(path: Path) -> str:
    if len(path.stem) > _ID_CHARACTERS or not _ID.fullmatch(path.stem):
        raise UnusableError(
            f"its name is no id: at most {_ID_CHARACTERS} small letters, digits and single hyphens"
        )
    return path.stem


def _raw_files(folder: Path, slug: str, skips: list[Skip]) -> tuple[Path, ...]:
    """The files to keep beside an artifact; what is there and cannot be kept is a skip."""
    raw = folder / "raw" / slug
    if raw.resolve() != folder.resolve() / "raw" / slug:
        skips.append(Skip(f"raw/{slug}", "is a link or behind one; links are not followed"))
        return ()
    try:
        paths = sorted(raw.iterdir()) if raw.is_dir() else []
    except OSError as error:
        raise UnusableError(f"raw/{slug} cannot be read: {error.strerror}") from error
    files: list[Path] = []
    for path in paths:
        if problem := _raw_problem(path, len(files)):
            skips.append(Skip(f"raw/{slug}/{path.name}", problem))
        else:
            files.append(path)
    return tuple(files)


def _raw_problem(path: Path, taken: int) -> str:
    if path.is_symlink():
        return "is a link; links are not followed"
    if not path.is_file():
        return "is not a regular file"
    if problem := text_problem(path.name, _RAW_NAME_CHARACTERS):
        return f"its name {problem}"
    return f"is one of more than {RAW_FILES} raw files" if taken == RAW_FILES else ""


def _read_object(path: Path, root: Path) -> Mapping[str, Any]:
    content = read_json(path, root)
    if not isinstance(content, dict):
        raise UnusableError(f"{path.name} holds no JSON object")
    return content


def _table(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}

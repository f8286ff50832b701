"""The ``import`` harness: files brought from outside become variants, slots and samples.

Each source is a condition of its own, so its drawings stand in a table of their own. Importing a
directory twice changes nothing: a slot that holds a sample is left alone.
"""

from __future__ import annotations

import csv
import datetime as dt
import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from django.utils import timezone
from django.utils.text import slugify

from boards.catalogue import CANONICAL_TASK, get_task
from boards.generation.naming import DEFAULT_EFFORT, Identity, guess_family, identify
from boards.models import (
    Attempt,
    Condition,
    Family,
    ModelVersion,
    Run,
    Sample,
    Slot,
    Variant,
    Vendor,
)
from boards.samples import record_reply
from pelican.rules import RULES

HARNESS: Final = "import"
SUFFIXES: Final = (".svg", ".txt", ".md")
MANIFEST_COLUMNS: Final = ("file", "vendor", "family", "version", "effort", "index", "task")

_BINARY_MAGIC: Final = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"PK\x03\x04", b"%PDF", b"\x7fELF")
_BYTE_ORDER_MARKS: Final = (b"\xff\xfe", b"\xfe\xff")
_INDEX_MAX: Final = 999


class ImportRefusedError(ValueError):
    """The arguments cannot be used. Nothing was imported; the message says what to change."""


@dataclass(frozen=True)
class Skip:
    """A file that was not taken, and why."""

    file: str
    reason: str


@dataclass(frozen=True)
class Source:
    """Where files come from: a name that pages show, the licence, and whether it is demo data."""

    name: str
    licence: str = ""
    demo: bool = False


@dataclass
class Plan:
    """What an import will do: files to take in order, and files already known to be skipped."""

    files: list[tuple[Path, Identity]] = field(default_factory=list)
    skips: list[Skip] = field(default_factory=list)


@dataclass
class Summary:
    """What an import did. Every file of the directory is counted exactly once."""

    passed: list[Sample] = field(default_factory=list)
    rejected: list[Sample] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)
    skips: list[Skip] = field(default_factory=list)

    @property
    def taken(self) -> int:
        """New samples, whatever the gate said."""
        return len(self.passed) + len(self.rejected)

    def rejections_by_code(self) -> dict[str, int]:
        """How many samples each gate code rejected; one sample may count under several."""
        counts: dict[str, int] = {}
        for sample in self.rejected:
            for violation in sample.violations:
                counts[violation["code"]] = counts.get(violation["code"], 0) + 1
        return dict(sorted(counts.items()))


def plan_import(
    directory: Path, *, task: str = CANONICAL_TASK, manifest: Path | None = None
) -> Plan:
    """Read a directory and decide what each file is; opens no drawing and writes nothing.

    Raises:
        ImportRefusedError: no such directory, nothing to import in it, or a manifest that cannot
            be used (the message names the line).
        UnknownTaskError: ``task`` or a manifest's task is not in the catalogue.
    """
    get_task(task)
    if not directory.is_dir():
        problem = "is not a directory" if directory.exists() else "does not exist"
        raise ImportRefusedError(f"{directory} {problem}. Name a directory of drawings.")
    try:
        entries = sorted(directory.iterdir())
    except OSError as error:
        raise ImportRefusedError(f"{directory} cannot be read: {error.strerror}.") from error
    entries = [path for path in entries if path != manifest and not path.name.startswith(".")]
    plan = Plan()
    usable = [path for path in entries if _is_usable(path, plan.skips)]
    identities = (
        read_manifest(manifest, task=task)
        if manifest
        else identify([path.name for path in usable], task)
    )
    if manifest:
        _compare_with_manifest(usable, identities, manifest, plan.skips)
    taken: dict[Identity, str] = {}
    for path in usable:
        identity = identities.get(path.name)
        if identity is None:
            continue
        if first := taken.get(_slot_of(identity)):
            plan.skips.append(
                Skip(path.name, f"{first} is already drawing {identity.index} of this variant")
            )
            continue
        taken[_slot_of(identity)] = path.name
        plan.files.append((path, identity))
    if not plan.files:
        raise ImportRefusedError(
            f"{directory} holds nothing to import: no {', '.join(SUFFIXES)} file"
            + (" that the manifest names." if manifest else ".")
        )
    return plan


def _is_usable(path: Path, skips: list[Skip]) -> bool:
    if path.is_symlink():
        skips.append(Skip(path.name, "is a link; links are not followed"))
    elif path.is_dir():
        skips.append(Skip(path.name, "is a directory; import it on its own"))
    elif not path.is_file():
        skips.append(Skip(path.name, "is not a regular file"))
    elif path.suffix.lower() not in SUFFIXES:
        skips.append(Skip(path.name, f"is neither a drawing nor a reply ({', '.join(SUFFIXES)})"))
    else:
        return True
    return False


def _slot_of(identity: Identity) -> Identity:
    """The identity reduced to what decides its slot: names that make one slug are one variant."""
    return replace(
        identity, vendor="", family="", version=_slug(identity.version), effort=identity.effort
    )


def _compare_with_manifest(
    usable: list[Path], identities: dict[str, Identity], manifest: Path, skips: list[Skip]
) -> None:
    present = {path.name for path in usable}
    skipped = {skip.file for skip in skips}
    skips.extend(
        Skip(name, f"is not named in {manifest.name}") for name in sorted(present - set(identities))
    )
    skips.extend(
        Skip(name, f"is named in {manifest.name} but not in the directory")
        for name in sorted(set(identities) - present - skipped)
    )


def read_manifest(path: Path, *, task: str = CANONICAL_TASK) -> dict[str, Identity]:
    """The identity of each file that a CSV manifest names, by file name.

    Columns: ``file`` and ``version`` are required; ``vendor family effort index task`` may be
    empty or missing (guessed from the version, ``default``, 1, the given task). Others are
    ignored.

    Raises:
        ImportRefusedError: the file cannot be read or a line cannot be used.
    """
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            reader = csv.DictReader(file, strict=True)
            header = reader.fieldnames or []
            for column in ("file", "version"):
                if column not in header:
                    raise ImportRefusedError(
                        f"{path}: the column “{column}” is missing. "
                        f"A manifest has the columns {', '.join(MANIFEST_COLUMNS)}."
                    )
            identities: dict[str, Identity] = {}
            for row in reader:
                where = f"{path}, line {reader.line_num}"
                name, identity = _manifest_row(row, task, where)
                if name in identities:
                    raise ImportRefusedError(f"{where}: {name} is named twice.")
                identities[name] = identity
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise ImportRefusedError(f"{path} cannot be read as a CSV file: {error}.") from error
    return identities


def _manifest_row(
    row: dict[str, str | None], default_task: str, where: str
) -> tuple[str, Identity]:
    cells = {column: (row.get(column) or "").strip() for column in MANIFEST_COLUMNS}
    if not cells["file"] or not cells["version"]:
        raise ImportRefusedError(f"{where}: file and version may not be empty.")
    index = cells["index"] or "1"
    if not index.isascii() or not index.isdigit() or not 1 <= int(index) <= _INDEX_MAX:
        raise ImportRefusedError(f"{where}: index “{index}” is no number from 1 to {_INDEX_MAX}.")
    task = cells["task"] or default_task
    try:
        get_task(task)
    except ValueError as error:
        raise ImportRefusedError(f"{where}: {error}") from error
    vendor, family = guess_family(cells["version"])
    return cells["file"], Identity(
        cells["vendor"] or vendor,
        cells["family"] or family,
        cells["version"],
        cells["effort"] or DEFAULT_EFFORT,
        int(index),
        task,
    )


def run_import(
    plan: Plan,
    source: Source,
    *,
    progress: Callable[[Iterable[tuple[Path, Identity]]], Iterable[tuple[Path, Identity]]] = iter,
) -> Summary:
    """Carry out a plan. Each file is stored whole or not at all; a later run takes up the rest."""
    summary = Summary(skips=list(plan.skips))
    run = _import_run(plan, source)
    for path, identity in progress(plan.files):
        _import_file(path, identity, run, source, summary)
    run.finished_at = timezone.now()
    run.save(update_fields=["finished_at"])
    return summary


def _import_file(
    path: Path, identity: Identity, run: Run, source: Source, summary: Summary
) -> None:
    reply, problem = read_reply(path)
    if problem:
        summary.skips.append(Skip(path.name, problem))
        return
    variant = ensure_variant(identity, source)
    slot = Slot(
        run=run,
        variant=variant,
        condition=_condition(identity, source),
        task=identity.task,
        index=identity.index,
    )
    if existing := Sample.objects.filter(
        slot__run=run, slot__variant=variant, slot__task=identity.task, slot__index=identity.index
    ).first():
        if existing.response_digest == hashlib.sha256(reply).hexdigest():
            summary.unchanged.append(path.name)
        else:
            summary.skips.append(
                Skip(path.name, f"drawing {identity.index} of {variant} is another file")
            )
        return
    drawn_at = dt.datetime.fromtimestamp(path.stat().st_mtime, dt.UTC)
    now = timezone.now()
    run.variants.add(variant)
    sample = record_reply(
        slot, reply, Attempt(number=1, started_at=now), created_at=min(drawn_at, now)
    )
    (summary.passed if sample.gate_passed else summary.rejected).append(sample)


def read_reply(path: Path) -> tuple[bytes, str]:
    """A file's bytes and why it cannot be taken ("" when it can)."""
    try:
        size = path.stat().st_size
        if size > RULES.gate.board.reply_bytes:
            return b"", (
                f"is {size:,} bytes long; the limit is {RULES.gate.board.reply_bytes:,} bytes"
            )
        reply = path.read_bytes()
    except OSError as error:
        return b"", f"cannot be read: {error.strerror}"
    if not reply.strip():
        return b"", "is empty"
    if _is_binary(reply):
        return b"", "is binary, not text"
    return reply, ""


def _is_binary(content: bytes) -> bool:
    if content.startswith(_BINARY_MAGIC):
        return True
    if content.startswith(_BYTE_ORDER_MARKS):
        return False
    head = content[:4096]
    control = sum(byte < 9 or 13 < byte < 32 for byte in head)
    return control > len(head) * 0.1


def _import_run(plan: Plan, source: Source) -> Run:
    tasks = sorted({identity.task for _path, identity in plan.files})
    most = max(identity.index for _path, identity in plan.files)
    run, created = Run.objects.get_or_create(
        kind=Run.Kind.IMPORT,
        source=source.name,
        demo=source.demo,
        defaults={
            "state": Run.State.COMPLETE,
            "harness": HARNESS,
            "tasks": tasks,
            "n": most,
            "feeds_board": True,
            "note": source.licence,
            "rules_version": RULES.version,
        },
    )
    if not created:
        run.tasks = sorted({*run.tasks, *tasks})
        run.n = max(run.n, most)
        run.save(update_fields=["tasks", "n"])
    return run


def _condition(identity: Identity, source: Source) -> Condition:
    return Condition.for_parts(
        task=get_task(identity.task), harness=HARNESS, source=source.name, demo=source.demo
    )


def ensure_variant(identity: Identity, source: Source) -> Variant:
    """The variant of this identity, with its vendor, family and version, made where missing."""
    vendor, _created = Vendor.objects.get_or_create(
        slug=_slug(identity.vendor),
        defaults={"name": identity.vendor, "licence_note": source.licence},
    )
    family, _created = Family.objects.get_or_create(
        slug=_slug(identity.family), defaults={"name": identity.family, "vendor": vendor}
    )
    version, _created = ModelVersion.objects.get_or_create(
        slug=_slug(identity.version), defaults={"name": identity.version, "family": family}
    )
    variant, _created = Variant.objects.get_or_create(
        version=version,
        effort=identity.effort,
        defaults={
            "slug": _variant_slug(identity),
            "is_default": not version.variants.filter(is_default=True).exists(),
            "demo": source.demo,
        },
    )
    return variant


def _variant_slug(identity: Identity) -> str:
    plain = identity.effort == DEFAULT_EFFORT
    name = identity.version if plain else f"{identity.version} {identity.effort}"
    slug = _slug(name)
    if Variant.objects.filter(slug=slug).exists():  # "gannet high" may be a version of its own
        parts = f"{identity.version}|{identity.effort}"
        slug = f"{slug}-{hashlib.sha256(parts.encode()).hexdigest()[:6]}"
    return slug


def _slug(name: str) -> str:
    """A slug that never is empty and keeps dots apart: ``GPT 4.1`` → ``gpt-4-1``."""
    slug = slugify(name.replace(".", "-"), allow_unicode=False)[:110]
    return slug or f"unnamed-{hashlib.sha256(name.encode()).hexdigest()[:8]}"


def describe(summary: Summary) -> Iterator[str]:
    """The summary in lines for a terminal."""
    yield (
        f"{summary.taken} taken: {len(summary.passed)} passed the gate, "
        f"{len(summary.rejected)} rejected."
    )
    for code, count in summary.rejections_by_code().items():
        yield f"  {code}: {count}"
    if summary.unchanged:
        yield f"{len(summary.unchanged)} already here, unchanged."
    if summary.skips:
        yield f"{len(summary.skips)} skipped:"
        for skip in summary.skips:
            yield f"  {skip.file}: {skip.reason}"

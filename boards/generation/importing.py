"""The ``import`` harness: files brought from outside become variants, slots and samples.

Each source is a condition of its own, so its drawings stand in a table of their own. Importing a
directory twice changes nothing: a slot that holds a sample is left alone.
"""

from __future__ import annotations

import datetime as dt
import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from django.utils import timezone
from django.utils.text import slugify

from boards.catalogue import CANONICAL_TASK, get_task
from boards.generation.manifest import ImportRefusedError, read_manifest
from boards.generation.naming import (
    DEFAULT_EFFORT,
    Identity,
    identify,
    identity_problem,
    printable,
    text_problem,
)
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
from boards.samples import NotEvaluatedError, evaluate_reply, record_reply
from pelican.rules import RULES

HARNESS: Final = "import"
SUFFIXES: Final = (".svg", ".txt", ".md")

_FILE_NAME_CHARACTERS: Final = 255
_BINARY_MAGIC: Final = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"PK\x03\x04", b"%PDF", b"\x7fELF")
_BYTE_ORDER_MARKS: Final = (b"\xff\xfe", b"\xfe\xff")
_HEAD_BYTES: Final = 4096
_CONTROL_SHARE_MAX: Final = 0.1
"""A file with more control characters than this at its head is no text."""


@dataclass(frozen=True)
class Skip:
    """A file that was not taken, and why."""

    file: str
    reason: str


@dataclass(frozen=True)
class Rejection:
    """A file that is a sample now, and the gate's codes against it."""

    file: str
    codes: tuple[str, ...]


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
    rejected: list[Rejection] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)
    skips: list[Skip] = field(default_factory=list)

    @property
    def taken(self) -> int:
        """New samples, whatever the gate said."""
        return len(self.passed) + len(self.rejected)

    def rejections_by_code(self) -> dict[str, int]:
        """How many samples each gate code rejected; one sample may count under several."""
        found = (code for rejection in self.rejected for code in rejection.codes)
        return dict(sorted(Counter(found).items()))


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
    plan = Plan()
    usable = []
    for path in _entries(directory, manifest):
        if problem := _file_problem(path):
            plan.skips.append(Skip(path.name, problem))
        else:
            usable.append(path)
    identities = (
        read_manifest(manifest, task=task)
        if manifest
        else identify([path.name for path in usable], task)
    )
    if manifest:
        _compare_with_manifest(usable, identities, manifest, plan.skips)
    _give_slots(plan, [(path, identities[path.name]) for path in usable if path.name in identities])
    if not plan.files:
        raise ImportRefusedError(
            f"{directory} holds nothing to import: no {', '.join(SUFFIXES)} file"
            + (" that the manifest names." if manifest else ".")
        )
    return plan


def _entries(directory: Path, manifest: Path | None) -> list[Path]:
    """What lies in the directory, in order of name, without the manifest and hidden files."""
    if not directory.is_dir():
        problem = "is not a directory" if directory.exists() else "does not exist"
        raise ImportRefusedError(f"{directory} {problem}. Name a directory of drawings.")
    try:
        entries = sorted(directory.iterdir())
    except OSError as error:
        raise ImportRefusedError(f"{directory} cannot be read: {error.strerror}.") from error
    return [path for path in entries if path != manifest and not path.name.startswith(".")]


def _file_problem(path: Path) -> str:
    """Why an entry of the directory cannot be taken, its content aside; "" when it can."""
    if path.is_symlink():
        return "is a link; links are not followed"
    if path.is_dir():
        return "is a directory; import it on its own"
    if not path.is_file():
        return "is not a regular file"
    if path.suffix.lower() not in SUFFIXES:
        return f"is neither a drawing nor a reply ({', '.join(SUFFIXES)})"
    problem = text_problem(path.name, _FILE_NAME_CHARACTERS)
    return f"its name {problem}" if problem else ""


def _give_slots(plan: Plan, files: Iterable[tuple[Path, Identity]]) -> None:
    """Put the files into the plan in order; of several that claim one slot the first has it."""
    holders: dict[Identity, str] = {}
    for path, identity in files:
        if problem := identity_problem(identity):
            plan.skips.append(Skip(path.name, problem))
            continue
        holder = holders.setdefault(_slot_of(identity), path.name)
        if holder == path.name:
            plan.files.append((path, identity))
        else:
            reason = f"{holder} is already drawing {identity.index} of this variant"
            plan.skips.append(Skip(path.name, reason))


def _slot_of(identity: Identity) -> Identity:
    """The identity reduced to what decides its slot: names that make one slug are one variant."""
    return replace(identity, vendor="", family="", version=_slug(identity.version))


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
    if existing := _existing(identity, run):
        if existing.response_digest == hashlib.sha256(reply).hexdigest():
            summary.unchanged.append(path.name)
        else:
            holder = existing.slot.variant
            reason = f"drawing {identity.index} of {holder} is another file"
            summary.skips.append(Skip(path.name, reason))
        return
    started_at = timezone.now()
    try:
        evaluation = evaluate_reply(reply, get_task(identity.task))
    except NotEvaluatedError as error:
        summary.skips.append(Skip(path.name, f"was not evaluated, import it again: {error}"))
        return
    variant = ensure_variant(identity, source)
    run.variants.add(variant)
    sample = record_reply(
        Slot(
            run=run,
            variant=variant,
            condition=_condition(identity, source),
            task=identity.task,
            index=identity.index,
        ),
        reply,
        evaluation,
        Attempt(number=1, started_at=started_at),
        created_at=drawn_at(path, started_at),
    )
    if sample.gate_passed:
        summary.passed.append(sample)
    else:
        codes = tuple(str(each["code"]) for each in sample.violations)
        summary.rejected.append(Rejection(path.name, codes))


def drawn_at(path: Path, now: dt.datetime) -> dt.datetime:
    """When a file was last written; ``now`` for one that says it will be, in whatever year."""
    modified = path.stat().st_mtime
    return dt.datetime.fromtimestamp(modified, dt.UTC) if 0 <= modified < now.timestamp() else now


def _existing(identity: Identity, run: Run) -> Sample | None:
    """What the slot of this identity holds already."""
    return (
        Sample.objects.select_related("slot__variant__version")
        .filter(
            slot__run=run,
            slot__task=identity.task,
            slot__index=identity.index,
            slot__variant__effort=identity.effort,
            slot__variant__version__slug=_slug(identity.version),
        )
        .first()
    )


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
    head = content[:_HEAD_BYTES]
    control = sum(byte < 9 or 13 < byte < 32 for byte in head)
    return control > len(head) * _CONTROL_SHARE_MAX


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
    for rejection in summary.rejected:
        yield printable(f"  {rejection.file}: {', '.join(rejection.codes)}")
    if summary.unchanged:
        yield f"{len(summary.unchanged)} already here, unchanged."
    if summary.skips:
        yield f"{len(summary.skips)} skipped:"
        for skip in summary.skips:
            yield printable(f"  {skip.file}: {skip.reason}")

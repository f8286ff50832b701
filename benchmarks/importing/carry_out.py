"""Carries out an import plan: each artifact is stored whole or not at all."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from django.db import transaction

from benchmarks.contract import check_module
from benchmarks.importing.files import UnusableError, read_bytes
from benchmarks.importing.plan import Candidate, ImportSource, Plan, Skip
from benchmarks.models import Artifact, ArtifactCondition
from benchmarks.models.artifacts import RESERVED_SLUGS
from benchmarks.raw_files import keep
from boards.generation.naming import printable
from pelican.rules import RULES

HARNESS: Final = "import"
REFERENCE_HARNESS: Final = "reference"


@dataclass
class Summary:
    """What an import did. Every artifact of the directory is counted exactly once."""

    taken: list[Artifact] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)
    skips: list[Skip] = field(default_factory=list)


def run_import(
    plan: Plan,
    source: ImportSource,
    *,
    progress: Callable[[Iterable[Candidate]], Iterable[Candidate]] = iter,
) -> Summary:
    """Store every candidate; importing again changes nothing. What is new awaits admission."""
    summary = Summary(skips=list(plan.skips))
    for candidate in progress(plan.candidates):
        existing = Artifact.objects.filter(slug=candidate.slug).first()
        if existing is not None and existing.sha256 == candidate.sha256:
            summary.unchanged.append(candidate.slug)
        elif existing is not None:
            summary.skips.append(Skip(candidate.slug, "is another module that is here already"))
        elif candidate.slug in RESERVED_SLUGS:
            summary.skips.append(Skip(candidate.slug, "is the name of a page"))
        else:
            summary.taken.append(_store(candidate, source, summary.skips))
    return summary


@transaction.atomic
def _store(candidate: Candidate, source: ImportSource, skips: list[Skip]) -> Artifact:
    metadata = candidate.metadata
    artifact = Artifact.objects.create(
        slug=candidate.slug,
        title=metadata.title,
        description=metadata.description,
        condition=_condition(candidate, source),
        track=metadata.track,
        state=Artifact.State.REFERENCE if source.reference else Artifact.State.UNVERIFIED,
        model_id=metadata.model_id,
        effort=metadata.effort,
        provider=metadata.provider,
        generated_on=metadata.generated_on,
        source=candidate.source,
        sha256=candidate.sha256,
        source_bytes=len(candidate.source.encode()),
        reply=candidate.reply,
        reply_sha256=hashlib.sha256((candidate.reply or candidate.source).encode()).hexdigest(),
        normalisations=list(candidate.normalisations),
        harness_notes=dict(metadata.harness),
        decoding=dict(metadata.decoding),
        usage=metadata.usage.as_dict(),
        claimed=metadata.claimed,
        contract=check_module(candidate.source).as_dict(),
        licence=source.licence,
        rules_version=RULES.version,
    )
    for path in candidate.raw:
        try:
            content = read_bytes(path, candidate.root)
        except UnusableError as error:
            skips.append(Skip(f"raw/{candidate.slug}/{path.name}", str(error)))
            continue
        if content:
            keep(artifact, path.name, content)
    return artifact


def _condition(candidate: Candidate, source: ImportSource) -> ArtifactCondition:
    return ArtifactCondition.for_parts(
        prompt_version=candidate.metadata.prompt_version,
        prompt_sha256=candidate.metadata.prompt_sha256,
        harness=REFERENCE_HARNESS if source.reference else HARNESS,
        source=source.name,
        demo=source.demo,
    )


def describe(summary: Summary) -> Iterator[str]:
    """The summary in lines for a terminal."""
    waiting = sum(not artifact.admitted for artifact in summary.taken)
    yield f"{len(summary.taken)} taken; {waiting} of them wait to be admitted."
    for artifact in summary.taken:
        findings = artifact.contract.get("findings", [])
        codes = sorted({finding["code"] for finding in findings})
        if codes:
            yield f"  {artifact.slug}: {', '.join(codes)}"
    if summary.unchanged:
        yield f"{len(summary.unchanged)} already here, unchanged."
    if summary.skips:
        yield f"{len(summary.skips)} skipped:"
        for skip in summary.skips:
            yield printable(f"  {skip.file}: {skip.reason}")

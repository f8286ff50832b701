"""Carries out a validation and stores what came of it, pictures included."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import transaction
from django.utils import timezone

from benchmarks import examinations
from benchmarks.contract import ContractReport, check_module
from benchmarks.findings import outcome_of
from benchmarks.models import Still, Validation
from benchmarks.profiles import Profile, get_profile
from benchmarks.runner.report import Kind, Report, Request
from benchmarks.runner.supervise import (
    RunnerFailedError,
    RunnerUnavailableError,
    chromium_or_refuse,
    examine,
)
from benchmarks.validity import findings_of

logger = logging.getLogger(__name__)


def carry_out(validation_id: int, *, aloud: bool = False) -> Validation | None:
    """Validate one artifact, if this validation is to be carried out now.

    What breaks the contract beyond running is settled without a browser. ``aloud``, every view is
    a line on stderr.
    """
    validation = examinations.claim(Validation, validation_id)
    if validation is None:
        return None
    with examinations.alive(validation):
        _validate(validation, aloud=aloud)
    validation.refresh_from_db()
    return validation


def _validate(validation: Validation, *, aloud: bool) -> None:
    source = validation.artifact.source
    contract = check_module(source)
    if not contract.runnable:
        _settle(validation, contract, None, None)
        return
    try:
        request = request_for(source, contract, get_profile(validation.profile))
        with examine(request, seconds=examinations.JOB_SECONDS, aloud=aloud) as outcome:
            _settle(validation, contract, outcome.report, outcome.folder)
    except (RunnerUnavailableError, RunnerFailedError) as error:
        logger.warning("Validation %s: %s", validation.pk, error)
        examinations.give_up(validation, str(error))


def request_for(
    source: str, contract: ContractReport, profile: Profile, *, kind: Kind = "validate"
) -> Request:
    """The runner's request; raises :class:`RunnerUnavailableError` without a browser."""
    return Request(
        kind=kind,
        source=source,
        binding=contract.binding,
        profile=profile,
        executable=chromium_or_refuse(settings.CHROMIUM),
        flags=tuple(settings.CHROMIUM_FLAGS),
    )


def _settle(
    validation: Validation,
    contract: ContractReport,
    report: Report | None,
    folder: Path | None,
) -> None:
    """Store findings, evidence and pictures, if the claim still stands."""
    findings = findings_of(contract, report)
    stills = (
        [
            _still(validation, position, frame, folder)
            for position, frame in enumerate(report.frames)
        ]
        if report is not None and folder is not None
        else []
    )
    with transaction.atomic():
        if not examinations.holds(validation):
            logger.warning("Validation %s: the claim was lost; nothing is stored.", validation.pk)
            return
        validation.progress, validation.problem = Validation.State.DONE, ""
        validation.outcome = outcome_of(findings)
        validation.findings = [finding.as_dict() for finding in findings]
        validation.evidence = _evidence(report)
        validation.environment = report.environment if report is not None else {}
        validation.ended_at = timezone.now()
        validation.save()
        Still.objects.bulk_create(stills)


def _evidence(report: Report | None) -> dict[str, Any]:
    """Everything that was seen, without what stands in rows of its own."""
    if report is None:
        return {}
    return {
        "setup": report.setup,
        "frames": report.frames,
        "repeats": report.repeats,
        "controls": report.controls,
        "context": report.context,
        "dispose": report.dispose,
        "blocked": report.blocked,
        "problem": report.problem,
    }


def _still(validation: Validation, position: int, frame: dict[str, Any], folder: Path) -> Still:
    """The row of one picture, its files stored under the digest of their pixels."""
    digest = frame["pixels_sha256"]
    stem = f"stills/{digest[:2]}/{digest}-{frame['width']}x{frame['height']}"
    return Still(
        validation=validation,
        view=frame["view"],
        position=position,
        yaw=frame["yaw"],
        pitch=frame["pitch"],
        distance=frame["distance"],
        time=frame["time"],
        width=frame["width"],
        height=frame["height"],
        pixels_sha256=digest,
        path=_store(f"{stem}.png", folder / frame["picture"]),
        small_path=_store(f"{stem}.webp", folder / frame["small"]),
    )


def _store(name: str, path: Path) -> str:
    """The name says the content, so a file that is there need not be written again."""
    if default_storage.exists(name):
        return name
    stored: str = default_storage.save(name, ContentFile(path.read_bytes()))
    return stored

"""Has a model write an artifact through one of the harnesses that drawings are made with.

One fresh conversation, the prompt byte by byte, one turn, no repair. What the model says is kept
as it was; only fences around it are taken off, and that is recorded.
"""

from __future__ import annotations

import hashlib
import json
import secrets
import shutil
from collections.abc import Mapping
from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify

from benchmarks.contract import check_module, normalise_reply
from benchmarks.models import Artifact, ArtifactCondition
from benchmarks.prompts import PROMPT
from benchmarks.raw_files import keep
from benchmarks.usage import Usage
from boards.generation.attempts import FOLDERS
from boards.generation.conditions import identify_harness
from boards.generation.configuration import ConfigurationError
from boards.generation.harnesses import make_harness
from boards.generation.protocol import DrawingRequest, HarnessError, Receipts, Reply
from boards.models import Harness, Route, Variant
from pelican.rules import RULES

_TASK: Final = "sdf"


class GenerationRefusedError(Exception):
    """Nothing was generated. The message says what failed and what to do."""


def generate(harness_slug: str, variant_slug: str) -> Artifact:
    """Ask a variant for one artifact and store what it says; it then awaits admission.

    Whatever the model says becomes an artifact: one that is no module is listed with its finding.

    Raises:
        GenerationRefusedError: the harness does not call this variant, or brought no reply.
    """
    harness, route = _route(harness_slug, variant_slug)
    try:
        identity = identify_harness(harness)
        reply = _ask(harness, route)
    except (ConfigurationError, HarnessError) as error:
        raise GenerationRefusedError(str(error)) from error
    condition = ArtifactCondition.for_parts(
        prompt=PROMPT,
        harness=identity.kind,
        harness_version=identity.version,
        parameters=identity.parameters,
        system_image=identity.system_image,
    )
    return _store(route, condition, reply)


def _route(harness_slug: str, variant_slug: str) -> tuple[Harness, Route]:
    route = (
        Route.objects.filter(harness__slug=harness_slug, variant__slug=variant_slug)
        .select_related("harness", "variant__version__family__vendor")
        .first()
    )
    if route is None or not route.harness.enabled:
        raise GenerationRefusedError(
            f"The harness {harness_slug} does not call {variant_slug}. "
            "See models.toml, then run manage.py sync_models."
        )
    if route.harness.kind == Harness.Kind.SKETCH:
        raise GenerationRefusedError("The sketcher draws SVG; it writes no modules.")
    return route.harness, route


def _ask(harness: Harness, route: Route) -> Reply:
    token = secrets.token_hex(16)
    folder = FOLDERS / token
    folder.mkdir(mode=0o700, parents=True)
    request = DrawingRequest(
        prompt=PROMPT.text,
        task=_TASK,
        model_id=route.model_id,
        effort=route.effort_value,
        options=route.options,
        seed=secrets.randbits(32),
        attempt=1,
        timeout_seconds=RULES.generation.timeout_seconds,
        reply_limit=RULES.gate.board.reply_bytes,
        token=token,
        folder=folder,
        tick=lambda: None,
        child_started=lambda _group, _started: None,
    )
    try:
        return make_harness(harness.kind, harness.settings, harness.slug).draw(request)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@transaction.atomic
def _store(route: Route, condition: ArtifactCondition, reply: Reply) -> Artifact:
    said = reply.content.decode("utf-8", "replace").replace("\0", "\N{REPLACEMENT CHARACTER}")
    normalised = normalise_reply(said)
    variant = route.variant
    artifact = Artifact.objects.create(
        slug=_free_slug(variant),
        title=variant.name[:80],
        condition=condition,
        variant=variant,
        model_id=reply.model or route.model_id,
        effort=variant.effort if variant.effort != "default" else "",
        provider=variant.version.family.vendor.name,
        generated_on=timezone.now().date(),
        source=normalised.source,
        sha256=hashlib.sha256(normalised.source.encode()).hexdigest(),
        source_bytes=len(normalised.source.encode()),
        reply=said if normalised.normalisations else "",
        reply_sha256=hashlib.sha256(reply.content).hexdigest(),
        normalisations=list(normalised.normalisations),
        harness_notes={"name": route.harness.slug, "version": condition.harness_version},
        decoding={**condition.parameters, **route.options},
        usage=_usage(reply.receipts).as_dict(),
        contract=check_module(normalised.source).as_dict(),
        rules_version=RULES.version,
    )
    keep(artifact, "response.txt", reply.content)
    keep(artifact, "record.json", _record(reply.record))
    return artifact


def _usage(receipts: Receipts) -> Usage:
    """The receipt as far as the provider stated it; a stated cost was metered."""
    tokens = (receipts.input_tokens, receipts.output_tokens)
    known = all(count is not None for count in tokens)
    return Usage(
        input_tokens=receipts.input_tokens,
        output_tokens=receipts.output_tokens,
        reasoning_tokens=receipts.reasoning_tokens,
        total_tokens=sum(count or 0 for count in tokens) if known else None,
        billing_mode="unknown" if receipts.cost_usd is None else "api-metered",
        cost_usd=receipts.cost_usd,
        source="response of the provider",
        note=None if known else "the provider states no tokens",
    )


def _free_slug(variant: Variant) -> str:
    stem = slugify(variant.slug)[:100]
    taken = Artifact.objects.filter(slug__startswith=f"{stem}-run-").count()
    while Artifact.objects.filter(slug=f"{stem}-run-{taken + 1:02d}").exists():
        taken += 1
    return f"{stem}-run-{taken + 1:02d}"


def _record(record: Mapping[str, Any]) -> bytes:
    text = json.dumps(dict(record), ensure_ascii=False, default=str)
    return text.encode("utf-8", "surrogatepass")

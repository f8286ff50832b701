"""Makes SDF artifacts votable: one arena per condition, one contestant per artifact.

What is voted on is a turntable: the twelve canonical views as one moving picture. It runs nothing
and needs no script, and both sides of a pair turn alike.
"""

from __future__ import annotations

import io
import secrets
import struct
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db.models import Exists, OuterRef
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from PIL import Image

from benchmarks.cards import latest_validations
from benchmarks.models import Artifact, ArtifactCondition, Still, Validation
from benchmarks.profiles import OPENING, canonical_views
from pelican.site.conditions import CODE_LENGTH, CONTESTANTS_MIN
from pelican.site.entries import row_id
from voting.arenas import ArenaInfo, Fact, Picture, Reveal

ARENA: Final = "sdf"
_FRAME_MS: Final = 700
_NOISE_MAX: Final = 2048


class ArtifactArenas:
    """Artifacts that run publicly and drew every view, one track, one condition an arena."""

    def arenas(self) -> Sequence[ArenaInfo]:
        """Every condition with two artifacts that can meet."""
        counts = Counter(artifact.condition_id for artifact in _eligible())
        conditions = ArtifactCondition.objects.in_bulk(counts)
        return [
            ArenaInfo(
                key=artifact_arena_key(conditions[pk]),
                title=gettext_lazy("Pelicans in the round"),
                url=f"{reverse('sdf-ranking')}?condition={conditions[pk].code}",
                contestants=count,
                condition=conditions[pk].digest,
                demo=conditions[pk].demo,
            )
            for pk, count in counts.items()
            if count >= CONTESTANTS_MIN
        ]

    def contestants(self, key: str) -> Mapping[str, Sequence[str]]:
        """Artifact slug → its one entry, the validation whose views are shown."""
        artifacts = _eligible(key)
        validations = latest_validations(artifacts)
        return {artifact.slug: [str(validations[artifact.pk].pk)] for artifact in artifacts}

    def picture(self, key: str, entry: str) -> Picture | None:
        """The turntable, its bytes another each time."""
        stills = _stills(key, entry)
        return Picture(_padded(_turntable(stills)), "image/webp") if stills else None

    def still(self, key: str, entry: str) -> Picture | None:
        """The opening view alone, its bytes another each time."""
        opening = next((each for each in _stills(key, entry) if each.view == OPENING), None)
        if opening is None:
            return None
        content = io.BytesIO()
        noise = secrets.token_bytes(secrets.randbelow(_NOISE_MAX) + 1)
        _image(opening.small_path).save(content, "JPEG", quality=90, comment=noise)
        return Picture(content.getvalue(), "image/jpeg")

    def reveal(self, key: str, entries: Sequence[str]) -> Mapping[str, Reveal]:
        """Which artifacts these are; withdrawn ones are left out."""
        wanted = [pk for pk in map(row_id, entries) if pk is not None]
        validations = Validation.objects.filter(
            pk__in=wanted, artifact__in=Artifact.objects.published().filter(**_of(key))
        ).select_related("artifact__condition", "artifact__variant__version__family__vendor")
        return {str(each.pk): _reveal(each) for each in validations}


def artifact_arena_key(condition: ArtifactCondition) -> str:
    """The arena in which the artifacts of a condition meet."""
    return f"{ARENA}@{condition.code}"


def _eligible(key: str = "") -> list[Artifact]:
    """What may meet: it runs publicly, was asked once, and was seen from all sides."""
    drawn = Validation.objects.filter(
        artifact=OuterRef("pk"),
        outcome__in=[Validation.Outcome.PASSED, Validation.Outcome.WARNINGS],
    )
    artifacts = Artifact.objects.runnable().filter(Exists(drawn), track=Artifact.Track.ONE_SHOT)
    if key:
        artifacts = artifacts.filter(**_of(key))
    light = artifacts.defer("source", "reply", "claimed", "contract")
    return list(light.order_by("pk"))


def _of(key: str) -> dict[str, str]:
    """The filter that a key stands for; one that names no condition finds nothing."""
    _arena, _at, code = key.partition("@")
    return {"condition__digest__startswith": code if len(code) == CODE_LENGTH else "-"}


def _stills(key: str, entry: str) -> list[Still]:
    pk = row_id(entry)
    if pk is None:
        return []
    of_key = {f"validation__artifact__{name}": value for name, value in _of(key).items()}
    return list(
        Still.objects.filter(
            validation=pk,
            validation__artifact__admitted=True,
            validation__artifact__withdrawn=False,
            **of_key,
        ).order_by("position")
    )


def _turntable(stills: Sequence[Still]) -> bytes:
    """The canonical views one after the other as a moving WebP; made once and kept."""
    name = f"turntables/{stills[0].validation_id}.webp"
    if default_storage.exists(name):
        with default_storage.open(name) as file:
            kept: bytes = file.read()
        return kept
    wanted = {view.name for view in canonical_views()}
    frames = [_image(still.small_path) for still in stills if still.view in wanted]
    content = io.BytesIO()
    frames[0].save(
        content,
        "WEBP",
        save_all=True,
        append_images=frames[1:],
        duration=_FRAME_MS,
        loop=0,
        quality=80,
    )
    stored = default_storage.save(name, ContentFile(content.getvalue()))
    if stored != name:  # another process was first
        default_storage.delete(stored)
    return content.getvalue()


def _image(path: str) -> Image.Image:
    with default_storage.open(path) as file, Image.open(file) as image:
        return image.convert("RGB")


def _padded(webp: bytes) -> bytes:
    """The same picture with a chunk of chance at its end, which every reader passes over.

    Without it the length or the digest of a picture would name the artifact before the vote.
    """
    noise = secrets.token_bytes(2 * secrets.randbelow(_NOISE_MAX) + 2)
    body = webp[8:] + b"PADD" + struct.pack("<I", len(noise)) + noise
    return b"RIFF" + struct.pack("<I", len(body)) + body


def _reveal(validation: Validation) -> Reveal:
    artifact = validation.artifact
    vendor = artifact.variant.version.family.vendor.name if artifact.variant else artifact.provider
    return Reveal(
        contestant=artifact.slug,
        name=artifact.title,
        effort="default",
        vendor=_("House reference, not a model's") if artifact.is_reference else vendor,
        url=artifact.get_absolute_url(),
        contestant_url=artifact.get_absolute_url(),
        number_text=artifact.maker,
        facts=[Fact("", _("Validity"), validation.get_outcome_display())],
        demo=artifact.condition.demo,
    )

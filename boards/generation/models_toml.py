"""Reads ``models.toml``: vendors, families, versions, efforts and the harnesses that call them.

Pure Python, no Django. Reading is strict; whatever is wrong is named with its place in the file.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from boards.generation.configuration import ConfigurationError, build, build_settings
from boards.generation.naming import DEFAULT_EFFORT

_SLUG: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_OPTIONS: Final = {
    "chat": ("extra_body",),
    "messages": ("extra_body",),
    "command": (),
    "sketch": ("style", "skill", "delay", "fail_rate"),
}


@dataclass(frozen=True)
class RouteEntry:
    """How a version is called by one harness.

    ``efforts`` says how the harness calls an effort where it is not by its name. Prices are US
    dollars per million tokens; ``expected_tokens`` is the length of a usual reply.
    """

    model: str = ""
    efforts: dict[str, str] = field(default_factory=dict)
    options: dict[str, Any] = field(default_factory=dict)
    price_input: float | None = None
    price_output: float | None = None
    expected_tokens: int | None = None

    def effort_value(self, effort: str) -> str:
        """What the harness is told about ``effort``; "" asks for none."""
        return self.efforts.get(effort, "" if effort == DEFAULT_EFFORT else effort)


@dataclass(frozen=True)
class VersionEntry:
    """One model version, its efforts from least to most, and its routes by harness."""

    slug: str
    name: str
    efforts: tuple[str, ...] = (DEFAULT_EFFORT,)
    default_effort: str = ""
    routes: dict[str, RouteEntry] = field(default_factory=dict)

    @property
    def default(self) -> str:
        """The effort that stands for the version."""
        return self.default_effort or self.efforts[0]

    def variant_slug(self, effort: str) -> str:
        """The slug of the variant with this effort."""
        return self.slug if effort == DEFAULT_EFFORT else f"{self.slug}-{effort}"


@dataclass(frozen=True)
class FamilyEntry:
    """A family and its versions, oldest first."""

    slug: str
    name: str
    version: tuple[VersionEntry, ...] = ()


@dataclass(frozen=True)
class VendorEntry:
    """A vendor and its families."""

    slug: str
    name: str
    licence_note: str = ""
    family: tuple[FamilyEntry, ...] = ()


@dataclass(frozen=True)
class HarnessEntry:
    """A harness: its kind, whether it may be used, how many calls at a time, its settings."""

    slug: str
    kind: str
    enabled: bool = True
    concurrency: int = 2
    settings: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class ModelsFile:
    """All of ``models.toml``."""

    harness: tuple[HarnessEntry, ...] = ()
    vendor: tuple[VendorEntry, ...] = ()

    def versions(self) -> Iterator[VersionEntry]:
        """Every version of every family."""
        for vendor in self.vendor:
            for family in vendor.family:
                yield from family.version


def read_models_file(path: Path) -> ModelsFile:
    """Read and check the file.

    Raises:
        ConfigurationError: it cannot be read, is no TOML, or says something that cannot be used.
    """
    try:
        parsed = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise ConfigurationError(f"{path} does not exist. Name a TOML file.") from error
    except OSError as error:
        raise ConfigurationError(f"{path} cannot be read: {error.strerror}.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigurationError(f"{path} is no TOML file: {error}.") from error
    models = build(ModelsFile, parsed, path.name)
    _check(models)
    return models


def _check(models: ModelsFile) -> None:
    _check_slugs("harness", (entry.slug for entry in models.harness))
    _check_slugs("vendor", (entry.slug for entry in models.vendor))
    families = [family for vendor in models.vendor for family in vendor.family]
    _check_slugs("family", (entry.slug for entry in families))
    _check_slugs("version", (entry.slug for entry in models.versions()))
    for harness in models.harness:
        where = f"harness {harness.slug}"
        build_settings(harness.kind, harness.settings, where)
        if not 1 <= harness.concurrency <= 100:
            raise ConfigurationError(f"{where}: concurrency is a number from 1 to 100.")
    kinds = {harness.slug: harness.kind for harness in models.harness}
    for version in models.versions():
        _check_version(version, kinds)
    _check_slugs(
        "variant",
        (entry.variant_slug(effort) for entry in models.versions() for effort in entry.efforts),
    )


def _check_slugs(what: str, slugs: Iterable[str]) -> None:
    counts = Counter(slugs)
    for slug, times in counts.items():
        if not _SLUG.fullmatch(slug) or len(slug) > 40 * (4 if what != "harness" else 1):
            raise ConfigurationError(
                f"{what} {slug!r}: a slug is short and made of a-z, 0-9 and single hyphens."
            )
        if times > 1:
            raise ConfigurationError(f"{what} {slug!r} stands there {times} times.")


def _check_version(version: VersionEntry, kinds: dict[str, str]) -> None:
    where = f"version {version.slug}"
    if not version.efforts or len(set(version.efforts)) != len(version.efforts):
        raise ConfigurationError(f"{where}: efforts are one or more different names.")
    for effort in version.efforts:
        if not _SLUG.fullmatch(effort) or len(effort) > 40:
            raise ConfigurationError(f"{where}: {effort!r} is no name for an effort.")
    if version.default not in version.efforts:
        raise ConfigurationError(f"{where}: default_effort {version.default!r} is no effort of it.")
    for harness, route in version.routes.items():
        place = f"{where}, route {harness}"
        if harness not in kinds:
            raise ConfigurationError(f"{place}: there is no harness of that name.")
        for effort in route.efforts:
            if effort not in version.efforts:
                raise ConfigurationError(f"{place}: {effort!r} is no effort of the version.")
        _check_route(route, kinds[harness], place)


def _check_route(route: RouteEntry, kind: str, place: str) -> None:
    if kind != "sketch" and not route.model:
        raise ConfigurationError(f"{place}: model is missing.")
    for option in route.options:
        if option not in _OPTIONS[kind]:
            known = ", ".join(_OPTIONS[kind]) or "none"
            raise ConfigurationError(f"{place}: option {option!r} is unknown. Known: {known}.")
    for name in ("price_input", "price_output", "expected_tokens"):
        value = getattr(route, name)
        if value is not None and value < 0:
            raise ConfigurationError(f"{place}: {name} may not be negative.")

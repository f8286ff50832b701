"""Applies ``models.toml`` to the catalogue. Applying it twice changes nothing the second time.

Names, notes and order are set when a row is made and belong to the admin pages from then on;
everything about how models are called follows the file. Nothing is ever deleted but routes: a
harness that left the file is switched off, a variant that no route leads to any more is inactive.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from django.db import models, transaction

from boards.generation.models_toml import (
    FamilyEntry,
    ModelsFile,
    RouteEntry,
    VendorEntry,
    VersionEntry,
)
from boards.models import Family, Harness, ModelVersion, Route, Variant, Vendor

M = TypeVar("M", bound=models.Model)


@dataclass
class Difference:
    """What changed, line by line: ``+`` made, ``~`` changed, ``-`` removed or switched off."""

    lines: list[str] = field(default_factory=list)

    def add(self, sign: str, row: models.Model, slug: str, detail: str = "") -> None:
        """Note one change."""
        kind = type(row).__name__.lower()
        self.lines.append(f"{sign} {kind} {slug}" + (f": {detail}" if detail else ""))


def sync_models(file: ModelsFile, *, dry_run: bool = False) -> Difference:
    """Make the catalogue follow the file, all or nothing; with ``dry_run`` only say how."""
    difference = Difference()
    with transaction.atomic():
        harnesses = _sync_harnesses(file, difference)
        wanted: set[int] = set()
        for vendor in file.vendor:
            wanted |= _sync_vendor(vendor, harnesses, difference)
        _remove_routes(wanted, difference)
        transaction.set_rollback(dry_run)
    return difference


def _sync_harnesses(file: ModelsFile, difference: Difference) -> dict[str, Harness]:
    harnesses = {}
    for entry in file.harness:
        values = {
            "kind": entry.kind,
            "enabled": entry.enabled,
            "concurrency": entry.concurrency,
            "settings": entry.settings,
        }
        harnesses[entry.slug] = _follow(Harness, {"slug": entry.slug}, values, difference)
    for gone in Harness.objects.filter(enabled=True).exclude(slug__in=harnesses):
        gone.enabled = False
        gone.save(update_fields=["enabled"])
        difference.add("-", gone, gone.slug, "switched off")
    return harnesses


def _sync_vendor(
    entry: VendorEntry, harnesses: Mapping[str, Harness], difference: Difference
) -> set[int]:
    vendor = _make_once(
        Vendor,
        {"slug": entry.slug},
        {"name": entry.name, "licence_note": entry.licence_note},
        difference,
    )
    wanted: set[int] = set()
    for family in entry.family:
        wanted |= _sync_family(family, vendor, harnesses, difference)
    return wanted


def _sync_family(
    entry: FamilyEntry, vendor: Vendor, harnesses: Mapping[str, Harness], difference: Difference
) -> set[int]:
    family = _make_once(
        Family, {"slug": entry.slug}, {"name": entry.name, "vendor": vendor}, difference
    )
    wanted: set[int] = set()
    for position, version_entry in enumerate(entry.version):
        version = _make_once(
            ModelVersion,
            {"slug": version_entry.slug},
            {"name": version_entry.name, "family": family, "position": position},
            difference,
        )
        wanted |= _sync_variants(version_entry, version, harnesses, difference)
    return wanted


def _sync_variants(
    entry: VersionEntry,
    version: ModelVersion,
    harnesses: Mapping[str, Harness],
    difference: Difference,
) -> set[int]:
    version.variants.filter(is_default=True).exclude(effort=entry.default).update(is_default=False)
    wanted = set()
    for effort in entry.efforts:
        variant = _make_once(
            Variant,
            {"version": version, "effort": effort},
            {"slug": entry.variant_slug(effort)},
            difference,
        )
        if variant.is_default != (effort == entry.default):
            variant.is_default = effort == entry.default
            variant.save(update_fields=["is_default"])
        for slug, route_entry in entry.routes.items():
            values = _route_values(route_entry, effort)
            keys = {"variant": variant, "harness": harnesses[slug]}
            wanted.add(_follow(Route, keys, values, difference).pk)
    return wanted


def _route_values(entry: RouteEntry, effort: str) -> dict[str, Any]:
    return {
        "model_id": entry.model,
        "effort_value": entry.effort_value(effort),
        "options": entry.options,
        "price_input": entry.price_input,
        "price_output": entry.price_output,
        "expected_tokens": entry.expected_tokens,
    }


def _remove_routes(wanted: set[int], difference: Difference) -> None:
    for route in Route.objects.exclude(pk__in=wanted).select_related("variant", "harness"):
        difference.add("-", route, str(route))
        variant = route.variant
        route.delete()
        if variant.active and not Route.objects.filter(variant=variant).exists():
            variant.active = False
            variant.save(update_fields=["active"])
            difference.add("-", variant, variant.slug, "inactive")


def _slug(keys: Mapping[str, Any], row: models.Model) -> str:
    return str(keys["slug"]) if "slug" in keys else str(getattr(row, "slug", row))


def _make_once(
    model: type[M], keys: Mapping[str, Any], values: Mapping[str, Any], difference: Difference
) -> M:
    """The row with these keys, made with ``values`` where it is missing."""
    row, created = model._default_manager.get_or_create(  # noqa: SLF001 documented for any model
        **keys, defaults=values
    )
    if created:
        difference.add("+", row, _slug(keys, row))
    return row


def _follow(
    model: type[M], keys: Mapping[str, Any], values: Mapping[str, Any], difference: Difference
) -> M:
    """The row with these keys, made or changed to have ``values``."""
    row, created = model._default_manager.get_or_create(  # noqa: SLF001 documented for any model
        **keys, defaults=values
    )
    if created:
        difference.add("+", row, _slug(keys, row))
        return row
    changed = {name: value for name, value in values.items() if getattr(row, name) != value}
    for name, value in changed.items():
        old = json.dumps(getattr(row, name), sort_keys=True)
        new = json.dumps(value, sort_keys=True)
        difference.add("~", row, _slug(keys, row), f"{name} {old} → {new}")
        setattr(row, name, value)
    if changed:
        row.save(update_fields=list(changed))
    return row

"""What a drawing was made under: the condition of a task, the fingerprint of a variant."""

from __future__ import annotations

import hashlib
import json
import platform
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from boards.catalogue import Task
from boards.generation.configuration import (
    ApiSettings,
    CommandSettings,
    ConfigurationError,
    build_settings,
)
from boards.generation.harnesses.api import DIRECT_API, DIRECT_API_VERSION
from boards.generation.harnesses.sketch import SKETCH, SKETCH_VERSION
from boards.generation.keys import Redactor
from boards.models import Condition, Harness, Route

_VERSION_SECONDS: Final = 20
_OS_RELEASE: Final = Path("/etc/os-release")


@dataclass(frozen=True)
class HarnessIdentity:
    """The part of a condition that the harness is: kind, version, parameters and image.

    All HTTP harnesses are one kind, each agent is its own; ``system_image`` names the operating
    system where the harness runs code of its own.
    """

    kind: str
    version: str
    parameters: dict[str, Any]
    system_image: str = ""


def identify_harness(harness: Harness) -> HarnessIdentity:
    """The harness's part of a condition; an agent is asked for its version.

    Raises:
        ConfigurationError: the settings cannot be used, or the agent does not say its version.
    """
    settings = build_settings(harness.kind, harness.settings, f"harness {harness.slug}")
    if isinstance(settings, ApiSettings):
        return HarnessIdentity(DIRECT_API, DIRECT_API_VERSION, settings.parameters)
    if isinstance(settings, CommandSettings):
        version = _agent_version(settings, harness.slug)
        return HarnessIdentity(harness.slug, version, settings.parameters, system_image())
    return HarnessIdentity(SKETCH, SKETCH_VERSION, settings.parameters)


def _agent_version(settings: CommandSettings, slug: str) -> str:
    program = settings.version_command[0]
    if shutil.which(program) is None:
        raise ConfigurationError(
            f"harness {slug}: {program} is not installed. Install it or choose another harness."
        )
    try:
        done = subprocess.run(
            settings.version_command,
            capture_output=True,
            check=True,
            stdin=subprocess.DEVNULL,
            timeout=_VERSION_SECONDS,
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise ConfigurationError(f"harness {slug}: {program} does not say its version.") from error
    said = done.stdout.decode("utf-8", "replace").strip()
    if not said:
        raise ConfigurationError(f"harness {slug}: {program} says nothing for a version.")
    return Redactor.from_environment().text(said.splitlines()[0][:120])


def system_image() -> str:
    """The operating system in a few words: ``Debian GNU/Linux 12 (bookworm) x86_64``."""
    try:
        lines = _OS_RELEASE.read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    fields = dict(line.split("=", 1) for line in lines if "=" in line)
    name = fields.get("PRETTY_NAME", platform.system()).strip('"')
    return f"{name} {platform.machine()}"[:200]


def condition_of(task: Task, identity: HarnessIdentity, *, demo: bool = False) -> Condition:
    """The stored condition of a task under a harness."""
    return Condition.for_parts(
        task=task,
        demo=demo,
        prompt=task.sent,
        harness=identity.kind,
        harness_version=identity.version,
        parameters=identity.parameters,
        system_image=identity.system_image,
    )


def fingerprint_parts(
    condition: Condition, harness: Harness, route: Route, echoed_model: str
) -> dict[str, Any]:
    """Everything that decides what a variant is, with no secret among it."""
    settings = harness.settings
    endpoint = settings.get("base_url") or " ".join(settings.get("command", ())) or harness.kind
    return {
        "condition": condition.digest,
        "prompt": hashlib.sha256(condition.prompt.encode()).hexdigest(),
        "harness_version": condition.harness_version,
        "system_image": condition.system_image,
        "endpoint": endpoint,
        "endpoint_body": settings.get("extra_body", {}),
        "requested_model": route.model_id,
        "echoed_model": echoed_model,
        "effort": route.effort_value,
        "options": route.options,
    }


def fingerprint(parts: dict[str, Any]) -> str:
    """SHA-256 over the parts."""
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()

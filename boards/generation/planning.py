"""What a run would do, and why it may not start. Nothing is stored and no model is called."""

from __future__ import annotations

import asyncio
import os
import pwd
import shutil
from collections.abc import Sequence
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from django.db.models import Count
from django.utils.translation import gettext as _

from boards.catalogue import BOARDS, Task, get_task
from boards.generation.addresses import AddressRefusedError, resolve
from boards.generation.conditions import HarnessIdentity, identify_harness
from boards.generation.configuration import (
    ApiSettings,
    CommandSettings,
    ConfigurationError,
    Settings,
    build_settings,
)
from boards.generation.keys import KeyRefusedError, read_key
from boards.models import Harness, Route, Run, Variant
from pelican.rules import RULES

_TOKENS_PRICED = 1e6


class RunRefusedError(ValueError):
    """A run may not start. ``problems`` are sentences, each naming the thing and the remedy."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = tuple(problems)


@dataclass(frozen=True)
class Order:
    """What is asked for, as it was typed or ticked. ``harness`` may be "" when only one fits."""

    tasks: Sequence[str]
    variants: Sequence[str]
    n: int = RULES.generation.drawings
    harness: str = ""
    kind: str = Run.Kind.BATCH


@dataclass(frozen=True)
class Cost:
    """What the calls may cost in US dollars; ``unpriced`` of them have no price."""

    usd: float
    unpriced: int


@dataclass(frozen=True)
class RunPlan:
    """A run that may start: who draws what how often, through which harness."""

    harness: Harness
    identity: HarnessIdentity
    tasks: tuple[Task, ...]
    routes: tuple[Route, ...]
    n: int
    kind: str
    warnings: tuple[str, ...] = field(default=())

    @property
    def variants(self) -> tuple[Variant, ...]:
        """The variants that draw."""
        return tuple(route.variant for route in self.routes)

    @property
    def calls(self) -> int:
        """How many drawings will be asked for."""
        return len(self.routes) * len(self.tasks) * self.n

    @property
    def cost(self) -> Cost:
        """A rough cost: the prompts count for nothing beside the drawings."""
        calls_each = len(self.tasks) * self.n
        usd, unpriced = 0.0, 0
        for route in self.routes:
            if route.price_output is None or route.expected_tokens is None:
                unpriced += calls_each
            else:
                usd += calls_each * route.expected_tokens * route.price_output / _TOKENS_PRICED
        return Cost(usd, unpriced)


def plan_run(order: Order) -> RunPlan:
    """Check everything that can be known before the first call.

    Raises:
        RunRefusedError: with every problem found, not only the first.
    """
    problems: list[str] = []
    tasks = _tasks(order.tasks, problems)
    variants = _variants(order.variants, problems)
    most = RULES.generation.drawings_max
    if not 1 <= order.n <= most:
        problems.append(
            _("n is %(n)d. Choose a number of drawings from 1 to %(most)d.")
            % {"n": order.n, "most": most}
        )
    if order.kind not in {Run.Kind.BATCH, Run.Kind.CANARY}:
        problems.append(_("A run is a batch or a canary; files are imported instead."))
    harness = _harness(order.harness, variants, problems)
    routes = _routes(harness, variants, problems) if harness else []
    identity = _usable(harness, problems) if harness else None
    if problems or harness is None or identity is None:
        raise RunRefusedError(problems)
    warnings = [
        _("The provider refused %(variant)s on %(day)s: %(problem)s.")
        % {
            "variant": route.variant.name,
            "day": route.problem_at.date().isoformat() if route.problem_at else "?",
            "problem": route.get_problem_display(),
        }
        for route in routes
        if route.problem
    ]
    return RunPlan(
        harness, identity, tuple(tasks), tuple(routes), order.n, order.kind, tuple(warnings)
    )


def _tasks(names: Sequence[str], problems: list[str]) -> list[Task]:
    if not names:
        problems.append(_("No task is chosen. Choose at least one."))
    problems.extend(
        _("There is no task “%(task)s”. Valid tasks: %(tasks)s.")
        % {"task": name, "tasks": ", ".join(sorted(BOARDS))}
        for name in names
        if name not in BOARDS
    )
    return [get_task(name) for name in dict.fromkeys(names) if name in BOARDS]


def _variants(slugs: Sequence[str], problems: list[str]) -> list[Variant]:
    if not slugs:
        problems.append(_("No variant is chosen. Choose at least one."))
    found = {
        variant.slug: variant
        for variant in Variant.objects.filter(slug__in=slugs).select_related("version")
    }
    for slug in dict.fromkeys(slugs):
        if slug not in found:
            problems.append(
                _("There is no variant “%(slug)s”. Add it to models.toml and run sync_models.")
                % {"slug": slug}
            )
        elif not found[slug].active:
            problems.append(
                _("%(variant)s is inactive. Activate it in the admin, or leave it out.")
                % {"variant": found[slug].name}
            )
    return [found[slug] for slug in dict.fromkeys(slugs) if slug in found]


def _harness(slug: str, variants: Sequence[Variant], problems: list[str]) -> Harness | None:
    if slug:
        harness = Harness.objects.filter(slug=slug).first()
        if harness is None:
            known = ", ".join(Harness.objects.values_list("slug", flat=True)) or "-"
            problems.append(
                _("There is no harness “%(slug)s”. Known: %(known)s.")
                % {"slug": slug, "known": known}
            )
        elif not harness.enabled:
            problems.append(
                _(
                    "The harness %(slug)s is off. Set enabled = true for it in models.toml and run "
                    "sync_models."
                )
                % {"slug": slug}
            )
        return harness
    reaching = Harness.objects.filter(enabled=True, routes__variant__in=variants)
    fitting = list(reaching.annotate(reached=Count("routes")).filter(reached=len(variants)))
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        names = ", ".join(harness.slug for harness in fitting)
        problems.append(
            _("Several harnesses can call these variants: %(names)s. Choose one.")
            % {"names": names}
        )
    elif variants:
        problems.append(
            _("No enabled harness calls all of these variants. Start one run for each harness.")
        )
    return None


def _routes(harness: Harness, variants: Sequence[Variant], problems: list[str]) -> list[Route]:
    routes = {
        route.variant_id: route
        for route in harness.routes.filter(variant__in=variants).select_related("variant__version")
    }
    problems.extend(
        _("The harness %(harness)s has no route to %(variant)s. Add one to models.toml.")
        % {"harness": harness.slug, "variant": variant.name}
        for variant in variants
        if variant.pk not in routes
    )
    return [routes[variant.pk] for variant in variants if variant.pk in routes]


def _usable(harness: Harness, problems: list[str]) -> HarnessIdentity | None:
    """The harness's identity when it could make a call right now."""
    try:
        settings = build_settings(harness.kind, harness.settings, f"harness {harness.slug}")
        _check_machine(settings)
        return identify_harness(harness)
    except (ConfigurationError, KeyRefusedError, AddressRefusedError) as error:
        problems.append(str(error))
    return None


def _check_machine(settings: Settings) -> None:
    """Raise when a key, an address, a program or a user that is needed is not there."""
    if isinstance(settings, ApiSettings):
        if settings.key:
            read_key(settings.key)
        parts = urlsplit(settings.base_url)
        host = parts.hostname or ""
        try:
            asyncio.run(resolve(host, parts.port or 443, allow_private=settings.allow_private))
        except OSError as error:
            raise ConfigurationError(
                f"{host} cannot be resolved: {error.strerror}. Check base_url and the network."
            ) from error
    elif isinstance(settings, CommandSettings):
        if settings.key:
            read_key(settings.key)
        _check_isolation(settings)


def _check_isolation(settings: CommandSettings) -> None:
    if settings.isolation == "bubblewrap" and shutil.which("bwrap") is None:
        raise ConfigurationError(
            "bubblewrap is not installed (Debian: apt-get install bubblewrap). Install it, or "
            "choose another isolation in models.toml."
        )
    if settings.isolation == "user":
        try:
            pwd.getpwnam(settings.user)
        except KeyError as error:
            raise ConfigurationError(
                f"There is no user {settings.user!r} on this machine. Create it."
            ) from error
        if os.geteuid() != 0:
            raise ConfigurationError(
                "Only root can start an agent as another user. Choose bubblewrap in models.toml."
            )

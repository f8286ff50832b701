"""Usage receipts: what a generation took, as far as somebody stated it. Pure Python.

Unknown is null. A subscription has no price per call, so its cost is null whatever a program
printed; nothing is ever estimated from characters.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

from boards.generation.harnesses.api import amount, count

METERED: Final = "api-metered"
BILLING_MODES: Final = (METERED, "subscription", "local", "unknown")


@dataclass(frozen=True)
class Usage:
    """One receipt. Tokens are counts as the provider states them, cost is in US dollars."""

    input_tokens: int | None = None
    cached_input_tokens: int | None = None
    reasoning_tokens: int | None = None
    output_tokens: int | None = None
    total_tokens: int | None = None
    billing_mode: str = "unknown"
    cost_usd: float | None = None
    source: str | None = None
    note: str | None = None

    def as_dict(self) -> dict[str, Any]:
        """The receipt as JSON."""
        return asdict(self)


_PUBLISHED_NAMES: Final = {
    "inputTokens": "input_tokens",
    "cachedInputTokens": "cached_input_tokens",
    "reasoningTokens": "reasoning_tokens",
    "outputTokens": "output_tokens",
    "totalTokens": "total_tokens",
}


def usage_from_published(table: Mapping[str, Any]) -> Usage:
    """The receipt in a result file of the public benchmark.

    A cost is taken over only where calls are metered: elsewhere a printed figure is a price list's,
    not a bill's, and stays in what the file claims.
    """
    mode = table.get("billingMode")
    mode = mode if mode in BILLING_MODES else "unknown"
    counts = {ours: count(table.get(theirs)) for theirs, ours in _PUBLISHED_NAMES.items()}
    return Usage(
        **counts,
        billing_mode=mode,
        cost_usd=amount(table.get("apiCostUsd")) if mode == METERED else None,
        source=_text(table.get("source")),
        note=_text(table.get("notes")),
    )


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and value else None

from __future__ import annotations

import pytest

from benchmarks.usage import Usage, usage_from_published

METERED = {
    "inputTokens": 730,
    "cachedInputTokens": 0,
    "reasoningTokens": None,
    "outputTokens": 18_257,
    "totalTokens": 18_987,
    "apiCostUsd": 0.054,
    "billingMode": "api-metered",
    "source": "events.jsonl",
    "notes": "A note.",
}


def test_a_metered_receipt_is_taken_over() -> None:
    assert usage_from_published(METERED) == Usage(
        730, 0, None, 18_257, 18_987, "api-metered", 0.054, "events.jsonl", "A note."
    )


@pytest.mark.parametrize("mode", ["subscription", "local", "unknown"])
def test_only_what_is_metered_has_a_cost(mode) -> None:
    assert usage_from_published({**METERED, "billingMode": mode}).cost_usd is None


@pytest.mark.parametrize("value", [-1, "7", 1.5, True, None])
def test_what_is_no_count_is_unknown(value) -> None:
    assert usage_from_published({**METERED, "inputTokens": value}).input_tokens is None


def test_nothing_stated_is_nothing_known() -> None:
    assert usage_from_published({}) == Usage()

from __future__ import annotations

from benchmarks.prompts import PROMPT
from pelican.rules import RULES

DIGESTS = {
    "1": "00ac9adf88c6f1409eba34e22be0e840e0f53475ff86aff4524fb8f7c47b509b",
}
"""Every version that was ever sent. A changed prompt is a new line here, never a changed one."""


def test_the_bytes_of_the_prompt_are_those_of_its_version() -> None:
    assert PROMPT.sha256 == DIGESTS[PROMPT.version]
    assert list(DIGESTS)[-1] == PROMPT.version


def test_the_prompt_states_the_limit_of_the_rules() -> None:
    assert f"{RULES.sdf.artifact_bytes:,} bytes" in PROMPT.text


def test_the_prompt_is_plain_text_with_one_line_end_at_its_end() -> None:
    assert b"\r" not in PROMPT.content
    assert PROMPT.text.endswith(".\n")
    assert "```" not in PROMPT.text

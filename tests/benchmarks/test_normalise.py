from __future__ import annotations

import pytest

from benchmarks.contract import normalise_reply

MODULE = "export const a = 1;\n"


@pytest.mark.parametrize(
    "reply",
    [
        f"```js\n{MODULE}```",
        f"\n```javascript\n{MODULE}```\n\n",
        f"```\n{MODULE}```",
        f"~~~~ js\n{MODULE}~~~~",
        f"````js\n{MODULE}````\n",
    ],
)
def test_fences_around_the_whole_reply_are_taken_off(reply) -> None:
    normalised = normalise_reply(reply)
    assert normalised.source == MODULE
    assert normalised.normalisations == ("markdown-fences",)


@pytest.mark.parametrize(
    "reply",
    [
        MODULE,
        f"Here it is:\n```js\n{MODULE}```",
        f"```js\n{MODULE}```\nEnjoy!",
        f"```js\n{MODULE}",
        f"```js\n{MODULE}~~~",
        "",
    ],
)
def test_everything_else_stays_as_it_was_said(reply) -> None:
    normalised = normalise_reply(reply)
    assert normalised.source == reply
    assert normalised.normalisations == ()


def test_windows_line_ends_are_part_of_the_module() -> None:
    assert normalise_reply("```js\r\na;\r\nb;\r\n```\r\n").source == "a;\r\nb;\r\n"

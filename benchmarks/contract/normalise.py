"""The one normalisation there is: Markdown fences around the module are taken off."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

FENCES: Final = "markdown-fences"

_FENCED: Final = re.compile(
    r"\A\s*(?P<fence>`{3,}|~{3,})[ \t]*[\w+.-]*[ \t]*\r?\n(?P<module>.*\n)(?P=fence)\s*\Z",
    re.DOTALL,
)


@dataclass(frozen=True)
class Normalised:
    """A module as it runs, and the names of what was done to the reply."""

    source: str
    normalisations: tuple[str, ...] = ()


def normalise_reply(reply: str) -> Normalised:
    """The module in a reply.

    A pair of fences around the whole reply is removed; prose beside them is not, since looking for
    code in prose would be a repair.
    """
    if match := _FENCED.match(reply):
        return Normalised(match["module"], (FENCES,))
    return Normalised(reply)

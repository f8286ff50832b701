"""How the sketcher answers: sometimes with prose around the drawing, sometimes with no drawing.

What spoils a reply follows from the seed alone and how far the skill lies below the level at which
the slip is no longer made, so a better hand never spoils a reply that a worse one did not.
"""

from __future__ import annotations

import re
from enum import StrEnum
from random import Random
from typing import Final

from boards.catalogue import Task
from boards.generation.sketch.chance import seeded, spread


class Slip(StrEnum):
    """A way in which a reply is no acceptable drawing."""

    TRUNCATED = "truncated"
    LABEL = "label"
    BLANK = "blank"
    OFF_CANVAS = "off canvas"
    NO_DRAWING = "no drawing"
    RASTER = "raster"


_SLIPS: Final = (
    Slip.TRUNCATED,
    Slip.LABEL,
    Slip.OFF_CANVAS,
    Slip.NO_DRAWING,
    Slip.TRUNCATED,
    Slip.BLANK,
    Slip.OFF_CANVAS,
    Slip.RASTER,
)

_SLIP_FREQUENCY = 0.44
"""Share of replies that a hand of no skill spoils."""

_PROSE_SHARE = 0.35

_OPENINGS: Final = (
    "Here is the drawing you asked for:",
    "I started with the wheels and worked upwards.",
    "Sure. I kept the shapes simple so that it stays readable when small.",
)

_CLOSINGS: Final = (
    "Let me know if you would like another background.",
    "The colours are easy to change: each shape has its own fill.",
    "",
)

_GREY_PIXEL: Final = (
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=="
)


def slip_of(skill: float, *, seed: int, stream: str) -> Slip | None:
    """What spoils this reply, if anything does.

    Successive seeds of one ``stream`` (a task in a style) share spoilt replies out evenly.
    """
    chance = _SLIP_FREQUENCY * (1 - skill) ** 1.5
    if spread(f"{stream} slip", seed=seed, axis=0) >= chance:
        return None
    return seeded(f"{stream} {seed} slip").choice(_SLIPS)


def reply_with(document: str, slip: Slip | None, task: Task, random: Random) -> str:
    """The reply that carries a finished SVG document, or spoils it."""
    if slip is Slip.NO_DRAWING:
        return (
            f"I would draw {task.animal.article} {task.animal.name} seen from the side, balanced "
            f"on a {task.vehicle.name}, with the horizon low. I cannot produce an image here.\n"
        )
    if slip is Slip.TRUNCATED:
        return document[: int(len(document) * random.uniform(0.35, 0.85))]
    if slip is Slip.LABEL:
        document = _label(task)
    elif slip is not None:
        document = _SPOILERS[slip](document)
    if random.random() >= _PROSE_SHARE:
        return document
    opening, closing = random.choice(_OPENINGS), random.choice(_CLOSINGS)
    return f"{opening}\n\n```svg\n{document}```\n\n{closing}".rstrip() + "\n"


def _label(task: Task) -> str:
    """The words instead of the picture."""
    lines = f"{task.animal.name} on a {task.vehicle.name}".upper().split(" ON A ")
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300">\n'
        '<rect width="400" height="300" fill="#f4f1e6"/>\n'
        '<g font-family="sans-serif" font-size="44" text-anchor="middle" fill="#2d3a40">'
        f'<text x="200" y="120">{lines[0]}</text>'
        f'<text x="200" y="220">{lines[1]}</text></g>\n'
        '<circle cx="200" cy="160" r="14" fill="#d0833a"/>\n'
        "</svg>\n"
    )


def _blank(document: str) -> str:
    """An empty page: the right size, the right colour, nothing on it."""
    opening = document[: document.index("\n")]
    return f'{opening}\n<rect x="-50" y="-50" width="600" height="500" fill="#f6f3ea"/>\n</svg>\n'


def _off_canvas(document: str) -> str:
    """The picture kept, the window moved: a view box that misses most of what was drawn."""
    return re.sub(r'viewBox="[^"]*"', 'viewBox="226 -84 400 300"', document, count=1)


def _raster(document: str) -> str:
    """A bitmap pasted over the drawing."""
    image = (
        f'<image width="400" height="300" opacity=".2" href="data:image/png;base64,{_GREY_PIXEL}"/>'
    )
    return document.replace("</svg>", f"{image}\n</svg>")


_SPOILERS: Final = {
    Slip.BLANK: _blank,
    Slip.OFF_CANVAS: _off_canvas,
    Slip.RASTER: _raster,
}

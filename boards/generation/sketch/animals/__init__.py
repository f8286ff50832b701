"""The animals: each a build, and a way to draw itself in a pose."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from boards.generation.sketch.animals import (
    axolotl,
    capybara,
    flamingo,
    hedgehog,
    octopus,
    pelican,
)
from boards.generation.sketch.pen import Pen
from boards.generation.sketch.pose import Build, Pose


@dataclass(frozen=True)
class Animal:
    """A rider: its proportions, and what draws it."""

    build: Build
    draw: Callable[[Pen, Pose], None]


ANIMALS: Final[dict[str, Animal]] = {
    "pelican": Animal(pelican.BUILD, pelican.draw),
    "flamingo": Animal(flamingo.BUILD, flamingo.draw),
    "capybara": Animal(capybara.BUILD, capybara.draw),
    "axolotl": Animal(axolotl.BUILD, axolotl.draw),
    "octopus": Animal(octopus.BUILD, octopus.draw),
    "hedgehog": Animal(hedgehog.BUILD, hedgehog.draw),
}
"""Every animal, by the name that the catalogue gives it."""

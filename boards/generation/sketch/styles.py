"""The styles: each a palette, a line, a way of shading and a scene of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal

from boards.generation.sketch.colour import darker, lighter, luminance, mix, saturated
from boards.generation.sketch.geometry import Point

Shading = Literal["tone", "hatch"]
Scene = Literal["shore", "meadow", "hills", "print", "moonlight", "drafting", "paper", "desk"]


@dataclass(frozen=True)
class Style:
    """How a drawing looks, whatever it shows.

    ``line`` is the one outline colour, or None for a darker tone (``line_depth``) of whatever is
    outlined. ``light`` is the way towards the light, as long as shades are wide. ``tone`` turns a
    natural colour into one of the palette's, ``shade`` gives the dark side of a toned one.
    ``frames`` are the paints a vehicle may have.
    """

    name: str
    scene: Scene
    view: tuple[float, float, float, float]
    paper: str
    line: str | None
    line_depth: float
    line_width: float
    shading: Shading
    light: Point
    tone: Callable[[str], str]
    shade: Callable[[str], str]
    frames: tuple[str, ...]
    tyre: str
    metal: str
    spoke: str
    tremor: float = 0.0
    drop_shadow: str | None = None
    hatch_flip: float = 0.3
    definitions: str = ""

    @cached_property
    def inks(self) -> frozenset[str]:
        """The style's own colours, which need no toning."""
        own = (self.paper, self.tyre, self.metal, self.spoke, *self.frames)
        return frozenset((*own, self.line) if self.line else own)


def _hatch(name: str, ink: str, gap: float, width: float, turn: float) -> str:
    return (
        f'<pattern id="{name}" width="{gap}" height="{gap}" patternUnits="userSpaceOnUse" '
        f'patternTransform="rotate({turn})"><path d="M0 {gap / 2}h{gap}" stroke="{ink}" '
        f'stroke-width="{width}"/></pattern>'
    )


def _same(colour: str) -> str:
    return colour


def _washed(colour: str) -> str:
    return mix(saturated(colour, 0.85), "#f6efe0", 0.2)


def _posterised(colour: str) -> str:
    return mix(saturated(colour, 1.25), "#ff8a4c", 0.1) if luminance(colour) < 0.94 else "#fff4dc"


def _softened(colour: str) -> str:
    return mix(saturated(colour, 1.1), "#fff2f4", 0.3)


_BLOCK_INK = "#1d1a17"
_BLOCK_PAPER = "#f2e7d0"


def _cut(colour: str) -> str:
    """Two blocks and the bare paper: what a wood engraver would ink."""
    light = luminance(colour)
    if light > 0.85:
        return _BLOCK_PAPER
    if light < 0.22:
        return _BLOCK_INK
    return mix(saturated(colour, 0.9), "#c58b4a", 0.3)


def _moonlit(colour: str) -> str:
    return mix(saturated(colour, 1.05), "#3a4a8c", 0.2)


def _drafted(colour: str) -> str:
    return mix("#1a4384", "#6fa6df", luminance(colour) ** 1.3)


STYLES: Final[dict[str, Style]] = {
    style.name: style
    for style in (
        Style(
            name="seaside",
            scene="shore",
            view=(0, 0, 400, 300),
            paper="#d5e8ec",
            line="#22333a",
            line_depth=0,
            line_width=1.9,
            shading="tone",
            light=Point(-5, -7),
            tone=_same,
            shade=lambda ink: mix(darker(ink, 0.13), "#5d7f9a", 0.12),
            frames=("#c04a2f", "#1f6f78", "#2f4f8f", "#d08a1d"),
            tyre="#22333a",
            metal="#8b9ba1",
            spoke="#8b9ba1",
        ),
        Style(
            name="ink",
            scene="desk",
            view=(0, 0, 400, 300),
            paper="#f8f3e6",
            line="#27231f",
            line_depth=0,
            line_width=1.5,
            shading="hatch",
            light=Point(-8, -8),
            tone=_washed,
            shade=_same,
            frames=("#5b7f86", "#a8553f", "#7d7a52", "#5e6188"),
            tyre="#3a342e",
            metal="#8d867a",
            spoke="#8d867a",
            tremor=0.45,
            hatch_flip=0.2,
            definitions=_hatch("hatch", "#27231f", 3.6, 0.7, -42)
            + _hatch("scratch", "#f8f3e6", 3.6, 0.6, -42),
        ),
        Style(
            name="poster",
            scene="hills",
            view=(-10, -12, 420, 315),
            paper="#f7dfa9",
            line="#fff4dc",
            line_depth=0,
            line_width=1.3,
            shading="tone",
            light=Point(-9, -6),
            tone=_posterised,
            shade=lambda ink: mix(ink, "#4a2545", 0.22),
            frames=("#12355b", "#d7263d", "#0f7173", "#5b2a86"),
            tyre="#211a3a",
            metal="#4a3a63",
            spoke="#fff4dc",
        ),
        Style(
            name="pastel",
            scene="meadow",
            view=(0, 0, 400, 300),
            paper="#e9f3fb",
            line=None,
            line_depth=0.36,
            line_width=1.7,
            shading="tone",
            light=Point(-4, -6),
            tone=_softened,
            shade=lambda ink: mix(ink, "#a58bd0", 0.2),
            frames=("#3fa7a0", "#e07a9a", "#8c7ad6", "#e8a13c"),
            tyre="#5d6a8c",
            metal="#aab6cf",
            spoke="#aab6cf",
        ),
        Style(
            name="woodcut",
            scene="print",
            view=(0, -10, 400, 300),
            paper=_BLOCK_PAPER,
            line=_BLOCK_INK,
            line_depth=0,
            line_width=2.7,
            shading="hatch",
            light=Point(-9, -11),
            tone=_cut,
            shade=_same,
            frames=("#b3402a", "#3f6b4f", "#b5832e", "#3d5f85"),
            tyre=_BLOCK_INK,
            metal="#bfa878",
            spoke="#5d5142",
            tremor=0.35,
            definitions=_hatch("hatch", _BLOCK_INK, 4, 1.5, -24)
            + _hatch("scratch", _BLOCK_PAPER, 4, 1.1, -24),
        ),
        Style(
            name="night",
            scene="moonlight",
            view=(0, 0, 400, 300),
            paper="#131c44",
            line="#0a1030",
            line_depth=0,
            line_width=1.7,
            shading="tone",
            light=Point(5, -6),
            tone=_moonlit,
            shade=lambda ink: mix(ink, "#0d1540", 0.42),
            frames=("#f2a93b", "#ef6f6c", "#4fc3c7", "#c9a0f0"),
            tyre="#8fa0d8",
            metal="#aebcf0",
            spoke="#aebcf0",
        ),
        Style(
            name="blueprint",
            scene="drafting",
            view=(0, 0, 400, 300),
            paper="#16407f",
            line="#eaf3ff",
            line_depth=0,
            line_width=1.3,
            shading="hatch",
            light=Point(-9, -9),
            tone=_drafted,
            shade=_same,
            frames=("#9fc3ea", "#d6e6f8"),
            tyre="#ffffff",
            metal="#d6e6f8",
            spoke="#d6e6f8",
            hatch_flip=0.0,
            definitions=_hatch("hatch", "#eaf3ff", 4.5, 0.6, -45),
        ),
        Style(
            name="cutout",
            scene="paper",
            view=(0, 0, 400, 300),
            paper="#f4c95d",
            line=None,
            line_depth=0,
            line_width=0,
            shading="tone",
            light=Point(-3, -4),
            tone=lambda colour: saturated(colour, 1.15),
            shade=lambda ink: lighter(darker(ink, 0.16), 0.02),
            frames=("#2a4d8f", "#c8323c", "#20706a", "#6d3b7d"),
            tyre="#2b2b35",
            metal="#f7f3ea",
            spoke="#f7f3ea",
            drop_shadow="#2a1c10",
        ),
    )
}
"""Every style by name."""

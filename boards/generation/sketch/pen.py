"""The pen: turns shapes into SVG elements in the manner of a style, as steadily as the hand allows.

Shapes go onto layers, so that a rider can put one leg behind the vehicle and the other before it
without anyone keeping count of the drawing order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import Final, Literal

from boards.generation.sketch.colour import darker, luminance
from boards.generation.sketch.geometry import (
    Point,
    circle_nodes,
    ellipse_nodes,
    number,
    polyline,
    smooth,
)
from boards.generation.sketch.mistakes import Hand
from boards.generation.sketch.styles import Style

Layer = Literal["scenery", "far", "vehicle", "under", "rider", "near"]
LAYERS: Final[tuple[Layer, ...]] = ("scenery", "far", "vehicle", "under", "rider", "near")

_SHADED_FROM_SKILL = 0.5
_TRUE_CIRCLE_WOBBLE = 0.9
"""A hand steadier than this draws circles with compasses."""


class Pen:
    """Draws in one style onto layers; :meth:`layer` gives what was drawn.

    Colours passed in are natural ones, which the style tones, or inks of the style's own.
    """

    def __init__(self, style: Style, hand: Hand, random: Random) -> None:
        self.style = style
        self.hand = hand
        self.random = random
        self.definitions: list[str] = []
        self._elements: dict[Layer, list[str]] = {layer: [] for layer in LAYERS}
        self._layer: Layer = "scenery"
        self._masses = 0

    @contextmanager
    def on(self, layer: Layer) -> Iterator[None]:
        """Draw on this layer inside the block."""
        before, self._layer = self._layer, layer
        try:
            yield
        finally:
            self._layer = before

    def layer(self, layer: Layer) -> str:
        """The markup of everything drawn on a layer."""
        return "".join(self._elements[layer])

    def emit(self, markup: str) -> None:
        """Put ready markup on the current layer."""
        self._elements[self._layer].append(markup)

    def ink(self, colour: str) -> str:
        """A natural colour toned for the style; the style's own inks stay as they are."""
        return colour if colour in self.style.inks else self.style.tone(colour)

    def _outline_colour(self, ink: str) -> str:
        """What the style surrounds a fill of this ink with."""
        return self.style.line or darker(ink, self.style.line_depth)

    def _outline(self, ink: str) -> str:
        """The attributes of the outline of a fill; empty in a style without outlines."""
        if not self.style.line_width:
            return ""
        width = number(self.style.line_width)
        return f' stroke="{self._outline_colour(ink)}" stroke-width="{width}"'

    def mass(
        self,
        nodes: Sequence[Point],
        colour: str,
        *,
        shaded: bool = False,
        outlined: bool = True,
        polygon: bool = False,
    ) -> None:
        """A closed shape: filled, outlined in the style's way and, if asked, given volume."""
        style, ink = self.style, self.ink(colour)
        nodes = self._wobbled(nodes)
        data = polyline(nodes, closed=True) if polygon else smooth(nodes, closed=True)
        stroke = self._outline(ink) if outlined else ""
        shaded = shaded and self.hand.can(_SHADED_FROM_SKILL)
        shadow = style.drop_shadow if outlined else None
        if not (shaded or shadow):
            self.emit(f'<path d="{data}" fill="{ink}"{stroke}/>')
            return
        self._masses += 1
        name = f"m{self._masses}"
        self.definitions.append(f'<path id="{name}" d="{data}"/>')
        if shadow:
            self.emit(f'<use href="#{name}" x="2.5" y="3.5" fill="{shadow}" opacity=".22"/>')
        if not shaded:
            self.emit(f'<use href="#{name}" fill="{ink}"{stroke}/>')
            return
        self._shade(name, ink)
        if stroke:
            self.emit(f'<use href="#{name}" fill="none"{stroke}/>')

    def _shade(self, name: str, ink: str) -> None:
        """A fill whose side away from the light is toned or hatched.

        The shape is drawn in its shade, then once more in its own ink, moved towards the light
        and clipped to itself: what stays uncovered is the shade.
        """
        style = self.style
        self.definitions.append(f'<clipPath id="c{name}"><use href="#{name}"/></clipPath>')
        if style.shading == "hatch":
            self.emit(f'<use href="#{name}" fill="{ink}"/>')
            pattern = "hatch" if luminance(ink) > style.hatch_flip else "scratch"
            self.emit(f'<use href="#{name}" fill="url(#{pattern})"/>')
        else:
            self.emit(f'<use href="#{name}" fill="{style.shade(ink)}"/>')
        x, y = number(style.light.x), number(style.light.y)
        self.emit(
            f'<g clip-path="url(#c{name})"><use href="#{name}" x="{x}" y="{y}" fill="{ink}"/></g>'
        )

    def line(
        self,
        nodes: Sequence[Point],
        colour: str,
        width: float,
        *,
        cased: bool = False,
        straight: bool = False,
        closed: bool = False,
    ) -> None:
        """A stroke; a ``cased`` one is a tube, with the style's outline along both sides."""
        style, ink = self.style, self.ink(colour)
        nodes = self._wobbled(nodes)
        data = polyline(nodes, closed=closed) if straight else smooth(nodes, closed=closed)
        if cased and style.drop_shadow:
            self.emit(
                f'<path d="{data}" fill="none" stroke="{style.drop_shadow}" opacity=".22" '
                f'stroke-width="{number(width)}" transform="translate(2 3)"/>'
            )
        if cased and style.line_width:
            outer = number(width + 2 * style.line_width * 0.8)
            self.emit(
                f'<path d="{data}" fill="none" stroke="{self._outline_colour(ink)}" '
                f'stroke-width="{outer}"/>'
            )
        self.emit(f'<path d="{data}" fill="none" stroke="{ink}" stroke-width="{number(width)}"/>')

    def lines(
        self,
        runs: Sequence[Sequence[Point]],
        colour: str,
        width: float,
    ) -> None:
        """Many strokes of one kind in one path: spokes, quills, feathers."""
        data = "".join(smooth(self._wobbled(run)) for run in runs)
        ink = self.ink(colour)
        self.emit(f'<path d="{data}" fill="none" stroke="{ink}" stroke-width="{number(width)}"/>')

    def disc(self, centre: Point, radius: float, colour: str, *, outlined: bool = False) -> None:
        """A filled circle."""
        ink = self.ink(colour)
        centre = self._wobbled([centre])[0]
        stroke = self._outline(ink) if outlined else ""
        self.emit(
            f'<circle cx="{number(centre.x)}" cy="{number(centre.y)}" r="{number(radius)}" '
            f'fill="{ink}"{stroke}/>'
        )

    def dots(self, places: Sequence[Point], size: float, colour: str) -> None:
        """Many round dots of one size in one path: round-ended strokes of next to no length."""
        data = "".join(f"M{number(place.x)} {number(place.y)}h.1" for place in places)
        self.emit(
            f'<path d="{data}" fill="none" stroke="{self.ink(colour)}" stroke-linecap="round" '
            f'stroke-width="{number(size)}"/>'
        )

    def ring(self, centre: Point, radius: float, colour: str, width: float) -> None:
        """A circle drawn as a stroke, by compasses or, with an unsteady hand, without."""
        ink = self.ink(colour)
        stroke = f'fill="none" stroke="{ink}" stroke-width="{number(width)}"'
        if self.hand.wobble < _TRUE_CIRCLE_WOBBLE:
            x, y, r = number(centre.x), number(centre.y), number(radius)
            self.emit(f'<circle cx="{x}" cy="{y}" r="{r}" {stroke}/>')
            return
        nodes = self._wobbled(circle_nodes(centre, radius, 10), share=0.6)
        self.emit(f'<path d="{smooth(nodes, closed=True)}" {stroke}/>')

    def oval(
        self,
        centre: Point,
        across: float,
        down: float,
        colour: str,
        *,
        tilt: float = 0,
        shaded: bool = False,
        outlined: bool = True,
    ) -> None:
        """A filled ellipse."""
        nodes = ellipse_nodes(centre, across, down, tilt=tilt)
        self.mass(nodes, colour, shaded=shaded, outlined=outlined)

    def _wobbled(self, nodes: Sequence[Point], share: float = 1.0) -> Sequence[Point]:
        amount = self.hand.wobble * share + self.style.tremor
        if not amount:
            return nodes
        gauss = self.random.gauss
        return [Point(n.x + gauss(0, amount), n.y + gauss(0, amount), n.sharp) for n in nodes]

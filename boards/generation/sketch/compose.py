"""From task, skill, style and seed to one picture."""

from __future__ import annotations

from dataclasses import replace

from boards.catalogue import Task
from boards.generation.sketch.animals import ANIMALS
from boards.generation.sketch.chance import seeded
from boards.generation.sketch.extras import SCARF_SHARE, draw_scarf, draw_speed
from boards.generation.sketch.geometry import Point, number
from boards.generation.sketch.mistakes import Hand, Mistake, make_hand
from boards.generation.sketch.pen import LAYERS, Pen
from boards.generation.sketch.pose import CENTRE, Pose, settle
from boards.generation.sketch.scenery import draw_scenery
from boards.generation.sketch.styles import Style
from boards.generation.sketch.vehicles import MAKERS

_MIRRORED_SHARE = 0.2

_SWAY = 3.0
"""How far, in degrees, a body leans more or less than its vehicle asks for."""


def compose(task: Task, *, skill: float, style: Style, seed: int) -> str:
    """The SVG document of one drawing.

    Mistakes, proportions, scenery and tremor are drawn from streams of their own, so that the same
    seed at a higher skill is the same picture, better drawn.
    """
    stream = f"{task.id} {style.name}"
    hand = make_hand(skill, seed=seed, stream=stream)
    layout = seeded(f"{stream} {seed} layout")
    pen = Pen(style, hand, seeded(f"{stream} {seed} tremor"))
    with pen.on("scenery"):
        draw_scenery(pen, seeded(f"{stream} {seed} scenery"))
    mirrored = layout.random() < _MIRRORED_SHARE
    vehicle = MAKERS[task.vehicle.name](layout, hand, layout.choice(style.frames))
    vehicle.draw(pen)
    animal = ANIMALS[task.animal.name]
    scarf = layout.choice(style.frames) if layout.random() < SCARF_SHARE else None
    draw_speed(pen, vehicle.back)
    if not hand.makes(Mistake.MISSING_RIDER):
        stance = vehicle.stance()
        stance = replace(stance, lean=stance.lean + layout.uniform(-_SWAY, _SWAY))
        pose = _misplaced(settle(animal.build, stance), hand)
        animal.draw(pen, pose)
        if scarf and animal.build.collar and not hand.makes(Mistake.LOST_HEAD):
            draw_scarf(pen, pose, animal.build.collar, scarf)
    return _document(pen, mirrored=mirrored)


def _misplaced(pose: Pose, hand: Hand) -> Pose:
    """The pose as this hand gets it: too small, too large, hovering."""
    if hand.makes(Mistake.TINY_RIDER):
        pose = replace(pose, scale=pose.scale * 0.3)
    elif hand.makes(Mistake.GIANT_RIDER):
        pose = replace(pose, scale=pose.scale * 1.9)
    if hand.makes(Mistake.FLOATING_RIDER):
        pose = replace(pose, hip=pose.hip - Point(12, 52), scale=pose.scale * 0.68)
    return pose


def _document(pen: Pen, *, mirrored: bool) -> str:
    x, y, width, height = (number(value) for value in pen.style.view)
    definitions = "".join((pen.style.definitions, *pen.definitions))
    scene = "".join(pen.layer(layer) for layer in LAYERS[1:])
    flip = f' transform="translate({number(2 * CENTRE)} 0) scale(-1 1)"' if mirrored else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x} {y} {width} {height}">\n'
        f"<defs>{definitions}</defs>\n"
        f"{pen.layer('scenery')}\n"
        f'<g stroke-linecap="round" stroke-linejoin="round"{flip}>{scene}</g>\n'
        "</svg>\n"
    )

"""The validity pass: every view drawn, drawn again, measured; then input, loss and disposal."""

from __future__ import annotations

import base64
import hashlib
import itertools
import math
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import numpy as np
from PIL import Image

from benchmarks import pictures
from benchmarks.profiles import OPENING, View, base_distance, canonical_views, zoom_views
from benchmarks.runner import controls
from benchmarks.runner.report import Report, Request
from benchmarks.runner.session import Session, StepError

SMALL_WIDTH: Final = 640
"""Width of the pictures on cards, in pixels."""

_RESTORE_SECONDS: Final = 20
_LOSS_SECONDS: Final = 40
_TURN: Final = 1.0
"""Radians, for the camera that is turned while the time stays."""


async def run(session: Session, request: Request, report: Report, folder: Path) -> None:
    """Draw everything, with a line on stdout each, then try what could break it, gentlest first."""
    opening = report.setup["opening"]
    own = opening["distance"]
    views = [
        View(OPENING, opening["yaw"], opening["pitch"], own, 0.0),
        *(_placed(view, base_distance(own)) for view in canonical_views()),
        *(
            _placed(view, base_distance(own))
            for view in zoom_views(opening["yaw"], opening["pitch"])
        ),
    ]
    drawn: dict[str, pictures.Picture] = {}
    for number, view in enumerate(views, start=1):
        drawn[view.name] = await _draw(session, report, view, folder)
        sys.stdout.write(f"  {number} of {len(views)}: {view.name}\n")
        sys.stdout.flush()
    await _draw_again(session, report, views[1], drawn[views[1].name])
    _compare(report, views, drawn)
    await controls.run(session, report, request.profile)
    await session.collect_blocked()
    await _lose_context(session, report)
    report.dispose = await session.call("dispose", step="dispose")


def _placed(view: View, distance: float) -> View:
    return View(view.name, view.yaw, view.pitch, view.distance * distance, view.time)


def _argument(view: View, *, pixels: bool) -> dict[str, Any]:
    return {
        "view": {
            "yaw": view.yaw,
            "pitch": view.pitch,
            "distance": view.distance,
            "time": view.time,
        },
        "pixels": pixels,
    }


async def _draw(session: Session, report: Report, view: View, folder: Path) -> pictures.Picture:
    """Draw a view, keep and measure its picture, and draw it once more to see if it repeats."""
    answer = await session.call("frame", _argument(view, pixels=True), step=view.name)
    if answer["lost"]:
        raise StepError("context.lost", "", view.name)
    picture = _decode(answer.pop("pixels"), answer["buffer"])
    files = _save(picture, folder, view.name)
    again = await session.call("frame", _argument(view, pixels=False), step=view.name)
    if again["lost"]:
        raise StepError("context.lost", "", view.name)
    report.frames.append(
        {
            "view": view.name,
            "yaw": view.yaw,
            "pitch": view.pitch,
            "distance": view.distance,
            "time": view.time,
            "reported": answer["reported"],
            "resized": answer["resized"] or again["resized"],
            "buffer": answer["buffer"],
            "errors": [*answer["errors"], *again["errors"]],
            "differing": again["difference"],
            "facts": pictures.measure(picture).as_dict(),
            **files,
        }
    )
    return picture


async def _draw_again(
    session: Session, report: Report, view: View, before: pictures.Picture
) -> None:
    """Come back to a view after all the others, then turn the camera alone.

    The picture must not remember what was drawn between, and must follow the camera although the
    time stays: an animation is no answer to ``setView``.
    """
    back = await _picture_of(session, view, f"{view.name} again")
    differing = int((back != before).any(axis=2).sum()) if back.shape == before.shape else -1
    turned = await _picture_of(session, replace(view, yaw=view.yaw + _TURN), f"{view.name} turned")
    same_size = turned.shape == back.shape
    report.repeats.append(
        {
            "view": view.name,
            "differing": differing,
            "turned": round(pictures.change(back, turned), 5) if same_size else None,
        }
    )


async def _picture_of(session: Session, view: View, step: str) -> pictures.Picture:
    answer = await session.call("frame", _argument(view, pixels=True), step=step)
    if answer["lost"]:
        raise StepError("context.lost", "", step)
    return _decode(answer["pixels"], answer["buffer"])


def _compare(report: Report, views: list[View], drawn: dict[str, pictures.Picture]) -> None:
    """How much each view differs from the one before it. The time differs as well, but little."""
    for before, after in itertools.pairwise(views):
        left, right = drawn[before.name], drawn[after.name]
        changed = pictures.change(left, right) if left.shape == right.shape else None
        entry = next(each for each in report.frames if each["view"] == after.name)
        entry["change"] = None if changed is None else round(changed, 5)


async def _lose_context(session: Session, report: Report) -> None:
    patience = {"patienceMs": _RESTORE_SECONDS * 1000}
    answer = await session.call("loseContext", patience, seconds=_LOSS_SECONDS, step="context loss")
    report.context = {key: answer.get(key) for key in ("supported", "threw", "restored", "blank")}


def _decode(pixels: str, buffer: dict[str, int]) -> pictures.Picture:
    """RGBA rows from the bottom up → RGB rows from the top down."""
    rows = np.frombuffer(base64.b64decode(pixels), dtype=np.uint8)
    shaped = rows.reshape(buffer["height"], buffer["width"], 4)
    return np.ascontiguousarray(shaped[::-1, :, :3])


def _save(picture: pictures.Picture, folder: Path, name: str) -> dict[str, Any]:
    image = Image.fromarray(picture)
    image.save(folder / f"{name}.png")
    small = image
    if image.width > SMALL_WIDTH:
        height = math.ceil(image.height * SMALL_WIDTH / image.width)
        small = image.resize((SMALL_WIDTH, height), Image.Resampling.LANCZOS)
    small.save(folder / f"{name}.webp", quality=84, method=4)
    return {
        "picture": f"{name}.png",
        "small": f"{name}.webp",
        "width": image.width,
        "height": image.height,
        "pixels_sha256": hashlib.sha256(picture.tobytes()).hexdigest(),
    }

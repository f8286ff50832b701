"""How far our renderer and a browser disagree on a drawing.

Judges see what resvg draws, visitors what their browser draws. Each passed drawing is drawn once by
Chromium too; the mean absolute difference of the pixels (0 to 255) is kept with the sample, and
pages say so where it is over ``RULES.render.disagreement_flag``.
"""

from __future__ import annotations

import io
import json
import logging
import secrets
import subprocess
import sys
from base64 import b64decode
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from django.conf import settings
from lxml import etree
from numpy.typing import NDArray
from PIL import Image

from boards.browser_turn import browser_turn
from boards.chromium import browser_environment, find_chromium
from boards.generation import launcher, processes
from boards.models import Run, Sample
from boards.svg import picture
from boards.svg.evaluation import PictureError
from boards.svg.view import View, declared_view
from pelican.rules import RULES

log = logging.getLogger(__name__)

BATCH: Final = 20
"""Drawings that one start of the browser is used for."""

NOT_DRAWN: Final = "not drawn"
"""Stands for the browser where none could draw the sample, so that it is not tried for ever."""

_START_SECONDS: Final = 30
_PICTURE_SECONDS: Final = 12
_FILE_BYTES: Final = 200_000_000
_PROJECT: Final = Path(__file__).resolve().parent.parent
_SIZES_TRIED: Final = 48


def compare_next() -> int:
    """Compare some samples that have not been; returns how many.

    Nothing is compared without a browser, while a run draws (it needs the workers), or while
    another worker has a browser.
    """
    if Run.objects.filter(state=Run.State.RUNNING).exists():
        return 0
    with browser_turn(settings.VAR_DIR) as ours:
        return _compare_some() if ours else 0


def _compare_some() -> int:
    waiting = Sample.objects.passed().filter(compared_with="").order_by("-pk")[:BATCH]
    samples = list(waiting)
    if not samples:
        return 0
    executable = find_chromium(settings.CHROMIUM)
    if executable is None:
        log.info("No Chromium is installed: renderers are not compared.")
        return 0
    done = 0
    for sample, drawn in zip(samples, _draw(samples, executable), strict=False):
        difference = None if drawn is None else _difference(sample, drawn["png"])
        sample.renderer_difference = difference
        sample.compared_with = drawn["browser"] if drawn and drawn["png"] else NOT_DRAWN
        sample.save(update_fields=["renderer_difference", "compared_with"])
        done += 1
    return done


def _draw(samples: Sequence[Sample], executable: str) -> list[dict[str, Any] | None]:
    """What the child answered, in order; the first that has no answer is None, the rest wait."""
    order = {
        "executable": executable,
        "flags": list(settings.CHROMIUM_FLAGS),
        "pictures": [
            {"svg": sample.svg, "width": width, "height": height}
            for sample in samples
            for width, height in [_size(sample.svg)]
        ],
    }
    token = secrets.token_hex(16)
    program = [sys.executable, "-m", "boards.browser_pictures"]
    with subprocess.Popen(
        launcher.command(program, file_bytes=_FILE_BYTES),
        cwd=_PROJECT,
        env={**browser_environment(), processes.TOKEN_VARIABLE: token},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    ) as child:
        born = processes.find(child.pid)
        try:
            answered, _errors = child.communicate(
                json.dumps(order).encode(), timeout=_START_SECONDS + _PICTURE_SECONDS * len(samples)
            )
        except subprocess.TimeoutExpired as late:
            answered = late.stdout or b""
        finally:
            processes.end_all(token, child.pid, born.started if born else 0)
    whole = answered[: answered.rfind(b"\n") + 1]
    answers: list[dict[str, Any] | None] = [json.loads(line) for line in whole.splitlines()]
    return answers if len(answers) >= len(samples) or not answers else [*answers, None]


def _size(svg: str) -> tuple[int, int]:
    """Width and height near ``disagreement_pixels`` at which both sides are nearly whole.

    A side that is rounded by half a pixel moves every edge of the drawing, and would be counted.
    """
    view = _view(svg)
    most = RULES.render.disagreement_pixels
    tried = range(most, most - _SIZES_TRIED, -1)
    return view.pixels(min(tried, key=lambda longer: _rounding(view, longer)))


def _rounding(view: View, longer: int) -> float:
    shorter = longer * min(view.aspect, 1 / view.aspect)
    return round(abs(shorter - round(shorter)), 2)


def _view(svg: str) -> View:
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False)
    square = View(0.0, 0.0, 1.0, 1.0)
    try:
        return declared_view(etree.fromstring(svg.encode(), parser)) or square
    except etree.XMLSyntaxError:  # then the browser has no picture of it either
        return square


def _difference(sample: Sample, png: str | None) -> float | None:
    """Mean absolute difference over all pixels and channels; None where either has no picture."""
    if png is None:
        return None
    theirs = _pixels(b64decode(png))
    try:
        ours = _pixels(picture(sample.svg, pixels=max(theirs.shape[:2])))
    except PictureError as error:
        log.warning("Sample %s has no picture to compare: %s", sample.pk, error)
        return None
    if ours.shape != theirs.shape:
        return None
    return float(np.abs(ours.astype(np.int16) - theirs.astype(np.int16)).mean())


def _pixels(png: bytes) -> NDArray[np.uint8]:
    with Image.open(io.BytesIO(png)) as image:
        return np.asarray(image.convert("RGB"))

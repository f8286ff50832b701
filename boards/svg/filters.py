"""What filters cost to draw, estimated from their source.

The unit is one Gaussian blur of the whole canvas at 512 px, about 80 ms of one core. The weights
were measured with resvg 0.48 on single steps over a whole canvas.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from lxml import etree

from boards.svg.tree import local_name
from boards.svg.view import View, length_in_pixels
from pelican.rules import RULES

_WEIGHTS: Final[Mapping[str, float]] = {
    "feFlood": 0.2,
    "feOffset": 0.5,
    "feTile": 0.6,
    "feMerge": 0.9,
    "feGaussianBlur": 1.0,
    "feDropShadow": 1.5,
}
_OTHER_STEP: Final = 1.0
_TURBULENCE: Final = 2.5
_PER_OCTAVE: Final = 0.2
_PER_MORPHED_PIXEL: Final = 0.034
"""Per squared radius, in pixels of a 512 px picture."""
_PER_KERNEL_CELL: Final = 0.02
_REFERENCE_PIXELS: Final = 512
_CANVASES_MAX: Final = 25.0
"""resvg cuts a filter region to five canvases across and down."""
_DEFAULT_REGION: Final = 1.2 * 1.2
_TEXT_SHARE: Final = 0.2

_NUMBERS: Final = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_PAIRED_PATH: Final = re.compile(r"[\sMLCSQTz\d.,+-]*", re.IGNORECASE)
_RELATIVE: Final = re.compile(r"[mlcsqt]")


def heavy_turbulence(step: etree._Element) -> int | None:
    """The octaves of a turbulence that asks for too many; None for any other step."""
    if local_name(step) != "feTurbulence":
        return None
    octaves = int(_first_number(step.get("numOctaves"), 1))
    return octaves if octaves > RULES.hardening.turbulence_octaves else None


def filter_cost(definition: etree._Element, user: etree._Element, view: View) -> float:
    """What a ``<filter>`` costs on one element that uses it, in blurs of the whole canvas."""
    region = _region(definition, user, view)
    return region * sum(_weight(step, view) for step in definition)


def function_cost(value: str, user: etree._Element, view: View) -> float:
    """What the functions of a CSS ``filter`` value (``blur(3px) …``) cost on one element."""
    return value.count("(") * _OTHER_STEP * _DEFAULT_REGION * _share(user, view)


def _weight(step: etree._Element, view: View) -> float:
    name = local_name(step)
    if name == "feTurbulence":
        return _TURBULENCE + _PER_OCTAVE * _first_number(step.get("numOctaves"), 1)
    if name == "feMorphology":
        radius = _first_number(step.get("radius"), 0) * _REFERENCE_PIXELS / _longer(view)
        return _OTHER_STEP + _PER_MORPHED_PIXEL * radius * radius
    if name == "feConvolveMatrix":
        return _OTHER_STEP + _PER_KERNEL_CELL * len(_NUMBERS.findall(step.get("kernelMatrix", "")))
    return _WEIGHTS.get(name, _OTHER_STEP) if name.startswith("fe") else 0.0


def _region(definition: etree._Element, user: etree._Element, view: View) -> float:
    """The filter region in canvases."""
    width, height = definition.get("width"), definition.get("height")
    if definition.get("filterUnits") == "userSpaceOnUse":
        across = _length(width, view.width, 1.2 * view.width) / view.width
        down = _length(height, view.height, 1.2 * view.height) / view.height
        region = across * down
    else:
        region = _length(width, 1.0, 1.2) * _length(height, 1.0, 1.2) * _share(user, view)
    return min(max(region, 0.0), _CANVASES_MAX)


def _share(element: etree._Element, view: View) -> float:
    """About what share of the canvas an element's box covers; 1 where that is not plain to see."""
    name = local_name(element)
    if name == "text":
        return _TEXT_SHARE
    if name == "circle":
        radius = _length(element.get("r"), _longer(view), 0.0)
        return _box_share(2 * radius, 2 * radius, view)
    if name == "ellipse":
        across = _length(element.get("rx"), view.width, view.width / 2)
        down = _length(element.get("ry"), view.height, view.height / 2)
        return _box_share(2 * across, 2 * down, view)
    if name == "rect":
        across = _length(element.get("width"), view.width, 0.0)
        down = _length(element.get("height"), view.height, 0.0)
        return _box_share(across, down, view)
    data = element.get("d") or element.get("points") or ""
    if data and _PAIRED_PATH.fullmatch(data) and not _RELATIVE.search(data):
        numbers = [float(number) for number in _NUMBERS.findall(data)] or [0.0]
        across = max(numbers[::2]) - min(numbers[::2])
        down = max(numbers[1::2], default=0.0) - min(numbers[1::2], default=0.0)
        return _box_share(across, down, view)
    return 1.0


def _box_share(across: float, down: float, view: View) -> float:
    return min(max(across, 0) * max(down, 0) / (view.width * view.height), 1.0)


def _length(text: str | None, whole: float, default: float) -> float:
    """A length or percentage in user units (or, with ``whole`` 1, as a share)."""
    if text is None:
        return default
    if text.strip().endswith("%"):
        return _first_number(text, 0.0) / 100 * whole
    length = length_in_pixels(text)
    return default if length is None else length


def _longer(view: View) -> float:
    return max(view.width, view.height)


def _first_number(text: str | None, default: float) -> float:
    match = _NUMBERS.search(text or "")
    return float(match[0]) if match else default

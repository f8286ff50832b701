"""Pixels from SVG text, in this process, by resvg with a pinned set of fonts.

Only the render worker and tests call this: hostile input may kill or stall the process that runs
it, and resvg holds the interpreter lock all along.
"""

from __future__ import annotations

import cv2
import numpy as np
import resvg_py
from numpy.typing import NDArray

from boards.svg.renderer import FONT_FAMILY, font_files, renderer_version
from pelican.rules import RULES

__all__ = [
    "Pixels",
    "RenderError",
    "on_white",
    "png_on_white",
    "rasterise",
    "rasterise_on_white",
    "renderer_version",
]

Pixels = NDArray[np.uint8]
"""Height × width × channels, 0 to 255."""


class RenderError(ValueError):
    """resvg refuses the document; the message is resvg's."""


def rasterise(svg: str, width: int, height: int) -> Pixels:
    """Draw a document into ``height`` × ``width`` × 4 straight-alpha RGBA pixels.

    resvg fits the document into the box and keeps its shape; what the box has beyond that is
    transparent, at the right or at the bottom. Raises :class:`RenderError` when resvg refuses.
    """
    decoded = _decoded(_png(svg, width, height, None), cv2.IMREAD_UNCHANGED)
    pixels = np.asarray(cv2.cvtColor(decoded, cv2.COLOR_BGRA2RGBA), np.uint8)
    return _boxed(pixels, width, height, 0)


def rasterise_on_white(svg: str, width: int, height: int) -> Pixels:
    """The same on white: ``height`` × ``width`` × 3 RGB pixels."""
    decoded = _decoded(png_on_white(svg, width, height), cv2.IMREAD_COLOR_RGB)
    return _boxed(decoded, width, height, 255)


def png_on_white(svg: str, width: int, height: int) -> bytes:
    """The PNG file of a document on white, within the box; raises :class:`RenderError`."""
    return _png(svg, width, height, "#ffffff")


def on_white(pixels: Pixels) -> Pixels:
    """Straight-alpha RGBA pixels laid on white: height × width × 3."""
    alpha = pixels[..., 3:].astype(np.uint16)
    colour = pixels[..., :3].astype(np.uint16)
    return ((colour * alpha + 255 * (255 - alpha) + 127) // 255).astype(np.uint8)


def _decoded(png: bytes, flags: int) -> Pixels:
    decoded = cv2.imdecode(np.frombuffer(png, np.uint8), flags)
    if decoded is None:
        raise RenderError("The renderer's picture cannot be read.")
    return np.asarray(decoded, np.uint8)


def _boxed(pixels: Pixels, width: int, height: int, filling: int) -> Pixels:
    """Pixels held to the box that was asked for."""
    if pixels.shape[:2] == (height, width):
        return pixels
    boxed = np.full((height, width, pixels.shape[2]), filling, np.uint8)
    fitted = pixels[:height, :width]
    boxed[: fitted.shape[0], : fitted.shape[1]] = fitted
    return boxed


def _png(svg: str, width: int, height: int, background: str | None) -> bytes:
    try:
        return resvg_py.svg_to_bytes(
            svg_string=svg,
            background=background,
            width=width,
            height=height,
            dpi=RULES.render.dpi,
            skip_system_fonts=True,
            font_files=list(font_files()),
            font_family=FONT_FAMILY,
            serif_family=FONT_FAMILY,
            sans_serif_family=FONT_FAMILY,
            cursive_family=FONT_FAMILY,
            fantasy_family=FONT_FAMILY,
            monospace_family=FONT_FAMILY,
        )
    except ValueError as error:
        raise RenderError(str(error)) from error

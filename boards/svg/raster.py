"""Pixels from SVG text, in this process, by resvg with a pinned set of fonts.

Only the render worker and tests call :func:`rasterise`: hostile input may kill or stall the
process that runs it, and resvg holds the interpreter lock all along.
"""

from __future__ import annotations

import functools
import hashlib
from pathlib import Path
from typing import Final

import cv2
import fontpkg_noto_sans  # type: ignore[import-untyped]  # ships no type information
import numpy as np
import resvg_py
from numpy.typing import NDArray

from pelican.rules import RULES

Pixels = NDArray[np.uint8]
"""Height × width × channels, 0 to 255."""

ENGINE_VERSION: Final = "1"
"""Our own part of the renderer's version: raise it when the same file may give other pixels."""

_FAMILY: Final = fontpkg_noto_sans.FAMILY
_CJK_FONT: Final = Path("/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc")


class RenderError(ValueError):
    """resvg refuses the document; the message is resvg's."""


@functools.cache
def font_files() -> tuple[str, ...]:
    """The fonts that text is drawn with: Noto Sans, and Noto Sans CJK where Debian's is there."""
    latin = sorted(Path(fontpkg_noto_sans.ROOT, "files").glob("*.ttf"))
    return tuple(map(str, [*latin, *([_CJK_FONT] if has_cjk_font() else [])]))


@functools.cache
def has_cjk_font() -> bool:
    """Whether Chinese, Japanese and Korean text can be drawn on this machine."""
    return _CJK_FONT.is_file()


@functools.cache
def renderer_version() -> str:
    """``resvg-<version>/fonts-<digest>/engine-<version>``: what decides the pixels."""
    digest = hashlib.sha256()
    for name in font_files():
        with open(name, "rb") as file:
            digest.update(hashlib.file_digest(file, "sha256").digest())
    fonts = digest.hexdigest()[:12]
    return f"resvg-{resvg_py.__resvg_version__}/fonts-{fonts}/engine-{ENGINE_VERSION}"


def rasterise(svg: str, width: int, height: int) -> Pixels:
    """Draw a document into ``height`` × ``width`` × 4 straight-alpha RGBA pixels.

    resvg fits the document into the box and keeps its shape; what the box has beyond that is
    transparent, at the right or at the bottom. Raises :class:`RenderError` when resvg refuses.
    """
    try:
        png = resvg_py.svg_to_bytes(
            svg_string=svg,
            width=width,
            height=height,
            dpi=RULES.render.dpi,
            skip_system_fonts=True,
            font_files=list(font_files()),
            font_family=_FAMILY,
            serif_family=_FAMILY,
            sans_serif_family=_FAMILY,
            cursive_family=_FAMILY,
            fantasy_family=_FAMILY,
            monospace_family=_FAMILY,
        )
    except ValueError as error:
        raise RenderError(str(error)) from error
    decoded = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_UNCHANGED)
    if decoded is None:
        raise RenderError("The renderer's picture cannot be read.")
    pixels: Pixels = np.asarray(cv2.cvtColor(decoded, cv2.COLOR_BGRA2RGBA), np.uint8)
    if pixels.shape[:2] == (height, width):
        return pixels
    boxed = np.zeros((height, width, 4), np.uint8)
    fitted = pixels[:height, :width]
    boxed[: fitted.shape[0], : fitted.shape[1]] = fitted
    return boxed


def on_white(pixels: Pixels) -> Pixels:
    """Straight-alpha RGBA pixels laid on white: height × width × 3."""
    alpha = pixels[..., 3:].astype(np.uint16)
    colour = pixels[..., :3].astype(np.uint16)
    return ((colour * alpha + 255 * (255 - alpha) + 127) // 255).astype(np.uint8)

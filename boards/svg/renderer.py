"""Which renderer draws, and with which fonts: what decides the pixels of a picture."""

from __future__ import annotations

import functools
import hashlib
from pathlib import Path
from typing import Final

import fontpkg_noto_sans
import resvg_py

ENGINE_VERSION: Final = "3"
"""Our own part of the renderer's version: raise it when the same file may give other pixels."""

FONT_FAMILY: Final = str(fontpkg_noto_sans.FAMILY)
"""What every generic family and every unknown one falls back to."""

_CJK_FONT: Final = Path("/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc")


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
        with Path(name).open("rb") as file:
            digest.update(hashlib.file_digest(file, "sha256").digest())
    fonts = digest.hexdigest()[:12]
    return f"resvg-{resvg_py.__resvg_version__}/fonts-{fonts}/engine-{ENGINE_VERSION}"

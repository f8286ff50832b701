"""Builds the document that an artifact runs in, and the headers that hold it.

What holds it (each part was tried without the others, and let something out):

- ``sandbox allow-scripts`` as a header too, so the origin is opaque wherever it is opened;
- ``script-src`` with hashes alone: a nonce could be read by the artifact, and ``import()`` would
  inherit it;
- ``default-src 'none'``: nothing is loaded;
- ``Connection-Allowlist: ()``: neither WebRTC nor preconnect, which the policy does not cover;
- the page around it allows this one address in ``frame-src``, so the frame cannot navigate away
  (:func:`benchmarks.frames.may_frame_artifacts`).
"""

from __future__ import annotations

import base64
import enum
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_FOLDER: Final = Path(__file__).parent
_HOST: Final = (_FOLDER / "host.js").read_text(encoding="utf-8")
_STYLE: Final = (
    "html,body{margin:0;height:100%;overflow:hidden;background:#14262d}"
    "canvas{display:block;width:100%;height:100%;touch-action:none}"
    "canvas:focus-visible{outline:3px solid #ff9cc8;outline-offset:-3px}"
)


class Role(enum.StrEnum):
    """Who drives the artifact: a page, or the runner. The value names the script."""

    LIVE = "live"
    ANSWER = "answer"


_ROLE_SCRIPTS: Final = {
    role: (_FOLDER / f"{role.value}.js").read_text(encoding="utf-8") for role in Role
}


MEASURING_SCRIPT: Final = (_FOLDER / "measure.js").read_text(encoding="utf-8")
"""A function of the canvas, for a world of its own beside the document's: what the runner calls."""


@dataclass(frozen=True)
class FrameDocument:
    """A document and the headers that it must be sent with."""

    html: str
    headers: Mapping[str, str]


def frame_document(
    source: str,
    *,
    binding: str,
    role: Role,
    width: int,
    height: int,
    ancestors: str = "'none'",
    label: str = "",
) -> FrameDocument:
    """The document for one module.

    Args:
        source: the normalised module.
        binding: the local name of its factory, as the contract check found it.
        role: who drives it.
        width: of the drawing buffer at the start, in pixels.
        height: the same.
        ancestors: ``frame-ancestors`` of its policy: the origin of the page around it.
        label: accessible name of the canvas.
    """
    scripts = [_HOST, _ROLE_SCRIPTS[role]]
    module = _inline(f"{source}\n;pelicanHost.start({binding});\n")
    hashes = " ".join(f"'sha256-{_digest(text)}'" for text in (*scripts, module))
    style = f"'sha256-{_digest(_STYLE)}'"
    html = (
        "<!doctype html>\n"
        '<html lang="en"><head><meta charset="utf-8"><title>SDF</title>'
        f"<style>{_STYLE}</style></head><body>"
        f'<canvas id="canvas" width="{width}" height="{height}" tabindex="0" role="img" '
        f'aria-label="{_attribute(label)}"></canvas>'
        + "".join(f"<script>{text}</script>" for text in scripts)
        + f'<script type="module">{module}</script></body></html>\n'
    )
    policy = (
        f"sandbox allow-scripts; default-src 'none'; script-src {hashes}; style-src {style}; "
        "style-src-attr 'unsafe-inline'; base-uri 'none'; form-action 'none'; "
        f"frame-ancestors {ancestors}"
    )
    return FrameDocument(
        html,
        {
            "Content-Type": "text/html; charset=utf-8",
            "Content-Security-Policy": policy,
            "Connection-Allowlist": "()",
            "Referrer-Policy": "no-referrer",
            "X-Content-Type-Options": "nosniff",
            "X-DNS-Prefetch-Control": "off",
        },
    )


def _inline(text: str) -> str:
    r"""Source as it can stand between script tags, with the line ends that the browser will see.

    ``</script`` would end the element and ``<!--`` could keep it from ending; with a backslash in
    it each means the same in any string, and stands nowhere else in a module that is worth running.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = text.replace("<!--", r"<\!--")
    start = 0
    parts = []
    lowered = text.lower()
    while (found := lowered.find("</script", start)) >= 0:
        parts += [text[start : found + 1], "\\"]
        start = found + 1
    return "".join([*parts, text[start:]])


def _digest(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _attribute(text: str) -> str:
    return text.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")

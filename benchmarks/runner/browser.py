"""Which Chromium to start, with which flags, and what it says it is. No Django."""

from __future__ import annotations

import os
import platform
import re
import shutil
from collections.abc import Sequence
from typing import Any, Final

_NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_FLAGS: Final = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    # Nothing outside is needed, so no name is ever looked up.
    "--host-resolver-rules=MAP * ~NOTFOUND",
)
SOFTWARE_FLAGS: Final = (
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--ignore-gpu-blocklist",
)
"""Draw on the processor. Without the first one there is no GPU timer."""

_SOFTWARE: Final = re.compile(r"swiftshader|llvmpipe|software|lavapipe", re.IGNORECASE)
_ANGLE: Final = re.compile(r"ANGLE \((?P<inside>.*)\)\s*$")


def find_chromium(configured: str = "") -> str | None:
    """Path of a Chromium: the configured one, the system's, or Playwright's own; None if none."""
    if configured:
        return shutil.which(configured)
    return next(filter(None, map(shutil.which, _NAMES)), None) or _playwrights_own()


def _playwrights_own() -> str | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if os.path.exists(path) else None  # noqa: PTH110 one call


def launch_arguments(flags: Sequence[str]) -> list[str]:
    """All flags for a run; the sandbox of Chromium itself does not work as root."""
    as_root = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    return [*as_root, *_FLAGS, *flags]


def describe(browser_version: str, renderer: str, *, timer: bool) -> dict[str, Any]:
    """Where a pass ran: the parts of a comparison key, and whether a real GPU was there."""
    return {
        "browser": f"Chromium {browser_version}",
        "os": _system(),
        "renderer": renderer,
        "backend": backend_of(renderer),
        "timer": timer,
        "software": is_software(renderer),
    }


def backend_of(renderer: str) -> str:
    """What ANGLE draws with: ``Vulkan``, ``D3D11``, ``OpenGL ES``, ``Metal`` …; else "native"."""
    match = _ANGLE.match(renderer)
    if match is None:
        return "native"
    inside = match["inside"]
    for name in ("Vulkan", "Direct3D11", "D3D11", "Metal", "OpenGL ES", "OpenGL", "D3D9"):
        if name in inside:
            return "D3D11" if name == "Direct3D11" else name
    return "ANGLE"


def is_software(renderer: str) -> bool:
    """Whether a renderer is the processor."""
    return _SOFTWARE.search(renderer) is not None


def _system() -> str:
    release = platform.freedesktop_os_release() if platform.system() == "Linux" else {}
    name = release.get("PRETTY_NAME", f"{platform.system()} {platform.release()}")
    return f"{name} {platform.machine()}"

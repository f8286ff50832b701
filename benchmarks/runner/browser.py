"""What draws: flags for the processor, and what the browser says of itself. No Django."""

from __future__ import annotations

import platform
import re
from typing import Any, Final

SOFTWARE_FLAGS: Final = (
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--ignore-gpu-blocklist",
)
"""Draw on the processor. Without the first one there is no GPU timer."""

_SOFTWARE: Final = re.compile(r"swiftshader|llvmpipe|software|lavapipe", re.IGNORECASE)
_ANGLE: Final = re.compile(r"ANGLE \((?P<inside>.*)\)\s*$")


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

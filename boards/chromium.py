"""Which Chromium to start, and with which flags. No Django."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Mapping, Sequence
from typing import Final

_NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_FLAGS: Final = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    # Nothing outside is needed, so no name is ever looked up.
    "--host-resolver-rules=MAP * ~NOTFOUND",
)

_NEEDED: Final = re.compile(
    r"PATH|HOME|LANG|LANGUAGE|LC_[A-Z]+|TZ|TMPDIR|SYSTEMROOT|LD_LIBRARY_PATH|PYTHON[A-Z]+"
    r"|COVERAGE_PROCESS_START|PLAYWRIGHT_BROWSERS_PATH|DISPLAY|WAYLAND_DISPLAY|XAUTHORITY"
    r"|(?:XDG|FONTCONFIG|VK|MESA|LIBGL|EGL|GALLIUM|LIBVA|NVIDIA|__EGL|__GLX|__NV)_[A-Z0-9_]+"
)


def browser_environment(environment: Mapping[str, str] = os.environ) -> dict[str, str]:
    """What a process that starts a browser is told: paths, language and graphics, and no secret."""
    return {name: value for name, value in environment.items() if _NEEDED.fullmatch(name)}


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

"""Draws SVG documents in Chromium: a child process, ``python -m boards.browser_pictures``.

Reads one JSON object from standard input: ``executable``, ``flags`` and ``pictures``, each of
``svg width height``. Writes one JSON object a line, in order, as each is done: ``png`` (base64, or
null where the browser could not draw it) and ``browser``. No Django.
"""

from __future__ import annotations

import json
import sys
from base64 import b64encode
from typing import Any, Final

_TIMEOUT_MS: Final = 10_000
_PAGE: Final = (
    "<!doctype html><style>body{{margin:0;background:#fff}}img{{display:block}}</style>"
    '<img width="{width}" height="{height}" src="data:image/svg+xml;base64,{data}">'
)


def main() -> None:
    """Draw what is asked for."""
    from playwright.sync_api import Browser, Error, ViewportSize, sync_playwright

    from boards.chromium import launch_arguments

    def draw(browser: Browser, wanted: dict[str, Any]) -> str | None:
        size: ViewportSize = {"width": wanted["width"], "height": wanted["height"]}
        data = b64encode(wanted["svg"].encode()).decode()
        page = browser.new_page(
            viewport=size, device_scale_factor=1, reduced_motion="reduce", offline=True
        )
        try:
            page.set_content(_PAGE.format(data=data, **size), timeout=_TIMEOUT_MS)
            if not page.evaluate("document.images[0].naturalWidth"):
                return None
            png = page.screenshot(animations="disabled", timeout=_TIMEOUT_MS)
        except Error:
            return None
        else:
            return b64encode(png).decode()
        finally:
            page.close()

    order = json.load(sys.stdin)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=order["executable"], args=launch_arguments(order["flags"])
        )
        name = f"Chromium {browser.version}"
        for wanted in order["pictures"]:
            answer = {"png": draw(browser, wanted), "browser": name}
            sys.stdout.write(json.dumps(answer) + "\n")
            sys.stdout.flush()
        browser.close()


if __name__ == "__main__":
    main()

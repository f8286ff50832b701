"""One artifact mounted in one browser: the calls that passes are made of. No Django.

Nothing is served: the browser's requests are answered from memory, and every other request is
refused and noted.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Mapping
from typing import Any, Final

from playwright.async_api import Browser, Error, Frame, Page, Route, async_playwright

from benchmarks.runner.browser import describe
from benchmarks.runner.report import Report, Request
from benchmarks.runner.world import World
from benchmarks.sandbox import Role, frame_document
from boards.chromium import launch_arguments

_ORIGIN: Final = "https://host.invalid"
_FRAME: Final = f"{_ORIGIN}/frame"
_PAGE: Final = (
    "<!doctype html><html><head><title>Runner</title>"
    "<style>html,body{margin:0}iframe{display:block;border:0}</style></head><body>"
    '<iframe sandbox="allow-scripts" credentialless referrerpolicy="no-referrer" '
    "allow=\"camera 'none'; microphone 'none'; geolocation 'none'\" "
    'width="%(width)d" height="%(height)d" src="/frame"></iframe></body></html>'
)
_PAGE_HEADERS: Final = {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": (
        f"default-src 'none'; style-src 'unsafe-inline'; frame-src {_FRAME}; frame-ancestors 'none'"
    ),
}


class StepError(Exception):
    """The pass cannot go on. ``problem`` is ``{code, message, step}``."""

    def __init__(self, code: str, message: str, step: str) -> None:
        super().__init__(message)
        self.problem = {"code": code, "message": message, "step": step}


class Session:
    """A mounted artifact. Every call has a time limit, after which the browser is given up."""

    def __init__(self, page: Page, frame: Frame, request: Request, report: Report) -> None:
        self.page = page
        self.request = request
        self._frame = frame
        self._report = report
        self._world: World | None = None

    async def call(
        self,
        name: str,
        argument: Mapping[str, Any] | None = None,
        *,
        step: str,
        seconds: float | None = None,
    ) -> dict[str, Any]:
        """Call a function of ``measure.js`` and take its answer.

        It gets the time of one frame unless told otherwise.

        Raises:
            StepError: it did not answer in time, the browser died, or the answer has a problem.
        """
        hung = "setup.hung" if name == "setup" else "render.hung"
        seconds = self.request.frame_seconds if seconds is None else seconds
        try:
            answer = await asyncio.wait_for(self._ask(name, argument or {}), seconds)
        except TimeoutError as error:
            raise StepError(hung, f"{seconds:g}", step) from error
        except Error as error:
            raise StepError(_code_of(error), _first_line(error), step) from error
        if answer.get("problem"):
            problem = answer["problem"]
            raise StepError(str(problem["code"]), str(problem["message"]), step)
        return answer

    async def _ask(self, name: str, argument: Mapping[str, Any]) -> dict[str, Any]:
        """The first call makes the world that all are carried out in."""
        if self._world is None:
            self._world = await World.enter(self.page, self._frame)
        return await self._world.call(name, argument)

    async def focus_canvas(self) -> None:
        """Give the canvas the focus, as the Tab key would."""
        await self._frame.locator("#canvas").focus()

    async def settle(self, seconds: float = 0.05) -> None:
        """Let input and events arrive."""
        await asyncio.sleep(seconds)

    async def collect_blocked(self) -> None:
        """Add what the policy refused to what the network was asked for."""
        answer = await self.call("refused", step="refusals")
        self._report.blocked.extend(answer["refused"])


@contextlib.asynccontextmanager
async def mounted(request: Request, report: Report) -> AsyncIterator[Session]:
    """Start a browser with a fresh profile, mount the artifact, and end it all afterwards."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=request.executable or None, args=launch_arguments(request.flags)
        )
        try:
            page = await _open(browser, request, report)
            frame = next((each for each in page.frames if each.url == _FRAME), None)
            if frame is None:
                raise StepError("browser.crashed", "the frame did not load", "load")
            session = Session(page, frame, request, report)
            yield session
        finally:
            # After a hang it may not answer either; the process group is killed anyway.
            with contextlib.suppress(TimeoutError, Error):
                await asyncio.wait_for(browser.close(), 5)


async def set_up(session: Session, report: Report) -> None:
    """Have the artifact set itself up and draw its first frame; note where that happened."""
    answer = await session.call("setup", seconds=session.request.setup_seconds, step="setup")
    browser = session.page.context.browser
    report.environment = describe(
        browser.version if browser else "", answer["renderer"], timer=bool(answer["timer"])
    )
    report.setup = {
        "setup_ms": answer["setupMs"],
        "first_frame_ms": answer["firstFrameMs"],
        "opening": answer["opening"],
        "errors": answer["errors"],
        "resized": answer["resized"],
        "buffer": answer["buffer"],
    }
    if answer["lost"]:
        raise StepError("context.lost", "", "setup")
    if answer["opening"] is None:
        raise StepError("setup.interface", "getView", "setup")


async def _open(browser: Browser, request: Request, report: Report) -> Page:
    profile = request.profile
    document = frame_document(
        request.source,
        binding=request.binding,
        role=Role.ANSWER,
        width=profile.width,
        height=profile.height,
        ancestors=_ORIGIN,
    )

    async def answer(route: Route) -> None:
        url = route.request.url
        if url == f"{_ORIGIN}/":
            body = _PAGE % {"width": profile.width, "height": profile.height}
            await route.fulfill(body=body, headers=_PAGE_HEADERS)
        elif url == _FRAME and route.request.resource_type == "document":
            await route.fulfill(body=document.html, headers=dict(document.headers))
        else:
            if len(report.blocked) < 20:
                report.blocked.append({"directive": "request", "target": url[:200]})
            await route.abort()

    context = await browser.new_context(
        viewport={"width": max(profile.width, 200), "height": max(profile.height, 200)},
        device_scale_factor=1,
        has_touch=True,
        service_workers="block",
        accept_downloads=False,
    )
    await context.route("**/*", answer)
    page = await context.new_page()
    # The module may never come to an end, so the page is not waited for.
    await page.goto(f"{_ORIGIN}/", wait_until="commit")
    for _try in range(100):
        if any(frame.url == _FRAME for frame in page.frames):
            break
        await asyncio.sleep(0.05)
    return page


def _code_of(error: Error) -> str:
    lost = ("crash", "closed", "detached", "destroyed")
    return "browser.crashed" if any(word in str(error).lower() for word in lost) else "render.error"


def _first_line(error: Error) -> str:
    lines = str(error).strip().splitlines()
    return lines[0][:2000] if lines else ""

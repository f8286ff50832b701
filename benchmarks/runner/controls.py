"""Real input on the canvas: a drag, the wheel, a pinch, keys. What the view says before and after.

This is evidence for the person who confirms the controls, and names what plainly does nothing.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final

from playwright.async_api import CDPSession

from benchmarks.profiles import Profile
from benchmarks.runner.report import Report
from benchmarks.runner.session import Session

_SETTLE_SECONDS: Final = 0.15
_AT_ONCE: Final = {"view": None, "times": ()}
_GLIDING_TIMES: Final = (0.1, 0.3, 0.6, 1.0)
_GLIDING: Final = {"view": None, "times": _GLIDING_TIMES}
"""Some cameras glide while frames are drawn; frames cost, so these come only where needed."""


async def run(session: Session, report: Report, profile: Profile) -> None:
    """Try each kind of input once and note the view around it."""
    x, y = profile.width / 2, profile.height / 2
    reach = min(profile.width, profile.height) / 4
    page = session.page
    touch = await page.context.new_cdp_session(page)

    async def drag() -> None:
        await page.mouse.move(x - reach / 2, y)
        await page.mouse.down()
        await page.mouse.move(x, y + reach / 4, steps=3)
        await page.mouse.move(x + reach / 2, y + reach / 2, steps=3)
        await page.mouse.up()

    async def wheel() -> None:
        await page.mouse.move(x, y)
        await page.mouse.wheel(0, -240)

    async def arrows() -> None:
        await session.focus_canvas()
        for _press in range(3):
            await page.keyboard.press("ArrowLeft")

    async def plus() -> None:
        await session.focus_canvas()
        for _press in range(3):
            await page.keyboard.press("+")

    tries: dict[str, Callable[[], Awaitable[None]]] = {
        "drag": drag,
        "wheel": wheel,
        "pinch": lambda: _pinch(touch, x, y, reach),
        "arrows": arrows,
        "plus": plus,
    }
    await session.settle(_SETTLE_SECONDS)
    for name, act in tries.items():
        report.controls[name] = await _around(session, report, name, act)


async def _around(
    session: Session, report: Report, name: str, act: Callable[[], Awaitable[None]]
) -> dict[str, Any]:
    # From the opening view each time: a camera that is near already cannot come nearer.
    opening = {"view": report.setup["opening"], "times": ()}
    before = await session.call("look", opening, step=f"controls: {name}")
    await act()
    await session.settle(_SETTLE_SECONDS)
    after = await session.call("look", _AT_ONCE, step=f"controls: {name}")
    if after["view"] == before["view"]:
        gliding = await session.call(
            "look",
            _GLIDING,
            seconds=len(_GLIDING_TIMES) * session.request.frame_seconds,
            step=f"controls: {name}",
        )
        after = {**gliding, "late": [*after["late"], *gliding["late"]]}
    return {"before": before["view"], "after": after["view"], "threw": after["late"][:3]}


async def _pinch(touch: CDPSession, x: float, y: float, reach: float) -> None:
    """Two fingers that move apart."""

    async def send(kind: str, apart: float | None) -> None:
        points = (
            []
            if apart is None
            else [{"x": x - apart, "y": y, "id": 1}, {"x": x + apart, "y": y, "id": 2}]
        )
        await touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    await send("touchStart", reach * 0.4)
    for step in range(1, 6):
        await send("touchMove", reach * (0.4 + 0.12 * step))
    await send("touchEnd", None)

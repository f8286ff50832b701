"""A world of its own for the script that measures, in the artifact's frame. No Django.

Scripts of one page share all that the browser gave them, so an artifact could replace whatever it
is measured with, down to how answers are put into words. In a second world of the same frame
(where extensions of the browser run as well) everything is as the browser made it; only the
document is shared. All here goes to the browser itself, and nothing through the artifact's world.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, Final

from playwright.async_api import CDPSession, Error, Frame, Page

from benchmarks.sandbox import MEASURING_SCRIPT

_NAME: Final = "pelican-measure"
_CALL: Final = "function(name, argument) { return this[name](argument); }"
_POLL_SECONDS: Final = 0.02


class World:
    """The functions of ``measure.js`` in a frame."""

    def __init__(self, session: CDPSession, functions: str) -> None:
        self._session = session
        self._functions = functions

    @classmethod
    async def enter(cls, page: Page, frame: Frame) -> World:
        """Make the world as soon as the host's script has run; raises Playwright's ``Error``."""
        session, frame_id, context = await _place(page, frame)
        canvas = None
        while canvas is None:
            # A constant that nobody can declare anew, and a property of a frozen object.
            found = await _evaluate(
                session, "typeof pelicanHost === 'object' ? pelicanHost.canvas : null", context
            )
            canvas = found.get("objectId")
            if canvas is None:
                await asyncio.sleep(_POLL_SECONDS)
        node = await session.send("DOM.describeNode", {"objectId": canvas})
        made = await session.send(
            "Page.createIsolatedWorld", {"frameId": frame_id, "worldName": _NAME}
        )
        world = made["executionContextId"]
        same = await session.send(
            "DOM.resolveNode",
            {"backendNodeId": node["node"]["backendNodeId"], "executionContextId": world},
        )
        functions = await _call(
            session,
            {
                "functionDeclaration": MEASURING_SCRIPT,
                "executionContextId": world,
                "arguments": [{"objectId": same["object"]["objectId"]}],
            },
        )
        return cls(session, str(functions["objectId"]))

    async def call(self, name: str, argument: Mapping[str, Any]) -> dict[str, Any]:
        """Call one of the functions and wait for what it returns."""
        answer = await _call(
            self._session,
            {
                "functionDeclaration": _CALL,
                "objectId": self._functions,
                "arguments": [{"value": name}, {"value": dict(argument)}],
                "awaitPromise": True,
                "returnByValue": True,
            },
        )
        value: dict[str, Any] = answer["value"]
        return value


async def _place(page: Page, frame: Frame) -> tuple[CDPSession, str, int | None]:
    """A session that reaches the frame, the frame's id, and its document's own world.

    Browsers keep sandboxed frames in a process apart or not. Apart, a session of the frame's own
    has that world as its default (None); together, it is found among the page's.
    """
    try:
        session = await page.context.new_cdp_session(frame)
    except Error as error:
        if "does not have a separate CDP session" not in str(error):
            raise
        return await _place_in_page(page, frame)
    tree = await session.send("Page.getFrameTree")
    return session, tree["frameTree"]["frame"]["id"], None


async def _place_in_page(page: Page, frame: Frame) -> tuple[CDPSession, str, int | None]:
    session = await page.context.new_cdp_session(page)
    contexts: dict[str, int] = {}

    def note(event: dict[str, Any]) -> None:
        about = event["context"]["auxData"]
        if about["isDefault"]:
            contexts[about["frameId"]] = event["context"]["id"]

    session.on("Runtime.executionContextCreated", note)
    await session.send("Runtime.enable")
    tree = await session.send("Page.getFrameTree")
    children = tree["frameTree"].get("childFrames", ())
    frame_id = next(
        child["frame"]["id"] for child in children if child["frame"]["url"] == frame.url
    )
    return session, frame_id, contexts[frame_id]


async def _evaluate(session: CDPSession, expression: str, context: int | None) -> dict[str, Any]:
    where = {} if context is None else {"contextId": context}
    answer = await session.send("Runtime.evaluate", {"expression": expression, **where})
    return _result(answer)


async def _call(session: CDPSession, what: Mapping[str, Any]) -> dict[str, Any]:
    return _result(await session.send("Runtime.callFunctionOn", dict(what)))


def _result(answer: Mapping[str, Any]) -> dict[str, Any]:
    failed = answer.get("exceptionDetails")
    if failed:
        raise Error(str(failed.get("exception", {}).get("description") or failed["text"]))
    result: dict[str, Any] = answer["result"]
    return result

"""One drawing measured, in the render worker: parse, harden, sanitise, render, look.

The document is parsed once. Everything is measured on one small picture, and again on a larger one
where a value lies near the bound that decides.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass, replace
from typing import Any, Final

from lxml import etree

from boards.catalogue import Task
from boards.svg.animation import is_animated, settled, still
from boards.svg.appeals import addresses_judge
from boards.svg.canvas import settle_view
from boards.svg.cascade import inline_css
from boards.svg.cycles import cut_cycles
from boards.svg.document import FaultError, parse
from boards.svg.drawables import count_drawables
from boards.svg.identity import Identity
from boards.svg.ink import Mask, changed, ink, share
from boards.svg.labels import forbidden_term
from boards.svg.ledger import Ledger, in_order
from boards.svg.limits import content_fault, css_fault, drawing_fault, size_fault, style_fault
from boards.svg.raster import Pixels, RenderError, rasterise_on_white
from boards.svg.renderer import has_cjk_font
from boards.svg.report import Fault, Measurements, Removal
from boards.svg.sanitise import sanitise
from boards.svg.structure import measure_structure, visible_share
from boards.svg.text import text_elements, without_texts, written_text
from boards.svg.view import View
from pelican.rules import RULES

_FIRST_CJK: Final = "\u2e80"
_GROWING: Final = ("use", "url(", "filter")
"""Without any of these words a drawing draws no more than what is written."""
_GLANCE_PIXELS: Final = 128
_PIECES_TRIED_MAX: Final = 40
"""So many pieces of text are looked for in the picture, one by one; further ones count as shown."""


@dataclass(frozen=True)
class Measured:
    """What the worker reports. ``sanitised`` is None when the drawing must not be shown."""

    measurements: Measurements
    sanitised: str | None = None
    structure: dict[str, Any] | None = None
    removals: tuple[Removal, ...] = ()
    normalisations: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()


def measure(source: str, task: Task) -> Measured:
    """Measure the text of one drawing for a task. What is wrong with it is part of the result."""
    seen = Measurements(bytes=len(source.encode("utf-8")))
    try:
        return _measured(source, seen, task)
    except FaultError as error:
        return Measured(replace(seen, fault=error.fault))
    except RecursionError:
        # Style sheets nest too, and are read by recursion; what elements do is counted beforehand.
        params = {"limit": RULES.hardening.depth}
        return Measured(replace(seen, fault=Fault("hardening", "deeper_than_parsed", params)))


def _measured(source: str, seen: Measurements, task: Task) -> Measured:
    document = parse(source)
    root = document.root
    ledger = Ledger()
    if document.comments:
        ledger.removed("comment", "comment", document.comments)
    elements = sum(1 for _ in root.iter())
    fault = size_fault(root) or style_fault(root)
    if fault is not None:
        return Measured(replace(seen, elements=elements, fault=fault))
    cleaned = sanitise(root, ledger)
    cut_cycles(root, ledger)
    seen = replace(
        seen,
        elements=elements,
        rasters=in_order(ledger.rasters),
        external=in_order(ledger.external),
        forbidden=in_order(ledger.forbidden),
    )
    normalisations = ["xmlns_added"] * document.xmlns_added
    normalisations += ["media_flattened"] * cleaned.media_flattened
    fault = content_fault(root) or css_fault(cleaned.css_rules, elements)
    if fault is not None:
        seen = replace(seen, fault=fault)
        return Measured(seen, None, None, ledger.removals(), tuple(normalisations))
    return _drawn(root, cleaned.css_rules > 0, seen, task, ledger, normalisations)


def _drawn(
    root: etree._Element,
    has_rules: bool,
    seen: Measurements,
    task: Task,
    ledger: Ledger,
    normalisations: list[str],
) -> Measured:
    """Measure a sanitised tree on its pictures."""
    sanitised: str | None = None
    structure: dict[str, Any] | None = None
    moves = is_animated(root)
    try:
        view, size_given = settle_view(root)
        normalisations += ["size_given"] * size_given
        styled = _styled(root) if has_rules else root
        seen = replace(seen, moves=moves)
        source = etree.tostring(root, encoding="unicode")
        grows = not view.is_empty and any(word in source for word in _GROWING)
        fault = drawing_fault(styled, view) if grows else None
        if fault is None:
            seen = replace(seen, drawables=count_drawables(styled))
            sanitised = source
            if not (seen.rasters or seen.external):
                pictures = _Pictures(root, styled, view, sanitised)
                seen, structure = pictures.measure(seen, task)
        seen = replace(seen, fault=fault)
    except RenderError as error:
        reason = str(error).rstrip(".")
        seen = replace(seen, fault=Fault("render", "refused_by_renderer", {"reason": reason}))
        sanitised = None
    flags = ["animated"] * moves
    if not has_cjk_font() and any(letter >= _FIRST_CJK for letter in seen.text_shown or ""):
        flags.append("no_cjk_font")
    if addresses_judge(seen.text_shown or ""):
        flags.append("addresses_judge")
    return Measured(
        seen, sanitised, structure, ledger.removals(), tuple(normalisations), tuple(flags)
    )


def _styled(root: etree._Element) -> etree._Element:
    """A copy with its style sheets made inline."""
    styled = copy.deepcopy(root)
    inline_css(styled)
    return styled


class _Pictures:
    """The pictures of one drawing, and what is measured on them."""

    def __init__(
        self, root: etree._Element, styled: etree._Element, view: View, source: str
    ) -> None:
        self._root = root
        self._styled = styled
        self._view = view
        self._source = source

    def measure(self, seen: Measurements, task: Task) -> tuple[Measurements, dict[str, Any] | None]:
        """Ink, text, visible share and structure."""
        if self._view.is_empty:
            return replace(seen, ink_share=0.0, text_shown=""), None
        pixels = RULES.render.measure_pixels
        picture = self._picture(self._source, pixels)
        mask = ink(picture)
        inked = share(mask)
        if seen.moves and inked < RULES.gate.environment.ink_share:
            seen, picture, mask = self._at_its_end(seen, picture, mask)
            inked = share(mask)
        text_shown, text_share = self._text(picture, mask, task)
        if _near(inked, RULES.gate.board.blank_share, RULES.gate.environment.ink_share) or (
            text_share is not None and _near(text_share, RULES.gate.board.text_share)
        ):
            pixels = RULES.render.recheck_pixels
            inked, text_share = self._rechecked(pixels, text_share)
        root, styled = self._root, self._styled
        shown = settled(root) if seen.moves and not seen.starts_empty else None
        if shown is not None:
            picture = self._tree_picture(shown, RULES.render.measure_pixels)
            root = styled = shown
        identity = Identity(styled, self._view)
        structure = measure_structure(root, self._view, task.vehicle, picture, identity)
        seen = replace(
            seen,
            ink_share=inked,
            text_shown=text_shown,
            text_share=text_share,
            visible_share=visible_share(root, self._view, identity),
            pixels=pixels,
        )
        return seen, structure.as_dict()

    def _picture(self, source: str, pixels: int) -> Pixels:
        return rasterise_on_white(source, *self._view.pixels(pixels))

    def _tree_picture(self, root: etree._Element, pixels: int) -> Pixels:
        return self._picture(etree.tostring(root, encoding="unicode"), pixels)

    def _at_its_end(
        self, seen: Measurements, picture: Pixels, mask: Mask
    ) -> tuple[Measurements, Pixels, Mask]:
        """An animated drawing that begins with next to nothing: what it comes to show."""
        frozen, complete = still(self._root)
        ended = self._tree_picture(frozen, RULES.render.measure_pixels)
        ended_mask = ink(ended)
        shows = share(ended_mask) > share(mask)
        seen = replace(seen, starts_empty=True, unresolved=not complete)
        if not shows:
            return seen, picture, mask
        self._root = self._styled = frozen
        self._source = etree.tostring(frozen, encoding="unicode")
        return seen, ended, ended_mask

    def _rechecked(self, pixels: int, text_share: float | None) -> tuple[float, float | None]:
        picture = self._picture(self._source, pixels)
        mask = ink(picture)
        if text_share is not None:
            bare = self._tree_picture(without_texts(self._root), pixels)
            still_share = _text_share(picture, bare, mask)
            later = text_share if is_animated(self._root) else 0.0
            text_share = max((still_share, later), key=lambda one: one or 0.0)
        return share(mask), text_share

    def _text(self, picture: Pixels, mask: Mask, task: Task) -> tuple[str, float | None]:
        """The text that the picture shows, and its share of the ink.

        What moves shows what it comes to show as well: text may fade in.
        """
        shown, text_share = self._text_of(self._root, self._styled, picture, mask, task)
        if is_animated(self._root) and text_elements(self._root):
            ended, _ = still(self._root)
            last = self._tree_picture(ended, RULES.render.measure_pixels)
            later, later_share = self._text_of(ended, ended, last, ink(last), task)
            shown = [now or then for now, then in zip(shown, later, strict=True)]
            text_share = max((text_share, later_share), key=lambda one: one or 0.0)
        return _joined(shown), text_share

    def _text_of(
        self,
        root: etree._Element,
        styled: etree._Element,
        picture: Pixels,
        mask: Mask,
        task: Task,
    ) -> tuple[list[str], float | None]:
        """What each text of a tree shows in its picture, and the share of the ink of them all."""
        written = [written_text(element) for element in text_elements(styled)]
        nothing = [""] * len(written)
        if not any(written):
            return nothing, None
        bare = self._tree_picture(without_texts(root), RULES.render.measure_pixels)
        if not (picture != bare).any():
            return nothing, None
        return self._shown(root, written, task), _text_share(picture, bare, mask)

    def _shown(self, root: etree._Element, written: list[str], task: Task) -> list[str]:
        """The pieces of text that are painted.

        They are looked for one by one, the telling ones first, until the verdict no longer hangs
        on the rest; what was not looked for counts as painted. A small picture will do, since a
        letter tints its pixels however small it is.
        """
        if sum(map(bool, written)) == 1 or _is_settled([], written, task):
            return written
        bare = self._tree_picture(without_texts(root), _GLANCE_PIXELS)
        shown = list(written)
        seen: list[str] = []
        telling = sorted(
            (index for index, piece in enumerate(written) if piece),
            key=lambda index: (
                not any(_names_answer([written[index]], task)),
                -len(written[index]),
            ),
        )
        for index in telling[:_PIECES_TRIED_MAX]:
            if _is_settled(seen, shown, task):
                break
            alone = without_texts(root, but={index})
            if (self._tree_picture(alone, _GLANCE_PIXELS) != bare).any():
                seen.append(written[index])
            else:
                shown[index] = ""
        return shown


def _is_settled(seen: list[str], possible: list[str], task: Task) -> bool:
    """Whether pieces seen and pieces possible lead to one verdict."""
    limit = RULES.gate.environment.text_characters
    return (len(_joined(seen)) > limit) == (len(_joined(possible)) > limit) and _names_answer(
        seen, task
    ) == _names_answer(possible, task)


def _names_answer(pieces: list[str], task: Task) -> tuple[bool, bool]:
    """Whether pieces of text hold a forbidden term, under either profile."""
    text = _joined(pieces)
    board, environment = task.forbidden_terms("board"), task.forbidden_terms("environment")
    return forbidden_term(text, board) is not None, forbidden_term(text, environment) is not None


def _joined(pieces: list[str]) -> str:
    return " ".join(piece for piece in pieces if piece)


def _text_share(picture: Pixels, bare: Pixels, mask: Mask) -> float | None:
    """The inked pixels that change when text is taken out, of all inked pixels."""
    inked = int(mask.sum())
    return float((changed(picture, bare) & mask).sum()) / inked if inked else None


def _near(value: float, *bounds: float) -> bool:
    """Whether a value lies so near to a bound that the size of the picture may decide."""
    return any(abs(value - bound) <= RULES.render.recheck_margin * bound for bound in bounds)

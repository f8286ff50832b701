"""Findings in words: the requirement behind a code, and its evidence as a sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from benchmarks.profiles import OPENING
from pelican.rules import RULES

REQUIREMENTS: Final[Mapping[str, str | Promise]] = {
    "contract.encoding": gettext_lazy("The module is plain UTF-8 text"),
    "contract.size": gettext_lazy("The module is within the size limit"),
    "contract.syntax": gettext_lazy("The module parses"),
    "contract.export": gettext_lazy("The module exports createPelicanSdf"),
    "contract.more_exports": gettext_lazy("The module exports nothing else"),
    "setup.error": gettext_lazy("Set-up and shader compilation succeed"),
    "setup.interface": gettext_lazy("The four methods are there"),
    "setup.context": gettext_lazy("The canvas is drawn by WebGL2"),
    "setup.hung": gettext_lazy("Set-up comes to an end"),
    "render.error": gettext_lazy("Every frame is drawn without an error"),
    "render.hung": gettext_lazy("Every frame comes to an end"),
    "context.lost": gettext_lazy("The WebGL context is kept"),
    "browser.crashed": gettext_lazy("The browser survives"),
    "api.network": gettext_lazy("No network"),
    "api.storage": gettext_lazy("No storage"),
    "api.worker": gettext_lazy("No workers"),
    "api.timer": gettext_lazy("No timers and no animation loop of its own"),
    "api.code": gettext_lazy("No code made at run time"),
    "api.audio": gettext_lazy("No audio"),
    "api.dialog": gettext_lazy("No dialogs"),
    "api.navigation": gettext_lazy("No navigation and no messages"),
    "api.document": gettext_lazy("Nothing of the page but the canvas"),
    "api.webgpu": gettext_lazy("No WebGPU"),
    "api.import": gettext_lazy("No import"),
    "api.timer_query": gettext_lazy("No GPU timer queries of its own"),
    "api.computed": gettext_lazy("Globals are named, not computed"),
    "canvas.resized": gettext_lazy("The canvas keeps its size"),
    "canvas.assigned": gettext_lazy("The canvas keeps its size"),
    "picture.blank": gettext_lazy("Every view shows something"),
    "picture.upscaled": gettext_lazy("Drawn at the canvas's own resolution"),
    "picture.off_centre": gettext_lazy("The subject is in the frame"),
    "frame.unrepeatable": gettext_lazy("The same view and time give the same pixels"),
    "view.ignored": gettext_lazy("The picture follows setView"),
    "view.unreported": gettext_lazy("getView tells what setView set"),
    "webgl.error": gettext_lazy("No WebGL errors"),
    "context.unhandled": gettext_lazy("A lost context is no error"),
    "context.not_restored": gettext_lazy("It draws again when the context comes back"),
    "controls.drag": gettext_lazy("Dragging orbits"),
    "controls.wheel": gettext_lazy("The wheel zooms"),
    "controls.pinch": gettext_lazy("Two fingers zoom"),
    "controls.keys": gettext_lazy("Arrow keys orbit and + zooms"),
    "dispose.error": gettext_lazy("Disposal succeeds"),
    "advice.chance": gettext_lazy("Nothing left to chance"),
    "advice.clock": gettext_lazy("No clock but the time it is given"),
    "advice.window_listener": gettext_lazy("Listens on the canvas alone"),
}
"""Finding code → the requirement that it is about."""

_Evidence = Mapping[str, Any]


def requirement(code: str) -> str:
    """The requirement behind a code, in the reader's language."""
    return str(REQUIREMENTS[code])


def finding_sentence(finding: Mapping[str, Any]) -> str:
    """The evidence of a stored finding, in one sentence."""
    evidence = finding["evidence"]
    code = finding["code"]
    sentence = _SENTENCES.get(code, _plain)(evidence)
    places = evidence.get("places")
    if not places:
        return sentence
    where = _places(places)
    return f"{sentence} {where}" if sentence else where


def view_name(name: str) -> str:
    """A view in words: ``view-03`` → “view 3”."""
    kind, _hyphen, number = name.partition("-")
    if name == OPENING:
        return _("the opening view")
    if kind == "view":
        return _("view %(number)s") % {"number": int(number)}
    if kind == "zoom":
        return _("close look %(number)s") % {"number": int(number)}
    return name


def _places(places: list[Mapping[str, Any]]) -> str:
    first = places[0]
    shown = _("Line %(line)s, column %(column)s: %(what)s") % {
        "line": first["line"],
        "column": first["column"],
        "what": first["what"],
    }
    others = len(places) - 1
    if not others:
        return shown
    more = ngettext("and %(number)s more place", "and %(number)s more places", others)
    return f"{shown}; {more % {'number': others}}"


def _plain(evidence: _Evidence) -> str:
    return str(evidence.get("message") or evidence.get("what") or "")


def _size(evidence: _Evidence) -> str:
    return _("It has %(size)s bytes; the limit is %(limit)s.") % {
        "size": f"{int(evidence['what']):,}",
        "limit": f"{RULES.sdf.artifact_bytes:,}",
    }


def _interface(evidence: _Evidence) -> str:
    return _("Missing or unusable: %(names)s.") % {"names": evidence["message"]}


def _thrown(evidence: _Evidence) -> str:
    step = evidence.get("step", "")
    if step in {"", "setup"}:
        return str(evidence["message"])
    return _("%(message)s (while drawing %(view)s)") % {
        "message": evidence["message"],
        "view": view_name(step),
    }


def _hung(evidence: _Evidence) -> str:
    return _("No answer within %(seconds)s s, in the step “%(step)s”.") % {
        "seconds": evidence["message"],
        "step": view_name(evidence["step"]),
    }


def _lost(evidence: _Evidence) -> str:
    return _("It was lost in the step “%(step)s”.") % {"step": view_name(evidence["step"])}


def _refused(evidence: _Evidence) -> str:
    if "refused" not in evidence:
        return _plain(evidence)
    return _("Tried and refused: %(target)s (%(by)s).") % {
        "target": evidence["refused"],
        "by": evidence["by"],
    }


def _resized(evidence: _Evidence) -> str:
    return _("In %(view)s the drawing buffer was %(width)s × %(height)s.") % {
        "view": view_name(evidence["view"]),
        "width": evidence["width"],
        "height": evidence["height"],
    }


def _blank(evidence: _Evidence) -> str:
    return _(
        "%(count)s of %(of)s pictures are empty; in %(view)s %(coverage)s of the pixels differ "
        "from the commonest colour, and the luma varies by %(deviation)s of 255."
    ) % {
        "count": len(evidence["views"]),
        "of": evidence["of"],
        "view": view_name(evidence["views"][0]),
        "coverage": f"{evidence['coverage']:.2%}",
        "deviation": f"{evidence['deviation']:.1f}",
    }


def _upscaled(evidence: _Evidence) -> str:
    return _(
        "In %(view)s %(sharp)s of the strong edges are one pixel wide, and halving and doubling "
        "the picture loses %(lost)s of its detail; %(count)s views look so."
    ) % {
        "view": view_name(evidence["view"]),
        "sharp": f"{evidence['sharp_edges']:.0%}",
        "lost": f"{evidence['round_trip']:.0%}",
        "count": evidence["count"],
    }


def _off_centre(evidence: _Evidence) -> str:
    return _(
        "In %(count)s of %(of)s pictures the middle is next to empty; in %(view)s it holds "
        "%(centre)s of the detail."
    ) % {
        "count": evidence["count"],
        "of": evidence["of"],
        "view": view_name(evidence["view"]),
        "centre": f"{evidence['centre']:.0%}",
    }


def _unrepeatable(evidence: _Evidence) -> str:
    if evidence["pixels"] < 0:
        return _("Drawn again, %(view)s had another size.") % {"view": view_name(evidence["view"])}
    return _("Drawn again, %(pixels)s pixels of %(view)s differed; so did %(count)s pictures.") % {
        "pixels": f"{evidence['pixels']:,}",
        "view": view_name(evidence["view"]),
        "count": evidence["count"],
    }


def _ignored(evidence: _Evidence) -> str:
    return _("Turning the camera by a radian changed %(share)s of the pixels.") % {
        "share": f"{evidence['changed']:.2%}"
    }


def _unreported(evidence: _Evidence) -> str:
    reported = evidence["reported"]
    return _("In %(view)s the yaw was set to %(set)s and reported as %(reported)s.") % {
        "view": view_name(evidence["view"]),
        "set": f"{evidence['set']['yaw']:.3f}",
        "reported": _("nothing finite") if reported is None else f"{reported['yaw']:.3f}",
    }


def _webgl_errors(evidence: _Evidence) -> str:
    return _("Errors %(numbers)s.") % {"numbers": ", ".join(map(str, evidence["errors"]))}


def _still_view(_evidence: _Evidence) -> str:
    return _("The view stayed as it was.")


def _after_loss(evidence: _Evidence) -> str:
    if evidence.get("restored") is False:
        return _("It did not ask to get its context back, and got none.")
    return _("After the context was restored it drew nothing.")


_SENTENCES: Final[Mapping[str, Callable[[_Evidence], str]]] = {
    "contract.size": _size,
    "setup.interface": _interface,
    "setup.error": _thrown,
    "setup.hung": _hung,
    "render.error": _thrown,
    "render.hung": _hung,
    "context.lost": _lost,
    "api.network": _refused,
    "api.code": _refused,
    "api.document": _refused,
    "canvas.resized": _resized,
    "picture.blank": _blank,
    "picture.upscaled": _upscaled,
    "picture.off_centre": _off_centre,
    "frame.unrepeatable": _unrepeatable,
    "view.ignored": _ignored,
    "view.unreported": _unreported,
    "webgl.error": _webgl_errors,
    "context.not_restored": _after_loss,
    "controls.drag": _still_view,
    "controls.wheel": _still_view,
    "controls.pinch": _still_view,
    "controls.keys": _still_view,
}

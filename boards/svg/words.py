"""Every sentence and label that the drawing engine shows to people.

English source texts for gettext, with named placeholders; nothing here translates. Pages pass a
message through gettext and fill it with :func:`fill`; the engine itself speaks English.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final


def gettext_noop(message: str) -> str:
    """Mark a text for translation and return it unchanged."""
    return message


def fill(message: str, params: Mapping[str, str | int | float]) -> str:
    """Put values into a message: whole numbers grouped by thousands, other numbers as percent."""
    return message % {name: _shown(value) for name, value in params.items()}


def _shown(value: str | float) -> str:
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        return f"{100 * value:.2f}".rstrip("0").rstrip(".") + " %"
    return value


MESSAGES: Final[dict[str, str]] = {
    "empty_reply": gettext_noop("The reply is empty."),
    "nothing_found": gettext_noop("There is no <svg> drawing in the reply."),
    "not_utf8": gettext_noop("The reply is not UTF-8 text: byte %(byte)s does not belong in it."),
    "not_unicode": gettext_noop("The reply is no valid Unicode text at character %(at)s."),
    "reply_too_long": gettext_noop(
        "The reply has %(bytes)s bytes; a reply over %(limit)s bytes is not read."
    ),
    "cut_off": gettext_noop(
        "The drawing is cut off: its <svg> is never closed. The last open tag, <%(tag)s>, is at "
        "byte %(byte)s, line %(line)s."
    ),
    "nul": gettext_noop("The drawing holds a NUL character at byte %(byte)s, line %(line)s."),
    "not_wellformed": gettext_noop(
        "The drawing is not well-formed XML at line %(line)s, column %(column)s: %(reason)s."
    ),
    "wrong_namespace": gettext_noop(
        "The drawing's namespace is “%(namespace)s” and not SVG's, so browsers do not draw it."
    ),
    "wrong_root": gettext_noop("The drawing's outermost element is <%(tag)s> and not <svg>."),
    "source_too_long": gettext_noop(
        "The drawing has %(bytes)s bytes; at most %(limit)s are read. The same code stands for too "
        "many bytes and too many elements."
    ),
    "too_many_elements": gettext_noop(
        "The drawing has %(count)s elements; at most %(limit)s are accepted."
    ),
    "too_many_attributes": gettext_noop(
        "An element on line %(line)s has %(count)s attributes; at most %(limit)s are read."
    ),
    "too_deep": gettext_noop(
        "Elements are nested %(count)s deep, on line %(line)s; at most %(limit)s levels are drawn."
    ),
    "deeper_than_parsed": gettext_noop("It is nested too deep; %(limit)s levels are drawn."),
    "number_too_large": gettext_noop(
        "The number %(number)s on line %(line)s is too large to be drawn."
    ),
    "path_too_long": gettext_noop(
        "A path on line %(line)s has %(count)s segments; at most %(limit)s are drawn."
    ),
    "text_too_long": gettext_noop(
        "The drawing holds %(count)s characters of text; at most %(limit)s are drawn."
    ),
    "css_too_long": gettext_noop(
        "The drawing holds %(count)s characters of CSS; at most %(limit)s are read."
    ),
    "css_too_heavy": gettext_noop(
        "%(rules)s CSS rules for %(elements)s elements are too much to be drawn."
    ),
    "expands_too_far": gettext_noop(
        "Repeated parts grow to more than %(limit)s elements when they are drawn."
    ),
    "too_many_filter_steps": gettext_noop(
        "The drawing's filters have %(count)s steps; at most %(limit)s are drawn."
    ),
    "turbulence_too_fine": gettext_noop(
        "A turbulence filter asks for %(count)s octaves; at most %(limit)s are drawn."
    ),
    "filters_too_heavy": gettext_noop(
        "The drawing's filters are too heavy: %(cost)s times a blur of the whole picture, where "
        "%(limit)s are drawn."
    ),
    "refused_by_renderer": gettext_noop("The renderer refuses the drawing: %(reason)s."),
    "out_of_time": gettext_noop(
        "The drawing could not be evaluated within %(seconds)s seconds; it asks for too much work."
    ),
    "machine_busy": gettext_noop(
        "The machine was too busy to evaluate the drawing; it should be evaluated again."
    ),
    "renderer_died": gettext_noop(
        "The drawing made the renderer break off (%(reason)s); it asks for too much work or memory."
    ),
    "renderer_failed": gettext_noop("The drawing could not be evaluated: %(reason)s."),
    "raster": gettext_noop("The drawing embeds a picture: %(what)s on line %(line)s."),
    "rasters": gettext_noop(
        "The drawing embeds pictures in %(count)s places, first %(what)s on line %(line)s."
    ),
    "external": gettext_noop("The drawing refers outside of itself: %(what)s on line %(line)s."),
    "externals": gettext_noop(
        "The drawing refers outside of itself in %(count)s places, first %(what)s on line %(line)s."
    ),
    "forbidden": gettext_noop("The drawing holds %(what)s on line %(line)s, which is forbidden."),
    "label_term": gettext_noop("Text in the picture says “%(term)s”, which names the answer."),
    "label_share": gettext_noop(
        "Text is %(share)s of what is painted; more than %(bound)s makes it a label."
    ),
    "text_heavy": gettext_noop(
        "The picture shows %(count)s characters of text; at most %(limit)s are accepted."
    ),
    "blank": gettext_noop(
        "The picture is blank: %(share)s of it differs from the background; %(bound)s is needed."
    ),
    "content_missing": gettext_noop(
        "The canvas shows next to nothing of the %(count)s shapes drawn: %(share)s of it differs "
        "from the background; %(bound)s is needed."
    ),
    "off_canvas": gettext_noop(
        "Only %(share)s of what is drawn lies inside the canvas; %(bound)s is needed."
    ),
    "too_few_drawables": gettext_noop(
        "Only %(count)s shapes are drawn; at least %(limit)s are needed."
    ),
}
"""Why a drawing failed, by key. The keys are stable; a report stores the message itself."""

CODES: Final[dict[str, str]] = {
    "no_svg": gettext_noop("No usable SVG"),
    "truncated": gettext_noop("Cut off"),
    "embedded_raster": gettext_noop("Embedded picture"),
    "text_label": gettext_noop("Text gives the answer away"),
    "external_ref": gettext_noop("Refers outside of itself"),
    "blank": gettext_noop("Blank"),
    "off_canvas": gettext_noop("Off the canvas"),
    "too_many_elements": gettext_noop("Too large"),
    "no_svg_in_response": gettext_noop("No SVG in the reply"),
    "unparseable": gettext_noop("Cannot be parsed"),
    "render_failed": gettext_noop("Cannot be rendered"),
    "truncated_svg": gettext_noop("Cut off"),
    "text_heavy": gettext_noop("Too much text"),
    "external_reference": gettext_noop("Refers outside of itself"),
    "blank_canvas": gettext_noop("Blank"),
    "content_off_canvas": gettext_noop("Content off the canvas"),
    "too_few_elements": gettext_noop("Too few shapes"),
    "forbidden_element": gettext_noop("Forbidden element"),
}
"""A short label per gate code, of both profiles."""

NORMALISATIONS: Final[dict[str, str]] = {
    "prose_removed": gettext_noop("Prose and fences around the drawing were left out"),
    "prolog_dropped": gettext_noop(
        "The XML prolog or document type before the drawing was dropped"
    ),
    "xmlns_added": gettext_noop("The missing SVG namespace was added"),
    "media_flattened": gettext_noop("@media rules were flattened or dropped"),
    "size_given": gettext_noop("The drawing had no size and was given that of its content"),
}

REMOVALS: Final[dict[str, str]] = {
    "comment": gettext_noop("Comments (%(count)s×)"),
    "element": gettext_noop("Element <%(name)s> (%(count)s×)"),
    "attribute": gettext_noop("Attribute %(name)s (%(count)s×)"),
    "handler": gettext_noop("Event handler %(name)s (%(count)s×)"),
    "reference": gettext_noop("Reference to something outside, in %(name)s (%(count)s×)"),
    "animation": gettext_noop("Animation of %(name)s (%(count)s×)"),
    "property": gettext_noop("CSS property %(name)s (%(count)s×)"),
    "rule": gettext_noop("CSS rule %(name)s (%(count)s×)"),
}

FLAGS: Final[dict[str, str]] = {
    "addresses_judge": gettext_noop("Writing in the picture addresses whoever judges it"),
    "animated": gettext_noop("Animated: the picture shows one moment of it"),
    "no_cjk_font": gettext_noop("Chinese, Japanese or Korean text could not be drawn here"),
}

MEASUREMENTS: Final[dict[str, str]] = {
    "bytes": gettext_noop("Bytes"),
    "elements": gettext_noop("Elements"),
    "drawables": gettext_noop("Shapes"),
    "rasters": gettext_noop("Embedded pictures"),
    "external": gettext_noop("References outside"),
    "forbidden": gettext_noop("Scripts and foreign content"),
    "text_shown": gettext_noop("Text in the picture"),
    "text_share": gettext_noop("Text, share of what is painted"),
    "ink_share": gettext_noop("Painted share of the canvas"),
    "visible_share": gettext_noop("Share of the drawing inside the canvas"),
    "moves": gettext_noop("Animated"),
    "starts_empty": gettext_noop("First frame empty"),
    "unresolved": gettext_noop("Later frames unknown"),
    "pixels": gettext_noop("Longer side of the measured picture, in pixels"),
    "fault": gettext_noop("What ended the evaluation"),
}

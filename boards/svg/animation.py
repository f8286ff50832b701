"""What an animated drawing comes to show: its declared end values, standing still."""

from __future__ import annotations

import copy
import re
from typing import Any, Final

import tinycss2
from lxml import etree

from boards.svg.cascade import Style, format_style, href, inline_css, parse_style
from boards.svg.tree import local_name, text_within
from boards.svg.vocabulary import ANIMATIONS, GEOMETRY

_OPACITIES: Final = frozenset({"opacity", "fill-opacity", "stroke-opacity", "stop-opacity"})
_SHOWING: Final = _OPACITIES | {"display", "visibility"}
"""What lets a part appear or disappear where it stands."""
_WORDS: Final = re.compile(r"[\w-]+")
_BY_ITSELF: Final = re.compile(r"\s*(?:\+?\s*[\d.:]+\s*(?:h|min|ms|s)?\s*)?")
"""When an animation begins, if it waits for nobody."""
_ANIMATING: Final = (
    "animation",
    "animation-name",
    "animation-fill-mode",
    "animation-iteration-count",
)
_LASTING: Final = frozenset({"forwards", "both", "infinite"})


def is_animated(root: etree._Element) -> bool:
    """Whether anything in a document moves, by SMIL or by CSS keyframes."""
    return any(
        local_name(element) in ANIMATIONS
        or (local_name(element) == "style" and "keyframes" in (element.text or ""))
        for element in root.iter()
    )


def still(root: etree._Element) -> tuple[etree._Element, bool]:
    """A copy of a document with every animation at its end, and whether all could be put there.

    Of a value that fades out at last, the strongest moment is taken. Motion along a path and
    animations without an end value cannot be put at an end.
    """
    keyframes = _keyframes(root)
    frozen = copy.deepcopy(root)
    inline_css(frozen)
    by_id = {element.get("id"): element for element in frozen.iter() if element.get("id")}
    complete = True
    for element in list(frozen.iter()):
        complete &= _apply_keyframes(element, keyframes)
        if local_name(element) in ANIMATIONS:
            target = by_id.get(href(element)) if href(element) else element.getparent()
            complete &= target is not None and _apply_animation(element, target)
    for element in list(frozen.iter()):
        parent = element.getparent()
        if local_name(element) in ANIMATIONS and parent is not None:
            parent.remove(element)
    return frozen, complete


def settled(root: etree._Element) -> etree._Element | None:
    """A copy of a document in which parts that appear or disappear have done so, all in its place.

    None where none does. Only what happens by itself and lasts counts; an opacity is taken at its
    strongest moment, so that what blinks is there.
    """
    keyframes = {
        name: {key: value for key, value in style.items() if key in _SHOWING}
        for name, style in _keyframes(root, whole=True).items()
        if not _SHOWING.isdisjoint(style)
    }
    if not keyframes and not any(map(_shows_or_hides, root.iter(etree.Element))):
        return None
    shown = copy.deepcopy(root)
    inline_css(shown)
    by_id = {element.get("id"): element for element in shown.iter() if element.get("id")}
    before = _shown_values(shown)
    for element in shown.iter(etree.Element):
        if _LASTING & set(_WORDS.findall(_animation_words(element))):
            _apply_keyframes(element, keyframes)
        if local_name(element) in ANIMATIONS and _shows_or_hides(element) and _lasts(element):
            target = by_id.get(href(element)) if href(element) else element.getparent()
            if target is not None:
                _apply_animation(element, target)
    return shown if _shown_values(shown) != before else None


def _shows_or_hides(element: etree._Element) -> bool:
    return local_name(element) in ANIMATIONS and element.get("attributeName") in _SHOWING


def _lasts(animation: etree._Element) -> bool:
    """Whether an animation begins by itself, and what it does is not taken back."""
    if not _BY_ITSELF.fullmatch(animation.get("begin", "")) or animation.get("end"):
        return False
    repeats = "indefinite" in (animation.get("repeatCount"), animation.get("repeatDur"))
    frozen = animation.get("fill") == "freeze"
    if animation.get("attributeName") in _OPACITIES:
        frozen |= repeats
    elif repeats:
        return False
    endless = local_name(animation) == "set" and animation.get("dur", "indefinite") == "indefinite"
    return frozen or endless


def _shown_values(root: etree._Element) -> list[tuple[object, ...]]:
    return [
        tuple(_shown_value(element, name) for name in sorted(_SHOWING))
        for element in root.iter(etree.Element)
    ]


def _shown_value(element: etree._Element, name: str) -> object:
    value = parse_style(element.get("style")).get(name) or element.get(name)
    return _number(value or "1") if name in _OPACITIES else value


def _apply_animation(animation: etree._Element, target: etree._Element) -> bool:
    name = animation.get("attributeName")
    value = _end_value(animation, name, target)
    if value is None or name is None:
        return False
    if local_name(animation) == "animateTransform":
        added = animation.get("additive") == "sum"
        before = f"{target.get('transform', '')} " if added else ""
        target.set("transform", f"{before}{animation.get('type', 'translate')}({value})")
    elif name in GEOMETRY:
        target.set(name, value)
    else:
        _set_style(target, {name: value})
    return True


def _end_value(animation: etree._Element, name: str | None, target: etree._Element) -> str | None:
    listed = [part.strip() for part in animation.get("values", "").split(";") if part.strip()]
    value = listed[-1] if listed else animation.get("to")
    if value is not None and name in _OPACITIES:
        given = [*listed, animation.get("from"), animation.get("to")]
        strongest = max(map(_number, given))
        if local_name(animation) == "animate" and not listed and animation.get("from") is None:
            strongest = max(strongest, float(str(_shown_value(target, name))))
        return str(strongest)
    return value


def _number(text: str | None) -> float:
    try:
        plain = (text or "0").strip()
        return float(plain.removesuffix("%")) / (100 if plain.endswith("%") else 1)
    except ValueError:
        return 0.0


def _keyframes(root: etree._Element, *, whole: bool = False) -> dict[str, Style]:
    """Per animation name, what its last keyframe declares; opacities at their strongest.

    ``whole`` leaves out animations that end with what their elements are without them.
    """
    found: dict[str, Style] = {}
    for sheet in root.iter():
        if local_name(sheet) != "style":
            continue
        text = text_within(sheet)
        if "keyframes" not in text:
            continue
        rules = tinycss2.parse_stylesheet(text, True, True)
        for rule in rules:
            if rule.type == "at-rule" and rule.lower_at_keyword.endswith("keyframes"):
                name = tinycss2.serialize(rule.prelude).strip()
                latest, style = _last_frame(rule)
                if latest >= 100 or not whole:
                    found[name] = style
    return found


def _last_frame(rule: Any) -> tuple[float, Style]:
    """When the last keyframe is, in per cent, and what it declares."""
    last: Style = {}
    strongest: dict[str, float] = {}
    latest = -1.0
    for frame in tinycss2.parse_rule_list(rule.content or [], True, True):
        if frame.type != "qualified-rule":
            continue
        style = parse_style(tinycss2.serialize(frame.content))
        for name in _OPACITIES & style.keys():
            strongest[name] = max(strongest.get(name, 0.0), _number(style[name]))
        for moment in tinycss2.serialize(frame.prelude).split(","):
            word = moment.strip().lower().replace("to", "100%").replace("from", "0%")
            when = _number(word.removesuffix("%"))
            if when >= latest:
                latest, last = when, style
    return latest, last | {name: f"{value:g}" for name, value in strongest.items()}


def _apply_keyframes(element: etree._Element, keyframes: dict[str, Style]) -> bool:
    wanted = _animation_words(element)
    known = [word for word in _WORDS.findall(wanted) if word in keyframes]
    for name in known:
        _set_style(element, keyframes[name])
    return bool(known) or not wanted.strip()


def _animation_words(element: etree._Element) -> str:
    """All that a style says of its animations, in one line."""
    text = element.get("style")
    if not text or "animation" not in text:
        return ""
    style = parse_style(text)
    return " ".join(style[name] for name in _ANIMATING if name in style).strip()


def _set_style(element: etree._Element, declared: Style) -> None:
    style = parse_style(element.get("style")) | declared
    element.set("style", format_style(style))

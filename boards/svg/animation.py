"""What an animated drawing comes to show: its declared end values, standing still."""

from __future__ import annotations

import copy
import re
from typing import Any, Final

import tinycss2
from lxml import etree

from boards.svg.cascade import Style, format_style, href, inline_css, parse_style
from boards.svg.tree import local_name
from boards.svg.vocabulary import ANIMATIONS, GEOMETRY

_OPACITIES: Final = frozenset({"opacity", "fill-opacity", "stroke-opacity", "stop-opacity"})
_WORDS: Final = re.compile(r"[\w-]+")


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


def _apply_animation(animation: etree._Element, target: etree._Element) -> bool:
    name = animation.get("attributeName")
    value = _end_value(animation, name)
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


def _end_value(animation: etree._Element, name: str | None) -> str | None:
    listed = [part.strip() for part in animation.get("values", "").split(";") if part.strip()]
    value = listed[-1] if listed else animation.get("to")
    if value is not None and name in _OPACITIES:
        given = [*listed, animation.get("from"), animation.get("to")]
        return str(max(map(_number, given)))
    return value


def _number(text: str | None) -> float:
    try:
        return float(text or 0)
    except ValueError:
        return 0.0


def _keyframes(root: etree._Element) -> dict[str, Style]:
    """Per animation name, what its last keyframe declares."""
    found: dict[str, Style] = {}
    for sheet in root.iter():
        if local_name(sheet) != "style":
            continue
        rules = tinycss2.parse_stylesheet(sheet.text or "", True, True)
        for rule in rules:
            if rule.type == "at-rule" and rule.lower_at_keyword.endswith("keyframes"):
                name = tinycss2.serialize(rule.prelude).strip()
                found[name] = _last_frame(rule)
    return found


def _last_frame(rule: Any) -> Style:
    last: Style = {}
    latest = -1.0
    for frame in tinycss2.parse_rule_list(rule.content or [], True, True):
        if frame.type != "qualified-rule":
            continue
        style = parse_style(tinycss2.serialize(frame.content))
        for moment in tinycss2.serialize(frame.prelude).split(","):
            word = moment.strip().lower().replace("to", "100%").replace("from", "0%")
            when = _number(word.removesuffix("%"))
            if when >= latest:
                latest, last = when, style
    return last


def _apply_keyframes(element: etree._Element, keyframes: dict[str, Style]) -> bool:
    style = parse_style(element.get("style"))
    wanted = f"{style.get('animation', '')} {style.get('animation-name', '')}"
    known = [word for word in _WORDS.findall(wanted) if word in keyframes]
    for name in known:
        _set_style(element, keyframes[name])
    return bool(known) or not wanted.strip()


def _set_style(element: etree._Element, declared: Style) -> None:
    style = parse_style(element.get("style")) | declared
    element.set("style", format_style(style))

"""What the judge's renderer and a visitor's browser read alike in CSS.

resvg knows less CSS than a browser: it skips selectors, functions, units and properties that a
browser follows. A part hidden or moved by these would be seen by one and not by the other, so a
value is put the way both read it, or dropped from both. What resvg 0.5 reads was measured.
"""

from __future__ import annotations

import functools
import math
import re
from typing import Any, Final

import cssselect2
import tinycss2
import tinycss2.color4

from boards.svg.view import length_in_pixels

UNSHARED: Final = frozenset(
    {"translate", "rotate", "scale", "offset", "offset-path", "offset-distance", "clip"}
    | {"x", "y", "cx", "cy", "r", "rx", "ry", "d"}
)
"""CSS properties that move or hide, and that only browsers follow."""

SIZES: Final = frozenset(
    {"width", "height", "min-width", "min-height", "max-width", "max-height", "aspect-ratio"}
)
"""CSS properties that only browsers follow, harmless on the root: it is shown in a frame."""

_PAINTS: Final = frozenset(
    {"fill", "stroke", "color", "stop-color", "flood-color", "lighting-color"}
)
_OPACITIES: Final = frozenset({"opacity", "fill-opacity", "stroke-opacity", "stop-opacity"})
_LINKED: Final = frozenset({"clip-path", "mask"})
_LENGTHS: Final = frozenset({"stroke-width", "stroke-dasharray", "stroke-dashoffset"})
_FONT_SIZE: Final = "font-size"
HELD: Final = (
    frozenset({"display", "visibility", _FONT_SIZE}) | _PAINTS | _OPACITIES | _LINKED | _LENGTHS
)
"""Properties, and attributes, that decide whether something shows."""

_ALSO_PREFIXED: Final = frozenset({"transform", "filter", "mix-blend-mode"})
COMPUTED: Final = re.compile(
    r"\b(?:var|env|calc|min|max|clamp|abs|sign|round|mod|rem|sin|cos|tan)\(", re.IGNORECASE
)
"""Functions that resvg cannot work out."""

_WORDS: Final = {
    "display": frozenset(
        {"none", "inline", "block", "inline-block", "flex", "grid", "table", "inherit", "initial"}
    ),
    "visibility": frozenset({"visible", "hidden", "collapse", "inherit"}),
}
_OPACITY: Final = re.compile(r"[+-]?(?:\d+|\d*\.\d+)(?:[eE][+-]?\d+)?%?")
_LENGTH: Final = r"[+-]?(?:\d+|\d*\.\d+)(?:e[+-]?\d+)?(?:px|pt|pc|mm|cm|in|em|ex|%)?"
_LENGTH_LIST: Final = re.compile(
    rf"none|inherit|{_LENGTH}(?:(?:\s*,\s*|\s+){_LENGTH})*", re.IGNORECASE
)
_SIZE_WORD: Final = re.compile(r"(?:xx?-)?(?:small|large)|medium|smaller|larger")
_URL: Final = re.compile(
    r"""url\((\s*(?:#[^\s'"()%\\]+|'#[^'()%\\]+'|"#[^"()%\\]+")\s*)\)""", re.IGNORECASE
)
_HEX: Final = re.compile(r"#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})", re.IGNORECASE)
_NUMBER: Final = r"\s*[\d.]+\s*"
_OLD_COLOUR: Final = re.compile(
    rf"rgb\({_NUMBER}%?\s*,{_NUMBER}%?\s*,{_NUMBER}%?\s*\)"
    rf"|rgba\({_NUMBER},{_NUMBER},{_NUMBER},{_NUMBER}\)"
    rf"|hsl\({_NUMBER},{_NUMBER}%\s*,{_NUMBER}%\s*\)"
    rf"|hsla\({_NUMBER},{_NUMBER}%\s*,{_NUMBER}%\s*,{_NUMBER}\)",
    re.IGNORECASE,
)
_PAINT_WORDS: Final = {
    "none": "none",
    "transparent": "transparent",
    "inherit": "inherit",
    "currentcolor": "currentColor",
    "context-fill": "context-fill",
    "context-stroke": "context-stroke",
}
_NAME = r"-?[^\W\d][\w-]*"
_COMPOUND = (
    rf"(?:\*|{_NAME})?(?:#[\w-]+|\.{_NAME}"
    rf"|\[(?!data-){_NAME}(?:~?=(?:{_NAME}|\"[^\"\\]*\"|'[^'\\]*'))?\]|:first-child)*"
)
_SELECTOR: Final = re.compile(rf"(?=\S){_COMPOUND}(?:(?:\s*[>+]\s*|\s+)(?=[^\s>+]){_COMPOUND})*")
_MATRIX_OR_SCALE: Final = re.compile(r"(?:(?:matrix|scale)\([\s\d.,e+-]*\)\s*)+")
_ARITY: Final = (
    dict.fromkeys(["translate", "scale", "skew"], (1, 2))
    | dict.fromkeys(["translatex", "translatey", "scalex", "scaley"], (1, 1))
    | dict.fromkeys(["rotate", "skewx", "skewy"], (1, 1))
    | {"matrix": (6, 6)}
)
_DEGREES: Final = {"deg": 1.0, "grad": 0.9, "rad": 180 / math.pi, "turn": 360.0}


def shared_selectors(prelude: list[Any]) -> list[str] | None:
    """The selectors of a rule that resvg reads; None where a browser drops the whole rule."""
    try:
        cssselect2.compile_selector_list(prelude)
    except cssselect2.SelectorError:
        return None
    texts: list[list[Any]] = [[]]
    for part in prelude:
        if part == ",":
            texts.append([])
        else:
            texts[-1].append(part)
    selectors = [str(tinycss2.serialize(tokens)).strip() for tokens in texts]
    return [selector for selector in selectors if _SELECTOR.fullmatch(selector)]


def shared_value(name: str, value: str, *, is_root: bool = False) -> str | None:
    """A declared value as both read it, by property name; None when the declaration must go."""
    base = name.removeprefix("-").partition("-")[2] if name.startswith("-") else name
    hides = base in UNSHARED or (base != name and (base in HELD or base in _ALSO_PREFIXED))
    if name.startswith("--") or hides or (base in SIZES and not is_root):
        return None
    if not value or "\\" in value:
        return None
    if COMPUTED.search(value) and not name.startswith(("animation", "transition")):
        return None
    return agreed(name, value)


@functools.lru_cache(maxsize=4096)
def agreed(name: str, value: str) -> str | None:
    """The value of a style property as both read it; None when there is no such value."""
    if name == "transform":
        return _transform(value.strip())
    return shown(name, value) if name in HELD else value


def shown(name: str, value: str) -> str | None:
    """The value of a property, or an attribute, of ``HELD`` as both read it; None without one."""
    plain = value.strip()
    if "\\" in value:
        return None
    if name in _WORDS:
        return plain.lower() if plain.lower() in _WORDS[name] else None
    if name in _OPACITIES:
        return plain if plain == "inherit" or _OPACITY.fullmatch(plain) else None
    if name in _LENGTHS or name == _FONT_SIZE:
        is_word = name == _FONT_SIZE and _SIZE_WORD.fullmatch(plain)
        return plain if is_word or _LENGTH_LIST.fullmatch(plain) else None
    url = _URL.match(plain)
    rest = plain[url.end() :].strip() if url else plain
    target = f"url({url[1]})" if url else ""
    if name in _LINKED:
        rest = rest.lower()
        found = (target and not rest) or rest in {"none", "inherit"}
    else:
        paint = "" if url and not rest else _paint(rest)
        found, rest = paint is not None, paint or ""
    return f"{target} {rest}".strip() if found else None


def _paint(text: str) -> str | None:
    """A colour or a word for one; a colour that resvg cannot read is written as hexadecimal."""
    word = _PAINT_WORDS.get(text.lower())
    if word is not None or _HEX.fullmatch(text) or _OLD_COLOUR.fullmatch(text):
        return word or text
    colour = tinycss2.color4.parse_color(text)
    if colour is None or isinstance(colour, str):
        return None
    if "(" not in text and text.lower() != "rebeccapurple":
        return text
    try:
        *channels, alpha = colour.to("srgb")
    except NotImplementedError:
        return None
    return "#" + "".join(f"{round(255 * min(max(one, 0), 1)):02x}" for one in (*channels, alpha))


def _transform(text: str) -> str | None:
    """CSS transforms in numbers without units, which is all that resvg reads of them."""
    if text in {"none", "inherit"} or _MATRIX_OR_SCALE.fullmatch(text):
        return text
    parts = []
    for token in tinycss2.parse_component_value_list(text):
        if token.type == "whitespace":
            continue
        matrix = _matrix(token) if token.type == "function" else None
        if matrix is None:
            return None
        parts.append(f"matrix({','.join(f'{one:.9g}' for one in matrix)})")
    return " ".join(parts) or None


def _matrix(function: Any) -> tuple[float, ...] | None:
    """One transform function of CSS Transforms 1 as a matrix; None when it is no such thing."""
    name = function.lower_name
    tokens = [one for one in function.arguments if one.type not in {"whitespace", "comment"}]
    arguments = [one for one in tokens if one != ","]
    if not arguments or len(tokens) != 2 * len(arguments) - 1:
        return None
    read = _length if name.startswith("translate") else _angle
    values = list(map(_factor if name.startswith(("scale", "matrix")) else read, arguments))
    if any(value is None for value in values):
        return None
    return _of_numbers(name, [float(value) for value in values if value is not None])


def _of_numbers(name: str, values: list[float]) -> tuple[float, ...] | None:
    fewest, most = _ARITY.get(name, (0, 0))
    if not fewest <= len(values) <= most:
        return None
    first = values[0]
    second = values[1] if len(values) > 1 else first if name == "scale" else 0.0
    if name.startswith("translate"):
        return (1, 0, 0, 1, 0, first) if name == "translatey" else (1, 0, 0, 1, first, second)
    if name.startswith("scale"):
        across, down = {"scalex": (first, 1.0), "scaley": (1.0, first)}.get(name, (first, second))
        return across, 0, 0, down, 0, 0
    turn = math.radians(first)
    if name == "rotate":
        return math.cos(turn), math.sin(turn), -math.sin(turn), math.cos(turn), 0, 0
    if name == "skewy":
        return 1, math.tan(turn), 0, 1, 0, 0
    skewed = 1, math.tan(math.radians(second)), math.tan(turn), 1, 0, 0
    return tuple(values) if name == "matrix" else skewed


def _factor(token: Any) -> float | None:
    if token.type == "percentage":
        return float(token.value) / 100
    return float(token.value) if token.type == "number" else None


def _length(token: Any) -> float | None:
    if token.type == "dimension":
        return length_in_pixels(f"{token.value}{token.lower_unit}")
    return 0.0 if token.type == "number" and token.value == 0 else None


def _angle(token: Any) -> float | None:
    if token.type == "dimension" and token.lower_unit in _DEGREES:
        return float(token.value) * _DEGREES[token.lower_unit]
    return 0.0 if token.type == "number" and token.value == 0 else None

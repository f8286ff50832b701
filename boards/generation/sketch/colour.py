"""Arithmetic on ``#rrggbb`` colours."""

from __future__ import annotations

import colorsys


def channels(colour: str) -> tuple[float, float, float]:
    """Red, green and blue of a colour, each 0–1."""
    return (
        int(colour[1:3], 16) / 255,
        int(colour[3:5], 16) / 255,
        int(colour[5:7], 16) / 255,
    )


def _written(red: float, green: float, blue: float) -> str:
    return "#" + "".join(f"{round(max(0.0, min(1.0, c)) * 255):02x}" for c in (red, green, blue))


def mix(colour: str, other: str, share: float) -> str:
    """``share`` of the way from one colour to the other."""
    pairs = zip(channels(colour), channels(other), strict=True)
    red, green, blue = (a + (b - a) * share for a, b in pairs)
    return _written(red, green, blue)


def darker(colour: str, share: float) -> str:
    """Mixed with black."""
    return mix(colour, "#000000", share)


def lighter(colour: str, share: float) -> str:
    """Mixed with white."""
    return mix(colour, "#ffffff", share)


def saturated(colour: str, factor: float) -> str:
    """The same hue and lightness with the saturation multiplied."""
    hue, lightness, saturation = colorsys.rgb_to_hls(*channels(colour))
    return _written(*colorsys.hls_to_rgb(hue, lightness, min(1.0, saturation * factor)))


def luminance(colour: str) -> float:
    """Perceived lightness, 0–1 (the weights of ITU-R BT.601)."""
    red, green, blue = channels(colour)
    return 0.299 * red + 0.587 * green + 0.114 * blue

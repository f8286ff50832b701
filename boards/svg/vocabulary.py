"""What a published drawing may consist of: elements, attributes, CSS properties and functions.

Everything else is taken out. Names come from SVG 1.1 and 2, Filter Effects 1, CSS Masking 1, SMIL
animation and CSS animations; left out is what runs, loads, links or is read aloud.
"""

from __future__ import annotations

from typing import Final


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


SVG_NAMESPACE: Final = "http://www.w3.org/2000/svg"
XLINK_NAMESPACE: Final = "http://www.w3.org/1999/xlink"
XML_NAMESPACE: Final = "http://www.w3.org/XML/1998/namespace"

ANIMATIONS: Final = frozenset({"animate", "animateMotion", "animateTransform", "set"})

FILTER_STEPS: Final = _names(
    """
    feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting
    feDisplacementMap feDropShadow feFlood feGaussianBlur feMerge feMorphology feOffset
    feSpecularLighting feTile feTurbulence
    """
)

ELEMENTS: Final = (
    ANIMATIONS
    | FILTER_STEPS
    | _names(
        """
        svg g defs symbol use a switch style
        path rect circle ellipse line polyline polygon
        text tspan textPath
        linearGradient radialGradient stop pattern clipPath mask marker filter mpath
        feDistantLight feFuncA feFuncB feFuncG feFuncR feMergeNode fePointLight feSpotLight
        """
    )
)

RASTER_ELEMENTS: Final = frozenset({"image", "feImage"})
FORBIDDEN_ELEMENTS: Final = frozenset({"script", "foreignObject"})

REFERENCES: Final = frozenset({"href", "src", f"{{{XLINK_NAMESPACE}}}href"})
"""Attributes that name another resource; only ``#id`` is allowed."""

PROPERTIES: Final = _names(
    """
    alignment-baseline baseline-shift clip clip-path clip-rule color color-interpolation
    color-interpolation-filters color-rendering cursor direction display dominant-baseline
    enable-background fill fill-opacity fill-rule filter flood-color flood-opacity
    font font-family font-feature-settings font-kerning font-size font-size-adjust font-stretch
    font-style font-variant font-variant-caps font-variant-ligatures font-variant-numeric
    font-variation-settings font-weight glyph-orientation-horizontal glyph-orientation-vertical
    image-rendering isolation kerning letter-spacing lighting-color line-height
    marker marker-end marker-mid marker-start mask mask-type mix-blend-mode opacity
    overflow overflow-x overflow-y paint-order pointer-events shape-rendering
    stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap
    stroke-linejoin stroke-miterlimit stroke-opacity stroke-width
    text-align text-anchor text-decoration text-decoration-color text-decoration-line
    text-decoration-style text-indent text-orientation text-overflow text-rendering text-shadow
    text-transform unicode-bidi user-select vector-effect visibility white-space word-spacing
    writing-mode will-change
    transform transform-box transform-origin translate rotate scale
    offset offset-anchor offset-distance offset-path offset-position offset-rotate
    x y cx cy r rx ry d width height min-width min-height max-width max-height aspect-ratio
    background background-color margin padding border border-radius box-sizing
    animation animation-composition animation-delay animation-direction animation-duration
    animation-fill-mode animation-iteration-count animation-name animation-play-state
    animation-timing-function
    transition transition-behavior transition-delay transition-duration transition-property
    transition-timing-function
    """
)
"""CSS properties, in style sheets and ``style``; custom ones (``--x``) are allowed as well."""

VENDOR_PREFIXES: Final = ("-webkit-", "-moz-", "-ms-", "-o-")

FUNCTIONS: Final = _names(
    """
    url var calc min max clamp abs sign round mod rem sin cos tan env
    rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark
    matrix matrix3d translate translatex translatey translatez translate3d rotate rotatex rotatey
    rotatez rotate3d scale scalex scaley scalez scale3d skew skewx skewy perspective
    blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia
    cubic-bezier steps linear
    linear-gradient radial-gradient conic-gradient repeating-linear-gradient
    repeating-radial-gradient repeating-conic-gradient
    circle ellipse inset polygon path rect xywh ray
    """
)
"""CSS functions; ``url`` may only name a part of the drawing."""

PRESENTATION: Final = PROPERTIES - frozenset({"animation", "transition", "background", "border"})
"""Properties that also are attributes, roughly: a needless one does nothing."""

GEOMETRY: Final = _names(
    """
    cx cy r rx ry x y x1 x2 y1 y2 dx dy fx fy fr width height d points pathLength transform
    transform-origin gradientTransform patternTransform gradientUnits patternUnits
    patternContentUnits spreadMethod offset viewBox preserveAspectRatio clipPathUnits maskUnits
    maskContentUnits markerUnits markerWidth markerHeight refX refY orient rotate textLength
    lengthAdjust startOffset method spacing side zoomAndPan
    """
)

FILTER_ATTRIBUTES: Final = _names(
    """
    filterUnits primitiveUnits filterRes in in2 result type values tableValues slope intercept
    amplitude exponent operator k1 k2 k3 k4 mode scale xChannelSelector yChannelSelector
    stdDeviation edgeMode radius order kernelMatrix divisor bias targetX targetY preserveAlpha
    kernelUnitLength surfaceScale diffuseConstant specularConstant specularExponent
    limitingConeAngle pointsAtX pointsAtY pointsAtZ azimuth elevation z baseFrequency numOctaves
    seed stitchTiles
    """
)

TIMING: Final = _names(
    """
    attributeName attributeType begin end dur min max restart repeatCount repeatDur fill calcMode
    values keyTimes keySplines keyPoints from to by additive accumulate path origin rotate
    """
)

ATTRIBUTES: Final = (
    PRESENTATION
    | GEOMETRY
    | FILTER_ATTRIBUTES
    | _names(
        f"""
        id class style lang version baseProfile
        {{{XML_NAMESPACE}}}space {{{XML_NAMESPACE}}}lang {{{XML_NAMESPACE}}}id
        """
    )
)
"""Attributes of any element; ``data-*`` is allowed as well, it does nothing."""

STYLE_ATTRIBUTES: Final = frozenset({"type", "media"})

ANIMATABLE: Final = (PRESENTATION | GEOMETRY | FILTER_ATTRIBUTES) - {"style", "class"}
"""What ``attributeName`` may name: never a reference, a handler or a whole style."""

"""What a module must not touch, by name.

Names are looked at where they are free (no declaration in the module binds them) and where they
are members of a global object. A name made at run time is not seen; the sandbox does not need it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

GLOBAL_OBJECTS: Final = frozenset({"frames", "globalThis", "parent", "self", "top", "window"})

_BY_KIND: Final[Mapping[str, tuple[str, ...]]] = {
    "api.network": (
        "EventSource", "RTCPeerConnection", "WebSocket", "WebSocketStream", "WebTransport",
        "XMLHttpRequest", "fetch", "fetchLater", "sendBeacon", "webkitRTCPeerConnection",
    ),
    "api.storage": (
        "BroadcastChannel", "CacheStorage", "caches", "cookieStore", "indexedDB", "localStorage",
        "sessionStorage",
    ),
    "api.worker": ("Notification", "ServiceWorker", "SharedWorker", "Worker", "Worklet"),
    "api.timer": (
        "cancelAnimationFrame", "queueMicrotask", "requestAnimationFrame", "requestIdleCallback",
        "scheduler", "setInterval", "setTimeout",
    ),
    "api.code": ("Function", "WebAssembly", "eval", "execScript", "importScripts"),
    "api.audio": ("Audio", "AudioContext", "OfflineAudioContext", "webkitAudioContext"),
    "api.dialog": ("alert", "confirm", "print", "prompt", "showModalDialog"),
    "api.navigation": ("history", "location", "navigation", "open", "postMessage"),
    "api.document": (
        "DOMParser", "Image", "MutationObserver", "customElements", "document", "frames",
        "opener", "parent", "pelicanHost", "top",
    ),
    "api.webgpu": ("GPUDevice", "GPUBufferUsage", "GPUTextureUsage", "GPUShaderStage"),
}  # fmt: skip
"""Finding code → names of the global scope."""

NAMES: Final[Mapping[str, str]] = {name: code for code, names in _BY_KIND.items() for name in names}

MEMBERS: Final[Mapping[str, str]] = {
    "clipboard": "api.storage",
    "cookie": "api.storage",
    "defaultView": "api.document",
    "frameElement": "api.document",
    "gpu": "api.webgpu",
    "mediaDevices": "api.audio",
    "ownerDocument": "api.document",
    "offsetParent": "api.document",
    "parentElement": "api.document",
    "parentNode": "api.document",
    "sendBeacon": "api.network",
    "serviceWorker": "api.worker",
}
"""Members that lead out, whatever object they are asked of."""

TIMER_EXTENSIONS: Final = ("EXT_disjoint_timer_query", "EXT_disjoint_timer_query_webgl2")
"""A timer query of the module would break the host's own."""

PROPERTY_SETTERS: Final = frozenset(
    {
        ("Object", "assign"),
        ("Object", "defineProperties"),
        ("Object", "defineProperty"),
        ("Reflect", "defineProperty"),
        ("Reflect", "set"),
    }
)
"""Functions that set a property of their first argument."""

ATTRIBUTE_SETTERS: Final = frozenset({"removeAttribute", "setAttribute", "toggleAttribute"})

CHANCE: Final[Mapping[tuple[str, str], str]] = {
    ("Math", "random"): "advice.chance",
    ("Date", "now"): "advice.clock",
    ("performance", "now"): "advice.clock",
    ("crypto", "getRandomValues"): "advice.chance",
}
"""Calls after which a frame may differ from itself: looked at by a reviewer, proved by running."""

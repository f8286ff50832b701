"""The sound module, and ten that are bad in one way each: made from it by one change."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

SOUND = (Path(__file__).parents[1] / "fixtures/artifacts/sound.js").read_text("utf-8")

_DRAW = "    gl.drawArrays(gl.TRIANGLES, 0, 3);\n"
_START = "    if (gl.isContextLost()) return;\n"
_QUARTER = """    const width = gl.drawingBufferWidth >> 2;
    const height = gl.drawingBufferHeight >> 2;
    if (!small) {
      small = gl.createFramebuffer();
      const texture = gl.createTexture();
      gl.bindTexture(gl.TEXTURE_2D, texture);
      gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA8, width, height);
      gl.bindFramebuffer(gl.FRAMEBUFFER, small);
      gl.framebufferTexture2D(
        gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0,
      );
    }
    gl.bindFramebuffer(gl.FRAMEBUFFER, small);
    gl.viewport(0, 0, width, height);
    gl.uniform2f(places.size, width, height);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, small);
    gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, null);
    gl.blitFramebuffer(
      0, 0, width, height, 0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight,
      gl.COLOR_BUFFER_BIT, gl.LINEAR,
    );
"""


_TURN = "      setView(view.yaw - dx * 0.01, view.pitch + dy * 0.01, view.distance);\n"
_SLOW_GLIDE = """    if (goal !== null && glides < 4) {
      glides += 1;
      view.yaw += (goal - view.yaw) / 2;
      const until = performance.now() + 3000;
      while (performance.now() < until);
    }
"""
SLOW_GLIDER = (
    SOUND.replace(
        "  let spread = 0;\n", "  let spread = 0;\n  let goal = null;\n  let glides = 0;\n"
    )
    .replace(_TURN, "      goal = view.yaw - 1;\n")
    .replace(_START, _START + _SLOW_GLIDE)
)
"""The sound module, but a drag moves its camera in four frames to come, of three seconds each."""


@dataclass(frozen=True)
class Bad:
    """A change to the sound module, and the one finding that it must lead to."""

    old: str
    new: str
    finding: str
    outcome: str

    @property
    def source(self) -> str:
        """The module with the change."""
        assert SOUND.count(self.old) == 1
        return SOUND.replace(self.old, self.new)


BAD = {
    "blank": Bad(
        _DRAW,
        "    gl.clearColor(0.8, 0.86, 0.9, 1);\n    gl.clear(gl.COLOR_BUFFER_BIT);\n",
        "picture.blank",
        "warnings",
    ),
    "throws-in-set-up": Bad(
        '  if (!gl) throw new Error("WebGL2 is missing.");\n',
        '  throw new Error("The pelican is out.");\n',
        "setup.error",
        "failed",
    ),
    "throws-in-frame-20": Bad(
        _DRAW,
        _DRAW + "    view.frames = (view.frames ?? 0) + 1;\n"
        '    if (view.frames === 20) throw new RangeError("Twenty is enough.");\n',
        "render.error",
        "failed",
    ),
    "resizes": Bad(
        _START,
        _START + "    canvas.width = 120;\n",
        "canvas.resized",
        "warnings",
    ),
    "quarter-resolution": Bad(
        "  let spread = 0;\n", "  let spread = 0;\n  let small = null;\n", "picture.upscaled",
        "warnings",
    ),
    "ignores-set-view": Bad(
        "    gl.uniform3f(places.view, view.yaw, view.pitch, view.distance);\n",
        "    gl.uniform3f(places.view, 0.6, 0.25, 4.5);\n",
        "view.ignored",
        "warnings",
    ),
    "loses-the-context": Bad(
        _DRAW,
        _DRAW + "    view.frames = (view.frames ?? 0) + 1;\n"
        '    if (view.frames === 5) gl.getExtension("WEBGL_lose_context").loseContext();\n',
        "context.lost",
        "failed",
    ),
    "endless-loop": Bad(
        _START,
        _START + "    for (let turn = 0; timeSeconds > 0.2; turn += 1);\n",
        "render.hung",
        "failed",
    ),
    "non-deterministic": Bad(
        "    gl.uniform1f(places.time, timeSeconds);\n",
        "    gl.uniform1f(places.time, Math.random() * 90);\n",
        "frame.unrepeatable",
        "warnings",
    ),
    "calls-fetch": Bad(
        "  build();\n\n",
        '  build();\n  fetch("https://example.org/pelican").catch(() => {});\n\n',
        "api.network",
        "warnings",
    ),
}  # fmt: skip


def source_of(name: str) -> str:
    """The source of a bad module; one of them needs a second change."""
    source = BAD[name].source
    if name == "quarter-resolution":
        assert source.count(_DRAW) == 1
        return source.replace(_DRAW, _QUARTER)
    return source

"""Modules that are slow, and do what a module can to be measured as fast."""

from __future__ import annotations

from typing import Final

from tests.benchmarks.bad_artifacts import SOUND

BUSY_MS: Final = 25
"""How long each frame of :data:`BUSY` keeps the processor, by a clock that nobody replaced."""

_DRAW: Final = "    gl.drawArrays(gl.TRIANGLES, 0, 3);\n"
_FACTORY: Final = "export function createPelicanSdf(canvas) {\n"
_BUSY_LOOP: Final = f"""    const until = clock() + {BUSY_MS};
    while (clock() < until);
"""
BUSY: Final = SOUND.replace(_DRAW, _DRAW + _BUSY_LOOP).replace(
    _FACTORY, "const clock = performance.now.bind(performance);\n" + _FACTORY
)

OVERLAID: Final = SOUND.replace(_DRAW, "    for (let n = 0; n < 60; n += 1)" + _DRAW)
"""Draws every frame sixty times over."""

_AT_SETUP: Final = {
    "clock": "performance.now = Performance.prototype.now = () => 0;\n",
    "arrays": """
  const push = Array.prototype.push;
  Array.prototype.push = function (...values) {
    return push.apply(this, values.map((value) => {
      if (typeof value === "number") return 0.001;
      if (value && typeof value.wall === "number") value.wall = 0.001;
      return value;
    }));
  };
  Object.defineProperty(Array.prototype, "0", { set() {}, configurable: true });
""",
    "answers": """
  Object.defineProperty(Object.prototype, "then", {
    configurable: true,
    get() {
      if (Array.isArray(this.wall)) this.wall.fill(0.001);
      return undefined;
    },
  });
  Object.defineProperty(Object.prototype, "toJSON", {
    configurable: true,
    value() { return Array.isArray(this.wall) ? { ...this, wall: [0.001] } : this; },
  });
""",
    "promises": """
  Promise.prototype.then = new Proxy(Promise.prototype.then, {
    apply(then, promise, [done, ...rest]) {
      const lie = (value) => {
        if (Array.isArray(value?.wall)) value.wall.fill(0.001);
        return done?.(value);
      };
      return Reflect.apply(then, promise, [lie, ...rest]);
    },
  });
  Promise.prototype.constructor = class {};
""",
    "host": """
  Object.assign(pelicanHost.state, { setupMs: 0 });
  try { pelicanHost.state.gl = new Proxy(gl, { get: () => () => 0 }); } catch {}
  const fake = { isContextLost: () => false };
  Object.defineProperty(pelicanHost.state, "gl", { get: () => fake, set() {} });
""",
}
_CONTEXT: Final = '  if (!gl) throw new Error("WebGL2 is missing.");\n'
BUSY_LIARS: Final = {
    name: BUSY.replace(_CONTEXT, _CONTEXT + code) for name, code in _AT_SETUP.items()
}
"""Each replaces something of the browser or the host, and is as slow as :data:`BUSY`."""

_TIMER: Final = 0x88BF
TIMER_LIARS: Final = {
    "results": OVERLAID.replace(
        _CONTEXT,
        _CONTEXT + "  WebGL2RenderingContext.prototype.getQueryParameter = () => 1000;\n"
        "  gl.getQueryParameter = () => 1000;\n",
    ),
    "begun again": OVERLAID.replace(
        "    for (let n = 0;",
        f"    const asked = gl.getQuery({_TIMER}, gl.CURRENT_QUERY);\n"
        f"    if (asked) gl.endQuery({_TIMER});\n    for (let n = 0;",
    ).replace(_DRAW, _DRAW + f"    if (asked) gl.beginQuery({_TIMER}, asked);\n"),
    "ended by a number that is none": OVERLAID.replace(
        "    for (let n = 0;",
        f"    const target = {{ n: 0, valueOf() {{ return {_TIMER} + 2 ** 32; }} }};\n"
        "    gl.endQuery(target);\n    for (let n = 0;",
    )
    .replace(
        _DRAW,
        _DRAW + "    mine ??= gl.createQuery();\n    gl.beginQuery(target, mine);\n",
    )
    .replace("  const pointers", "  let mine = null;\n  const pointers"),
}
"""Each draws as much as :data:`OVERLAID` and has the GPU timer say less."""

// Drives an artifact on a page: draws when there is something new to draw, and tells the page.
// It listens to its parent alone, and says nothing but numbers and short texts.
(() => {
  "use strict";

  const host = pelicanHost;
  const { canvas, now, state } = host;
  const SLOW_MS = 33;
  const page = parent;
  const post = page.postMessage.bind(page);
  const tell = (type, content) => post({ pelican: type, ...content }, "*");
  const later = setTimeout.bind(window);
  const nextFrame = requestAnimationFrame.bind(window);

  let opening = null;
  let told = null;
  let playing = true;
  let dirty = true;
  let waiting = false;
  let clock = 0;
  let drawnAt = null;
  let counted = 0;
  let countedSince = now();

  // What may never end is announced first, so that the page knows who holds everybody up.
  tell("begin", {});

  host.ready.then(() => {
    if (state.problem) {
      tell("problem", state.problem);
      return;
    }
    opening = attempt(() => host.view());
    if (!opening) return;
    told = opening;
    tell("ready", { view: opening });
    wake();
  });

  function attempt(action) {
    tell("begin", {});
    try {
      const answer = action();
      tell("end", {});
      return answer;
    } catch (error) {
      tell("problem", { code: "render.error", message: host.text(error) });
      state.problem = { code: "render.error" };
      return null;
    }
  }

  // At most one frame is under way; after a slow one the others on the page get as long a turn.
  function wake() {
    if (waiting || state.problem || !opening || !(dirty || playing)) return;
    waiting = true;
    nextFrame(() => {
      const begun = now();
      if (playing && drawnAt !== null) clock += Math.min(begun - drawnAt, 250) / 1000;
      drawnAt = begun;
      dirty = false;
      attempt(() => {
        state.artifact.render(clock);
        if (!state.gl.isContextLost()) host.sync();
      });
      const took = now() - begun;
      count();
      tellView();
      later(
        () => {
          waiting = false;
          wake();
        },
        took > SLOW_MS ? took : 0,
      );
    });
  }

  function count() {
    counted += 1;
    const passed = now() - countedSince;
    if (passed < 1000) return;
    const size = { width: canvas.width, height: canvas.height };
    tell("rate", { fps: playing ? (counted * 1000) / passed : null, ...size });
    counted = 0;
    countedSince = now();
  }

  function tellView() {
    const view = attempt(() => host.view());
    if (!view) return;
    if (told && ["yaw", "pitch", "distance"].every((key) => view[key] === told[key])) return;
    told = view;
    tell("view", { view });
  }

  function draw() {
    dirty = true;
    wake();
  }

  function look(yaw, pitch, distance) {
    attempt(() => state.artifact.setView(yaw, pitch, distance));
    draw();
  }

  const commands = {
    ping: ({ id }) => tell("pong", { id }),
    look: ({ yaw, pitch, distance }) => {
      told = { yaw, pitch, distance };
      look(yaw, pitch, distance);
    },
    turn: ({ yaw, pitch, zoom }) => {
      const view = attempt(() => host.view());
      if (view) look(view.yaw + yaw, view.pitch + pitch, view.distance * zoom);
    },
    reset: () => look(opening.yaw, opening.pitch, opening.distance),
    play: ({ on }) => {
      playing = on;
      drawnAt = null;
      draw();
    },
    size: ({ width, height }) => {
      if (canvas.width === width && canvas.height === height) return;
      canvas.width = width;
      canvas.height = height;
      draw();
    },
    dispose: () => {
      state.problem = { code: "disposed" };
      try {
        state.artifact?.dispose();
      } catch {
        // It is about to be removed with everything it holds.
      }
      state.gl?.getExtension("WEBGL_lose_context")?.loseContext();
    },
  };

  addEventListener("message", (event) => {
    if (event.source !== page) return;
    const { pelican: name, ...content } = event.data ?? {};
    const early = name === "ping" || name === "dispose" || name === "size";
    if (Object.hasOwn(commands, name) && (early || opening)) commands[name](content);
  });

  // The artifact moves its own camera; the host only has to draw the result.
  for (const name of ["pointermove", "pointerup", "wheel", "keydown", "touchmove"]) {
    addEventListener(name, () => opening && draw(), { passive: true });
  }
  addEventListener("keydown", (event) => {
    if (event.key === "r" && !event.ctrlKey && !event.metaKey && opening) commands.reset();
  });
  addEventListener("pointerdown", () => tell("touched", {}), { passive: true });
  canvas.addEventListener("webglcontextlost", () => tell("lost", {}));
  canvas.addEventListener("webglcontextrestored", draw);
})();

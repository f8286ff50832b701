// Drives an artifact on a page: draws when there is something new to draw, and tells the page.
// It listens to its parent alone, and says nothing but numbers and short texts.
(() => {
  "use strict";

  const host = pelicanHost;
  const { canvas, now, state } = host;
  const SLOW_MS = 33;
  // On a slow machine the canvas gets smaller, never the artifact's quality; the page is told.
  const QUICK_MS = 60;
  const HEAVY_MS = 400;
  const SMALLEST = 240;
  const POLL_MS = 4;
  const page = parent;
  const post = page.postMessage.bind(page);
  const tell = (type, content) => post({ pelican: type, ...content }, "*");
  const later = setTimeout.bind(window);
  const nextFrame = requestAnimationFrame.bind(window);

  let opening = null;
  let told = null;
  let wanted = null;
  let playing = true;
  let dirty = true;
  let waiting = false;
  let clock = 0;
  let drawnAt = null;
  let place = { width: canvas.width, height: canvas.height };
  let scale = 0.5;
  let drawn = false;
  let counted = 0;
  let countedSince = now();

  tell("loaded", {});
  state.launch = (setUp) => {
    tell("begin", {});
    host.turn().then(setUp);
  };
  host.ready.then(() => {
    opening = attempt(() => host.view());
    if (!opening) return;
    told = opening;
    tell("end", {});
    tell("ready", { view: opening });
    draw();
  });

  // Everything the artifact does on request, it does in here.
  function attempt(action) {
    if (state.problem) {
      tell("problem", {});
      return null;
    }
    try {
      return action();
    } catch {
      state.problem = { code: "render.error" };
      tell("problem", {});
      return null;
    }
  }

  // At most one frame is under way. What may never end is announced first, so that the page knows
  // who holds everybody up; after a slow frame the others on the page get as long a turn.
  async function draw() {
    if (waiting || state.problem || !(dirty || playing)) return;
    waiting = true;
    await new Promise((resolve) => nextFrame(resolve));
    tell("begin", {});
    await host.turn();
    const begun = now();
    if (playing && drawnAt !== null) clock += Math.min(begun - drawnAt, 250) / 1000;
    drawnAt = begun;
    dirty = false;
    const view = attempt(step);
    tell("end", {});
    if (!view) return;
    tellView(view);
    await drawing();
    const took = now() - begun;
    if (!drawn) tell("drawn", {});
    drawn = true;
    suit(took);
    count();
    later(
      () => {
        waiting = false;
        draw();
      },
      took > SLOW_MS ? took : 0,
    );
  }

  function suit(took) {
    if (took > HEAVY_MS && canvas.width >= 2 * SMALLEST) scale /= 2;
    else if (took < QUICK_MS && scale < 1) scale = Math.min(1, scale * 2);
    else return;
    dirty = true;
  }

  // Resizing empties a canvas, so it is done right before it is drawn.
  function resize() {
    const width = Math.max(16, Math.round(place.width * scale));
    const height = Math.max(16, Math.round(place.height * scale));
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
  }

  // Waits for the GPU without holding up the thread, which all frames of the page share.
  function drawing() {
    const { gl } = state;
    const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    gl.flush();
    return new Promise((resolve) => {
      const look = () => {
        const done =
          !fence ||
          gl.isContextLost() ||
          gl.getSyncParameter(fence, gl.SYNC_STATUS) === gl.SIGNALED;
        if (!done) {
          later(look, POLL_MS);
          return;
        }
        gl.deleteSync(fence);
        resolve();
      };
      later(look, 0);
    });
  }

  function step() {
    if (wanted) {
      const { yaw, pitch, distance } = wanted(host.view() ?? opening);
      wanted = null;
      state.artifact.setView(yaw, pitch, distance);
    }
    resize();
    state.artifact.render(clock);
    return host.view() ?? opening;
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

  function tellView(view) {
    if (["yaw", "pitch", "distance"].every((key) => view[key] === told[key])) return;
    told = view;
    tell("view", { view });
  }

  function drawAnew() {
    dirty = true;
    if (opening) draw();
  }

  function look(where) {
    const before = wanted;
    wanted = before ? (view) => where(before(view)) : where;
    drawAnew();
  }

  const commands = {
    ping: ({ id }) => tell("pong", { id }),
    look: ({ yaw, pitch, distance, quietly }) => {
      if (quietly) told = { yaw, pitch, distance };
      look(() => ({ yaw, pitch, distance }));
    },
    turn: ({ yaw, pitch, zoom }) =>
      look((view) => ({
        yaw: view.yaw + yaw,
        pitch: view.pitch + pitch,
        distance: view.distance * zoom,
      })),
    reset: () => look(() => opening),
    play: ({ on }) => {
      playing = on;
      drawnAt = null;
      drawAnew();
    },
    size: ({ width, height }) => {
      place = { width, height };
      drawAnew();
    },
  };

  addEventListener("message", (event) => {
    if (event.source !== page) return;
    const { pelican: name, ...content } = event.data ?? {};
    const early = name === "ping" || name === "size";
    if (Object.hasOwn(commands, name) && (early || opening)) commands[name](content);
  });

  // The artifact moves its own camera; the host only has to draw the result.
  for (const name of ["pointermove", "pointerup", "wheel", "keydown", "touchmove"]) {
    addEventListener(name, drawAnew, { passive: true });
  }
  addEventListener("keydown", (event) => {
    if (event.key === "r" && !event.ctrlKey && !event.metaKey && opening) commands.reset();
  });
  addEventListener("pointerdown", () => tell("touched", {}), { passive: true });
  canvas.addEventListener("webglcontextlost", () => tell("lost", {}));
  canvas.addEventListener("webglcontextrestored", drawAnew);
})();

// What the runner asks of an artifact: single frames with their pixels, and timed trials.
const pelicanMeasure = (() => {
  "use strict";

  const host = pelicanHost;
  const { canvas, now, state, turn } = host;
  const toBase64 = btoa.bind(window);
  const fromCodes = String.fromCharCode;
  const later = setTimeout.bind(window);
  // A query has its result after a few turns; a starved GPU process takes longer than any number
  // of them, and is not helped by a page that spins.
  const BRISK_TURNS = 100;
  const PAUSE_MS = 5;
  // Frames are drawn for so long before the timer is asked about them; slow ones singly.
  const BREATH_MS = 250;
  const size = { width: canvas.width, height: canvas.height };
  let lastPixels = null;

  function encode(bytes) {
    const step = 0x8000;
    const parts = [];
    for (let at = 0; at < bytes.length; at += step) {
      parts.push(fromCodes.apply(null, bytes.subarray(at, at + step)));
    }
    return toBase64(parts.join(""));
  }

  const buffer = () => ({
    width: state.gl.drawingBufferWidth,
    height: state.gl.drawingBufferHeight,
  });
  const resized = () => {
    const { width, height } = buffer();
    return (
      width !== size.width ||
      height !== size.height ||
      canvas.width !== size.width ||
      canvas.height !== size.height
    );
  };

  function errors() {
    const found = [];
    for (let tries = 0; tries < 8; tries += 1) {
      const error = state.gl.getError();
      if (error === 0) break;
      if (error !== state.gl.CONTEXT_LOST_WEBGL) found.push(error);
    }
    return found;
  }

  // Every answer says how the canvas is afterwards.
  function condition() {
    const lost = state.gl.isContextLost();
    return { lost, resized: !lost && resized(), buffer: buffer(), errors: errors() };
  }

  async function setup() {
    await host.ready;
    const { problem, setupMs } = state;
    if (problem) return { problem, setupMs };
    const begun = now();
    try {
      state.artifact.render(0);
      if (!state.gl.isContextLost()) host.sync();
    } catch (error) {
      return { problem: { code: "render.error", message: host.text(error) }, setupMs };
    }
    const firstFrameMs = now() - begun;
    let opening;
    try {
      opening = host.view();
    } catch (error) {
      return { problem: { code: "setup.interface", message: host.text(error) }, setupMs };
    }
    return { problem: null, setupMs, firstFrameMs, opening, ...describe(), ...condition() };
  }

  function describe() {
    const { gl } = state;
    const debug = gl.getExtension("WEBGL_debug_renderer_info");
    return {
      renderer: String(gl.getParameter(debug ? debug.UNMASKED_RENDERER_WEBGL : gl.RENDERER)),
      timer: gl.getExtension("EXT_disjoint_timer_query_webgl2") !== null,
    };
  }

  function draw(view) {
    if (view.yaw !== null) state.artifact.setView(view.yaw, view.pitch, view.distance);
    state.artifact.render(view.time);
  }

  function frame({ view, pixels }) {
    try {
      draw(view);
      const answer = { problem: null, reported: host.view() };
      if (!state.gl.isContextLost()) {
        const { width, height } = buffer();
        const drawn = new Uint8Array(width * height * 4);
        host.read(0, 0, width, height, drawn);
        answer.difference = pixels ? null : differing(lastPixels, drawn);
        if (pixels) answer.pixels = encode(drawn);
        lastPixels = drawn;
      }
      return { ...answer, ...condition() };
    } catch (error) {
      return { problem: { code: "render.error", message: host.text(error) }, ...condition() };
    }
  }

  function differing(before, after) {
    if (!before || before.length !== after.length) return -1;
    let count = 0;
    const left = new Uint32Array(before.buffer);
    const right = new Uint32Array(after.buffer);
    for (let at = 0; at < left.length; at += 1) if (left[at] !== right[at]) count += 1;
    return count;
  }

  // Draws a few frames, for some cameras glide, and says where the camera is then. With a view it
  // goes there first. Errors that the artifact's listeners threw come along.
  function look({ view, times }) {
    try {
      if (view) state.artifact.setView(view.yaw, view.pitch, view.distance);
      for (const time of times) state.artifact.render(time);
      if (!state.gl.isContextLost()) host.sync();
      return { view: host.view(), late: host.late.splice(0) };
    } catch (error) {
      return { view: null, late: [host.text(error)] };
    }
  }

  // A context whose loss nobody prevented from being final is never given back, so that is not
  // waited for; otherwise `patienceMs` is how long the GPU process may take.
  async function loseContext({ patienceMs }) {
    const extension = state.gl.getExtension("WEBGL_lose_context");
    if (!extension) return { supported: false };
    const heard = (name) =>
      new Promise((resolve) => canvas.addEventListener(name, resolve, { once: true }));
    const answer = { supported: true, threw: null, restored: null, blank: null };
    const lost = heard("webglcontextlost");
    extension.loseContext();
    const loss = await lost;
    await turn();
    try {
      state.artifact.render(0);
      state.artifact.setView(0.3, 0.1, 4);
      state.artifact.getView();
    } catch (error) {
      answer.threw = host.text(error);
    }
    host.late.splice(0).forEach((message) => {
      answer.threw ??= message;
    });
    answer.restored = false;
    if (!loss.defaultPrevented) return answer;
    const back = Promise.race([
      heard("webglcontextrestored").then(() => true),
      new Promise((resolve) => later(() => resolve(false), patienceMs)),
    ]);
    extension.restoreContext();
    answer.restored = await back;
    await turn();
    if (answer.restored) answer.blank = drawsNothing();
    return answer;
  }

  function drawsNothing() {
    try {
      state.artifact.render(0);
      const { width, height } = buffer();
      const drawn = new Uint8Array(width * height * 4);
      host.read(0, 0, width, height, drawn);
      const words = new Uint32Array(drawn.buffer);
      return words.every((word) => word === words[0]);
    } catch {
      return true;
    }
  }

  function dispose() {
    try {
      state.artifact.dispose();
      return { threw: null };
    } catch (error) {
      return { threw: host.text(error) };
    }
  }

  // One trial: warm-up passes over the views, then timed frames. With the timer each frame has its
  // GPU time and its wall time; without, frames are timed in batches that end with `sync`.
  // `patienceMs` is how long the timer may take to give a frame's time.
  async function trial({ views, warmPasses, frames, batch, timer, patienceMs }) {
    const { gl } = state;
    const extension = timer ? gl.getExtension("EXT_disjoint_timer_query_webgl2") : null;
    const answer = { rejection: null, gpu: [], wall: [] };
    const reject = (code, detail) => {
      answer.rejection ??= { code, detail };
    };
    const watch = () => {
      if (gl.isContextLost()) reject("context.lost", "");
      else if (resized()) reject("canvas.resized", `${buffer().width}×${buffer().height}`);
      return answer.rejection === null;
    };
    const at = (index) => ({ ...views[index % views.length], time: index / frames });
    try {
      errors();
      for (let pass = 0; pass < warmPasses; pass += 1) {
        for (const view of views) {
          draw(view);
          if (!watch()) return answer;
        }
      }
      host.sync();
      let done = 0;
      while (done < frames && watch()) {
        if (extension) {
          const taken = [];
          const breath = now() + BREATH_MS;
          do {
            taken.push(timed(extension, at(done)));
            done += 1;
          } while (done < frames && now() < breath && watch());
          for (const { wall } of taken) answer.wall.push(wall);
          const read = await queried(extension, taken, patienceMs);
          if (read.rejection) reject(read.rejection, "");
          answer.gpu.push(...read.gpu);
        } else {
          const count = Math.min(batch, frames - done);
          answer.wall.push(together(at, done, count));
          done += count;
        }
      }
      watch();
      const found = gl.isContextLost() ? [] : errors();
      if (found.length) reject("webgl.error", found.join(", "));
    } catch (error) {
      reject("render.error", host.text(error));
    }
    return answer;
  }

  function together(at, first, count) {
    const views = Array.from({ length: count }, (_, offset) => at(first + offset));
    const begun = now();
    for (const view of views) draw(view);
    host.sync();
    return (now() - begun) / count;
  }

  function timed(extension, view) {
    const { gl } = state;
    state.artifact.setView(view.yaw, view.pitch, view.distance);
    const query = gl.createQuery();
    const begun = now();
    gl.beginQuery(extension.TIME_ELAPSED_EXT, query);
    state.artifact.render(view.time);
    gl.endQuery(extension.TIME_ELAPSED_EXT);
    host.sync();
    return { query, wall: now() - begun };
  }

  // What the timer says of frames: it does so only after a turn, which costs as much as a small
  // frame, so several frames are asked about together.
  async function queried(extension, taken, patienceMs) {
    const { gl } = state;
    const until = now() + patienceMs;
    const last = taken[taken.length - 1].query;
    let available = false;
    for (let tries = 0; !available && (tries < BRISK_TURNS || now() < until); tries += 1) {
      await (tries < BRISK_TURNS ? turn() : pause());
      if (gl.isContextLost()) return { gpu: [], rejection: null };
      available = gl.getQueryParameter(last, gl.QUERY_RESULT_AVAILABLE);
    }
    const disjoint = gl.getParameter(extension.GPU_DISJOINT_EXT);
    const gpu = taken.map(({ query }) => gl.getQueryParameter(query, gl.QUERY_RESULT) / 1e6);
    for (const { query } of taken) gl.deleteQuery(query);
    if (disjoint) return { gpu: [], rejection: "timer.disjoint" };
    if (!available || !gpu.every(Number.isFinite)) return { gpu: [], rejection: "timer.silent" };
    return { gpu, rejection: null };
  }

  const pause = () => new Promise((resolve) => later(resolve, PAUSE_MS));

  // The same frames by a loop without any of this, in milliseconds altogether.
  function overheadLoop({ views, frames }) {
    const begun = now();
    for (let index = 0; index < frames; index += 1) {
      draw({ ...views[index % views.length], time: index / frames });
      host.sync();
    }
    return { took: now() - begun };
  }

  return Object.freeze({ dispose, frame, look, loseContext, overheadLoop, setup, trial });
})();

// What the runner asks of an artifact: single frames with their pixels, and timed trials.
//
// It runs in a world of its own, with the browser's functions as the browser made them: nothing that
// the artifact replaces is seen here. The two share the page and the canvas. What to do is said by
// an event (answer.js), and what comes back is the artifact's word: numbers and texts, no times.
(canvas) => {
  "use strict";

  // A query has its result after a few turns; a starved GPU process takes longer than any number
  // of them, and is not helped by a page that spins.
  const BRISK_TURNS = 100;
  const PAUSE_MS = 5;
  // Frames are drawn for so long before the timer is asked about them; slow ones singly.
  const BREATH_MS = 500;
  const TEXT_CHARACTERS = 2000;
  const TEXTS = 20;
  const size = { width: canvas.width, height: canvas.height };
  const now = () => performance.now();
  const onePixel = new Uint8Array(4);
  const blocked = [];
  let gl = null;
  let lastPixels = null;
  let answered = null;

  const text = (value) => String(value ?? "").slice(0, TEXT_CHARACTERS);
  const texts = (values) => (Array.isArray(values) ? values.slice(0, TEXTS).map(text) : []);

  addEventListener("pelican-answer", (event) => {
    answered = event.detail;
  });
  addEventListener(
    "securitypolicyviolation",
    ({ effectiveDirective, blockedURI }) => {
      if (blocked.length >= TEXTS) return;
      blocked.push({ directive: effectiveDirective, target: blockedURI.slice(0, 200) });
    },
    { capture: true },
  );

  // An error that the artifact threw, as it came back.
  class Thrown extends Error {}

  function ask(act, rest = {}) {
    answered = null;
    dispatchEvent(new CustomEvent("pelican-ask", { detail: { act, ...rest } }));
    if (answered === null || typeof answered !== "object") throw new Thrown("no answer");
    if (answered.threw !== null) throw new Thrown(text(answered.threw));
    return answered;
  }

  // The view as three finite numbers, or null.
  function reportedView() {
    const { view } = ask("view");
    const { yaw, pitch, distance } = view ?? {};
    return [yaw, pitch, distance].every(Number.isFinite) ? { yaw, pitch, distance } : null;
  }

  // What listeners of the artifact threw since it was last asked.
  const late = () => texts(ask("late").late);

  const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  const channel = new MessageChannel();
  const turns = [];
  channel.port1.onmessage = () => turns.shift()?.();
  function turn() {
    return new Promise((resolve) => {
      turns.push(resolve);
      channel.port2.postMessage(0);
    });
  }

  // Pixels of what is on the canvas, whatever the artifact has bound.
  function read(x, y, width, height, target) {
    const framebuffer = gl.getParameter(gl.READ_FRAMEBUFFER_BINDING);
    const bound = gl.getParameter(gl.PIXEL_PACK_BUFFER_BINDING);
    const stores = ["PACK_ALIGNMENT", "PACK_ROW_LENGTH", "PACK_SKIP_PIXELS", "PACK_SKIP_ROWS"].map(
      (name) => [gl[name], gl.getParameter(gl[name])],
    );
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, null);
    gl.bindBuffer(gl.PIXEL_PACK_BUFFER, null);
    for (const [name] of stores) gl.pixelStorei(name, name === gl.PACK_ALIGNMENT ? 4 : 0);
    gl.readPixels(x, y, width, height, gl.RGBA, gl.UNSIGNED_BYTE, target);
    for (const [name, value] of stores) gl.pixelStorei(name, value);
    gl.bindBuffer(gl.PIXEL_PACK_BUFFER, bound);
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, framebuffer);
  }

  // `finish` alone returns at once in Chromium; reading a pixel waits for the frame.
  function sync() {
    gl.finish();
    read(0, 0, 1, 1, onePixel);
  }

  function encode(bytes) {
    const step = 0x8000;
    const parts = [];
    for (let at = 0; at < bytes.length; at += step) {
      parts.push(String.fromCharCode.apply(null, bytes.subarray(at, at + step)));
    }
    return btoa(parts.join(""));
  }

  const buffer = () => ({
    width: gl.drawingBufferWidth,
    height: gl.drawingBufferHeight,
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
      const error = gl.getError();
      if (error === 0) break;
      if (error !== gl.CONTEXT_LOST_WEBGL) found.push(error);
    }
    return found;
  }

  // Every answer says how the canvas is afterwards.
  function condition() {
    const lost = gl.isContextLost();
    return { lost, resized: !lost && resized(), buffer: buffer(), errors: errors() };
  }

  async function setup() {
    while (!ask("started").started) await pause();
    const begun = now();
    const { failed } = ask("setUp");
    const setupMs = now() - begun;
    if (failed) return { problem: { code: text(failed.code), message: text(failed.message) } };
    gl = canvas.getContext("webgl2");
    if (!gl) return { problem: { code: "setup.context", message: "" } };
    const firstBegun = now();
    try {
      ask("render", { time: 0 });
      if (!gl.isContextLost()) sync();
    } catch (error) {
      return { problem: { code: "render.error", message: error.message } };
    }
    const firstFrameMs = now() - firstBegun;
    let opening;
    try {
      opening = reportedView();
    } catch (error) {
      return { problem: { code: "setup.interface", message: error.message } };
    }
    return { problem: null, setupMs, firstFrameMs, opening, ...describe(), ...condition() };
  }

  function describe() {
    const debug = gl.getExtension("WEBGL_debug_renderer_info");
    return {
      renderer: String(gl.getParameter(debug ? debug.UNMASKED_RENDERER_WEBGL : gl.RENDERER)),
      timer: gl.getExtension("EXT_disjoint_timer_query_webgl2") !== null,
    };
  }

  const draw = (view) => ask("draw", { view });

  function frame({ view, pixels }) {
    try {
      draw(view);
      const answer = { problem: null, reported: reportedView() };
      if (!gl.isContextLost()) {
        const { width, height } = buffer();
        const drawn = new Uint8Array(width * height * 4);
        read(0, 0, width, height, drawn);
        answer.difference = pixels ? null : differing(lastPixels, drawn);
        if (pixels) answer.pixels = encode(drawn);
        lastPixels = drawn;
      }
      return { ...answer, ...condition() };
    } catch (error) {
      return { problem: { code: "render.error", message: error.message }, ...condition() };
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
      if (view) ask("turn", { view });
      for (const time of times) ask("render", { time });
      if (!gl.isContextLost()) sync();
      return { view: reportedView(), late: late() };
    } catch (error) {
      return { view: null, late: [error.message] };
    }
  }

  // A context whose loss nobody prevented from being final is never given back, so that is not
  // waited for; otherwise `patienceMs` is how long the GPU process may take.
  async function loseContext({ patienceMs }) {
    const extension = gl.getExtension("WEBGL_lose_context");
    if (!extension) return { supported: false };
    const heard = (name) =>
      new Promise((resolve) => canvas.addEventListener(name, resolve, { once: true }));
    const answer = { supported: true, threw: null, restored: null, blank: null };
    const lost = heard("webglcontextlost");
    extension.loseContext();
    const loss = await lost;
    await turn();
    try {
      ask("draw", { view: { yaw: null, time: 0 } });
      ask("turn", { view: { yaw: 0.3, pitch: 0.1, distance: 4 } });
      ask("getView");
    } catch (error) {
      answer.threw = error.message;
    }
    answer.threw ??= late()[0] ?? null;
    answer.restored = false;
    if (!loss.defaultPrevented) return answer;
    const back = Promise.race([
      heard("webglcontextrestored").then(() => true),
      new Promise((resolve) => setTimeout(resolve, patienceMs, false)),
    ]);
    extension.restoreContext();
    answer.restored = await back;
    await turn();
    if (answer.restored) answer.blank = drawsNothing();
    return answer;
  }

  function drawsNothing() {
    try {
      ask("render", { time: 0 });
      const { width, height } = buffer();
      const drawn = new Uint8Array(width * height * 4);
      read(0, 0, width, height, drawn);
      const words = new Uint32Array(drawn.buffer);
      return words.every((word) => word === words[0]);
    } catch {
      return true;
    }
  }

  function dispose() {
    try {
      ask("dispose");
      return { threw: null };
    } catch (error) {
      return { threw: error.message };
    }
  }

  // One trial: warm-up passes over the views, then timed frames. With the timer each frame has its
  // GPU time and its wall time; without, frames are timed in batches that end with `sync`.
  // `patienceMs` is how long the timer may take to give a frame's time.
  async function trial({ views, warmPasses, frames, batch, timer, patienceMs }) {
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
      sync();
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
      reject("render.error", error.message);
    }
    return answer;
  }

  function together(at, first, count) {
    const views = Array.from({ length: count }, (_, offset) => at(first + offset));
    const begun = now();
    for (const view of views) draw(view);
    sync();
    return (now() - begun) / count;
  }

  function timed(extension, view) {
    ask("turn", { view });
    const query = gl.createQuery();
    const begun = now();
    gl.beginQuery(extension.TIME_ELAPSED_EXT, query);
    ask("render", { time: view.time });
    gl.endQuery(extension.TIME_ELAPSED_EXT);
    sync();
    return { query, wall: now() - begun };
  }

  // What the timer says of frames: it does so only after a turn, which costs as much as a small
  // frame, so several frames are asked about together.
  async function queried(extension, taken, patienceMs) {
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

  // The same frames by a loop in the artifact's world without any of this, in milliseconds
  // altogether.
  function overheadLoop({ views, frames }) {
    const begun = now();
    ask("bareLoop", { views, frames });
    return { took: now() - begun };
  }

  // What the policy refused: what was heard here, and, of before, what was heard there.
  function refused() {
    const { blocked: earlier } = ask("late");
    const all = [...blocked];
    for (const each of Array.isArray(earlier) ? earlier : []) {
      const said = { directive: text(each?.directive), target: text(each?.target) };
      const known = all.some((one) => one.directive === said.directive && one.target === said.target);
      if (!known && all.length < TEXTS) all.push(said);
    }
    return { refused: all };
  }

  return { dispose, frame, look, loseContext, overheadLoop, refused, setup, trial };
}

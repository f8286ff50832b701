// Runs in the artifact's frame before the artifact. It keeps the browser's own functions, so that
// nothing the artifact replaces afterwards changes what is measured or said.
const pelicanHost = (() => {
  "use strict";

  const METHODS = ["render", "setView", "getView", "dispose"];
  const canvas = document.getElementById("canvas");
  const now = performance.now.bind(performance);
  const blocked = [];
  const late = [];
  const state = { stage: "load", artifact: null, gl: null, problem: null, setupMs: null };
  let settle = null;
  const ready = new Promise((resolve) => {
    settle = resolve;
  });

  const text = (error) => {
    try {
      const name = error && error.name ? `${error.name}: ` : "";
      const message = error && error.message !== undefined ? error.message : error;
      return `${name}${message}`.slice(0, 2000);
    } catch {
      return "an error that cannot be read";
    }
  };

  function fail(code, error) {
    if (!state.problem) state.problem = { code, message: text(error) };
    settle();
  }

  addEventListener("error", (event) => {
    if (state.artifact) late.push(text(event.error ?? event.message));
    else fail("setup.error", event.error ?? event.message);
  });
  addEventListener("unhandledrejection", (event) => {
    if (state.artifact) late.push(text(event.reason));
    else fail("setup.error", event.reason);
  });
  document.addEventListener("securitypolicyviolation", (event) => {
    if (blocked.length < 20) {
      blocked.push({ directive: event.effectiveDirective, target: event.blockedURI.slice(0, 200) });
    }
  });

  // A message to the page is on its way only after a turn: whoever is about to do what may never
  // end takes one first, so that the page has heard of it.
  const channel = new MessageChannel();
  const turns = [];
  channel.port1.onmessage = () => turns.shift()?.();
  function turn() {
    return new Promise((resolve) => {
      turns.push(resolve);
      channel.port2.postMessage(0);
    });
  }

  function start(factory) {
    if (state.stage !== "load") return;
    state.stage = "setup";
    state.announce?.();
    turn().then(() => setUp(factory));
  }

  function setUp(factory) {
    if (typeof factory !== "function") {
      fail("contract.export", "createPelicanSdf is no function");
      return;
    }
    let artifact;
    const begun = now();
    try {
      artifact = factory(canvas);
    } catch (error) {
      fail("setup.error", error);
      return;
    }
    state.setupMs = now() - begun;
    const missing = METHODS.filter((name) => typeof artifact?.[name] !== "function");
    if (missing.length) {
      fail("setup.interface", missing.join(", "));
      return;
    }
    state.gl = canvas.getContext("webgl2");
    if (!state.gl) {
      fail("setup.context", "the canvas has no WebGL2 context");
      return;
    }
    const call = Object.fromEntries(
      METHODS.map((name) => [name, artifact[name].bind(artifact)]),
    );
    state.artifact = call;
    state.stage = "ready";
    settle();
  }

  // The view as three finite numbers, or null.
  function view() {
    const reported = state.artifact.getView();
    const numbers = ["yaw", "pitch", "distance"].map((key) => reported?.[key]);
    if (!numbers.every((value) => typeof value === "number" && Number.isFinite(value))) return null;
    const [yaw, pitch, distance] = numbers;
    return { yaw, pitch, distance };
  }

  // Pixels of what is on the canvas, whatever the artifact has bound.
  const prototype = WebGL2RenderingContext.prototype;
  const gl = Object.fromEntries(
    [
      "bindBuffer",
      "bindFramebuffer",
      "finish",
      "getParameter",
      "pixelStorei",
      "readBuffer",
      "readPixels",
    ].map((name) => [name, Function.prototype.call.bind(prototype[name])]),
  );

  function read(x, y, width, height, target) {
    const context = state.gl;
    const framebuffer = gl.getParameter(context, context.READ_FRAMEBUFFER_BINDING);
    const buffer = gl.getParameter(context, context.PIXEL_PACK_BUFFER_BINDING);
    const stores = ["PACK_ALIGNMENT", "PACK_ROW_LENGTH", "PACK_SKIP_PIXELS", "PACK_SKIP_ROWS"].map(
      (name) => [context[name], gl.getParameter(context, context[name])],
    );
    gl.bindFramebuffer(context, context.READ_FRAMEBUFFER, null);
    gl.bindBuffer(context, context.PIXEL_PACK_BUFFER, null);
    for (const [name] of stores) {
      gl.pixelStorei(context, name, name === context.PACK_ALIGNMENT ? 4 : 0);
    }
    gl.readPixels(context, x, y, width, height, context.RGBA, context.UNSIGNED_BYTE, target);
    for (const [name, value] of stores) gl.pixelStorei(context, name, value);
    gl.bindBuffer(context, context.PIXEL_PACK_BUFFER, buffer);
    gl.bindFramebuffer(context, context.READ_FRAMEBUFFER, framebuffer);
  }

  // `finish` alone returns at once in Chromium; reading a pixel waits for the frame.
  const onePixel = new Uint8Array(4);
  function sync() {
    gl.finish(state.gl);
    read(0, 0, 1, 1, onePixel);
  }

  return Object.freeze({
    blocked,
    canvas,
    late,
    now,
    read,
    ready,
    start,
    state,
    sync,
    text,
    turn,
    view,
  });
})();

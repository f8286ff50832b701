// Runs in the artifact's frame before the artifact, and holds what the artifact gives. All of it is
// the artifact's word: it shares this world and can change whatever it finds here. What is measured
// is measured in another world (measure.js), for the runner alone.
const pelicanHost = (() => {
  "use strict";

  const METHODS = ["render", "setView", "getView", "dispose"];
  const canvas = document.getElementById("canvas");
  const now = performance.now.bind(performance);
  const blocked = [];
  const late = [];
  const state = { stage: "load", artifact: null, gl: null, problem: null };
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

  // Whoever drives the artifact says in `state.launch` when it is set up.
  function start(factory) {
    if (state.stage !== "load") return;
    state.stage = "setup";
    state.launch(() => setUp(factory));
  }

  function setUp(factory) {
    if (typeof factory !== "function") {
      fail("contract.export", "createPelicanSdf is no function");
      return;
    }
    let artifact;
    try {
      artifact = factory(canvas);
    } catch (error) {
      fail("setup.error", error);
      return;
    }
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

  return Object.freeze({
    blocked,
    canvas,
    late,
    now,
    ready,
    start,
    state,
    text,
    turn,
    view,
  });
})();

// Carries out in the artifact's world what the runner asks from its own (measure.js): an event comes
// with what to do, an event goes back with what the artifact gave. Nothing is measured here.
(() => {
  "use strict";

  const host = pelicanHost;
  const { state } = host;
  const call = (method) => Function.prototype.call.bind(method);
  const dispatch = call(EventTarget.prototype.dispatchEvent);
  const detailOf = call(Object.getOwnPropertyDescriptor(CustomEvent.prototype, "detail").get);
  const Answer = CustomEvent;
  let setUp = null;

  state.launch = (go) => {
    setUp = go;
  };

  const draw = ({ view }) => {
    if (view.yaw !== null) state.artifact.setView(view.yaw, view.pitch, view.distance);
    state.artifact.render(view.time);
  };

  const acts = {
    started: () => ({ started: setUp !== null || state.problem !== null }),
    setUp: () => {
      if (!state.problem) setUp();
      return { failed: state.problem };
    },
    draw,
    turn: ({ view }) => state.artifact.setView(view.yaw, view.pitch, view.distance),
    render: ({ time }) => state.artifact.render(time),
    view: () => ({ view: host.view() }),
    getView: () => void state.artifact.getView(),
    late: () => ({ late: host.late.splice(0), blocked: host.blocked }),
    dispose: () => state.artifact.dispose(),
    bareLoop: ({ views, frames }) => {
      const { gl } = state;
      const pixel = new Uint8Array(4);
      for (let index = 0; index < frames; index += 1) {
        draw({ view: { ...views[index % views.length], time: index / frames } });
        gl.finish();
        gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
      }
    },
  };

  // The first listener of all, where the event is sent to: no other can keep it from this one.
  addEventListener(
    "pelican-ask",
    (event) => {
      let answer = null;
      try {
        const { act, ...rest } = detailOf(event);
        answer = { threw: null, ...acts[act](rest) };
      } catch (error) {
        answer = { threw: host.text(error) };
      }
      dispatch(window, new Answer("pelican-answer", { detail: answer }));
    },
    { capture: true },
  );

  // The GPU timer has room for one question at a time, and that is the runner's: the artifact can
  // neither end it nor get hold of it. To its own, such as they are, it is left.
  const TIME_ELAPSED = 0x88bf;
  const NONE = 0;
  const prototype = WebGL2RenderingContext.prototype;
  const begin = call(prototype.beginQuery);
  const end = call(prototype.endQuery);
  const ask = call(prototype.getQuery);
  const CURRENT = prototype.CURRENT_QUERY;
  let own = null;
  const isOwn = (gl) => own !== null && ask(gl, TIME_ELAPSED, CURRENT) === own;

  prototype.beginQuery = function beginQuery(target, query) {
    const number = target >>> 0;
    begin(this, number, query);
    if (number === TIME_ELAPSED && ask(this, number, CURRENT) === query) own = query;
  };
  prototype.endQuery = function endQuery(target) {
    const number = target >>> 0;
    end(this, number !== TIME_ELAPSED || isOwn(this) ? number : NONE);
  };
  prototype.getQuery = function getQuery(target, name) {
    const number = target >>> 0;
    const what = name >>> 0;
    if (number === TIME_ELAPSED && what === CURRENT && !isOwn(this)) return null;
    return ask(this, number, what);
  };
})();

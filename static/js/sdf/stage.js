// Live canvases: mounts artifacts in frames, a few at a time, watches them, and takes them away.
// Markup: [data-stage] with data-frame (address), data-name, and what is shown while it sleeps.
(() => {
  "use strict";

  const PING_MS = 1000;
  const HOVER_MS = 250;
  // A frame's process outlives it for about two seconds, to be used again: not when it hangs.
  const REMOUNT_MS = 4000;
  const MOUNTS_MAX = 3;
  const WIDTH = 960;
  const HEIGHT = 540;
  const settings = document.querySelector("[data-stages]")?.dataset ?? {};
  const limit = Number(settings.liveMax) || 4;
  const patienceMs = (Number(settings.watchdogSeconds) || 8) * 1000;
  const setupPatienceMs = (Number(settings.setupSeconds) || 30) * 1000;
  const word = (name) => settings[`word${name}`] ?? "";
  const live = []; // the least recently used first
  let begun = 0;

  const finite = (...values) => values.every((value) => Number.isFinite(value));
  const isView = (view) => finite(view?.yaw, view?.pitch, view?.distance);

  class Stage extends EventTarget {
    constructor(element) {
      super();
      this.element = element;
      this.frame = null;
      this.opening = null;
      this.view = null;
      this.playing = !matchMedia("(prefers-reduced-motion: reduce)").matches;
      this.button = element.querySelector("[data-wake]");
      this.tag = element.querySelector("[data-rate]");
      this.stopped = false;
      this.mounts = 0;
      element.stage = this;
      if (this.button) {
        this.button.hidden = false;
        this.button.addEventListener("click", () => this.wake());
      }
    }

    get isLive() {
      return this.frame !== null;
    }

    wake() {
      if (this.stopped) return;
      if (this.isLive) {
        touch(this);
        return;
      }
      while (live.length >= limit) live[0].sleep();
      this.mount();
    }

    mount() {
      const frame = document.createElement("iframe");
      frame.setAttribute("sandbox", "allow-scripts");
      frame.setAttribute("credentialless", "");
      frame.setAttribute("referrerpolicy", "no-referrer");
      frame.setAttribute("allow", "camera 'none'; microphone 'none'; geolocation 'none'");
      frame.title = this.element.dataset.name;
      frame.className = "live__frame";
      frame.src = this.element.dataset.frame;
      this.frame = frame;
      this.mountedAt = performance.now();
      this.heardAt = null;
      this.busySince = null;
      this.ready = false;
      this.mounts += 1;
      live.push(this);
      this.element.append(frame);
      this.label(word("Waking"));
    }

    // Taking the frame away ends its context and its scripts, hanging ones too.
    sleep() {
      if (!this.isLive) return;
      const at = live.indexOf(this);
      if (at >= 0) live.splice(at, 1);
      const { frame } = this;
      this.frame = null;
      this.element.classList.remove("is-live");
      frame.remove();
      this.label(word("Wake"));
      this.button?.classList.remove("live__go--on");
      if (this.tag) this.tag.hidden = true;
      this.dispatchEvent(new Event("asleep"));
    }

    stop(reason) {
      this.sleep();
      this.stopped = true;
      this.label(reason);
      if (this.button) this.button.disabled = true;
      this.element.dataset.stopped = "";
    }

    label(text) {
      if (this.button && text) this.button.textContent = text;
    }

    post(name, content = {}) {
      this.frame?.contentWindow?.postMessage({ pelican: name, ...content }, "*");
    }

    // `quietly`: it need not tell of a view that it was told.
    look(yaw, pitch, distance, quietly = false) {
      if (finite(yaw, pitch, distance)) this.post("look", { yaw, pitch, distance, quietly });
    }

    turn(yaw, pitch, zoom) {
      this.post("turn", { yaw, pitch, zoom });
    }

    play(on) {
      this.playing = on;
      this.post("play", { on });
    }

    // The drawing buffer follows the place it has, up to the size that is measured.
    fit() {
      const { clientWidth, clientHeight } = this.element;
      const scale = Math.min(
        window.devicePixelRatio || 1,
        WIDTH / (clientWidth || WIDTH),
        HEIGHT / (clientHeight || HEIGHT),
      );
      this.post("size", {
        width: Math.max(16, Math.round(clientWidth * scale)),
        height: Math.max(16, Math.round(clientHeight * scale)),
      });
    }

    // What a frame says is checked before it is used; it is the artifact that may be speaking.
    hear(data) {
      this.heardAt = performance.now();
      if (data.pelican === "begin" && this.busySince === null) {
        this.busySince = performance.now();
        begun += 1;
        this.busyOrder = begun;
      }
      if (data.pelican === "end") this.busySince = null;
      if (data.pelican === "ready" && isView(data.view)) this.started(data.view);
      if (data.pelican === "drawn") this.drawn();
      if (data.pelican === "view" && isView(data.view)) {
        this.view = data.view;
        this.dispatchEvent(new Event("view"));
      }
      if (data.pelican === "rate") this.rate(data);
      if (data.pelican === "touched") touch(this);
      if (data.pelican === "problem") this.stop(word("Failed"));
      if (data.pelican === "lost") this.stop(word("Lost"));
    }

    started(view) {
      if (this.ready) return;
      this.ready = true;
      this.mounts = 0;
      this.busySince = null;
      this.opening = view;
      this.view = view;
      this.fit();
      if (!this.playing) this.post("play", { on: false });
    }

    // Only now there is more to see than the still.
    drawn() {
      if (!this.ready || this.element.classList.contains("is-live")) return;
      this.element.classList.add("is-live");
      this.label(word("Live"));
      this.button?.classList.add("live__go--on");
      this.dispatchEvent(new Event("awake"));
    }

    rate({ fps, width, height }) {
      if (!this.tag || !finite(width, height)) return;
      this.tag.hidden = !finite(fps);
      if (!finite(fps)) return;
      const shown = fps < 10 ? fps.toFixed(1) : fps.toFixed(0);
      this.tag.textContent = word("Rate")
        .replace("{fps}", shown)
        .replace("{width}", String(width))
        .replace("{height}", String(height));
    }
  }

  function touch(stage) {
    const at = live.indexOf(stage);
    if (at >= 0) live.push(...live.splice(at, 1));
  }

  // All frames share one process: while one of them hangs, none answers. Each says when it begins
  // and when it ends, and they take turns; so of those that did not end, the one that began first
  // is in there. The others are mounted afresh, for their process is lost.
  function watch() {
    const at = performance.now();
    const busy = live
      .filter((stage) => stage.busySince !== null)
      .sort((one, other) => one.busyOrder - other.busyOrder);
    const overdue = busy.find(
      (stage) => at - stage.busySince > (stage.ready ? patienceMs : setupPatienceMs),
    );
    if (overdue) {
      overdue.stop(word("Hung"));
      remount([...live]);
    } else if (!busy.length) {
      quiet(at);
    }
    live.forEach((stage) => stage.post("ping", { id: 0 }));
  }

  // Nobody said that it began anything. Whoever never spoke is held up by another, or hangs before
  // it can speak. If all have spoken, one hangs in what it does on its own: one that is still being
  // loaded, or the last one touched.
  function quiet(at) {
    const silent = live.filter((stage) =>
      stage.heardAt === null
        ? at - stage.mountedAt > setupPatienceMs
        : at - stage.heardAt > (stage.ready ? patienceMs : setupPatienceMs),
    );
    if (!silent.length) return;
    const unheard = silent.filter((stage) => stage.heardAt === null);
    const suspect = silent.find((stage) => !stage.ready) ?? silent.at(-1);
    const hanging = unheard.length
      ? unheard.filter((stage) => stage.mounts >= MOUNTS_MAX)
      : [suspect];
    hanging.forEach((stage) => stage.stop(word("Hung")));
    remount([...live]);
  }

  function remount(stages) {
    stages.forEach((stage) => stage.sleep());
    const wake = () => stages.forEach((stage) => stage.inSight && stage.wake());
    setTimeout(wake, REMOUNT_MS);
  }

  addEventListener("message", (event) => {
    const stage = live.find((each) => each.frame?.contentWindow === event.source);
    if (stage && typeof event.data === "object" && event.data !== null) stage.hear(event.data);
  });
  addEventListener("resize", () => live.forEach((stage) => stage.ready && stage.fit()));
  setInterval(watch, PING_MS);

  // Out of sight means gone: a context is a scarce thing.
  const sight = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      const { stage } = entry.target;
      stage.inSight = entry.isIntersecting;
      if (!entry.isIntersecting) stage.sleep();
    }
  });

  function wakeOnInterest(stage) {
    const card = stage.element.closest("[data-card]") ?? stage.element;
    let hover = 0;
    card.addEventListener("pointerenter", (event) => {
      if (event.pointerType !== "mouse") return;
      hover = setTimeout(() => stage.inSight && stage.wake(), HOVER_MS);
    });
    card.addEventListener("pointerleave", () => clearTimeout(hover));
    card.addEventListener("focusin", (event) => {
      if (event.target.matches(":focus-visible") && stage.inSight) stage.wake();
    });
  }

  for (const element of document.querySelectorAll("[data-stage]")) {
    const stage = new Stage(element);
    sight.observe(element);
    if (element.dataset.stage === "interest") wakeOnInterest(stage);
  }
  window.pelicanStages = { live, limit };
})();

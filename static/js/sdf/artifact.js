// The controls around one live canvas: view menu, pause, reset, full screen, keys.
(() => {
  "use strict";

  const STEP = 0.1;
  const ZOOM = 0.9;
  const panel = document.querySelector("[data-stage-controls]");
  const element = document.querySelector("[data-stage='control']");
  if (!panel || !element) return;
  const { stage } = element;
  const read = panel.querySelector("[data-view]");
  const menu = panel.querySelector("[data-views]");
  const pause = panel.querySelector("[data-pause]");
  const keys = {
    ArrowLeft: [-STEP, 0, 1],
    ArrowRight: [STEP, 0, 1],
    ArrowUp: [0, STEP, 1],
    ArrowDown: [0, -STEP, 1],
    "+": [0, 0, ZOOM],
    "=": [0, 0, ZOOM],
    "-": [0, 0, 1 / ZOOM],
  };

  function enable() {
    panel.hidden = false;
    for (const control of panel.querySelectorAll("button, select")) {
      control.disabled = !stage.isLive;
    }
    pause.setAttribute("aria-pressed", String(!stage.playing));
  }

  function show() {
    if (!stage.view || !read) return;
    const { yaw, pitch, distance } = stage.view;
    read.textContent = `${yaw.toFixed(2)} · ${pitch.toFixed(2)} · ${distance.toFixed(2)}`;
  }

  // The distance of the canonical views is the artifact's own, within the range of the profile.
  function choose() {
    const option = menu.selectedOptions[0];
    if (!option?.dataset.yaw || !stage.opening) return;
    const near = Number(menu.dataset.near);
    const far = Number(menu.dataset.far);
    const distance = Math.min(far, Math.max(near, stage.opening.distance));
    stage.look(Number(option.dataset.yaw), Number(option.dataset.pitch), distance);
  }

  function press(event) {
    if (event.target.matches("input, select, textarea") || event.ctrlKey || event.metaKey) return;
    if (event.key === "r") stage.post("reset");
    else if (Object.hasOwn(keys, event.key)) stage.turn(...keys[event.key]);
    else return;
    event.preventDefault();
  }

  menu.addEventListener("change", choose);
  pause.addEventListener("click", () => {
    stage.play(!stage.playing);
    enable();
  });
  panel.querySelector("[data-reset]").addEventListener("click", () => {
    menu.selectedIndex = 0;
    stage.post("reset");
  });
  const full = panel.querySelector("[data-full]");
  if (document.fullscreenEnabled) full.addEventListener("click", () => element.requestFullscreen());
  else full.remove();
  document.addEventListener("fullscreenchange", () => stage.fit());
  for (const holder of [element, panel]) holder.addEventListener("keydown", press);
  for (const name of ["awake", "asleep"]) stage.addEventListener(name, enable);
  for (const name of ["awake", "view"]) stage.addEventListener(name, show);
  enable();
  if (element.hasAttribute("data-at-once")) stage.wake();
})();

// Voting without a wait: answers travel by fetch, the next pair is loaded during the reveal, and
// keys press the buttons. Everything it touches is a form or a link that works without a script.
(() => {
  "use strict";

  const KEYS_SWITCH = "pelican.keys";
  const PICTURE_WAIT_MS = 1500;
  const UNDO_MS = 10000;
  const FIELDS = "input:not([type=checkbox]), textarea, select, [contenteditable]";
  const main = document.getElementById("main");
  if (!main.querySelector("[data-vote]")) return;

  const announcer = document.createElement("p");
  announcer.className = "vh";
  announcer.setAttribute("role", "status");
  document.body.append(announcer);

  let busy = false;
  let ahead = null;

  // Pages

  async function load(url, options = {}) {
    const response = await fetch(url, { credentials: "same-origin", ...options });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    if (!page.getElementById("main")?.querySelector("[data-vote]")) {
      location.assign(response.url);
      return new Promise(() => {});
    }
    keepPictures(page);
    return {
      url: response.url.replace(/\?undone=1$/, ""),
      title: page.title,
      bodyClass: page.body.className,
      header: document.adoptNode(page.querySelector("header.head")),
      // Adopted images start to load, shown or not.
      main: document.adoptNode(page.getElementById("main")),
      loadedAt: performance.now(),
    };
  }

  // A picture that is on the screen already moves over instead of being fetched again.
  function keepPictures(page) {
    for (const image of page.querySelectorAll("picture > img")) {
      const source = image.getAttribute("src");
      const shown = [...main.querySelectorAll("picture > img")].find(
        (candidate) => candidate.getAttribute("src") === source,
      );
      if (!shown) continue;
      const place = page.createElement("span");
      place.dataset.kept = source;
      place.dataset.alt = image.alt;
      image.parentElement.replaceWith(place);
    }
  }

  function putPicturesBack(container) {
    for (const place of container.querySelectorAll("[data-kept]")) {
      const shown = [...main.querySelectorAll("picture > img")].find(
        (candidate) => candidate.getAttribute("src") === place.dataset.kept,
      );
      shown.alt = place.dataset.alt;
      place.replaceWith(shown.parentElement);
    }
  }

  function picturesReady(container) {
    const ready = [...container.querySelectorAll("picture > img")].map((image) =>
      image.decode().catch(() => {}),
    );
    const patience = new Promise((resolve) => setTimeout(resolve, PICTURE_WAIT_MS));
    return Promise.race([Promise.all(ready), patience]);
  }

  async function show(page) {
    await picturesReady(page.main);
    putPicturesBack(page.main);
    main.replaceChildren(...page.main.childNodes);
    document.querySelector("header.head").replaceWith(page.header);
    document.title = page.title;
    document.body.className = page.bodyClass;
    history.pushState(null, "", page.url);
    window.scrollTo(0, 0);
    settle(page.loadedAt);
  }

  // What each page needs once it stands, whether the server or this script put it there.
  function settle(loadedAt) {
    const status = main.querySelector("[role=status]");
    announcer.textContent = status ? status.innerText : document.title;
    const next = main.querySelector("a[data-next]");
    (next ?? main).focus({ preventScroll: true });
    limitUndo(loadedAt);
    showKeys();
    if (next) ahead = load(next.href, { headers: { "X-Purpose": "prefetch" } }).catch(() => null);
  }

  function limitUndo(loadedAt) {
    for (const form of main.querySelectorAll("form[data-expires]")) {
      const left = form.dataset.expires * 1000 - (performance.now() - loadedAt);
      const button = form.querySelector("button");
      for (const drain of button.getAnimations({ subtree: true })) {
        drain.currentTime = UNDO_MS - left;
      }
      setTimeout(() => form.remove(), Math.max(0, left));
    }
  }

  // Answers and links

  async function go(request) {
    if (busy) return;
    busy = true;
    try {
      const page = await request();
      if (page) await show(page);
    } catch {
      const offline = main.querySelector("[data-offline]");
      if (offline) {
        offline.hidden = false;
        announcer.textContent = offline.innerText;
      }
    } finally {
      busy = false;
    }
  }

  main.addEventListener("submit", (event) => {
    const form = event.target;
    event.preventDefault();
    const body = new URLSearchParams(new FormData(form, event.submitter));
    go(() => load(form.action, { method: "POST", body }));
  });

  main.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-next]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const waiting = ahead;
    ahead = null;
    go(async () => (await waiting) ?? (await load(link.href)));
  });

  window.addEventListener("popstate", () => location.reload());

  // Keys

  function keysAreOn() {
    try {
      return localStorage.getItem(KEYS_SWITCH) !== "off";
    } catch {
      return true; // storage is blocked: nothing to remember, the keys work
    }
  }

  function showKeys() {
    const on = keysAreOn();
    for (const hint of main.querySelectorAll("kbd")) hint.style.display = on ? "" : "none";
    const label = main.querySelector("[data-keys]");
    if (!label) return;
    label.hidden = false;
    label.querySelector("input").checked = on;
  }

  main.addEventListener("change", (event) => {
    if (!event.target.closest("[data-keys]")) return;
    try {
      localStorage.setItem(KEYS_SWITCH, event.target.checked ? "on" : "off");
    } catch {
      event.target.checked = true; // without storage the switch cannot hold
    }
    showKeys();
  });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.repeat || event.isComposing || !keysAreOn()) return;
    if (event.target.closest(FIELDS)) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (key === "Enter" && event.target.closest("a, button")) return;
    const control = main.querySelector(`[data-key="${CSS.escape(key)}"]`);
    if (!control) return;
    event.preventDefault();
    control.click();
  });

  settle(performance.now());
})();

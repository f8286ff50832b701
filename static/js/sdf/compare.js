// Two live canvases whose cameras move together. Distances are linked as shares of each one's own.
(() => {
  "use strict";

  const stages = [...document.querySelectorAll("[data-stage='linked']")].map(({ stage }) => stage);
  const link = document.querySelector("[data-link]");
  if (stages.length !== 2 || !link) return;
  link.closest("label").hidden = false;

  function follow(leader, follower) {
    if (!link.checked || !leader.view || !follower.isLive || !follower.opening) return;
    const share = leader.view.distance / leader.opening.distance;
    follower.look(leader.view.yaw, leader.view.pitch, follower.opening.distance * share, true);
  }

  const [first, second] = stages;
  first.addEventListener("view", () => follow(first, second));
  second.addEventListener("view", () => follow(second, first));
  link.addEventListener("change", () => follow(first, second));
  stages.forEach((stage) => stage.wake());
})();

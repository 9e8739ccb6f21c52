/** Walking through a search: a step at a time, by itself, or to any moment of it. */

import { h } from "./dom.js";

const SPEEDS = { "1": "slow", "4": "usual", "16": "fast", "120": "very fast" };

/**
 * `onStep(count, playing)` shows the search after so many steps, `onAll()` all of it.
 * @param {{onStep: (count: number, playing: boolean) => void, onAll: () => void}} options
 */
export function stepper({ onStep, onAll }) {
  let most = 0;
  let count = null;
  let timer = 0;
  let began = 0;

  const button = (text, label, work) => h("button", { type: "button", class: "icon", "aria-label": label, title: label, onclick: work }, text);
  const back = button("‹", "One step back (B)", () => go((count ?? most) - 1));
  const play = button("▶", "Play step by step (P)", () => (timer ? rest() : run()));
  const next = button("›", "One step (N)", () => go((count ?? 0) + 1));
  const whole = h("button", { type: "button", class: "tree-whole", title: "All at once (A)", onclick: () => end() }, "All at once");
  const slider = h("input", { type: "range", min: 1, max: 1, step: 1, value: 1, "aria-label": "Step of the search", oninput: () => go(Number(slider.value)) });
  const speed = h("select", { "aria-label": "Speed" }, Object.entries(SPEEDS).map(([rate, name]) => h("option", { value: rate, selected: rate === "4" }, name)));
  const label = h("output", { class: "tree-step" });
  const element = h("div", { class: "tree-steps", role: "group", "aria-label": "Step by step" }, back, play, next, slider, label, speed, whole);

  function draw() {
    const shown = count ?? most;
    slider.value = shown;
    label.textContent = count === null ? "all" : `${shown.toLocaleString("en")} / ${most.toLocaleString("en")}`;
    slider.setAttribute("aria-valuetext", count === null ? "all at once" : `step ${shown} of ${most}`);
    back.disabled = shown <= 1;
    next.disabled = count !== null && count >= most;
    whole.setAttribute("aria-pressed", String(count === null));
    play.textContent = timer ? "❚❚" : "▶";
    play.setAttribute("aria-label", timer ? "Pause (P)" : "Play step by step (P)");
  }

  function go(wanted) {
    rest();
    set(wanted);
  }

  function set(wanted) {
    count = Math.max(1, Math.min(most, wanted));
    onStep(count, timer !== 0);
    draw();
  }

  function run() {
    if (!most) return;
    if (count === null || count >= most) set(1);
    began = performance.now();
    timer = requestAnimationFrame(tick);
    draw();
  }

  function tick(now) {
    const due = Math.floor(((now - began) * Number(speed.value)) / 1000);
    timer = requestAnimationFrame(tick);
    if (due < 1) return;
    began = now;
    set(count + due);
    if (count >= most) rest();
  }

  function rest() {
    cancelAnimationFrame(timer);
    timer = 0;
    draw();
  }

  function end() {
    rest();
    count = null;
    onAll();
    draw();
  }

  const KEYS = { n: () => next.click(), b: () => back.click(), p: () => play.click(), a: end };

  return {
    element,
    rest,
    take(steps) {
      most = steps;
      count = null;
      slider.max = steps;
      draw();
    },
    /** Whether a key was one of this. */
    key(name) {
      if (!(name.toLowerCase() in KEYS)) return false;
      KEYS[name.toLowerCase()]();
      return true;
    },
  };
}

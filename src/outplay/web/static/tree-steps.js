/** Stepping through a search: one step at a time, automatically, or to any step. */

import { h } from "./dom.js";

/** @type {Record<string, string>} names of the speeds, by steps a second */
const SPEEDS = { 1: "slow", 4: "usual", 16: "fast", 120: "very fast" };

/** @type {(text: string, label: string, action: () => void) => HTMLButtonElement} */
const iconButton = (text, label, action) =>
  h("button", { type: "button", class: "icon", "aria-label": label, title: label, onclick: action }, text);

export class Stepper {
  #onStep;
  #onAll;
  #back = iconButton("‹", "One step back (B)", () => this.#goTo((this.#count ?? this.#total) - 1));
  #play = iconButton("▶", "Play step by step (P)", () => (this.#timer ? this.pause() : this.#run()));
  #next = iconButton("›", "One step (N)", () => this.#goTo((this.#count ?? 0) + 1));
  #whole = h(
    "button",
    {
      type: "button", class: "tree-whole", title: "All at once (A)", "aria-label": "All at once",
      onclick: () => this.#showAll(),
    },
    "All",
    h("span", { class: "tree-whole-rest" }, " at once"),
  );
  #slider = h("input", {
    type: "range", min: 1, max: 1, step: 1, value: 1, "aria-label": "Step of the search",
    oninput: () => this.#goTo(Number(this.#slider.value)),
  });
  #speed = h(
    "select",
    { "aria-label": "Speed" },
    Object.entries(SPEEDS).map(([rate, name]) => h("option", { value: rate, selected: rate === "4" }, name)),
  );
  #label = h("output", { class: "tree-step" });

  #total = 0;
  /** @type {number | null} the number of steps that are shown; null shows all at once */
  #count = null;
  /** The animation frame that is awaited while it plays, otherwise 0. */
  #timer = 0;
  /** When the last step was played. */
  #playedAt = 0;

  /**
   * @param {{onStep: (count: number, playing: boolean) => void, onAll: () => void}} options
   *   `onStep` shows the search after some steps, `onAll` all of it
   */
  constructor({ onStep, onAll }) {
    this.#onStep = onStep;
    this.#onAll = onAll;
    this.element = h(
      "div",
      { class: "tree-steps", role: "group", "aria-label": "Step by step" },
      this.#back,
      this.#play,
      this.#next,
      this.#slider,
      this.#label,
      this.#speed,
      this.#whole,
    );
  }

  /** @param {number} steps  of another search */
  take(steps) {
    this.#total = steps;
    this.#count = null;
    this.#slider.max = String(steps);
    this.#draw();
  }

  pause() {
    cancelAnimationFrame(this.#timer);
    this.#timer = 0;
    this.#draw();
  }

  /**
   * Takes a key.
   * @param {string} name
   * @returns {boolean} whether it has a meaning here
   */
  key(name) {
    /** @type {Record<string, () => void>} */
    const actions = {
      n: () => this.#next.click(),
      b: () => this.#back.click(),
      p: () => this.#play.click(),
      a: () => this.#showAll(),
    };
    const action = actions[name.toLowerCase()];
    action?.();
    return Boolean(action);
  }

  #draw() {
    const [count, total] = [this.#count, this.#total];
    const shown = count ?? total;
    this.#slider.value = String(shown);
    this.#label.textContent = count === null ? "all" : `${shown.toLocaleString("en")} / ${total.toLocaleString("en")}`;
    this.#slider.setAttribute("aria-valuetext", count === null ? "all at once" : `step ${shown} of ${total}`);
    this.#back.disabled = shown <= 1;
    this.#next.disabled = count !== null && count >= total;
    this.#whole.setAttribute("aria-pressed", String(count === null));
    this.#play.textContent = this.#timer ? "❚❚" : "▶";
    this.#play.setAttribute("aria-label", this.#timer ? "Pause (P)" : "Play step by step (P)");
  }

  /** @param {number} count */
  #goTo(count) {
    this.pause();
    this.#set(count);
  }

  /**
   * @param {number} count
   * @returns {boolean} whether this was the last step
   */
  #set(count) {
    this.#count = Math.max(1, Math.min(this.#total, count));
    this.#onStep(this.#count, this.#timer !== 0);
    this.#draw();
    return this.#count >= this.#total;
  }

  #run() {
    if (!this.#total) return;
    if (this.#count === null || this.#count >= this.#total) this.#set(1);
    this.#playedAt = performance.now();
    this.#timer = requestAnimationFrame((now) => this.#tick(now));
    this.#draw();
  }

  /** @param {number} now */
  #tick(now) {
    const due = Math.floor(((now - this.#playedAt) * Number(this.#speed.value)) / 1000);
    this.#timer = requestAnimationFrame((later) => this.#tick(later));
    if (due < 1) return;
    this.#playedAt = now;
    if (this.#set((this.#count ?? 0) + due)) this.pause();
  }

  #showAll() {
    this.pause();
    this.#count = null;
    this.#onAll();
    this.#draw();
  }
}

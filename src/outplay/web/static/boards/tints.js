/** The values of moves as colours on a board. A move without a value is not coloured: unknown is not bad. */

import { h, s } from "../dom.js";

/**
 * @typedef {import("./types.js").Hint} Hint
 * @typedef {import("./types.js").Legal} Legal
 * @typedef {import("./types.js").Target} Target
 */

/**
 * The hint for each target that can be clicked next: of several moves that share a target, that of the best.
 * @param {Legal[]} legal
 * @param {Hint[]} hints  the best first
 * @param {Target[]} chosen  the targets that were clicked already
 * @returns {Map<Target, Hint>}
 */
export function hintsAt(legal, hints, chosen = []) {
  const stepsOf = new Map(legal.map(({ move, targets }) => [move, targets]));
  /** @type {Map<Target, Hint>} */
  const found = new Map();
  for (const hint of hints) {
    const steps = stepsOf.get(hint.move) ?? [];
    if (!chosen.every((target, index) => steps[index]?.includes(target))) continue;
    for (const target of steps[chosen.length] ?? []) if (!found.has(target)) found.set(target, hint);
  }
  return found;
}

/**
 * The classes of what is coloured.
 * @param {Hint} hint
 */
export function tintClass({ kind, best }) {
  return `tint-${kind}${best ? " best" : ""}`;
}

/**
 * How far away the end is, written in the middle of a target.
 * @param {Hint} hint
 * @param {number} x
 * @param {number} y
 * @param {number} size  of the letters
 */
export function tintLabel({ text }, x, y, size) {
  return s("text", { class: "tint-text", x, y, "font-size": size }, text);
}

/**
 * Colours the button of a move that no click on the board makes.
 * @param {HTMLButtonElement} button
 * @param {Hint} hint
 */
export function tintButton(button, hint) {
  button.classList.add("tinted", ...tintClass(hint).split(" "));
  button.style.setProperty("--strength", String(hint.strength));
  if (hint.text) button.append(h("small", { class: "tint-text" }, ` ${hint.text}`));
}

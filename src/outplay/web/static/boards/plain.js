/** The board of any game that says nothing about its looks: its own text, and a button for each move. */

import { h } from "../dom.js";
import { moveButtons } from "./buttons.js";

/**
 * @typedef {import("./types.js").View} View
 * @typedef {import("./types.js").PlainDescription} PlainDescription
 */

/**
 * @param {View} view
 * @param {import("./types.js").Options} options
 */
export function plain(view, options) {
  return new PlainBoard(view, options);
}

class PlainBoard {
  /**
   * @param {View} view
   * @param {import("./types.js").Options} options
   */
  constructor(view, { onMove = null, small = false }) {
    this.onMove = onMove;
    const label = `The board of ${view.title}`;
    this.text = h("pre", { class: "drawing", tabindex: small ? null : 0, "aria-label": label });
    this.buttons = h("div", { class: "others", role: "group", "aria-label": "Moves" });
    const classes = `board-frame plain${small ? " small" : ""}`;
    this.element = h("div", { class: classes }, this.text, small ? null : this.buttons);
  }

  /**
   * @param {View} view
   * @param {import("./types.js").Extras} extras
   */
  show(view, extras = {}) {
    const { text } = /** @type {PlainDescription} */ (view.board);
    const lines = text.split("\n");
    this.text.textContent = text;
    this.text.style.setProperty("--columns", String(Math.max(...lines.map((line) => line.length), 1)));
    this.text.style.setProperty("--rows", String(lines.length));
    this.element.classList.toggle("previewed", Boolean(extras.preview));
    const hints = extras.preview ? [] : extras.hints;
    const buttons = moveButtons(view.legal, Boolean(extras.playable), this.onMove, hints);
    this.buttons.replaceChildren(...buttons);
  }

  focus() {
    const button = /** @type {HTMLElement | null} */ (this.buttons.querySelector("button:not(:disabled)"));
    (button ?? this.text).focus({ preventScroll: true });
  }
}

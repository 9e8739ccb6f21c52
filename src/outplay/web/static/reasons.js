/** Why a player moved as it did, and hints: what to play, and why. */

import { fill, h, short, signed } from "./dom.js";

/**
 * @typedef {{move: string, because: string, figures: Record<string, number | string>,
 *   considered: {move: string, value: number | null, at_most: boolean, why: string}[]}} Reason
 *   as the server explains a move
 */

/** @param {Reason} reason */
function figuresText({ figures }) {
  /** @type {(value: number | string) => string} */
  const text = (value) =>
    typeof value === "string" ? value : Number.isInteger(value) ? short(value) : String(Math.round(value * 100) / 100);
  return Object.entries(figures).map(([name, value]) => `${name} ${text(value)}`).join(" · ");
}

/** @param {Reason} reason */
function consideredTable({ considered }) {
  const rows = considered.map(({ move, value, at_most: most, why }) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, move),
      h("td", {}, value === null ? "" : `${most ? "at most " : ""}${signed(value)}`),
      h("td", {}, why),
    ),
  );
  return h("table", { class: "considered" }, h("tbody", {}, rows));
}

/**
 * A sentence with the reason, which opens to show what was looked at.
 * @param {string} lead  who plays what
 * @param {Reason} reason
 */
function reasonParts(lead, reason) {
  const figures = figuresText(reason);
  const more = figures || reason.considered.length;
  return [
    h("p", {}, h("strong", {}, lead), ` ${reason.because}`),
    more &&
      h(
        "details",
        {},
        h("summary", {}, "What it looked at"),
        figures && h("p", { class: "figures faint" }, figures),
        consideredTable(reason),
      ),
  ];
}

/** The reason of the move that led to the position that is shown. */
export function reasonPanel() {
  const element = h("div", { class: "reason", hidden: true });
  return {
    element,
    /** @type {(who: string, reason: Reason | undefined) => void} */
    show(who, reason) {
      element.hidden = !reason;
      if (reason) fill(element, reasonParts(`${who} played ${reason.move}.`, reason));
    },
  };
}

/**
 * A hint, until the position changes.
 * @param {(move: string) => void} play
 */
export function hintPanel(play) {
  const element = h("div", { class: "reason hint", role: "status", hidden: true });
  return {
    element,
    hide() {
      element.hidden = true;
    },
    /** @param {string} text */
    say(text) {
      element.hidden = false;
      fill(element, h("p", {}, text));
    },
    /** @param {Reason} reason */
    show(reason) {
      element.hidden = false;
      const button = h("button", { type: "button", onclick: () => play(reason.move) }, `Play ${reason.move}`);
      fill(element, reasonParts(`Hint: ${reason.move}.`, reason), h("div", { class: "controls" }, button));
    },
  };
}

/** Why a player moved as it did. */

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
export function reasonParts(lead, reason) {
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

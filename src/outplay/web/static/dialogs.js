/** Dialogs over the page, short notices, and what leaves the page: files to save and the clipboard. */

import { byId, fresh, h } from "./dom.js";

/**
 * Opens a dialog with a heading; it is removed when it is closed.
 * @param {string} title
 * @param {...import("./dom.js").Child} content
 */
export function open(title, ...content) {
  const id = fresh("dialog");
  const close = () => dialog.close();
  const dialog = h(
    "dialog",
    { "aria-labelledby": id },
    h(
      "header",
      {},
      h("h2", { id }, title),
      h("button", { type: "button", class: "quiet icon", "aria-label": "Close", onclick: close }, "✕"),
    ),
    content,
  );
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * Asks whether something is to be done; the other button has the focus.
 * @param {string} title
 * @param {string} text
 * @param {string} yes  the button that does it
 * @param {string} no
 * @returns {Promise<boolean>}
 */
export function confirmed(title, text, yes, no) {
  return new Promise((resolve) => {
    let answer = false;
    const done = (/** @type {boolean} */ given) => {
      answer = given;
      dialog.close();
    };
    const stay = h("button", { type: "button", onclick: () => done(false) }, no);
    const act = h("button", { type: "button", class: "primary", onclick: () => done(true) }, yes);
    const dialog = open(title, h("p", {}, text), h("div", { class: "actions" }, act, stay));
    dialog.addEventListener("close", () => resolve(answer));
    stay.focus();
  });
}

/**
 * Shows a line that disappears after a time that grows with its length.
 * @param {string} text
 * @param {"" | "error"} kind
 */
export function notice(text, kind = "") {
  const line = h("p", { class: `notice ${kind}` }, text);
  byId("notices").append(line);
  setTimeout(() => line.remove(), (kind === "error" ? 5000 : 2000) + 50 * text.length);
}

const ABOUT =
  "Click a game to play it. The address of the page holds the whole game: copy it to share it or to go on later. " +
  "Switch the analysis on to see what the engine thinks, and look at the game afterwards to see where it turned.";

const KEYS = [
  ["Arrow keys", "move the cursor on the board"],
  ["Enter or space", "play there, or choose the piece there and then where it goes"],
  ["Escape", "choose nothing"],
  ["1 … 9", "play one of the first nine houses, or drop a piece into one of the first nine columns"],
  ["U, R", "undo, redo"],
  ["[ and ]", "walk through the moves (arrow keys too, outside the board)"],
  ["H", "hint: what to play, and why"],
  ["A", "analysis on or off"],
  ["B", "to the board"],
  ["N", "new game"],
  ["S", "swap sides; after the end, in a new game"],
  ["?", "this help"],
];

export function help() {
  const rows = KEYS.map(([key, action]) => h("tr", {}, h("th", { scope: "row" }, key), h("td", {}, action)));
  open("Help", h("p", {}, ABOUT), h("h3", {}, "Keys"), h("table", { class: "keys" }, h("tbody", {}, rows)));
}

/**
 * Gives the browser a text to save as a file.
 * @param {string} name
 * @param {string} text
 */
export function download(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = h("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/**
 * Copies a text to the clipboard; where that is not allowed, shows it in a dialog.
 * @param {string} text
 * @param {string} success  the notice when it is copied
 * @param {string} more  what else the reader has to know about it
 */
export async function copy(text, success, more = "") {
  try {
    await navigator.clipboard.writeText(text);
    notice(`${success} ${more}`.trim());
  } catch {
    const field = h("input", { type: "text", value: text, readonly: true, class: "wide", "aria-label": "The link" });
    open("Copy this", field, more && h("p", {}, more));
    field.select();
  }
}

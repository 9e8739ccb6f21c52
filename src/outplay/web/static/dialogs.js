/** Small windows over the page, and short notices. */

import { fresh, h } from "./dom.js";

/** A window with a heading; it is gone when it is closed. */
export function open(title, ...content) {
  const id = fresh("dialog");
  const dialog = h(
    "dialog",
    { "aria-labelledby": id },
    h("header", {}, h("h2", { id }, title), h("button", { type: "button", class: "quiet icon", "aria-label": "Close", onclick: () => dialog.close() }, "✕")),
    content,
  );
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** A line that goes away by itself. */
export function notice(text, kind = "") {
  const line = h("p", { class: `notice ${kind}` }, text);
  document.getElementById("notices").append(line);
  setTimeout(() => line.remove(), (kind === "error" ? 5000 : 2000) + 50 * text.length);
}

const KEYS = [
  ["Arrow keys", "move the cursor on the board"],
  ["Enter or space", "play there"],
  ["1 … 9", "play one of the first nine houses of a mancala board"],
  ["A … G", "drop a piece into that column of Connect Four, while the board has the focus"],
  ["U, R", "undo, redo"],
  ["[ and ]", "walk through the moves (arrow keys too, outside the board)"],
  ["A", "analysis on or off"],
  ["B", "to the board"],
  ["N", "new game"],
  ["S", "swap sides; after the end, in a new game"],
  ["?", "this help"],
];

export function help() {
  open(
    "Help",
    h("p", {}, "Click a game to play it. The address of the page holds the whole game: copy it to share it or to go on later. Switch the analysis on to see what the engine thinks, and look at the game afterwards to see where it turned."),
    h("h3", {}, "Keys"),
    h("table", { class: "keys" }, h("tbody", {}, KEYS.map(([key, what]) => h("tr", {}, h("th", { scope: "row" }, key), h("td", {}, what))))),
  );
}

/** Gives the browser a text to save as a file. */
export function download(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = h("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** Puts a text where it can be pasted from; where that is not allowed, shows it. `more` is what to know about it. */
export async function copy(text, said, more = "") {
  try {
    await navigator.clipboard.writeText(text);
    notice(`${said} ${more}`.trim());
  } catch {
    const field = h("input", { type: "text", value: text, readonly: true, class: "wide", "aria-label": "The link" });
    open("Copy this", field, more && h("p", {}, more));
    field.select();
  }
}

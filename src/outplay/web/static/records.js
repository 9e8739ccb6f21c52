/** Games as text: saved to a file, and loaded from a file or from what was pasted. */

import { human } from "./catalogue.js";
import { download, notice, open } from "./dialogs.js";
import { h } from "./dom.js";
import { go } from "./router.js";

/** Characters of a record that the server takes, with room for signs that need two. */
const MOST = 30_000;

/** Saves a game; `outcome` is given if it ended otherwise than by its rules. */
export async function save(connection, place, { first, second, outcome }) {
  const name = (spec) => (spec === "you" ? "you" : spec);
  try {
    const { text } = await connection.ask("record", {
      ...place, first: name(first), second: name(second), date: new Date().toISOString().slice(0, 10), ...(outcome ? { outcome } : {}),
    });
    download(`${place.game.replace(/[^a-z0-9]+/gi, "-")}.txt`, text);
  } catch (error) {
    notice(error.message, "error");
  }
}

/** A window to load a game in. */
export function loadDialog(connection) {
  const text = h("textarea", { rows: 10, class: "wide", "aria-label": "The record of a game", placeholder: "game: kalah:6,4\n\n  1. first   3\n  2. first   6" });
  const file = h("input", { type: "file", accept: ".txt,text/plain", "aria-label": "A file" });
  const wrong = h("p", { class: "wrong", role: "alert" });
  file.addEventListener("change", async () => {
    if (file.files[0]) text.value = await file.files[0].text();
  });
  async function load() {
    wrong.textContent = "";
    if (text.value.length > MOST) {
      wrong.textContent = `This is too long for the record of a game: ${text.value.length.toLocaleString("en")} characters, and ${MOST.toLocaleString("en")} are the most.`;
      return;
    }
    try {
      const { game, start, moves, first, second, outcome } = await connection.ask("load", { text: text.value });
      dialog.close();
      const resigned = outcome?.ending === "resignation" ? { 0: "second", 1: "first" }[outcome.winner] ?? "" : "";
      go("play", { game, start, moves, first: seat(first, "you"), second: seat(second, "friend"), resigned });
    } catch (error) {
      wrong.textContent = error.message;
    }
  }
  const dialog = open(
    "Load a game",
    h("p", {}, "Choose a file, or paste the record of a game."),
    file,
    text,
    wrong,
    h("div", { class: "actions" }, h("button", { type: "button", class: "primary", onclick: load }, "Load")),
  );
}

/** Who a name in a record is here; a name that is no player of ours is a person. */
function seat(name, otherwise) {
  return human(name) || /^(engine|random|alpha-beta|kalah-ranks|squatter-2015|first-random|cadrega)\b/.test(name) ? name : otherwise;
}

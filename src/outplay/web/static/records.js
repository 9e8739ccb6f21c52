/** Records of games: saved to a file, and loaded from a file or from pasted text. */

import { catalogue, human, listed } from "./catalogue.js";
import { download, notice, open } from "./dialogs.js";
import { errorText, h } from "./dom.js";
import { go } from "./router.js";

/** @typedef {import("./connection.js").Connection} Connection */

/** The largest number of characters that is sent to the server, which counts bytes and takes more. */
const MAX_LENGTH = 30_000;
const EXAMPLE = "game: NAME\n\n  1. first   MOVE\n  2. second  MOVE";

/**
 * Saves a game as a file.
 * @param {Connection} connection
 * @param {import("./game.js").GameLine} gameLine
 * @param {{first: string, second: string, outcome: import("./game.js").Outcome | null}} header
 *   `outcome` is given if the game ended otherwise than by its rules
 */
export async function save(connection, gameLine, { first, second, outcome }) {
  const date = new Date().toISOString().slice(0, 10);
  const fields = { ...gameLine, first, second, date, ...(outcome ? { outcome } : {}) };
  try {
    const { text } = await connection.ask("record", fields);
    download(`${gameLine.game.replace(/[^a-z0-9]+/gi, "-")}.txt`, text);
  } catch (error) {
    notice(errorText(error), "error");
  }
}

/**
 * The parameters of the address of the game that a record holds.
 * @param {Connection} connection
 * @param {string} text
 */
async function loaded(connection, text) {
  const [record] = await Promise.all([connection.ask("load", { text }), catalogue(connection)]);
  /** @type {(name: string, person: string) => string} a name that is no player of the server is a person */
  const seat = (name, person) => (human(name) || listed(name) ? name : person);
  const { game, start, moves, first, second, outcome } = record;
  const loser = outcome?.winner === 0 ? "second" : "first";
  const resigned = outcome?.ending === "resignation" ? loser : "";
  const timeout = outcome?.ending === "timeout" ? loser : "";
  return { game, start, moves, first: seat(first, "you"), second: seat(second, "friend"), resigned, timeout };
}

/**
 * Opens a dialog in which a game can be loaded.
 * @param {Connection} connection
 */
export function loadDialog(connection) {
  const label = "The record of a game";
  const text = h("textarea", { rows: 10, class: "wide", "aria-label": label, placeholder: EXAMPLE });
  const file = h("input", { type: "file", accept: ".txt,.sgf,text/plain", "aria-label": "A file" });
  const wrong = h("p", { class: "wrong", role: "alert" });
  file.addEventListener("change", async () => {
    const chosen = file.files?.[0];
    if (chosen) text.value = await chosen.text();
  });

  async function load() {
    const { length } = text.value;
    wrong.textContent = "";
    if (length > MAX_LENGTH) {
      const [found, most] = [length, MAX_LENGTH].map((number) => number.toLocaleString("en"));
      wrong.textContent = `This is too long for the record of a game: ${found} characters, and ${most} are the most.`;
      return;
    }
    try {
      const params = await loaded(connection, text.value);
      dialog.close();
      go("play", params);
    } catch (error) {
      wrong.textContent = errorText(error);
    }
  }

  const button = h("button", { type: "button", class: "primary", onclick: load }, "Load");
  const dialog = open(
    "Load a game",
    h("p", {}, "Choose a file, or paste the record of a game. SGF is read as well, for games of K in a row."),
    file,
    text,
    wrong,
    h("div", { class: "actions" }, button),
  );
}

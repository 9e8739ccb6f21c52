/** The rules of a game: a picture and a text, as its author wrote it. */

import { makeBoard, named } from "./boards/board.js";
import { notice, open } from "./dialogs.js";
import { errorText, h } from "./dom.js";

/**
 * A paragraph of a text: lines that begin with a dash are a list, indented ones stay as they are.
 * @param {string} text
 */
function paragraph(text) {
  const lines = text.split("\n");
  if (lines.every((line) => /^[-*] /.test(line))) return h("ul", {}, lines.map((line) => h("li", {}, line.slice(2))));
  if (lines.every((line) => /^\s/.test(line))) return h("pre", {}, text);
  return h("p", {}, text);
}

/**
 * @param {import("./connection.js").Connection} connection
 * @param {string} game  its spec
 */
export async function rulesDialog(connection, game) {
  try {
    const { title, about, view } = await connection.ask("rules", { game });
    const board = makeBoard(named(view), { small: true });
    const picture = h("div", { class: `rules-picture family-${view.family}` }, board.element);
    const text = h("div", { class: "rules-text" }, about.split(/\n\s*\n/).map(paragraph));
    open(`How ${title} is played`, picture, text);
  } catch (error) {
    notice(errorText(error), "error");
  }
}

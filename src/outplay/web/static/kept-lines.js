/** The lines of a game that were left for another: they are kept, and one click leads back. */

import { fill, h } from "./dom.js";
import { moveName } from "./moves.js";

/** How many lines are kept, and how many moves of each are shown. */
const MOST = 6;
const SHOWN = 4;

/**
 * How many moves two lines have in common.
 * @param {string[]} one
 * @param {string[]} other
 */
export function common(one, other) {
  const differs = one.findIndex((move, index) => move !== other[index]);
  return differs < 0 ? one.length : differs;
}

/**
 * The lines that are kept when a game goes on with other moves: all that it does not hold itself, the last left first.
 * @param {string[][]} lines  left before
 * @param {string[]} old  the game's moves until now
 * @param {string[]} moves  its new moves
 */
export function keptLines(lines, old, moves) {
  /** @type {string[][]} */
  const kept = [];
  for (const line of [old, ...lines]) {
    if ([moves, ...kept].every((other) => common(line, other) < line.length)) kept.push(line);
  }
  return kept.slice(0, MOST);
}

/** @param {(line: string[]) => void} goTo  makes a line the game again */
export function keptLinesPanel(goTo) {
  const list = h("ul", {});
  const element = h("div", { class: "kept-lines", hidden: true }, h("h3", {}, "Back to another line"), list);

  /** @param {import("./game.js").Game} game */
  function draw(game) {
    element.hidden = !game.lines.length;
    fill(list, game.lines.map((line) => h("li", {}, lineButton(game, line))));
  }

  /** @type {(game: import("./game.js").Game, line: string[]) => HTMLElement} */
  function lineButton(game, line) {
    const at = common(line, game.moves);
    const shown = line.slice(at, at + SHOWN).join(" ");
    const more = line.length - at - SHOWN;
    const before = at ? `after ${moveName(game.full, at - 1)}` : "from the start";
    const text = `${before}: ${shown}${more > 0 ? ` … (${more} more)` : ""}`;
    return h("button", { type: "button", class: "quiet kept-line", onclick: () => goTo(line) }, text);
  }

  return { element, draw };
}

/**
 * The board of any game, drawn from what the server says of a position. No rule is known here, and no game.
 *
 * A drawing family is one file that exports a function `(view, options) => Drawing`, and a line in FAMILIES.
 */

import { edges } from "./edges.js";
import { grid } from "./grid.js";
import { hex } from "./hex.js";
import { pits } from "./pits.js";
import { plain } from "./plain.js";

/**
 * @typedef {import("./types.js").View} View
 * @typedef {import("./types.js").Legal} Legal
 * @typedef {import("./types.js").Extras} Extras
 * @typedef {import("./types.js").Options} Options
 * @typedef {import("./types.js").Drawing} Drawing
 */

/** @type {Record<string, (view: View, options: Options) => Drawing>} */
const FAMILIES = { edges, grid, hex, pits, plain };

/** What the players are called in a palette, where the game itself has nothing better than x, o, first and second; on a
 * board of marks they are called as they are drawn.
 * @type {Record<string, [string, string]>} */
const COLOURS = { "black-first": ["Black", "White"], discs: ["Red", "Yellow"], warm: ["First", "Second"] };

/**
 * A drawing of a position, which can show any other position of the same game.
 * @param {View} view
 * @param {Options} options
 * @returns {Drawing}
 */
export function makeBoard(view, options = {}) {
  const drawing = (FAMILIES[view.family] ?? plain)(view, options);
  drawing.show(view, {});
  return drawing;
}

/**
 * Which colours the two players have on this board: a class that boards.css knows.
 * @param {View} view
 */
export function tones(view) {
  return `tones-${view.palette}`;
}

/**
 * The view with names of players that fit what is drawn.
 * @param {View} view
 * @returns {View}
 */
export function named(view) {
  const unnamed = view.players.every((name) => /^(x|o|first|second)$/i.test(name));
  if (!unnamed) return view;
  const [first, second] = COLOURS[view.palette] ?? [...view.board.symbols].slice(1, 3);
  if (first === view.players[0] && second === view.players[1]) return view;
  const caption = view.board.caption?.replace(/\b[xo]\b/g, (/** @type {string} */ x) => (x === "x" ? first : second));
  const board = caption === undefined ? view.board : { ...view.board, caption };
  return { ...view, players: [first, second], board };
}

/**
 * The board of any game, drawn from what the server says of a position. No rule is known here.
 *
 * `makeBoard(view, options)` gives `{element, show(view, extras), focus()}`; the board can show any position of the same
 * game. Options: `onMove(name)` is called with the legal move that was clicked, `small` leaves out labels and play,
 * `flat` lets a mancala board lie however narrow it gets.
 * Extras: `playable` (whether moves can be made now), `hints` ([{move, strength}], tinted), `preview` (whether this is
 * only looked at), `bottom` (0 or 1, who sits at the lower side), `animate`, `says` (what a click on a place does, in
 * words for screen readers; that it plays there, if it is not given).
 */

import { grid } from "./grid.js";
import { pits } from "./pits.js";
import { plain } from "./plain.js";

/**
 * @typedef {{move: string, at: (number | string)[]}} Legal
 * @typedef {{
 *   game: string, title: string, family: string, start: string | null, position: string, to_move: 0 | 1,
 *   players: [string, string], moves: string[], movers: (0 | 1)[], legal: Legal[], last: string | null, board: any,
 *   outcome: null | {winner: 0 | 1 | null, margin: number, reason: string},
 *   marks: {last: any[], win: any[], captured: any[]}, steps: null | any[],
 * }} View
 * @typedef {{playable?: boolean, hints?: {move: string, strength: number}[], preview?: boolean, bottom?: 0 | 1,
 *   animate?: boolean, says?: (place: any) => string}} Extras
 */

const FAMILIES = { grid, pits, plain };

/** @param {View} view */
export function makeBoard(view, options = {}) {
  const made = (FAMILIES[view.family] ?? plain)(view, options);
  made.show(view, {});
  return made;
}

/** Which colours the two players have on this board: a class that boards.css knows. */
export function tones(view) {
  const first = view.players[0].toLowerCase();
  if (view.family === "pits") return "tones-warm";
  if (view.family === "grid" && view.board.by_column) return "tones-discs";
  if (first === "white") return "tones-white-first";
  if (first === "black") return "tones-black-first";
  if (view.family === "plain") return "tones-warm";
  return look(view) === "marks" ? "tones-marks" : "tones-black-first";
}

/** What the players are called in these colours, where the game itself has nothing better than x, o, first and second;
 * marks are called as they are drawn. */
const COLOURS = { "tones-black-first": ["Black", "White"], "tones-discs": ["Red", "Yellow"], "tones-warm": ["First", "Second"] };

/** The view with names that fit what is drawn. */
export function named(view) {
  const plain = view.players.every((name) => /^(x|o|first|second)$/i.test(name));
  const names = plain ? (COLOURS[tones(view)] ?? [...view.board.symbols].slice(1, 3)) : view.players;
  if (names.join() === view.players.join()) return view;
  const caption = view.board.caption?.replace(/\b[xo]\b/g, (symbol) => names["xo".indexOf(symbol)]);
  return { ...view, players: names, board: caption === undefined ? view.board : { ...view.board, caption } };
}

/** How a grid is drawn: stones on lines, stones in cells, discs in columns, marks in cells, or territory. */
export function look(view) {
  const { board } = view;
  const name = view.game.split(":")[0];
  if (board.by_column) return "columns";
  if (Object.values(board.roles).some((role) => role.endsWith("-faint"))) return "territory";
  if (name === "othello") return "felt";
  if (name === "gomoku" || (board.rows >= 9 && board.columns >= 9)) return "lines";
  const symbols = Object.keys(board.roles).join("").toLowerCase();
  return symbols.includes("x") && symbols.includes("o") ? "marks" : "cells";
}

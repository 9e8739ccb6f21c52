/** Sentences of a review: what a move gave away, how a resigned game stood, and what could not be told. */

import { signed } from "./dom.js";
import { moveName } from "./moves.js";

/**
 * @typedef {{ply: number, player: 0 | 1, move: string, better: string[], sides: number[], score: number | null,
 *   best_score: number | null, loss: number, proven: boolean, result_lost: boolean, turned: boolean,
 *   worst: boolean}} JudgedMove
 *   a move of the game: `ply` counts it, `better` is the line that was best, `sides` plays its moves; scores are for
 *   `player`, null where nothing is known; `turned` marks the decisive move, `worst` the one that lost most
 * @typedef {{player: 0 | 1, score: number | null, proven: boolean, lost: boolean, better: string[],
 *   sides: number[]}} Resignation
 *   how a game stood that was resigned, for the player who did it; `lost` if that is proven
 */

/**
 * What a score means in a game that is only won, drawn or lost.
 * @param {number} score
 */
function standing(score) {
  if (Math.abs(score) > 0.99) return score > 0 ? "a won game" : "a loss";
  return Math.abs(score) < 0.3 ? "an even game" : score > 0 ? "a better game" : "a worse game";
}

/**
 * What a move gave away, as a sentence.
 * @param {JudgedMove} move
 * @param {string} name  of its player
 * @param {boolean} byMargin  whether the game is won by a margin
 */
export function lossText(move, name, byMargin) {
  const { best_score: best, score } = move;
  if (move.result_lost) {
    const from = (best ?? 0) > 0 ? "a won game" : "a draw";
    const to = score === null ? "one that is not won" : score < 0 ? "a loss" : "a draw";
    return `${name} turned ${from} into ${to}.`;
  }
  if (best === null || score === null) return "";
  const [from, to] = [standing(best), standing(score)];
  if (!byMargin && from !== to) return `${name} turned ${from} into ${to}.`;
  if (move.loss <= 0) return "Here the game turned.";
  const turned = move.turned ? "; here the game turned for good" : "";
  return `${name} gave away ${signed(move.loss).replace("+", "")}${turned}.`;
}

/**
 * How a game stood that was resigned.
 * @param {Resignation} resigned
 * @param {string} name
 */
export function resignationText({ score, proven, lost }, name) {
  if (lost) return `${name} resigned a lost game; that is proven.`;
  if (score === null) return `${name} resigned. Whether the game was lost could not be told.`;
  if (proven) return `${name} resigned needlessly: the game was ${score > 0 ? "won" : "drawn"}; that is proven.`;
  const needlessly = score >= 0 ? " needlessly" : "";
  return `${name} resigned${needlessly} at ${signed(score)}. That the game was lost is not proven.`;
}

/**
 * From which move on it could be told who wins, if that could not be told before; else nothing.
 * @param {JudgedMove | null} since
 * @param {import("./boards/board.js").View} view
 * @param {string[]} names
 */
export function sinceText(since, view, names) {
  if (!since || since.best_score !== null || since.score === null) return "";
  const winner = names[since.score > 0 ? since.player : 1 - since.player];
  const ahead = winner === "You" ? "you were ahead" : `${winner} was ahead`;
  const who = since.score === 0 ? "the game was even" : ahead;
  return `From ${moveName(view, since.ply - 1)} on ${who}. How the game stood before could not be told.`;
}

/**
 * What is said where no move gave much away.
 * @param {number} unknown  how many moves could not be judged
 * @param {number} all
 */
export function nothingText(unknown, all) {
  if (!unknown) return "No move gave much away.";
  const rest = `${unknown} of ${all} moves could not be judged: the engine could not tell how the game stood.`;
  return unknown < all - 1 ? `No other move gave much away; ${rest}` : rest.charAt(0).toUpperCase() + rest.slice(1);
}

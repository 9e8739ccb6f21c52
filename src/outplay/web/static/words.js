/** Sentences about a game. */

import { called, human, spoken } from "./catalogue.js";
import { capital } from "./dom.js";
import { SIDES } from "./game.js";
import { moveName } from "./moves.js";

/**
 * @typedef {import("./game.js").Game} Game
 * @typedef {import("./game.js").Outcome} Outcome
 */

/** Names of players that say nothing but who moves first. */
const GENERIC = /^(first|second)$/i;

/**
 * Who won.
 * @param {Game} game
 * @param {Outcome} outcome
 */
export function resultText(game, outcome) {
  if (outcome.winner === null) return "A draw";
  const by = outcome.margin > 1 ? ` by ${outcome.margin}` : "";
  const { persons } = game;
  const winner = game.seat(outcome.winner);
  if (persons.length !== 1) return `${called(winner)} won${by}`;
  return persons[0] === outcome.winner ? `You won${by}` : `${spoken(winner)} won${by}`;
}

/**
 * Why the game is over.
 * @param {Game} game
 * @param {Outcome} outcome
 */
export function reasonText(game, outcome) {
  if (outcome.ending === "resignation" && outcome.winner !== null) {
    return `${called(game.seat(1 - outcome.winner))} resigned`;
  }
  if (outcome.ending === "timeout" && outcome.winner !== null) {
    return `${called(game.seat(1 - outcome.winner))} ran out of time`;
  }
  return capital(outcome.reason);
}

/**
 * What the two players are called in sentences: "You" for the only person; otherwise by colour, or by who plays.
 * @param {Game} game
 * @returns {string[]}
 */
export function playerNames(game) {
  const { players } = game.full;
  if (game.persons.length === 1) return [0, 1].map((side) => spoken(game.seat(side)));
  if (!players.every((name) => GENERIC.test(name))) return players;
  if (game.first === game.second) return SIDES.map((side) => `The ${side} player`);
  return [0, 1].map((side) => called(game.seat(side)));
}

/**
 * The colour or sign of a side, as it stands beside the player's name.
 * @param {Game} game
 * @param {number} side
 */
export function colour(game, side) {
  const name = game.full.players[side];
  return GENERIC.test(name) ? `${SIDES[side]} player` : name;
}

/**
 * The state of the game in the position that is shown: a sentence, and another one that may be empty.
 * @param {Game} game
 * @param {"" | "thinking" | "compiling"} activity  what the player to move is doing
 * @returns {[string, string]}
 */
export function statusText(game, activity) {
  const player = game.seat(game.shown.to_move);
  if (game.outcome && game.atEnd) return [resultText(game, game.outcome), ""];
  if (!game.atEnd && game.playable && !game.outcome) return [turnText(game), redoText(game)];
  if (!game.atEnd) return [plyText(game), game.playable ? "You can play on from here." : ""];
  if (activity === "compiling") return ["Getting this board ready, once …", ""];
  if (activity === "thinking") return [`${spoken(player)} is thinking`, ""];
  return [human(player) ? turnText(game) : "Paused", ""];
}

/** @param {Game} game */
function turnText(game) {
  const friend = game.persons.length === 2 && game.seat(game.shown.to_move) === "friend";
  return friend ? "Your friend’s move" : "Your move";
}

/** @param {Game} game */
function redoText(game) {
  const later = game.moves.length - game.at;
  return later === 1 ? "1 later move can be redone." : `${later} later moves can be redone.`;
}

/** @param {Game} game */
function plyText(game) {
  return game.at ? `After ${moveName(game.full, game.at - 1)}` : "At the start";
}

/** A game in words for the person who reads them. */

import { called, human, spoken } from "./catalogue.js";
import { capital } from "./dom.js";
import { SIDES } from "./game.js";
import { moveName } from "./moves.js";

const PLAIN = /^(first|second)$/i;

/** Who won. */
export function verdict(game, ended = game.outcome) {
  if (ended.winner === null) return "A draw";
  const by = ended.margin > 1 ? ` by ${ended.margin}` : "";
  const { persons } = game;
  if (persons.length === 1) return persons[0] === ended.winner ? `You won${by}` : `${spoken(game.seat(ended.winner))} won${by}`;
  return `${called(game.seat(ended.winner))} won${by}`;
}

/** Why the game is over. */
export function reasoned(game, ended = game.outcome) {
  if (ended.ending === "resignation") return `${called(game.seat(1 - ended.winner))} resigned`;
  return capital(ended.reason);
}

/** What the two are called in sentences: you, if you are the only person; else by colour, or by who sits there. */
export function subjects(game) {
  const { players } = game.full;
  if (game.persons.length === 1) return [0, 1].map((side) => spoken(game.seat(side)));
  if (!players.every((name) => PLAIN.test(name))) return players;
  return game.first === game.second ? SIDES.map((side) => `The ${side} player`) : [0, 1].map((side) => called(game.seat(side)));
}

/** The colour or sign of a side, as it stands beside a name. */
export function colour(game, side) {
  const name = game.full.players[side];
  return PLAIN.test(name) ? `${SIDES[side]} player` : name;
}

/** How it stands where one looks: [what, what else]; `busy` is what the player to move does, as in "is thinking". */
export function status(game, busy) {
  const { shown } = game;
  if (game.outcomeHere && game.atEnd) return [verdict(game), ""];
  if (!game.atEnd) return game.playable && !game.outcome ? [turn(game), redoable(game)] : [after(game), game.playable ? "You can play on from here." : ""];
  if (busy) return [busy === "compiling" ? "Getting this board ready, once …" : `${spoken(game.seat(shown.to_move))} is thinking`, ""];
  return [human(game.seat(shown.to_move)) ? turn(game) : "Paused", ""];
}

function turn(game) {
  return game.persons.length === 2 && game.seat(game.shown.to_move) === "friend" ? "Your friend’s move" : "Your move";
}

function redoable(game) {
  const later = game.moves.length - game.at;
  return later === 1 ? "1 later move can be redone." : `${later} later moves can be redone.`;
}

function after(game) {
  return game.at ? `After ${moveName(game.full, game.at - 1)}` : "At the start";
}

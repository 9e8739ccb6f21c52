/** Who plays, as an address has it; a player that is unknown or cannot play there gives its seat to the usual one. */

import { called, human } from "./catalogue.js";

export const USUAL = { first: "you", second: "engine:level=3" };

/** Which of some players cannot play a game, and why: {player: one line}. */
export async function refusals(connection, game, players) {
  const asked = [...new Set(players)].filter((player) => !human(player));
  return asked.length ? (await connection.ask("seats", { game, players: asked })).refused : {};
}

/** Who sits down instead, opposite another. */
export function instead(other, refused) {
  if (human(other) && !(USUAL.second in refused)) return USUAL.second;
  return other === "you" ? "friend" : "you";
}

/** @returns {Promise<{first: string, second: string, said: string[]}>} who plays, and a line for each that cannot */
export async function seated(connection, { game, first, second }) {
  const seats = { first: first || USUAL.first, second: second || USUAL.second };
  const refused = await refusals(connection, game, [seats.first, seats.second, USUAL.second]);
  const said = [];
  for (const [side, other] of [["first", "second"], ["second", "first"]]) {
    const player = seats[side];
    if (!(player in refused)) continue;
    seats[side] = instead(seats[other], refused);
    said.push(`${called(player)} cannot play: ${refused[player]}. ${called(seats[side])} ${seats[side] === "you" ? "play" : "plays"} instead.`);
  }
  return { ...seats, said };
}

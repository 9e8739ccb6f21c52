/** Who plays, as an address has it; a player that is unknown or cannot play there gives its seat to the usual one. */

import { called, catalogue, human } from "./catalogue.js";

/** Which of some players cannot play a game, and why: {player: one line}. */
export async function refusals(connection, game, players) {
  const asked = [...new Set(players)].filter((player) => !human(player));
  return asked.length ? (await connection.ask("seats", { game, players: asked })).refused : {};
}

/** Who plays instead, against another. */
export function instead(other, refused, opponent) {
  if (human(other) && !(opponent in refused)) return opponent;
  return other === "you" ? "friend" : "you";
}

/** @returns {Promise<{first: string, second: string, said: string[]}>} who plays, and a line for each that cannot */
export async function seated(connection, { game, first, second }) {
  const { opponent } = await catalogue(connection);
  const seats = { first: first || "you", second: second || opponent };
  const refused = await refusals(connection, game, [seats.first, seats.second, opponent]);
  const said = [];
  for (const [side, other] of [["first", "second"], ["second", "first"]]) {
    const player = seats[side];
    if (!(player in refused)) continue;
    seats[side] = instead(seats[other], refused, opponent);
    const plays = seats[side] === "you" ? "play" : "plays";
    said.push(`${called(player)} cannot play: ${refused[player]}. ${called(seats[side])} ${plays} instead.`);
  }
  return { ...seats, said };
}

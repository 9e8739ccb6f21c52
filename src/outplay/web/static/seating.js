/** Who plays, as an address has it; a player that is unknown or cannot play there gives its seat to the usual one. */

import { called, catalogue, human } from "./catalogue.js";

/** @typedef {import("./connection.js").Connection} Connection */

/**
 * Which of some players cannot play a game, and why.
 * @param {Connection} connection
 * @param {string} game
 * @param {string[]} players
 * @returns {Promise<Record<string, string>>} one line for each such player
 */
export async function refusals(connection, game, players) {
  const asked = [...new Set(players)].filter((player) => !human(player));
  return asked.length ? (await connection.ask("seats", { game, players: asked })).refused : {};
}

/**
 * Who plays instead, against another.
 * @param {string} other
 * @param {Record<string, string>} refused
 * @param {string} opponent  the usual one
 */
export function instead(other, refused, opponent) {
  if (human(other) && !(opponent in refused)) return opponent;
  return other === "you" ? "friend" : "you";
}

/**
 * @param {Connection} connection
 * @param {{game: string, first?: string, second?: string}} params  of the address
 * @returns {Promise<{first: string, second: string, said: string[]}>} who plays, and a line for each that cannot
 */
export async function seated(connection, { game, first, second }) {
  const { opponent } = await catalogue(connection);
  const seats = { first: first || "you", second: second || opponent };
  const refused = await refusals(connection, game, [seats.first, seats.second, opponent]);
  const said = [];
  for (const side of /** @type {const} */ (["first", "second"])) {
    const other = side === "first" ? "second" : "first";
    const player = seats[side];
    if (!(player in refused)) continue;
    seats[side] = instead(seats[other], refused, opponent);
    const plays = seats[side] === "you" ? "play" : "plays";
    said.push(`${called(player)} cannot play: ${refused[player]}. ${called(seats[side])} ${plays} instead.`);
  }
  return { ...seats, said };
}

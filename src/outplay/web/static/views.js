/** The positions of one game as the server describes them, cached. */

import { named } from "./boards/board.js";

/** @typedef {import("./boards/board.js").View} View */

const MAX_CACHED = 500;

/**
 * @param {import("./connection.js").Connection} connection
 * @param {string} game
 * @param {string | null} start
 * @returns {(moves: string[]) => Promise<View>} the view after some moves
 */
export function viewer(connection, game, start) {
  /** @type {Map<string, Promise<View>>} */
  const cache = new Map();
  return (moves) => {
    const key = moves.join("\n");
    const known = cache.get(key);
    if (known) return known;
    if (cache.size > MAX_CACHED) cache.clear();
    const asked = connection.ask("view", { game, start, moves }).then(({ view }) => /** @type {View} */ (named(view)));
    asked.catch(() => cache.delete(key));
    cache.set(key, asked);
    return asked;
  };
}

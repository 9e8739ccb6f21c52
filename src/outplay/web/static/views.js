/** Positions of one game as the server describes them; what was seen is kept. */

import { named } from "./boards/board.js";

const MOST_SEEN = 500;

/** @returns {(moves: string[]) => Promise<import("./boards/board.js").View>} the view after some moves */
export function viewer(connection, game, start) {
  const seen = new Map();
  return (moves) => {
    const key = moves.join("\n");
    if (seen.size > MOST_SEEN) seen.clear();
    if (!seen.has(key)) {
      const asked = connection.ask("view", { game, start, moves }).then(({ view }) => named(view));
      asked.catch(() => seen.delete(key));
      seen.set(key, asked);
    }
    return seen.get(key);
  };
}

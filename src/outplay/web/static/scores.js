/** Scores and outcomes: as shares of the bar and the graph, and as text. Positive is good for the first player. */

/**
 * @typedef {import("./game.js").Outcome} Outcome
 * @typedef {import("./boards/types.js").Hint} Hint
 * @typedef {{move: string, score: number, known: boolean, outcome: Outcome | null, plies: number | null}} Valued
 *   a move with its score for the side to move; `outcome` is proven, certain within `plies` moves
 */

/** The score that counts as a clear lead: of games that are won or lost, and of games that are won by a margin. */
const PLAIN_SCALE = 0.7;
const MARGIN_SCALE = 8;
/** An estimate is even if its share is smaller than this. */
const EVEN = 0.03;

/** @type {Set<string>} the games in which a score beyond 1 was seen, so that they are won by a margin */
const marginGames = new Set();

/**
 * A score between −1 and 1.
 * @param {string} game  its spec
 * @param {number} score
 */
export function scoreShare(game, score) {
  if (Math.abs(score) > 1) marginGames.add(game);
  return Math.tanh(score / (marginGames.has(game) ? MARGIN_SCALE : PLAIN_SCALE));
}

/**
 * A certain outcome as −1, 0 or 1.
 * @param {Pick<Outcome, "winner">} outcome
 */
export function outcomeShare({ winner }) {
  return winner === null ? 0 : winner === 0 ? 1 : -1;
}

/**
 * Who wins, and by how much.
 * @param {Pick<Outcome, "winner" | "margin">} outcome
 * @param {string[]} players
 * @param {"wins" | "won"} verb
 */
export function outcomeText({ winner, margin }, players, verb) {
  if (winner === null) return "a draw";
  return `${players[winner]} ${verb}${margin > 1 ? ` by ${margin}` : ""}`;
}

/**
 * What a move is worth, as boards and lists colour it.
 * @param {string} game
 * @param {number} mover  the side to move
 * @param {Valued} valued
 * @param {boolean} best
 * @returns {Hint | null} null if nothing is known of it
 */
export function hintOf(game, mover, { move, score, known, outcome, plies }, best) {
  if (!known) return null;
  if (!outcome) {
    const share = scoreShare(game, score);
    const kind = Math.abs(share) < EVEN ? "even" : share > 0 ? "good" : "bad";
    return { move, kind, strength: Math.abs(share), best, text: "" };
  }
  const kind = outcome.winner === null ? "draw" : outcome.winner === mover ? "win" : "loss";
  return { move, kind, strength: 1, best, text: `${kind.charAt(0).toUpperCase()}${plies ?? ""}` };
}

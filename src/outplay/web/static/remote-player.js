/** The moves of players that are no persons: asked of the server, one at a time. */

import { human } from "./catalogue.js";

/**
 * @typedef {import("./game.js").Game} Game
 * @typedef {import("./connection.js").Question} Question
 */

/** @typedef {import("./reasons.js").Reason & {seconds: number}} Chosen  the move, why, and how long it took */

/** Milliseconds that a move takes at least, so that the move before it can be seen. */
const LEAST_DELAY = 350;

/**
 * @param {import("./connection.js").Connection} connection
 * @param {{onChange: () => void, onMove: (chosen: Chosen, side: number) => void,
 *   onError: (error: unknown) => void}} options
 *   onChange is called when `activity` has changed
 */
export function remotePlayer(connection, { onChange, onMove, onError }) {
  /** @type {Question | null} */
  let question = null;
  /** @type {Question | null} */
  let preparing = null;
  let compiling = false;

  function stop() {
    question?.stop();
    question = null;
    compiling = false;
  }

  /**
   * Asks for the move of the player to move; it is played when the board's animation has ended.
   * @param {Game} game
   * @param {Promise<void>} animated
   */
  async function think(game, animated) {
    const side = game.full.to_move;
    const time = game.time ? Number(game.time) : null;
    const limit = limitOf(time, game.clock?.limit(side));
    const asked = connection.stream("choose", { ...game.gameLine(), player: game.seat(side), ...limit }, (answer) => {
      if (!answer.compiling || question !== asked) return;
      compiling = true;
      onChange();
    });
    question = asked;
    onChange();
    try {
      const [answer] = await Promise.all([asked.done, animated, new Promise((done) => setTimeout(done, LEAST_DELAY))]);
      if (question !== asked) return;
      stop();
      onMove(/** @type {any} */ (answer), side);
    } catch (error) {
      if (question !== asked) return;
      stop();
      onError(error);
    }
  }

  return {
    think,
    stop,
    /** What the player to move is doing. */
    get activity() {
      return question ? (compiling ? "compiling" : "thinking") : "";
    },
    /**
     * Lets the server compile for the player who is not to move while the other one thinks.
     * @param {Game} game
     */
    prepare(game) {
      const player = game.seat(1 - game.full.to_move);
      if (human(player) || game.full.outcome) return;
      preparing = connection.stream("prepare", { ...game.gameLine(), player });
      preparing.done.catch(() => {});
    },
    leave() {
      stop();
      preparing?.stop();
    },
  };
}

/**
 * What a player may use for a move: the time that was set for it, within what its clock leaves.
 * @param {number | null} time
 * @param {{time?: number, clock?: number, increment?: number}} clock
 */
function limitOf(time, clock = {}) {
  if (clock.time === undefined) return { time, ...clock };
  return { time: time === null ? clock.time : Math.min(time, clock.time) };
}

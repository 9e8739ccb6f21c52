/** The moves of players that are no persons: asked of the server, one at a time. */

import { human } from "./catalogue.js";

/** Milliseconds that a move takes at least, so that one sees what was played before it. */
const BREATH = 350;

/**
 * @param {{onChange: () => void, onMove: (move: string, side: number) => void, onFail: (error: Error) => void}} options
 *   onChange is called when `busy` has changed
 */
export function thinker(connection, { onChange, onMove, onFail }) {
  let question = null;
  let preparing = null;
  let compiling = false;

  function stop() {
    question?.stop();
    question = null;
    compiling = false;
  }

  /** Asks for the move of the player whose turn it is; it is given when the board has `settled`. */
  async function think(game, settled) {
    const side = game.full.to_move;
    const asked = connection.stream("choose", { ...game.place(), player: game.seat(side), time: game.time ? Number(game.time) : null }, (answer) => {
      if (!answer.compiling || question !== asked) return;
      compiling = true;
      onChange();
    });
    question = asked;
    onChange();
    try {
      const [answer] = await Promise.all([asked.done, settled, new Promise((done) => setTimeout(done, BREATH))]);
      if (question !== asked) return;
      stop();
      onMove(answer.move, side);
    } catch (error) {
      if (question !== asked) return;
      stop();
      onFail(error);
    }
  }

  return {
    think,
    stop,
    /** "" or what the player to move does. */
    get busy() {
      return question && (compiling ? "compiling" : "thinking");
    },
    /** Lets the player who is not to move get ready while the other one thinks. */
    prepare(game) {
      const player = game.seat(1 - game.full.to_move);
      if (human(player) || game.full.outcome) return;
      preparing = connection.stream("prepare", { ...game.place(), player });
      preparing.done.catch(() => {});
    },
    leave() {
      stop();
      preparing?.stop();
    },
  };
}

/** Hints: what the engine would play here, and why. */

import { capital, errorText, fill, h } from "./dom.js";
import { reasonParts } from "./reasons.js";

/** @typedef {import("./boards/types.js").Hint} Hint */

export class HintPanel {
  #connection;
  #play;
  #onFound;
  /** @type {import("./connection.js").Question | null} the hint that was asked for */
  #question = null;
  element = h("div", { class: "reason hint", role: "status", hidden: true });
  /** @type {Hint[]} the move of the hint, as boards mark it */
  marks = [];

  /**
   * @param {{connection: import("./connection.js").Connection, play: (move: string) => void,
   *   onFound: () => void}} options
   *   `play` plays the move of the hint; `onFound` is called when there is one
   */
  constructor({ connection, play, onFound }) {
    this.#connection = connection;
    this.#play = play;
    this.#onFound = onFound;
  }

  /**
   * Asks for a hint, unless one is being looked for.
   * @param {import("./game.js").GameLine} gameLine
   */
  async ask(gameLine) {
    if (this.#question) return;
    this.#say("Looking for a good move …");
    const asked = this.#connection.stream("hint", gameLine, (answer) => {
      if (answer.compiling) this.#say("Getting this board ready, which takes a while once …");
    });
    this.#question = asked;
    try {
      const found = await asked.done;
      if (this.#question === asked) this.#show(/** @type {any} */ (found));
    } catch (error) {
      if (this.#question === asked) this.#say(capital(errorText(error)));
    } finally {
      if (this.#question === asked) this.#question = null;
    }
  }

  /** Forgets the hint, because another position is shown. */
  end() {
    this.#question?.stop();
    this.#question = null;
    this.marks = [];
    this.element.hidden = true;
  }

  /** @param {string} text */
  #say(text) {
    this.element.hidden = false;
    fill(this.element, h("p", {}, text));
  }

  /** @param {import("./reasons.js").Reason} reason */
  #show(reason) {
    const { move } = reason;
    this.marks = [{ move, kind: "good", strength: 1, best: true, text: "" }];
    const button = h("button", { type: "button", onclick: () => this.#play(move) }, `Play ${move}`);
    fill(this.element, reasonParts(`Hint: ${move}.`, reason), h("div", { class: "controls" }, button));
    this.#onFound();
  }
}

/** The panel of a game that is over: who won and why, and what can be done now. */

import { human } from "./catalogue.js";
import { fill, h } from "./dom.js";
import { reasonText, resultText } from "./words.js";

/** @param {{again: () => void, swap: () => void, review: () => void}} actions */
export function resultPanel({ again, swap, review }) {
  const element = h("section", { class: "panel result", "aria-label": "The result", hidden: true });

  /** @param {import("./game.js").Game} game */
  function draw(game) {
    const { outcome, persons } = game;
    element.hidden = !outcome;
    if (!outcome) return;
    const lost = persons.length && outcome.winner !== null && !human(game.seat(outcome.winner));
    /** @type {(text: string, action: () => void) => HTMLElement} */
    const button = (text, action) => h("button", { type: "button", onclick: action }, text);
    fill(
      element,
      h("h2", { tabindex: -1 }, resultText(game, outcome)),
      h("p", {}, `${reasonText(game, outcome)}.`),
      h(
        "div",
        { class: "actions" },
        button("Play again", again),
        game.moves.length ? button(lost ? "Why did I lose?" : "Look at the game", review) : null,
        button("Play again, sides swapped", swap),
      ),
    );
  }

  return { element, draw, focus: () => element.querySelector("h2")?.focus() };
}

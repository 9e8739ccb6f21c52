/** What is shown when a game is over: who won and why, and what one can do now. */

import { human } from "./catalogue.js";
import { fill, h } from "./dom.js";
import { reasoned, verdict } from "./words.js";

/** @param {{again: () => void, swap: () => void, review: () => void}} actions */
export function resultPanel({ again, swap, review }) {
  const element = h("section", { class: "panel result", "aria-label": "The result", hidden: true });

  /** @param {import("./game.js").Game} game */
  function draw(game) {
    const ended = game.outcome;
    element.hidden = !ended;
    if (!ended) return;
    const lost = game.persons.length && ended.winner !== null && !human(game.seat(ended.winner));
    const action = (text, act) => h("button", { type: "button", onclick: act }, text);
    fill(
      element,
      h("h2", { tabindex: -1 }, verdict(game)),
      h("p", {}, `${reasoned(game)}.`),
      h(
        "div",
        { class: "actions" },
        action("Play again", again),
        game.moves.length ? action(lost ? "Why did I lose?" : "Look at the game", review) : null,
        action("Play again, sides swapped", swap),
      ),
    );
  }

  return { element, draw, focus: () => element.querySelector("h2")?.focus() };
}

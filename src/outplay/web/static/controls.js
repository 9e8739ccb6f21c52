/** The buttons of a game that is being played. */

import { h } from "./dom.js";

/** @param {Record<"undo" | "redo" | "hint" | "pause" | "resign" | "swap" | "again" | "playOn", () => void>} actions */
export function controls(actions) {
  /** @type {(text: string, action: () => void, title?: string | null) => HTMLButtonElement} */
  const button = (text, action, title = null) => h("button", { type: "button", title, onclick: action }, text);
  const buttons = {
    undo: button("Undo", actions.undo, "Undo (U)"),
    redo: button("Redo", actions.redo, "Redo (R)"),
    hint: button("Hint", actions.hint, "What to play, and why (H)"),
    pause: button("Pause", actions.pause),
    resign: button("Resign", actions.resign),
    swap: button("Swap sides", actions.swap, "Swap sides (S)"),
    again: button("New game", actions.again, "New game (N)"),
    playOn: button("Play on from here", actions.playOn),
  };
  buttons.again.classList.add("primary");

  /**
   * @param {import("./game.js").Game} game
   * @param {boolean} paused
   */
  function draw(game, paused) {
    const over = Boolean(game.outcome);
    const people = game.persons.length;
    buttons.undo.disabled = game.undoPly === game.at;
    buttons.redo.disabled = game.atEnd;
    buttons.hint.hidden = !game.playable;
    buttons.pause.hidden = (people > 0 && !paused) || over;
    buttons.pause.textContent = paused ? "Go on" : "Pause";
    buttons.resign.hidden = people === 0 || over;
    buttons.resign.disabled = !game.moves.length;
    buttons.swap.hidden = over;
    buttons.playOn.hidden = game.atEnd || game.playable || Boolean(game.shown.outcome);
  }

  const element = h("div", { class: "controls", role: "group", "aria-label": "The game" }, Object.values(buttons));
  return { element, draw };
}

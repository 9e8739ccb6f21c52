/** The buttons of a game that is played. */

import { h } from "./dom.js";

/** @param {Record<"undo" | "redo" | "pause" | "resign" | "swap" | "again" | "playOn", () => void>} acts */
export function controls(acts) {
  const button = (text, act, title = null) => h("button", { type: "button", title, onclick: act }, text);
  const buttons = {
    undo: button("Undo", acts.undo, "Undo (U)"),
    redo: button("Redo", acts.redo, "Redo (R)"),
    pause: button("Pause", acts.pause),
    resign: button("Resign", acts.resign),
    swap: button("Swap sides", acts.swap, "Swap sides (S)"),
    again: button("New game", acts.again, "New game (N)"),
    playOn: button("Play on from here", acts.playOn),
  };
  buttons.again.classList.add("primary");

  /** @param {import("./game.js").Game} game */
  function draw(game, paused) {
    const over = Boolean(game.outcome);
    const people = game.persons.length;
    buttons.undo.disabled = game.back === game.at;
    buttons.redo.disabled = game.atEnd;
    buttons.pause.hidden = (people > 0 && !paused) || over;
    buttons.pause.textContent = paused ? "Go on" : "Pause";
    buttons.resign.hidden = people === 0 || over;
    buttons.resign.disabled = !game.moves.length;
    buttons.swap.hidden = over;
    buttons.playOn.hidden = game.atEnd || game.playable || Boolean(game.shown.outcome);
  }

  return { element: h("div", { class: "controls", role: "group", "aria-label": "The game" }, Object.values(buttons)), draw };
}

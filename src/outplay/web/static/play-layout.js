/** Where the parts of the page of a game stand. */

import { h } from "./dom.js";
import { stepButtons } from "./moves.js";

/**
 * @typedef {{
 *   bars: HTMLElement[], board: Element, caption: HTMLElement, panels: HTMLElement[], moves: HTMLElement[],
 *   steps: Parameters<typeof stepButtons>[0], more: [string, () => void][],
 * }} Parts
 *   the players' bars, the panels beside the board from the top down, the list of moves and what stands below
 *   it, the actions that step through it, and the labels and actions of the buttons below
 */

/**
 * @param {import("./game.js").Game} game
 * @param {Parts} parts
 */
export function playLayout(game, { bars, board, caption, panels, moves, steps, more }) {
  const sizes = game.game.includes(":") ? game.game.split(":")[1].replaceAll(",", " · ") : "";
  const movePanel = h(
    "section",
    { class: "panel", "aria-label": "The moves" },
    h("header", {}, h("h2", {}, "Moves"), stepButtons(steps)),
    moves,
  );
  const buttons = more.map(([text, act]) => h("button", { type: "button", class: "quiet", onclick: act }, text));
  return [
    h("div", { class: "heading" }, h("h1", {}, game.full.title), h("span", { class: "faint spec" }, sizes)),
    h(
      "div",
      { class: "table" },
      h("div", { class: "playing" }, bars[0], h("div", { class: "board-room" }, board), bars[1], caption),
      h("div", { class: "aside" }, panels, movePanel, h("div", { class: "more" }, buttons)),
    ),
  ];
}

/**
 * What the reader has to know about this game; it stays until it is closed.
 * @param {string[]} lines
 */
export function warning(lines) {
  const close = h("button", { type: "button", class: "quiet", onclick: () => element.remove() }, "I see");
  const text = h("div", {}, lines.map((line) => h("p", {}, line)));
  const element = h("div", { class: "notice error stays", role: "alert" }, text, close);
  return element;
}

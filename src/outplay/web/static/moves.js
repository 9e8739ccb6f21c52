/** The list of moves, in which every move can be clicked, and the buttons that step through it. */

import { fill, h } from "./dom.js";

/** @typedef {import("./boards/board.js").View} View */

/**
 * The number of each move: a new number begins when the first player moves again after the second.
 * @param {View} view
 */
function numbers(view) {
  let number = 0;
  return view.movers.map((mover, index) => {
    if (index === 0 || (mover === 0 && view.movers[index - 1] === 1)) number += 1;
    return number;
  });
}

/**
 * A move with the number that the list gives it, as in "3. d4".
 * @param {View} view
 * @param {number} index
 */
export function moveName(view, index) {
  return `${numbers(view)[index]}. ${view.moves[index]}`;
}

/**
 * The class of a move in a line where the side to move changes, which is shown by a dot in the side's colour.
 * @param {number[]} sides  who plays each move of the line
 * @param {number} index
 */
export function sideClass(sides, index) {
  return sides[index] === sides[index - 1] ? "" : `by-${sides[index] ? "second" : "first"}`;
}

/** @param {(at: number) => void} goTo  called with the number of moves that are to have been played */
export function moveList(goTo) {
  const list = h("ol", { class: "moves", "aria-label": "Moves" });
  /** @type {HTMLButtonElement[]} */
  let buttons = [];

  /** @type {(view: View, index: number, current: boolean, mark: string | undefined) => HTMLButtonElement} */
  function moveButton(view, index, current, mark) {
    const [move, player] = [view.moves[index], view.players[view.movers[index]]];
    const attributes = {
      type: "button",
      class: mark === undefined ? "move" : `move ${mark}`,
      "aria-current": current ? "step" : null,
      "aria-label": `${player} ${move}${mark === undefined ? "" : ", a mistake"}`,
      onclick: () => goTo(index + 1),
    };
    return h("button", attributes, move);
  }

  /** Keeps the current move in the middle of the list, without scrolling the page. */
  function scrollTo(/** @type {HTMLElement | undefined} */ button) {
    if (!button) list.scrollTop = 0;
    else {
      const offset = button.getBoundingClientRect().top - list.getBoundingClientRect().top;
      list.scrollTop += offset - list.clientHeight / 2;
    }
  }

  /**
   * @param {View} view
   * @param {number} at  how many of the moves have been played where the reader looks
   * @param {Map<number, string>} marked  the classes of moves that are marked, by index
   */
  function show(view, at, marked = new Map()) {
    const focused = buttons.some((button) => button === document.activeElement);
    buttons = view.moves.map((_, index) => moveButton(view, index, index + 1 === at, marked.get(index)));
    /** @type {[HTMLElement[], HTMLElement[]][]} the buttons of each numbered move, by side */
    const rows = [];
    numbers(view).forEach((number, index) => {
      (rows[number - 1] ??= [[], []])[view.movers[index]].push(buttons[index]);
    });
    fill(list, rows.map((row) => h("li", {}, row.map((side) => h("span", { class: "side" }, side)))));
    const current = buttons[at - 1];
    if (focused) (current ?? buttons[0])?.focus({ preventScroll: true });
    scrollTo(current);
  }

  return { element: list, show };
}

/**
 * Four buttons that step through the moves.
 * @param {Record<"start" | "back" | "forward" | "end", () => void>} actions
 */
export function stepButtons({ start, back, forward, end }) {
  /** @type {(text: string, label: string, action: () => void) => HTMLButtonElement} */
  const button = (text, label, action) =>
    h("button", { type: "button", class: "quiet icon", "aria-label": label, title: label, onclick: action }, text);
  return h(
    "span",
    { class: "walkers" },
    button("«", "To the start", start),
    button("‹", "One move back", back),
    button("›", "One move on", forward),
    button("»", "To the end", end),
  );
}

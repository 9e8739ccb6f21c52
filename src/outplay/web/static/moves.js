/** The list of moves; each can be gone to, and all can be walked through. */

import { h, fill } from "./dom.js";

/** The number of each move: a new one begins when the first player moves again after the second. */
function numbers(view) {
  let number = 0;
  return view.movers.map((mover, index) => (number += index === 0 || (mover === 0 && view.movers[index - 1] === 1) ? 1 : 0));
}

/** A move with the number that the list gives it, as in "3. d4". */
export function moveName(view, index) {
  return `${numbers(view)[index]}. ${view.moves[index]}`;
}

/** The class of a line's move where another side begins to move than before, which is shown by a dot of its colour. */
export function sided(sides, index) {
  return sides[index] === sides[index - 1] ? "" : `by-${sides[index] ? "second" : "first"}`;
}

/** @param {(at: number) => void} go  called with how many moves are to have been played */
export function moveList(go) {
  const list = h("ol", { class: "moves", "aria-label": "Moves" });
  let buttons = [];

  function show(view, at, marked = new Map()) {
    const groups = [];
    numbers(view).forEach((number, index) => (groups[number - 1] ??= []).push({ move: view.moves[index], index, mover: view.movers[index] }));
    const focused = buttons.some((button) => button === document.activeElement);
    buttons = [];
    fill(
      list,
      groups.map((group) =>
        h(
          "li",
          {},
          [0, 1].map((side) =>
            h(
              "span",
              { class: "side" },
              group
                .filter(({ mover }) => mover === side)
                .map(({ move, index }) => {
                  const button = h(
                    "button",
                    {
                      type: "button",
                      class: marked.has(index) ? `move ${marked.get(index)}` : "move",
                      "aria-current": index + 1 === at ? "step" : null,
                      "aria-label": `${view.players[side]} ${move}${marked.has(index) ? ", a mistake" : ""}`,
                      onclick: () => go(index + 1),
                    },
                    move,
                  );
                  buttons[index] = button;
                  return button;
                }),
            ),
          ),
        ),
      ),
    );
    const here = buttons[at - 1];
    if (focused) (here ?? buttons[0])?.focus({ preventScroll: true });
    if (here) list.scrollTop += here.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 2;
    else list.scrollTop = 0;
  }

  return { element: list, show };
}

/** Four buttons to walk through the moves. */
export function walkers({ start, back, on, end }) {
  const walker = (text, label, act) => h("button", { type: "button", class: "quiet icon", "aria-label": label, title: label, onclick: act }, text);
  return h("span", { class: "walkers" }, walker("«", "To the start", start), walker("‹", "One move back", back), walker("›", "One move on", on), walker("»", "To the end", end));
}

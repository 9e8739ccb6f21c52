/** The list of moves; each can be gone to. */

import { h, fill } from "./dom.js";

/** @param {(at: number) => void} go  called with how many moves are to have been played */
export function moveList(go) {
  const list = h("ol", { class: "moves", "aria-label": "Moves" });
  let buttons = [];

  function show(view, at, marked = new Map()) {
    let groups = [];
    view.moves.forEach((move, index) => {
      const mover = view.movers[index];
      const group = groups[groups.length - 1];
      const fresh = !group || mover === 0 ? !group || group.some((entry) => entry.mover === 1) : false;
      if (fresh) groups.push([]);
      groups[groups.length - 1].push({ move, index, mover });
    });
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

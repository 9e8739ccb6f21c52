/** The board of any game that says nothing about its looks: its own text, and a button for each move. */

import { h } from "../dom.js";

/** @param {import("./board.js").View} first */
export function plain(first, { onMove = null, small = false } = {}) {
  const text = h("pre", { class: "drawing", tabindex: small ? null : 0, "aria-label": `The board of ${first.title}` });
  const buttons = h("div", { class: "others", role: "group", "aria-label": "Moves" });
  const element = h("div", { class: `board-frame plain${small ? " small" : ""}` }, text, small ? null : buttons);

  function show(view, extras = {}) {
    text.textContent = view.board.text;
    const lines = view.board.text.split("\n");
    text.style.setProperty("--columns", String(Math.max(...lines.map((line) => line.length), 1)));
    text.style.setProperty("--rows", String(lines.length));
    element.classList.toggle("previewed", Boolean(extras.preview));
    const strengths = new Map((extras.hints ?? []).map(({ move, strength }) => [move, strength]));
    buttons.replaceChildren(
      ...view.legal.map(({ move }) => {
        const button = h("button", { type: "button", disabled: !extras.playable, onclick: () => onMove?.(move) }, move);
        if (strengths.has(move)) {
          button.classList.add("tinted");
          button.style.setProperty("--strength", String(strengths.get(move)));
        }
        return button;
      }),
    );
  }

  return { element, show, focus: () => (buttons.querySelector("button:not(:disabled)") ?? text).focus({ preventScroll: true }) };
}

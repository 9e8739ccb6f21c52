/** Buttons for moves that no click on the board makes, or that clicks do not tell apart. */

import { h } from "../dom.js";
import { tintButton } from "./tints.js";

/**
 * @param {import("./types.js").Legal[]} legal
 * @param {boolean} enabled
 * @param {((move: string) => void) | null} onMove
 * @param {import("./types.js").Hint[]} hints
 * @returns {HTMLButtonElement[]} a button for each of these moves
 */
export function moveButtons(legal, enabled, onMove, hints = []) {
  return legal.map(({ move, label }) => {
    const button = h("button", { type: "button", disabled: !enabled, onclick: () => onMove?.(move) }, label ?? move);
    const hint = hints.find((one) => one.move === move);
    if (hint) tintButton(button, hint);
    return button;
  });
}

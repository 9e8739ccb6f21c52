/** Buttons for the moves that no click on the board makes. */

import { h } from "../dom.js";

/**
 * @param {import("./types.js").Legal[]} legal
 * @param {boolean} enabled
 * @param {((move: string) => void) | null} onMove
 * @returns {HTMLButtonElement[]} a button for each move without targets
 */
export function moveButtons(legal, enabled, onMove) {
  const others = legal.filter(({ targets }) => !targets.length);
  return others.map(({ move, label }) =>
    h("button", { type: "button", disabled: !enabled, onclick: () => onMove?.(move) }, label ?? move),
  );
}

/** Setting up positions on boards of pits: a click adds a seed to a house or takes one. */

import { capital } from "./dom.js";
import { SIDES } from "./game.js";

/** @typedef {{houses: number[], store: number}} Side */

/**
 * The texts of positions are `houses:store` of each side, the side to move, and further words that are kept.
 * @param {import("./boards/board.js").View} initial  the start position
 * @returns {import("./editor.js").Editing}
 */
export function pitsEditing(initial) {
  const { board, players } = initial;

  /** @type {(text: string) => {sides: Side[], toMove: string, rest: string[]}} */
  function parts(text) {
    const [first, second = "", toMove, ...rest] = text.split(" ");
    const sides = [first, second].map((part) => {
      const [houses, store] = part.split(":");
      return { houses: houses.split(",").map(Number), store: Number(store) };
    });
    return { sides, toMove: toMove === "second" ? "second" : "first", rest };
  }

  /** @type {(sides: Side[], toMove: string, rest?: string[]) => string} */
  function write(sides, toMove, rest = []) {
    return [...sides.map(({ houses, store }) => `${houses.join(",")}:${store}`), toMove, ...rest].join(" ");
  }

  /** @type {(text: string, side: number, house: number | null, by: number) => string} null is the store */
  function add(text, side, house, by) {
    const { sides, toMove, rest } = parts(text);
    if (house === null) sides[side].store = Math.max(0, sides[side].store + by);
    else sides[side].houses[house] = Math.max(0, sides[side].houses[house] + by);
    return write(sides, toMove, rest);
  }

  /** @type {(text: string) => string} */
  function otherSide(text) {
    const { sides, toMove, rest } = parts(text);
    return write(sides, toMove === "second" ? "first" : "second", rest);
  }

  /** @type {(side: Side) => boolean} */
  const possible = ({ houses, store }) =>
    houses.length === board.houses && [...houses, store].every((count) => Number.isInteger(count) && count >= 0);

  return {
    brushes: [{ value: 1, label: "Add a seed" }, { value: -1, label: "Take a seed" }],
    buttons: [
      ...[0, 1].map((side) => ({
        label: `${players[side]}: store`,
        change: (/** @type {string} */ text, /** @type {string | number} */ by) => add(text, side, null, Number(by)),
      })),
      { label: "The other side to move", change: otherSide },
    ],
    read(text) {
      const { sides } = parts(text);
      return sides.every(possible) ? { ...board, sides } : null;
    },
    textOf: (view) => view.position,
    cleared: () => write(board.sides.map(() => ({ houses: Array(board.houses).fill(0), store: 0 })), SIDES[0]),
    targets: ({ sides }) =>
      sides.flatMap((/** @type {Side} */ { houses }, /** @type {number} */ side) =>
        houses.map((_, house) => ({ move: `${side}:${house}`, targets: [[`${side}:${house}`]] })),
      ),
    click(text, target, by) {
      const [side, house] = target.split(":").map(Number);
      return add(text, side, house, Number(by));
    },
    describeClick: (_text, _target, by) => `; click to ${Number(by) > 0 ? "add" : "take"} a seed`,
    complaint: capital,
  };
}

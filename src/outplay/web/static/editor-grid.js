/** Setting up positions on boards of rows and columns: a click puts the chosen piece into a cell, or empties it. */

import { tones } from "./boards/board.js";
import { capital, h } from "./dom.js";
import { SIDES } from "./game.js";

/**
 * The texts of positions are rows joined by "/", and the side to move if the board does not show it.
 * @param {import("./boards/board.js").View} initial  the start position
 * @returns {import("./editor.js").Editing}
 */
export function gridEditing(initial) {
  const { board } = initial;
  const empty = board.symbols[0];
  const brushes = [...board.symbols].slice(1).concat(empty).map((symbol) => brush(initial, symbol));

  /** @type {(symbol: string) => string} what the page calls a symbol */
  const nameOf = (symbol) => brushes.find(({ value }) => value === symbol)?.label ?? symbol;

  /** @type {(cells: string, toMove: string | undefined) => string} */
  function write(cells, toMove) {
    const rows = cells.match(new RegExp(`.{${board.columns}}`, "gs")) ?? [];
    return [rows.join("/"), ...(board.with_turn ? [toMove === "second" ? "second" : "first"] : [])].join(" ");
  }

  /** @type {(text: string) => {cells: string, toMove: string | undefined}} */
  function parts(text) {
    const [rows, toMove] = text.split(" ");
    return { cells: rows.split("/").join(""), toMove };
  }

  /** The symbol that a click puts into a cell: the chosen one, or none where that one is already. */
  const symbolAfter = (/** @type {string} */ text, /** @type {number} */ cell, /** @type {string | number} */ chosen) =>
    parts(text).cells[cell] === chosen ? empty : String(chosen);

  return {
    brushes,
    buttons: board.with_turn
      ? [{ label: "The other side to move", change: (text) => {
          const { cells, toMove } = parts(text);
          return write(cells, toMove === "second" ? "first" : "second");
        } }]
      : [],
    read(text) {
      const { cells } = parts(text);
      return cells.length === board.rows * board.columns ? { ...board, cells, caption: "" } : null;
    },
    textOf: (view) => write(view.board.cells, SIDES[view.to_move]),
    cleared: () => write(empty.repeat(board.rows * board.columns), "first"),
    targets: ({ cells }) => [...cells].map((_, cell) => ({ move: String(cell), targets: [[cell]] })),
    click(text, target, chosen) {
      const { cells, toMove } = parts(text);
      const cell = Number(target);
      return write(cells.slice(0, cell) + symbolAfter(text, cell, chosen) + cells.slice(cell + 1), toMove);
    },
    describeClick(text, target, chosen) {
      const symbol = symbolAfter(text, Number(target), chosen);
      return symbol === empty ? "; click to empty it" : `; click for ${nameOf(symbol)}`;
    },
    complaint(text) {
      if (text.includes("the symbols are")) return capital(text);
      const worded = text.replace(/(?<![\w'])[^\s](?![\w'])/g, (sign) => {
        const name = board.symbols.slice(1).includes(sign) ? nameOf(sign) : sign;
        return name.includes(" ") ? `“${name}”` : name;
      });
      return capital(worded);
    },
  };
}

/**
 * The choice of a symbol: its name, and how it looks.
 * @param {import("./boards/board.js").View} initial
 * @param {string} symbol
 * @returns {import("./editor.js").Brush}
 */
function brush(initial, symbol) {
  const { board, players } = initial;
  const role = board.roles[symbol] ?? "empty";
  const side = role.startsWith("first") ? 0 : role.startsWith("second") ? 1 : null;
  if (side === null) return { value: symbol, label: symbol === board.symbols[0] ? "Empty" : symbol };
  if (role.endsWith("-faint")) {
    const taken = symbol in board.shown ? `Captured by ${players[side]}` : `${players[side]}, captured`;
    return { value: symbol, label: taken };
  }
  const colours = tones(initial);
  const token = h(
    "span",
    { class: `token ${SIDES[side]}`, "aria-hidden": "true" },
    colours === "tones-marks" ? symbol : "",
  );
  return { value: symbol, label: players[side], chip: h("span", { class: colours }, token) };
}

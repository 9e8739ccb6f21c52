/** The parts of a grid's drawing: where cells are, the ground, labels, pieces, and what is highlighted. */

import { s } from "../dom.js";

/**
 * @typedef {import("./types.js").GridDescription} GridDescription
 * @typedef {import("./types.js").Highlights} Highlights
 */

export const SIZE = 40;
export const EDGE = 10;

/** Where the cells of a board are drawn. */
export class GridLayout {
  /**
   * @param {GridDescription} board
   * @param {boolean} small
   */
  constructor({ rows, columns }, small) {
    this.rows = rows;
    this.columns = columns;
    /** Labels and corners keep their size on small boards and large ones. */
    this.scale = Math.min(1.9, (Math.max(rows, columns) + 1) / 8);
    this.margin = small ? 0 : 16 * this.scale;
    this.width = columns * SIZE + 2 * EDGE;
    this.height = rows * SIZE + 2 * EDGE;
  }

  /** @param {number} cell */
  x(cell) {
    return EDGE + (cell % this.columns) * SIZE;
  }

  /** @param {number} cell */
  y(cell) {
    return EDGE + Math.floor(cell / this.columns) * SIZE;
  }

  /**
   * The middle of a cell.
   * @param {number} cell
   * @returns {[number, number]}
   */
  middle(cell) {
    return [this.x(cell) + SIZE / 2, this.y(cell) + SIZE / 2];
  }

  /**
   * A circle in the middle of a cell.
   * @param {number} cell
   * @param {string} name  its class
   * @param {number} share  its radius as a share of a cell
   */
  dot(cell, name, share) {
    const [cx, cy] = this.middle(cell);
    return s("circle", { class: name, cx, cy, r: SIZE * share });
  }

  /**
   * A square inside a cell.
   * @param {number} cell
   * @param {string} name  its class
   * @param {number} inset
   */
  square(cell, name, inset) {
    const side = SIZE - 2 * inset;
    return s("rect", {
      class: name, x: this.x(cell) + inset, y: this.y(cell) + inset, width: side, height: side, rx: inset ? 6 : null,
    });
  }
}

/** @param {string} id  the stem of the gradients' ids */
export function gradients(id) {
  const gradient = (/** @type {string} */ side) =>
    s(
      "radialGradient",
      { id: `${id}-${side}`, cx: "36%", cy: "30%", r: "75%" },
      s("stop", { offset: "0%", class: `stop-${side}-light` }),
      s("stop", { offset: "100%", class: `stop-${side}-dark` }),
    );
  return s("defs", {}, gradient("first"), gradient("second"));
}

/**
 * The wood, with its lines and points or its holes.
 * @param {GridLayout} layout
 * @param {string} look
 * @returns {SVGElement[]}
 */
export function groundParts(layout, look) {
  const { rows, columns, width, height, scale } = layout;
  const wood = s("rect", { class: "wood", width, height, rx: 12 * scale });
  if (look === "columns") {
    return [wood, ...[...Array(rows * columns).keys()].map((cell) => layout.dot(cell, "hole", 0.41))];
  }
  const lines = s("path", { class: "lines", d: linesPath(rows, columns, look) });
  if (look !== "lines" || rows !== columns || rows % 2 === 0) return [wood, lines];
  const far = rows >= 13 ? 3 : 2;
  const [low, middle, high] = [far, (rows - 1) / 2, rows - 1 - far];
  const stars = [[low, low], [low, high], [middle, middle], [high, low], [high, high]];
  return [wood, lines, ...stars.map(([row, column]) => star(layout, row * columns + column))];
}

/**
 * @param {GridLayout} layout
 * @param {number} cell
 */
function star(layout, cell) {
  const [cx, cy] = layout.middle(cell);
  return s("circle", { class: "star", cx, cy, r: 3.4 });
}

/**
 * The lines between cells, or through them where stones stand on lines.
 * @param {number} rows
 * @param {number} columns
 * @param {string} look
 */
function linesPath(rows, columns, look) {
  const shift = look === "lines" ? SIZE / 2 : 0;
  const inner = look === "marks" ? 1 : 0;
  const [right, bottom] = [EDGE + columns * SIZE - shift, EDGE + rows * SIZE - shift];
  const [lastRow, lastColumn] = shift ? [rows - 1, columns - 1] : [rows - inner, columns - inner];
  let path = "";
  for (let row = inner; row <= lastRow; row++) path += `M${EDGE + shift} ${EDGE + row * SIZE + shift}H${right}`;
  for (let column = inner; column <= lastColumn; column++) {
    path += `M${EDGE + column * SIZE + shift} ${EDGE + shift}V${bottom}`;
  }
  return path;
}

/**
 * The names of columns and rows; of columns alone where pieces fall.
 * @param {GridLayout} layout
 * @param {GridDescription} board
 * @returns {SVGElement[]}
 */
export function labelParts({ height, scale }, board) {
  const size = 9 * scale;
  const columns = board.column_labels.map((label, column) => {
    const [x, y] = [EDGE + column * SIZE + SIZE / 2, height + 13 * scale];
    return s("text", { class: "label", "font-size": size, x, y }, label);
  });
  if (board.look === "columns") return columns;
  const rows = board.row_labels.map((label, row) => {
    const y = EDGE + row * SIZE + SIZE / 2 + size / 3;
    return s("text", { class: "label", "font-size": size, x: -8 * scale, y }, label);
  });
  return [...columns, ...rows];
}

/**
 * Whose a symbol is, and whether it is captured.
 * @param {GridDescription} board
 * @param {string} symbol
 */
export function roleOf({ roles }, symbol) {
  const role = roles[symbol] ?? "empty";
  return { side: role.split("-")[0], faint: role.endsWith("-faint") };
}

/**
 * The piece in a cell, or null for an empty one.
 * @param {GridLayout} layout
 * @param {GridDescription} board
 * @param {string} id  the stem of the gradients' ids
 * @param {number} cell
 * @param {string} appearing  how it comes: appear, flip, drop, or nothing
 */
export function pieceIn(layout, board, id, cell, appearing) {
  const symbol = board.cells[cell];
  const { side, faint } = roleOf(board, symbol);
  if (side === "empty" || (faint && symbol in board.shown)) return null;
  const classes = ["piece", side, faint ? "faint" : "", appearing].filter(Boolean).join(" ");
  const group = s("g", { class: classes }, shapeOf(layout, board, id, cell, side));
  if (appearing === "drop") group.style.setProperty("--drop", `${-layout.y(cell) - SIZE}px`);
  return group;
}

/**
 * What a piece looks like: a cross, a ring, or a stone with its symbol where there are several kinds.
 * @param {GridLayout} layout
 * @param {GridDescription} board
 * @param {string} id
 * @param {number} cell
 * @param {string} side
 * @returns {SVGElement[]}
 */
function shapeOf(layout, board, id, cell, side) {
  const { look, roles, shown } = board;
  const symbol = board.cells[cell];
  const [cx, cy] = layout.middle(cell);
  if (look === "marks" && "xX".includes(symbol)) {
    const r = SIZE * 0.27;
    const d = `M${cx - r} ${cy - r}L${cx + r} ${cy + r}M${cx + r} ${cy - r}L${cx - r} ${cy + r}`;
    return [s("path", { class: "mark", d })];
  }
  if (look === "marks" && "oO".includes(symbol)) return [s("circle", { class: "mark", cx, cy, r: SIZE * 0.28 })];
  const r = SIZE * (look === "lines" ? 0.46 : look === "columns" ? 0.41 : 0.4);
  const stone = s("circle", { class: "stone", cx, cy, r, fill: `url(#${id}-${side})` });
  const kinds = Object.keys(roles).length > 3 && look !== "territory";
  return kinds ? [stone, s("text", { class: "symbol", x: cx, y: cy }, shown[symbol] ?? symbol)] : [stone];
}

/**
 * The captured cells, in the colour of their captor.
 * @param {GridLayout} layout
 * @param {GridDescription} board
 */
export function shadeParts(layout, board) {
  return [...board.cells].flatMap((symbol, cell) => {
    const { side, faint } = roleOf(board, symbol);
    if (!faint) return [];
    const captor = symbol in board.shown ? side : side === "first" ? "second" : "first";
    return [layout.square(cell, `shade ${captor}`, 0)];
  });
}

/**
 * The captured cells, the last move, and the winning row, with a line through it where it is straight.
 * @param {GridLayout} layout
 * @param {GridDescription} board
 * @param {Highlights} highlights
 * @returns {SVGElement[]}
 */
export function highlightParts(layout, board, highlights) {
  const { last, captured, winning } = /** @type {Record<string, number[]>} */ (highlights);
  const lastSize = board.look === "marks" ? 0.46 : 0.12;
  const roleAt = (/** @type {number} */ cell) => board.roles[board.cells[cell]] ?? "empty";
  return [
    ...captured.map((cell) => layout.square(cell, "captured", 2)),
    ...last.map((cell) => layout.dot(cell, `last on-${roleAt(cell)}`, lastSize)),
    ...winning.map((cell) => layout.dot(cell, "win", 0.47)),
    ...(winning.length > 1 && straight(layout, winning) ? winningLine(layout, winning) : []),
  ];
}

/**
 * @param {GridLayout} layout
 * @param {number[]} cells  in ascending order
 */
function winningLine(layout, cells) {
  const [[x1, y1], [x2, y2]] = [layout.middle(cells[0]), layout.middle(cells[cells.length - 1])];
  const d = `M${x1} ${y1}L${x2} ${y2}`;
  return ["casing", "core"].map((part) => s("path", { class: `win-line ${part}`, pathLength: 1, d }));
}

/**
 * Whether cells lie on one line, so that it can be drawn through them.
 * @param {GridLayout} layout
 * @param {number[]} cells
 */
function straight(layout, cells) {
  const [[x1, y1], [x2, y2], ...others] = cells.map((cell) => layout.middle(cell));
  return others.every(([x, y]) => (x - x1) * (y2 - y1) === (y - y1) * (x2 - x1));
}

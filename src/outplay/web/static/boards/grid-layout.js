/** Where the cells of a grid are drawn, the ground under them, and the names of rows and columns. */

import { s } from "../dom.js";
import { HandsLayout } from "./hands.js";
import { SIZE } from "./svg-board.js";

/**
 * @typedef {import("./types.js").GridDescription} GridDescription
 * @typedef {import("./types.js").Target} Target
 */

/** The wood around all cells. */
export const EDGE = 10;

/** Where the cells of a board are drawn. */
export class GridLayout {
  /**
   * @param {GridDescription} board
   * @param {boolean} small
   */
  constructor(board, small) {
    const { rows, columns } = board;
    this.board = board;
    this.columns = columns;
    /** Labels and corners keep their size on small boards and large ones. */
    this.scale = Math.min(1.9, (Math.max(rows + (board.hands ? 2.5 : 0), columns) + 1) / 8);
    this.margin = small ? 0 : 16 * this.scale;
    this.width = columns * SIZE + 2 * EDGE;
    this.height = rows * SIZE + 2 * EDGE;
    /** How many cells the board is wide. */
    this.across = columns;
    this.wide = columns > 1.25 * rows || columns > 24;
    /** The cells, row by row. */
    this.rows = [...Array(rows).keys()].map((row) => [...Array(columns).keys()].map((cell) => row * columns + cell));
    /** Whether the second player looks at the board from below. */
    this.turned = false;
    this.hands = board.hands ? new HandsLayout(this, small) : null;
  }

  /**
   * Turns the board, so that the last cell comes first.
   * @param {boolean} turned
   * @returns {boolean} whether that changes anything
   */
  turn(turned) {
    if (turned === this.turned) return false;
    this.turned = turned;
    this.rows = this.rows.toReversed().map((row) => row.toReversed());
    return true;
  }

  /** @returns {[number, number, number, number]} the view box */
  get box() {
    const room = this.hands?.room ?? 0;
    return [-this.margin, -room, this.width + this.margin, this.height + this.margin + 2 * room];
  }

  /**
   * The middle of a cell, or of a piece in a hand.
   * @param {Target} target
   * @returns {[number, number]}
   */
  middle(target) {
    if (typeof target === "string") return this.hands?.middle(target) ?? [0, 0];
    const place = this.turned ? this.board.cells.length - 1 - target : target;
    const [row, column] = [Math.floor(place / this.columns), place % this.columns];
    return [EDGE + (column + 0.5) * SIZE, EDGE + (row + 0.5) * SIZE];
  }

  /**
   * A circle in the middle of a cell.
   * @param {Target} target
   * @param {string} name  its class
   * @param {number} share  its radius as a share of a cell
   */
  dot(target, name, share) {
    const [cx, cy] = this.middle(target);
    return s("circle", { class: name, cx, cy, r: SIZE * share });
  }

  /**
   * The outline of a cell.
   * @param {Target} target
   * @param {import("../dom.js").Attributes} attributes
   * @param {number} inset
   * @returns {SVGElement}
   */
  shape(target, attributes, inset = 0) {
    const [x, y] = this.middle(target);
    const side = SIZE - 2 * inset;
    const place = { x: x - side / 2, y: y - side / 2, width: side, height: side };
    return s("rect", { rx: inset ? 6 : null, ...attributes, ...place });
  }

  /**
   * Whether a line can be drawn through the cells that won: here, if they lie on one.
   * @param {number[]} cells
   */
  lined(cells) {
    const [[x1, y1], [x2, y2], ...others] = cells.map((cell) => this.middle(cell));
    return others.every(([x, y]) => (x - x1) * (y2 - y1) === (y - y1) * (x2 - x1));
  }

  /**
   * The wood, with its lines and points or its holes.
   * @returns {SVGElement[]}
   */
  groundParts() {
    return groundParts(this);
  }

  /** @returns {SVGElement[]} the names of columns and rows; of columns alone where pieces fall */
  labelParts() {
    return labelParts(this);
  }
}

/**
 * @param {GridLayout} layout
 * @returns {SVGElement[]}
 */
function groundParts(layout) {
  const { width, height, scale } = layout;
  const { rows, columns, look } = layout.board;
  const wood = s("rect", { class: "wood", width, height, rx: 12 * scale });
  if (look === "columns") return [wood, ...layout.rows.flat().map((cell) => layout.dot(cell, "hole", 0.41))];
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
 * @param {GridLayout} layout
 * @returns {SVGElement[]}
 */
function labelParts({ height, scale, board, turned }) {
  const size = 9 * scale;
  /** @type {(labels: string[]) => string[]} */
  const seen = (labels) => (turned ? labels.toReversed() : labels);
  const columns = seen(board.column_labels).map((label, column) => {
    const [x, y] = [EDGE + column * SIZE + SIZE / 2, height + 13 * scale];
    return s("text", { class: "label", "font-size": size, x, y }, label);
  });
  if (board.look === "columns") return columns;
  const rows = seen(board.row_labels).map((label, row) => {
    const y = EDGE + row * SIZE + SIZE / 2 + size / 3;
    return s("text", { class: "label", "font-size": size, x: -8 * scale, y }, label);
  });
  return [...columns, ...rows];
}

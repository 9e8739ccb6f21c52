/** Boards of dots, where moves draw the edges between them and close boxes. */

import { s } from "../dom.js";
import { SIZE, SvgBoard } from "./svg-board.js";
import { tintClass } from "./tints.js";

/**
 * @typedef {import("./types.js").View} View
 * @typedef {import("./types.js").Target} Target
 * @typedef {import("./types.js").EdgesDescription} EdgesDescription
 * @typedef {[number, number]} Point
 */

/** The room around the dots, and how far outside of them an edge of the rim can be clicked. */
const RIM = 16;
const DOT = 4;

/**
 * @param {View} view
 * @param {import("./types.js").Options} options
 */
export function edges(view, options) {
  return new EdgesBoard(view, options, new EdgesLayout(view.board, Boolean(options.small)));
}

class EdgesLayout {
  /**
   * @param {EdgesDescription} board
   * @param {boolean} small
   */
  constructor({ rows, columns }, small) {
    this.columns = columns;
    /** The number of horizontal edges, which come first. */
    this.horizontal = (rows + 1) * columns;
    this.scale = Math.min(1.9, (Math.max(rows, columns) + 1) / 8);
    this.across = columns + 1;
    this.wide = columns > 1.25 * rows;
    this.width = columns * SIZE + 2 * RIM;
    this.height = rows * SIZE + 2 * RIM;
    const margin = small ? 0 : 14 * this.scale;
    /** @type {[number, number, number, number]} */
    this.box = [-margin, 0, this.width + margin, this.height + margin];
    /** @type {(first: number, count: number) => Target[]} */
    const numbers = (first, count) => [...Array(count).keys()].map((number) => first + number);
    /** The edges as one walks over them: a row of horizontal ones, then the vertical ones below it. */
    this.rows = numbers(0, 2 * rows + 1).map((line) => {
      const row = Math.floor(Number(line) / 2);
      const upright = Number(line) % 2 === 1;
      return upright ? numbers(this.horizontal + row * (columns + 1), columns + 1) : numbers(row * columns, columns);
    });
  }

  /**
   * The dots of an edge as [row, column], the left or upper one first.
   * @param {Target} target
   * @returns {[Point, Point]}
   */
  dots(target) {
    const edge = Number(target);
    if (edge < this.horizontal) {
      const [row, column] = divided(edge, this.columns);
      return [[row, column], [row, column + 1]];
    }
    const [row, column] = divided(edge - this.horizontal, this.columns + 1);
    return [[row, column], [row + 1, column]];
  }

  /**
   * Where a dot is drawn.
   * @param {Point} dot
   * @returns {Point}
   */
  point([row, column]) {
    return [RIM + column * SIZE, RIM + row * SIZE];
  }

  /**
   * @param {Target} target
   * @returns {Point}
   */
  middle(target) {
    const [[x1, y1], [x2, y2]] = this.dots(target).map((dot) => this.point(dot));
    return [(x1 + x2) / 2, (y1 + y2) / 2];
  }

  /**
   * The part of the board that is nearer to an edge than to others: a square that stands on its corner.
   * @param {Target} target
   * @param {import("../dom.js").Attributes} attributes
   * @param {number} inset
   */
  shape(target, attributes, inset = 0) {
    const [x, y] = this.middle(target);
    const half = SIZE / 2 - inset;
    /** @type {(value: number, size: number) => number} */
    const inside = (value, size) => Math.max(0, Math.min(size, value));
    const [left, right] = [inside(x - half, this.width), inside(x + half, this.width)];
    const [top, bottom] = [inside(y - half, this.height), inside(y + half, this.height)];
    return s("path", { ...attributes, d: `M${left} ${y}L${x} ${top}L${right} ${y}L${x} ${bottom}Z` });
  }

  /**
   * The line of an edge.
   * @param {Target} target
   * @param {string} name  its class
   */
  line(target, name) {
    const [[x1, y1], [x2, y2]] = this.dots(target).map((dot) => this.point(dot));
    return s("path", { class: name, d: `M${x1} ${y1}L${x2} ${y2}` });
  }

  /**
   * A box.
   * @param {number} box
   * @param {string} name  its class
   */
  square(box, name) {
    const [x, y] = this.point(divided(box, this.columns));
    return s("rect", { class: name, x: x + 3, y: y + 3, width: SIZE - 6, height: SIZE - 6, rx: 4 });
  }

  /**
   * The names of the dots.
   * @param {EdgesDescription} board
   */
  labelParts({ column_labels, row_labels }) {
    const { scale, height } = this;
    const size = 9 * scale;
    /** @type {(x: number, y: number, label: string) => SVGElement} */
    const label = (x, y, text) => s("text", { class: "label", "font-size": size, x, y }, text);
    return [
      ...column_labels.map((text, column) => label(RIM + column * SIZE, height + 8 * scale, text)),
      ...row_labels.map((text, row) => label(-7 * scale, RIM + row * SIZE + size / 3, text)),
    ];
  }
}

class EdgesBoard extends SvgBoard {
  valueSize = 0.22;

  /**
   * @param {View} view
   * @param {import("./types.js").Options} options
   * @param {EdgesLayout} layout
   */
  constructor(view, options, layout) {
    super(view, options, layout, "grid edges");
    this.layout = layout;
    /** @type {Map<Target, {symbol: string, part: SVGElement | null}>} what is drawn now, by target */
    this.drawn = new Map();
    const { width, height } = layout;
    this.ground.append(s("rect", { class: "wood", width, height, rx: 12 * layout.scale }));
    this.ground.append(...layout.rows.flat().map((edge) => layout.line(edge, "edge-free")));
    this.dots = s("g", { class: "dots" }, this.dotParts());
    this.stones.after(this.dots);
    if (!this.small) this.ground.append(...layout.labelParts(this.board));
  }

  get board() {
    return /** @type {EdgesDescription} */ (this.view.board);
  }

  dotParts() {
    const { row_labels, column_labels } = this.board;
    return row_labels.flatMap((_, row) =>
      column_labels.map((__, column) => {
        const [cx, cy] = this.layout.point([row, column]);
        return s("circle", { class: "dot", cx, cy, r: DOT });
      }),
    );
  }

  drawPosition() {
    const { last } = this.view.highlights;
    [...this.board.boxes].forEach((symbol, box) => this.draw(`box:${box}`, symbol, (side) => this.boxPart(box, side)));
    [...this.board.edges].forEach((symbol, edge) => {
      this.draw(edge, symbol, (side) => this.layout.line(edge, `edge ${side}`));
    });
    this.shades.replaceChildren(...last.map((edge) => this.layout.line(edge, "edge-last")));
  }

  /**
   * Draws an edge or a box, if it has changed.
   * @param {Target} target
   * @param {string} symbol
   * @param {(side: string) => SVGElement} make
   */
  draw(target, symbol, make) {
    const old = this.drawn.get(target);
    if (old?.symbol === symbol) return;
    old?.part?.remove();
    const side = this.board.roles[symbol] ?? "empty";
    const part = side === "empty" ? null : make(side);
    this.drawn.set(target, { symbol, part });
    if (!part) return;
    if (old && this.extras.animate !== false && !this.small && !this.extras.preview) part.classList.add("appear");
    this.stones.append(part);
  }

  /**
   * A box that somebody has closed, with the symbol of its owner.
   * @param {number} box
   * @param {string} side
   */
  boxPart(box, side) {
    const [x, y] = this.layout.point(divided(box, this.layout.columns));
    const symbol = this.board.boxes[box];
    const text = s("text", { class: "owner", x: x + SIZE / 2, y: y + SIZE / 2 }, this.board.shown[symbol] ?? symbol);
    return s("g", { class: `box ${side}` }, this.layout.square(box, "owned"), text);
  }

  /**
   * @param {Target} target
   * @param {import("./types.js").Hint} hint
   */
  tint(target, hint) {
    const tint = this.layout.line(target, `tint ${tintClass(hint)}`);
    tint.style.setProperty("--strength", String(hint.strength));
    return tint;
  }

  /** @param {Target} target */
  nameOf(target) {
    const { row_labels, column_labels } = this.board;
    const names = this.layout.dots(target).map(([row, column]) => ({ row: Number(row_labels[row]), column }));
    names.sort((one, other) => one.column - other.column || one.row - other.row);
    return names.map(({ row, column }) => `${column_labels[column]}${row}`).join("-");
  }

  /** @param {Target} target */
  stateOf(target) {
    const side = this.board.roles[this.board.edges[Number(target)]] ?? "empty";
    const { players } = this.view;
    return side === "first" ? players[0] : side === "second" ? players[1] : side === "empty" ? "free" : "drawn";
  }
}

/**
 * @param {number} number
 * @param {number} divisor
 * @returns {Point} the quotient and the remainder
 */
function divided(number, divisor) {
  return [Math.floor(number / divisor), number % divisor];
}

/** Boards of hexagons in a rhombus, whose rows shift to the right as one goes down, with the sides that are goals. */

import { s } from "../dom.js";
import { GridBoard } from "./grid.js";
import { EDGE, GridLayout } from "./grid-layout.js";
import { HandsLayout } from "./hands.js";
import { SIZE } from "./svg-board.js";

/**
 * @typedef {import("./types.js").View} View
 * @typedef {import("./types.js").Target} Target
 * @typedef {[number, number]} Point
 */

/** From the middle of a hexagon to a corner, and from one row to the next. */
const RADIUS = SIZE / Math.sqrt(3);
const PITCH = 1.5 * RADIUS;
/** The corners of a hexagon from the top, clockwise, in halves of its width and in radii. */
const CORNERS = [[0, -1], [1, -0.5], [1, 0.5], [0, 1], [-1, 0.5], [-1, -0.5]];

/**
 * @param {View} view
 * @param {import("./types.js").Options} options
 */
export function hex(view, options) {
  return new GridBoard(view, options, new HexLayout(view.board, Boolean(options.small)));
}

class HexLayout extends GridLayout {
  /**
   * @param {import("./types.js").HexDescription} board
   * @param {boolean} small
   */
  constructor(board, small) {
    super(board, small);
    const { rows, columns, goals } = board;
    this.goals = goals;
    this.across = columns + (rows - 1) / 2;
    this.wide = false;
    this.scale = Math.min(1.9, (this.across + 1) / 8);
    this.margin = small ? 0 : 16 * this.scale;
    this.width = this.across * SIZE + 2 * EDGE;
    this.height = (rows - 1) * PITCH + 2 * RADIUS + 2 * EDGE;
    if (board.hands) this.hands = new HandsLayout(this, small);
  }

  /** Hexagons are not turned: their goals stay where they are. */
  turn() {
    return false;
  }

  /**
   * @param {Target} target
   * @returns {Point}
   */
  middle(target) {
    if (typeof target === "string") return super.middle(target);
    const [row, column] = [Math.floor(target / this.columns), target % this.columns];
    return [EDGE + (column + row / 2 + 0.5) * SIZE, EDGE + RADIUS + row * PITCH];
  }

  /**
   * @param {number} cell
   * @param {number} inset
   * @returns {Point[]} from the top, clockwise
   */
  corners(cell, inset = 0) {
    const [x, y] = this.middle(cell);
    const share = 1 - (2 * inset) / SIZE;
    return CORNERS.map(([dx, dy]) => [x + (dx * SIZE * share) / 2, y + dy * RADIUS * share]);
  }

  /**
   * @param {Target} target
   * @param {import("../dom.js").Attributes} attributes
   * @param {number} inset
   * @returns {SVGElement}
   */
  shape(target, attributes, inset = 0) {
    if (typeof target === "string") return super.shape(target, attributes, inset);
    return s("path", { ...attributes, d: path(this.corners(target, inset), true) });
  }

  /** A chain that won is drawn from cell to cell. */
  lined() {
    return true;
  }

  groundParts() {
    const cells = this.rows.flat();
    const sides = Object.entries(this.borders()).flatMap(([side, points]) => this.goalParts(this.goals[side], points));
    const d = cells.map((cell) => path(this.corners(cell), true)).join("");
    return [...sides, s("path", { class: "wood hexes", d })];
  }

  /**
   * A side in the colour of the player who connects it with the opposite one.
   * @param {string | undefined} role
   * @param {Point[]} points
   */
  goalParts(role, points) {
    if (!role) return [];
    return ["goal-casing", `goal ${role}`].map((name) => s("path", { class: name, d: path(points) }));
  }

  /** @returns {Record<string, Point[]>} the corners along each side of the rhombus */
  borders() {
    const last = this.columns - 1;
    /** @type {(cells: number[], ...corners: number[]) => Point[]} */
    const along = (cells, ...corners) => cells.flatMap((cell) => corners.map((corner) => this.corners(cell)[corner]));
    return {
      top: along(this.rows[0], 5, 0, 1),
      bottom: along(this.rows[this.rows.length - 1], 4, 3, 2),
      left: along(this.rows.map((row) => row[0]), 5, 4),
      right: along(this.rows.map((row) => row[last]), 1, 2),
    };
  }

  labelParts() {
    const { board, scale } = this;
    const size = 9 * scale;
    const bottom = this.rows[this.rows.length - 1];
    const columns = board.column_labels.map((label, column) => {
      const [x] = this.middle(bottom[column]);
      return s("text", { class: "label", "font-size": size, x: x + SIZE / 4, y: this.height + 11 * scale }, label);
    });
    const rows = board.row_labels.map((label, row) => {
      const [x, y] = this.middle(this.rows[row][0]);
      const place = { x: x - SIZE / 2 - EDGE - 6 * scale, y: y + size / 3 };
      return s("text", { class: "label", "font-size": size, ...place }, label);
    });
    return [...columns, ...rows];
  }
}

/**
 * @param {Point[]} points
 * @param {boolean} closed
 */
function path(points, closed = false) {
  return `M${points.map(([x, y]) => `${x.toFixed(2)} ${y.toFixed(2)}`).join("L")}${closed ? "Z" : ""}`;
}

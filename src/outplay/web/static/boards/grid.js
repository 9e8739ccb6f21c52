/** Boards of rows and columns: stones on lines or in cells, discs in columns, marks, and territory. */

import { closest, s, still } from "../dom.js";
import { targetOf } from "./drag.js";
import { GridLayout } from "./grid-layout.js";
import { gradients, highlightParts, pieceIn, roleOf, shadeParts, shapeOf, travelParts } from "./grid-parts.js";
import { countParts } from "./hands.js";
import { SvgBoard } from "./svg-board.js";

/**
 * @typedef {import("./types.js").View} View
 * @typedef {import("./types.js").Options} Options
 * @typedef {import("./types.js").Target} Target
 * @typedef {import("./types.js").GridDescription} GridDescription
 */

/** Milliseconds that a stone falls, as in boards.css, and that a piece needs for its way. */
const FALL = 380;
const TRAVEL = 240;

/**
 * @param {View} view
 * @param {Options} options
 */
export function grid(view, options) {
  return new GridBoard(view, options, new GridLayout(view.board, Boolean(options.small)));
}

export class GridBoard extends SvgBoard {
  /** @type {Map<Target, SVGElement>} the pieces in hand */
  inHand = new Map();
  hands = s("g", { class: "hands", "aria-hidden": "true" });
  /** Whether pieces move on this board, so that it is turned for a second player who sits below. */
  #moving = false;

  /**
   * @param {View} view
   * @param {Options} options
   * @param {GridLayout} layout
   */
  constructor(view, options, layout) {
    super(view, options, layout, `grid look-${view.board.look}`);
    this.layout = layout;
    this.cellHits = this.hits;
    /** @type {(string | null)[]} the symbols that are drawn now; null before anything is */
    this.drawn = Array(this.board.cells.length).fill(null);
    /** @type {(SVGGElement | null)[]} */
    this.pieces = Array(this.drawn.length).fill(null);
    this.svg.prepend(gradients(this.id));
    this.stones.before(this.hands);
    this.drawGround();
    if (this.board.look === "columns" && !this.small) this.makeColumns();
  }

  get board() {
    return /** @type {GridDescription} */ (this.view.board);
  }

  drawGround() {
    const { layout, small } = this;
    const labels = small ? [] : [...layout.labelParts(), ...(layout.hands?.groundParts() ?? [])];
    this.ground.replaceChildren(...layout.groundParts(), ...labels);
  }

  /** Turns the board so that the player below sees the own pieces there, where pieces move. */
  turn() {
    const { legal, highlights } = this.view;
    const standsOn = (/** @type {Target} */ cell) => this.board.roles[this.board.cells[Number(cell)]] !== "empty";
    const moves = legal.some(({ targets }) => targets.length > 1 && targets[0].some(standsOn));
    this.#moving ||= moves || highlights.path.length > 0;
    if (this.small || !this.layout.turn(this.#moving && this.extras.bottom === 1)) return;
    this.drawn.fill(null);
    for (const piece of this.pieces) piece?.remove();
    this.pieces.fill(null);
    this.drawGround();
    this.cellHits = this.makeHits(this.layout.rows);
    this.layHits(this.cellHits);
  }

  /** Where pieces fall, a whole column is pointed out, and a digit plays in that column. */
  makeColumns() {
    const point = (/** @type {Event} */ event) => {
      const hit = event.type === "pointerover" && !this.extras.says ? closest(event, "[data-target]") : null;
      const column = hit ? Number(targetOf(hit)) % this.board.columns : -1;
      for (const row of this.hits) row.forEach((other, at) => other.classList.toggle("beside", at === column));
    };
    this.svg.addEventListener("pointerover", point);
    this.svg.addEventListener("pointerleave", point);
    this.svg.addEventListener("keydown", (event) => this.onDigit(event));
  }

  /**
   * A digit plays in that column, where pieces fall. Letters, which name the columns, are the page's own keys.
   * @param {KeyboardEvent} event
   */
  onDigit(event) {
    if (!/^[1-9]$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
    const column = Number(event.key) - 1;
    if (column >= this.board.columns) return;
    event.preventDefault();
    this.cursor?.put(this.hits[0][column]);
    this.choosing.click(column);
  }

  /** @param {View} before */
  drawPosition(before) {
    const { highlights } = this.view;
    this.turn();
    this.shades.replaceChildren(...shadeParts(this.layout, this.board), ...travelParts(this.layout, highlights));
    const from = highlights.path.length ? this.layout.middle(highlights.path[0]) : null;
    this.drawHands();
    const fell = this.drawPieces(before);
    if (from && this.animates && follows(before, this.view)) this.travel(from);
    this.over.replaceChildren(...highlightParts(this.layout, this.board, highlights));
    const won = new Set(highlights.winning);
    this.pieces.forEach((piece, cell) => piece?.classList.toggle("outside", won.size > 0 && !won.has(cell)));
    if (fell && !still()) this.over.animate([{ opacity: 0 }, { opacity: 0 }], FALL);
  }

  get animates() {
    return this.extras.animate !== false && !this.small && !this.extras.preview;
  }

  /**
   * Draws the pieces that have changed.
   * @param {View} before
   * @returns {boolean} whether one of them falls
   */
  drawPieces(before) {
    const { roles } = /** @type {GridDescription} */ (before.board);
    const arriving = this.board.look === "columns" ? "drop" : "appear";
    const { path } = this.view.highlights;
    const moved = path[path.length - 1];
    let fell = false;
    [...this.board.cells].forEach((symbol, cell) => {
      const old = this.drawn[cell];
      if (old === symbol) return;
      const how = !this.animates || old === null || cell === moved ? "" : roles[old] === "empty" ? arriving : "flip";
      const piece = pieceIn(this.layout, this.board, this.id, cell, how);
      fell ||= piece !== null && how === "drop";
      this.pieces[cell]?.remove();
      this.pieces[cell] = piece;
      if (piece) this.stones.append(piece);
      this.drawn[cell] = symbol;
    });
    return fell;
  }

  /**
   * Moves the piece of the last move along its way, unless it was dragged there.
   * @param {[number, number]} from
   */
  travel(from) {
    const { path } = this.view.highlights;
    const piece = this.pieceOn(path[path.length - 1]);
    if (!piece || still() || this.drag?.dropped) return;
    const points = [from, ...path.slice(1).map((target) => this.layout.middle(target))];
    const [x, y] = points[points.length - 1];
    this.stones.append(piece);
    const frames = points.map((point) => ({ translate: `${point[0] - x}px ${point[1] - y}px` }));
    piece.animate(frames, { duration: TRAVEL * path.length / 2, easing: "ease-in-out" });
    this.over.animate([{ opacity: 0 }, { opacity: 0 }], TRAVEL * path.length / 2);
  }

  /** Draws the pieces in hand, and what can be clicked there. */
  drawHands() {
    const { hands } = this.board;
    if (this.small || !hands || !this.layout.hands) return;
    const strips = this.layout.hands.set(hands, this.extras.bottom ?? 0);
    this.inHand.clear();
    const parts = hands.flat().map(({ target, symbol, role, count }) => {
      const middle = this.layout.middle(target);
      const piece = s("g", { class: `piece ${role}` }, shapeOf(middle, this.board, this.id, symbol, role));
      this.inHand.set(target, piece);
      return [piece, countParts(middle, count)];
    });
    this.hands.replaceChildren(...parts.flat(2));
    const [above, below] = this.makeHits(strips);
    this.layHits([above, ...this.cellHits, below]);
  }

  /** @param {Target} target */
  pieceOn(target) {
    return typeof target === "number" ? this.pieces[target] : (this.inHand.get(target) ?? null);
  }

  /**
   * Dots where a move can be made or go on, if that is not everywhere; rings around pieces.
   * @param {Map<Target, import("./types.js").Hint>} values
   */
  targetParts(values) {
    const { board, choosing } = this;
    const { chosen, next } = choosing.steps;
    const targets = [...next.keys()].filter((target) => choosing.can(target));
    const isEmpty = (/** @type {Target} */ cell) => board.roles[board.cells[Number(cell)]] === "empty";
    const chosenParts = chosen.map((target) => this.layout.shape(target, { class: "chosen-piece" }, 1.5));
    if (!chosen.length) {
      const empty = targets.filter(isEmpty);
      if (board.by_column || empty.length >= [...board.cells].filter((_, cell) => isEmpty(cell)).length) return [];
      return empty.filter((cell) => !values.get(cell)?.text).map((cell) => this.layout.dot(cell, "may", 0.1));
    }
    const ways = targets.filter((cell) => !values.get(cell)?.text || !isEmpty(cell)).map((cell) => {
      return isEmpty(cell) ? this.layout.dot(cell, "may way-on", 0.15) : this.layout.dot(cell, "may-take", 0.44);
    });
    return [...chosenParts, ...ways];
  }

  /**
   * The kind of piece in hand that a target is.
   * @param {Target} target
   */
  handOf(target) {
    return this.board.hands?.flat().find((hand) => hand.target === target);
  }

  /** @param {string} side */
  ownerOf(side) {
    if (side === "empty") return "empty";
    return side === "first" ? this.view.players[0] : side === "second" ? this.view.players[1] : "nobody’s";
  }

  /** @param {Target} target */
  nameOf(target) {
    const hand = this.handOf(target);
    if (hand) return `${this.ownerOf(hand.role)}, ${hand.symbol.toUpperCase()} in hand`;
    const { columns, column_labels, row_labels } = this.board;
    const cell = Number(target);
    return `${column_labels[cell % columns]}${row_labels[Math.floor(cell / columns)]}`;
  }

  /** @param {Target} target */
  stateOf(target) {
    const hand = this.handOf(target);
    if (hand) return String(hand.count);
    const { cells, roles, look, shown } = this.board;
    const symbol = cells[Number(target)];
    const { side, faint } = roleOf(this.board, symbol);
    const owner = this.ownerOf(side);
    if (faint) return `captured (${owner})`;
    const kinds = side !== "empty" && Object.keys(roles).length > 3 && look !== "territory";
    return kinds ? `${owner} ${shown[symbol] ?? symbol}` : owner;
  }
}

/**
 * Whether a view is one move after another.
 * @param {View} before
 * @param {View} after
 */
function follows(before, after) {
  return after.moves.length === before.moves.length + 1 && before.moves.every((move, at) => move === after.moves[at]);
}

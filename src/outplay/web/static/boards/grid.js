/** Boards of rows and columns: stones on lines or in cells, discs in columns, marks, and territory. */

import { fresh, h, s, still } from "../dom.js";
import { moveButtons } from "./buttons.js";
import { Cursor } from "./cursor.js";
import { Frame } from "./frame.js";
import {
  gradients, GridLayout, groundParts, highlightParts, labelParts, pieceIn, roleOf, shadeParts, SIZE,
} from "./grid-parts.js";
import { hintsAt, tintClass, tintLabel } from "./tints.js";

/**
 * @typedef {import("./types.js").View} View
 * @typedef {import("./types.js").Options} Options
 * @typedef {import("./types.js").Extras} Extras
 * @typedef {import("./types.js").GridDescription} GridDescription
 */

/** Boards with more rows or columns than this are scrolled where there is no room, so that a cell is not too small. */
const LARGE = 15;
/** The least side of a cell on such a board, in pixels. */
const LEAST_CELL = 22;
/** Milliseconds that a stone falls, as in boards.css. */
const FALL = 380;

/** @param {string} name  a part of the drawing that lies over the one before */
const layer = (name) => s("g", { class: name, "aria-hidden": "true" });

/**
 * @param {View} view
 * @param {Options} options
 */
export function grid(view, options) {
  return new GridBoard(view, options);
}

class GridBoard {
  /**
   * @param {View} view
   * @param {Options} options
   */
  constructor(view, { onMove = null, small = false }) {
    this.view = view;
    this.onMove = onMove;
    this.small = small;
    /** @type {Extras} */
    this.extras = {};
    this.id = fresh("grid");
    this.layout = new GridLayout(this.board, small);
    this.ground = layer("ground");
    this.shades = layer("shades");
    this.tints = layer("tints");
    this.stones = layer("stones");
    this.over = layer("over");
    this.svg = this.makeSvg();
    this.others = h("div", { class: "others" });
    const large = !small && Math.max(this.board.rows, this.board.columns) > LARGE;
    this.frame = large ? new Frame(this.svg, () => this.lastHit()) : null;
    /** @type {Element} */
    this.element = small ? this.svg : (this.frame?.element ?? h("div", { class: "board-frame" }, this.svg));
    this.ground.append(...groundParts(this.layout, this.board.look));
    /** @type {(string | null)[]} the symbols that are drawn now; null before anything is */
    this.drawn = Array(this.board.rows * this.board.columns).fill(null);
    /** @type {(SVGGElement | null)[]} */
    this.pieces = Array(this.drawn.length).fill(null);
    /** @type {SVGRectElement[][]} what is clicked, row by row */
    this.hits = [];
    /** @type {ReturnType<typeof hintsAt>} */
    this.hinted = new Map();
    /** @type {Cursor | null} */
    this.cursor = null;
    if (!small) this.makePlayable();
  }

  get board() {
    return /** @type {GridDescription} */ (this.view.board);
  }

  makeSvg() {
    const { width, height, margin, columns, rows } = this.layout;
    const { title, palette } = this.view;
    const wide = columns > 1.25 * rows || columns > 24;
    const classes = ["board", "grid", `look-${this.board.look}`, `tones-${palette}`];
    const svg = s(
      "svg",
      {
        class: [...classes, this.small ? "small" : "", wide ? "wide" : ""].filter(Boolean).join(" "),
        viewBox: `${-margin} 0 ${width + margin} ${height + margin}`,
        role: this.small ? "img" : "grid",
        "aria-label": this.small ? `A board of ${title}` : `The board of ${title}`,
        tabindex: this.small ? null : 0,
      },
      gradients(this.id),
      [this.ground, this.shades, this.tints, this.stones, this.over],
    );
    svg.style.setProperty("--least", `${columns * LEAST_CELL}px`);
    svg.style.setProperty("--ratio", ((width + margin) / (height + margin)).toFixed(3));
    return svg;
  }

  /** Adds labels, the cells that can be clicked, keys, and room for the buttons of other moves. */
  makePlayable() {
    const { rows, columns } = this.board;
    this.element.append(this.others);
    this.ground.append(...labelParts(this.layout, this.board));
    for (let row = 0; row < rows; row++) {
      this.hits.push([...Array(columns).keys()].map((column) => this.makeHit(row, column)));
    }
    const lines = this.hits.map((row) => s("g", { role: "row" }, row));
    this.svg.append(s("g", { class: "hits", role: "rowgroup" }, lines));
    const act = (/** @type {SVGElement} */ hit) => this.act(Number(hit.dataset.cell));
    const reveal = (/** @type {SVGElement} */ hit) => this.frame?.reveal(hit);
    this.cursor = new Cursor(this.svg, () => this.hits, act, reveal);
    if (this.board.look === "columns") this.svg.addEventListener("keydown", (event) => this.onDigit(event));
  }

  /**
   * @param {number} row
   * @param {number} column
   */
  makeHit(row, column) {
    const cell = row * this.board.columns + column;
    const [x, y, rx] = [this.layout.x(cell), this.layout.y(cell), 4 * this.layout.scale];
    const onclick = () => {
      this.cursor?.put(row, column);
      this.act(cell);
    };
    const hover = (/** @type {boolean} */ on) => this.board.look === "columns" && this.hoverColumn(column, on);
    return s("rect", {
      id: `${this.id}-${cell}`, class: "place", role: "gridcell", "data-cell": cell,
      x, y, width: SIZE, height: SIZE, rx,
      onclick, onpointerenter: () => hover(true), onpointerleave: () => hover(false),
    });
  }

  /**
   * Makes the move of a cell, if there is one and moves can be made.
   * @param {number} cell
   */
  act(cell) {
    const legal = this.extras.playable ? this.view.legal.find(({ targets }) => targets.includes(cell)) : undefined;
    if (legal) this.onMove?.(legal.move);
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
    this.cursor?.put(0, column);
    this.act(column);
  }

  /** The cell of the last move, if there is one. */
  lastHit() {
    const [cell] = this.view.highlights.last;
    return cell === undefined ? null : this.hits.flat()[Number(cell)];
  }

  /**
   * @param {number} column
   * @param {boolean} on
   */
  hoverColumn(column, on) {
    for (const row of this.hits) row[column].classList.toggle("beside", on && !this.extras.says);
  }

  /**
   * @param {View} next
   * @param {Extras} extras
   */
  show(next, extras = {}) {
    const before = this.view;
    this.view = next;
    this.extras = extras;
    this.shades.replaceChildren(...shadeParts(this.layout, this.board));
    const fell = this.drawPieces(/** @type {GridDescription} */ (before.board));
    this.svg.classList.toggle("previewed", Boolean(extras.preview));
    this.svg.classList.toggle("playable", Boolean(extras.playable));
    this.drawHighlights();
    if (this.small) return;
    if (fell && !still()) this.over.animate([{ opacity: 0 }, { opacity: 0 }], FALL);
    const last = this.lastHit();
    if (this.frame && !extras.preview && last && next.moves.length !== before.moves.length) this.frame.reveal(last);
    this.drawTargets();
    this.others.replaceChildren(...moveButtons(next.legal, Boolean(extras.playable), this.onMove, extras.hints));
    const turn = next.outcome ? "the game is over" : `${next.players[next.to_move]} to move`;
    this.svg.setAttribute("aria-label", `The board of ${next.title}, ${turn}`);
  }

  /**
   * Draws the pieces that have changed.
   * @param {GridDescription} before
   * @returns {boolean} whether one of them falls
   */
  drawPieces(before) {
    const animate = this.extras.animate !== false && !this.small && !this.extras.preview;
    const arriving = this.board.look === "columns" ? "drop" : "appear";
    let fell = false;
    [...this.board.cells].forEach((symbol, cell) => {
      const old = this.drawn[cell];
      if (old === symbol) return;
      const how = !animate || old === null ? "" : before.roles[old] === "empty" ? arriving : "flip";
      const piece = pieceIn(this.layout, this.board, this.id, cell, how);
      fell ||= piece !== null && how === "drop";
      this.pieces[cell]?.remove();
      this.pieces[cell] = piece;
      if (piece) this.stones.append(piece);
      this.drawn[cell] = symbol;
    });
    return fell;
  }

  drawHighlights() {
    const { highlights, legal } = this.view;
    this.over.replaceChildren(...highlightParts(this.layout, this.board, highlights));
    const won = new Set(highlights.winning);
    this.pieces.forEach((piece, cell) => piece?.classList.toggle("outside", won.size > 0 && !won.has(cell)));
    this.hinted = hintsAt(legal, this.extras.preview ? [] : (this.extras.hints ?? []));
    this.tints.replaceChildren(...[...this.hinted].map(([cell, hint]) => this.tint(Number(cell), hint)));
    const labelled = new Set();
    for (const [cell, hint] of this.hinted) {
      const [x, y] = this.layout.middle(Number(cell));
      if (hint.text && !labelled.has(hint)) this.over.append(tintLabel(hint, x, y, 0.36 * SIZE));
      labelled.add(hint);
    }
  }

  /**
   * @param {number} cell
   * @param {import("./types.js").Hint} hint
   */
  tint(cell, hint) {
    const tint = this.layout.square(cell, `tint ${tintClass(hint)}`, 1);
    tint.style.setProperty("--strength", String(hint.strength));
    return tint;
  }

  /** Says which cells can be clicked; with dots, where only some of the empty ones can be. */
  drawTargets() {
    const { board } = this;
    const targets = new Set(this.view.legal.flatMap((legal) => legal.targets));
    const empty = [...board.cells].filter((symbol) => board.roles[symbol] === "empty").length;
    const playable = Boolean(this.extras.playable);
    this.hits.flat().forEach((hit, cell) => {
      const can = playable && targets.has(cell);
      hit.classList.toggle("legal", can);
      hit.setAttribute("aria-label", this.described(cell, can));
    });
    if (!playable || board.by_column || targets.size >= empty) return;
    for (const cell of targets) {
      if (!this.hinted.get(cell)?.text) this.over.append(this.layout.dot(Number(cell), "may", 0.1));
    }
  }

  /**
   * A cell in words.
   * @param {number} cell
   * @param {boolean} can  whether it can be clicked
   */
  described(cell, can) {
    const { columns, column_labels, row_labels, cells } = this.board;
    const name = `${column_labels[cell % columns]}${row_labels[Math.floor(cell / columns)]}`;
    const { side, faint } = roleOf(this.board, cells[cell]);
    const owner = side === "first" ? this.view.players[0] : side === "second" ? this.view.players[1] : "empty";
    const last = this.view.highlights.last.includes(cell) ? ", last move" : "";
    const click = can ? (this.extras.says?.(cell) ?? ", can be played") : "";
    return `${name}: ${faint ? `captured (${owner})` : owner}${last}${click}`;
  }

  focus() {
    this.svg.focus({ preventScroll: true });
  }
}

/** What boards of cells and of edges have in common: layers, clicks, drags, keys, the frame, the values of moves. */

import { closest, fresh, h, s } from "../dom.js";
import { Choosing } from "./choosing.js";
import { Cursor } from "./cursor.js";
import { Drag, targetOf } from "./drag.js";
import { Frame } from "./frame.js";
import { tintClass, tintLabel } from "./tints.js";

/**
 * @typedef {import("./types.js").View} View
 * @typedef {import("./types.js").Options} Options
 * @typedef {import("./types.js").Extras} Extras
 * @typedef {import("./types.js").Target} Target
 * @typedef {import("./types.js").Hint} Hint
 * @typedef {{
 *   box: [number, number, number, number], across: number, wide: boolean, rows: Target[][],
 *   middle: (target: Target) => [number, number],
 *   shape: (target: Target, attributes: import("../dom.js").Attributes, inset?: number) => SVGElement,
 * }} Layout
 *   where a board's parts are drawn: its view box, how many cells it is wide, whether it may take more room than is
 *   high, the targets row by row, and the outline of each
 */

/** The side of a cell in all drawings. */
export const SIZE = 40;
/** Boards with more rows or columns than this are scrolled where their cells would be too small to be hit. */
const LARGE = 9;

/** @param {string} name  a part of the drawing that lies over the one before */
const layer = (name) => s("g", { class: name, "aria-hidden": "true" });

/** A subclass says how a position is drawn, and what targets are called. */
export class SvgBoard {
  ground = layer("ground");
  shades = layer("shades");
  tints = layer("tints");
  stones = layer("stones");
  over = layer("over");
  /** Dots on the targets, above what the last move left. */
  marks = layer("marks");
  hitLayer = s("g", { class: "hits", role: "rowgroup" });
  /** @type {SVGElement[][]} what is clicked, row by row */
  hits = [];
  /** @type {Frame | null} */
  frame = null;
  /** @type {Cursor | null} */
  cursor = null;
  /** @type {Drag | null} */
  drag = null;
  /** @type {Extras} */
  extras = {};
  /** The size of the letters of a value, as a share of a cell. */
  valueSize = 0.36;

  /**
   * @param {View} view
   * @param {Options} options
   * @param {Layout} layout
   * @param {string} classes
   */
  constructor(view, { onMove = null, small = false }, layout, classes) {
    this.view = view;
    this.small = small;
    this.layout = layout;
    this.id = fresh("board");
    this.choosing = new Choosing({
      onMove, onChange: () => this.drawChoice(), nameOf: (target) => this.nameOf(target), focus: () => this.focus(),
    });
    this.svg = this.makeSvg(classes);
    const large = !small && Math.max(layout.across, layout.rows.length) > LARGE;
    if (large) this.frame = new Frame(this.svg, () => this.lastHit());
    /** @type {Element} */
    this.element = small ? this.svg : (this.frame?.element ?? h("div", { class: "board-frame" }, this.svg));
    if (!small) this.makePlayable();
  }

  /** @param {string} classes */
  makeSvg(classes) {
    const { title, palette } = this.view;
    const [x, y, width, height] = this.layout.box;
    const all = ["board", classes, `tones-${palette}`, this.small && "small", this.layout.wide && "wide"];
    const svg = s(
      "svg",
      {
        class: all.filter(Boolean).join(" "),
        viewBox: `${x} ${y} ${width} ${height}`,
        role: this.small ? "img" : "grid",
        "aria-label": this.small ? `A board of ${title}` : `The board of ${title}`,
        tabindex: this.small ? null : 0,
      },
      [this.ground, this.shades, this.tints, this.stones, this.over, this.marks],
    );
    svg.style.setProperty("--across", (width / SIZE).toFixed(2));
    svg.style.setProperty("--ratio", (width / height).toFixed(3));
    return svg;
  }

  /** Adds what can be clicked, keys, drags, and room for the buttons of other moves. */
  makePlayable() {
    this.element.append(this.choosing.element);
    this.svg.append(this.hitLayer);
    this.layHits(this.makeHits(this.layout.rows));
    this.svg.addEventListener("click", (event) => this.onClick(event));
    this.cursor = new Cursor(this.svg, () => this.hits, {
      act: (hit) => this.choosing.click(targetOf(hit)),
      reveal: (hit) => this.frame?.reveal(hit),
      cancel: () => this.choosing.cancel(),
    });
    this.drag = new Drag(this.svg, {
      begins: this.choosing.begins,
      lift: (target) => this.choosing.lift(target),
      drop: (target) => this.choosing.drop(target),
      piece: (target) => this.pieceOn(target),
      middle: (target) => this.layout.middle(target),
    });
  }

  /** @param {Target[][]} rows */
  makeHits(rows) {
    /** @type {(target: Target) => string} */
    const id = (target) => `${this.id}-${String(target).replaceAll(":", "-")}`;
    return rows.map((row) => row.map((target) => {
      return this.layout.shape(target, { id: id(target), class: "place", role: "gridcell", "data-target": target });
    }));
  }

  /** @param {SVGElement[][]} rows  all that can be clicked, row by row */
  layHits(rows) {
    this.hits = rows.filter((row) => row.length);
    this.hitLayer.replaceChildren(...this.hits.map((row) => s("g", { role: "row" }, row)));
    if (this.cursor && this.svg.matches(":focus")) this.cursor.mark();
  }

  /** @param {MouseEvent} event */
  onClick(event) {
    const hit = /** @type {SVGElement | null} */ (/** @type {unknown} */ (closest(event, "[data-target]")));
    if (!hit || this.drag?.justDragged || this.frame?.enlarge(hit)) return;
    this.cursor?.put(hit);
    this.choosing.click(targetOf(hit));
  }

  /** What can be clicked for a target. */
  hitOf(/** @type {Target} */ target) {
    return this.hits.flat().find((hit) => hit.getAttribute("data-target") === String(target)) ?? null;
  }

  /** Where the last move was made or ended. */
  lastHit() {
    const { path, last } = this.view.highlights;
    const target = path?.length ? path[path.length - 1] : last[0];
    return target === undefined ? null : this.hitOf(target);
  }

  /**
   * @param {View} next
   * @param {Extras} extras
   */
  show(next, extras = {}) {
    const before = this.view;
    this.view = next;
    this.extras = extras;
    this.drag?.settle();
    this.choosing.show(next.legal, extras);
    this.drawPosition(before);
    this.svg.classList.toggle("previewed", Boolean(extras.preview));
    this.svg.classList.toggle("playable", Boolean(extras.playable));
    if (this.small) return;
    const last = this.lastHit();
    if (this.frame && !extras.preview && last && next.moves.length !== before.moves.length) this.frame.reveal(last);
    this.drawChoice();
    const turn = next.outcome ? "the game is over" : `${next.players[next.to_move]} to move`;
    this.svg.setAttribute("aria-label", `The board of ${next.title}, ${turn}`);
  }

  /** Draws what can be clicked, what is chosen, and what the moves are worth. */
  drawChoice() {
    const { choosing } = this;
    for (const hit of this.hits.flat()) {
      const target = targetOf(hit);
      hit.classList.toggle("legal", choosing.can(target));
      hit.classList.toggle("begins", choosing.begins(target));
      hit.classList.toggle("chosen", choosing.chosen(target));
      hit.setAttribute("aria-label", `${this.nameOf(target)}: ${this.stateOf(target)}${this.said(target)}`);
    }
    this.svg.classList.toggle("choosing", choosing.steps.chosen.length > 0);
    const { values } = choosing;
    this.tints.replaceChildren(...[...values].map(([target, hint]) => this.tint(target, hint)));
    this.marks.replaceChildren(...this.targetParts(values), ...this.valueParts(values));
  }

  /**
   * The colour of a target.
   * @param {Target} target
   * @param {Hint} hint
   */
  tint(target, hint) {
    const tint = this.layout.shape(target, { class: `tint ${tintClass(hint)}` }, 1);
    tint.style.setProperty("--strength", String(hint.strength));
    return tint;
  }

  /**
   * How far away the end is after moves of which it is proven, once for each.
   * @param {Map<Target, Hint>} values
   */
  valueParts(values) {
    const told = new Map([...values].reverse().map(([target, hint]) => [hint, target]));
    return [...told].filter(([hint]) => hint.text).map(([hint, target]) => {
      const [x, y] = this.layout.middle(target);
      return tintLabel(hint, x, y, this.valueSize * SIZE);
    });
  }

  /**
   * What a click on a target does, in words.
   * @param {Target} target
   */
  said(target) {
    const last = this.view.highlights.last.includes(target) ? ", last move" : "";
    const { choosing } = this;
    if (choosing.chosen(target)) return `${last}, chosen`;
    if (!choosing.can(target)) return last;
    const usual = choosing.steps.chosen.length || !choosing.begins(target) ? ", can be played" : ", can be chosen";
    return `${last}${this.extras.says?.(target) ?? usual}`;
  }

  /**
   * Draws the position of the view.
   * @param {View} _before  what was shown before
   */
  drawPosition(_before) {}

  /**
   * What a target is called.
   * @param {Target} target
   */
  nameOf(target) {
    return String(target);
  }

  /**
   * What is on a target, in words.
   * @param {Target} _target
   */
  stateOf(_target) {
    return "";
  }

  /**
   * The piece on a target.
   * @param {Target} _target
   * @returns {SVGElement | null}
   */
  pieceOn(_target) {
    return null;
  }

  /**
   * What points out the targets that can be clicked.
   * @param {Map<Target, Hint>} _values  the values that are shown on targets
   * @returns {SVGElement[]}
   */
  targetParts(_values) {
    return [];
  }

  focus() {
    this.svg.focus({ preventScroll: true });
  }
}

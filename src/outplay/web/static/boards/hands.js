/** Pieces in hand: a strip above the board and one below it, with the kinds of piece that a player can put down. */

import { s } from "../dom.js";

/**
 * @typedef {import("./types.js").Hand} Hand
 * @typedef {import("./types.js").Target} Target
 */

/** The height of a strip, and the widest room for a kind of piece. */
const STRIP = 50;
const SLOT = 48;

/** Where pieces in hand are drawn. */
export class HandsLayout {
  /** @type {Map<Target, [number, number]>} */
  #middles = new Map();

  /**
   * @param {{width: number, height: number, margin: number}} board
   * @param {boolean} small  whether hands are left out
   */
  constructor({ width, height, margin }, small) {
    this.room = small ? 0 : STRIP;
    this.width = width;
    this.tops = [-STRIP, height + margin];
  }

  /**
   * Lays out the pieces of both players.
   * @param {Hand[][]} hands  the first player's and the second's
   * @param {number} bottom  who sits at the lower side
   * @returns {Target[][]} the targets in the upper strip and in the lower one
   */
  set(hands, bottom) {
    this.#middles.clear();
    const strips = [hands[1 - bottom], hands[bottom]];
    strips.forEach((strip, index) => {
      const slot = Math.min(SLOT, this.width / Math.max(strip.length, 1));
      const left = (this.width - slot * strip.length) / 2;
      strip.forEach(({ target }, place) => {
        this.#middles.set(target, [left + slot * (place + 0.5), this.tops[index] + STRIP / 2]);
      });
    });
    return strips.map((strip) => strip.map(({ target }) => target));
  }

  /**
   * @param {Target} target
   * @returns {[number, number] | undefined} the middle of a piece that is in hand now
   */
  middle(target) {
    return this.#middles.get(target);
  }

  /** @returns {SVGElement[]} the ground of both strips */
  groundParts() {
    const size = { x: 0, width: this.width, height: STRIP - 6, rx: 8 };
    return this.tops.map((top) => s("rect", { class: "hand", y: top + 3, ...size }));
  }
}

/**
 * How many of a kind are in hand, if it is more than one.
 * @param {[number, number]} middle
 * @param {number} count
 * @returns {SVGElement[]}
 */
export function countParts([x, y], count) {
  if (count < 2) return [];
  const [cx, cy] = [x + 14, y - 13];
  return [
    s("circle", { class: "hand-count", cx, cy, r: 8.5 }),
    s("text", { class: "hand-number", x: cx, y: cy }, String(count)),
  ];
}

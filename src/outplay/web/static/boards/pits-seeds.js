/** The seeds on a mancala board: they lie in pits, and travel from one to another frame by frame. */

import { s } from "../dom.js";
import { SEED } from "./pits-layout.js";

/**
 * @typedef {import("./types.js").PitsDescription} PitsDescription
 * @typedef {import("./types.js").SowingFrame} SowingFrame
 */

/** Milliseconds from seed to seed: usually, at least, and for all seeds of a move together. */
const BEAT = 130;
const LEAST_BEAT = 35;
const WHOLE_SOWING = 2200;

/**
 * The seeds of a pit.
 * @param {PitsDescription} board
 * @param {string} pit
 */
export function amount(board, pit) {
  const [side, house] = pit.split(":");
  const { houses, store } = board.sides[Number(side)];
  return house === "store" ? store : houses[Number(house)];
}

export class Seeds {
  /** @param {import("./pits-layout.js").PitsLayout} layout */
  constructor(layout) {
    this.layout = layout;
    this.element = s("g", { class: "seeds", "aria-hidden": "true" });
    this.counts = s("g", { class: "counts", "aria-hidden": "true" });
    /** @type {Map<string, SVGElement[]>} the seeds that lie in each pit now */
    this.lying = new Map();
    /** @type {{timer: ReturnType<typeof setTimeout>, done: () => void, over: Promise<void>} | null} */
    this.sowing = null;
  }

  /** Places the numbers of seeds anew, for a board that is drawn in another shape. */
  drawCounts() {
    const counts = this.layout.pits.map((pit) => {
      const [x, y] = this.layout.countSpot(this.layout.spot(pit));
      return s("text", { class: "count", "data-pit": pit, x, y });
    });
    this.counts.replaceChildren(...counts);
  }

  clear() {
    this.element.replaceChildren();
    this.lying.clear();
  }

  /**
   * Makes the seeds those of a position, at once.
   * @param {PitsDescription} board
   */
  set(board) {
    let number = 0;
    for (const pit of this.layout.pits) {
      const all = this.lying.get(pit) ?? [];
      const wanted = amount(board, pit);
      while (all.length > wanted) all.pop()?.remove();
      while (all.length < wanted) all.push(this.newSeed(number++ + all.length));
      this.lying.set(pit, all);
      this.settle(pit);
    }
  }

  /** @param {number} number */
  newSeed(number) {
    const seed = s("circle", { class: `seed kind-${number % 4}`, r: SEED });
    this.element.append(seed);
    return seed;
  }

  /**
   * Lays the seeds of a pit in order, and writes their number.
   * @param {string} pit
   */
  settle(pit) {
    const all = this.lying.get(pit) ?? [];
    all.forEach((seed, index) => {
      const [x, y] = this.layout.seedSpot(pit, index, all.length);
      seed.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
    });
    const count = this.counts.querySelector(`[data-pit="${pit}"]`);
    if (count) count.textContent = String(all.length);
  }

  /**
   * Moves seeds from pits to a pit; `most` of each, or all.
   * @param {string[]} from
   * @param {string} to
   * @param {number} most
   */
  carry(from, to, most = Infinity) {
    for (const pit of from) {
      const taken = this.lying.get(pit)?.splice(-most) ?? [];
      this.element.append(...taken);
      this.lying.get(to)?.push(...taken);
      this.settle(pit);
    }
    this.settle(to);
  }

  /** @param {SowingFrame} frame */
  play({ from, to, capture, sweep }) {
    if (to === undefined) return;
    if (from !== undefined) this.carry([from], to, 1);
    else this.carry(capture ?? sweep ?? [], to);
  }

  /**
   * Plays the frames one after the other. Captures and the end wait longer.
   * @param {SowingFrame[]} frames
   * @param {() => void} finish  called after the last frame; it must call `stop`
   * @returns {Promise<void>} fulfilled by `stop`
   */
  sow(frames, finish) {
    let next = 0;
    const beat = Math.max(LEAST_BEAT, Math.min(BEAT, WHOLE_SOWING / frames.length));
    const go = () => {
      if (next === frames.length) return finish();
      this.play(frames[next++]);
      const slow = next === frames.length || frames[next].capture || frames[next].sweep;
      if (this.sowing) this.sowing.timer = setTimeout(go, slow ? 3 * beat : beat);
    };
    let done = () => {};
    const over = /** @type {Promise<void>} */ (new Promise((resolve) => (done = () => resolve(undefined))));
    this.sowing = { timer: setTimeout(go, beat), done, over };
    return over;
  }

  /**
   * Ends the sowing, wherever it is.
   * @returns {(() => void) | null} what tells those who wait for it; null if nothing is being sown
   */
  stop() {
    if (!this.sowing) return null;
    clearTimeout(this.sowing.timer);
    const { done } = this.sowing;
    this.sowing = null;
    return done;
  }
}

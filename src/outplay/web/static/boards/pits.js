/** Mancala boards: houses and stores with their seeds, which are sown one by one as the server describes it. */

import { fresh, h, s, still } from "../dom.js";
import { Choosing } from "./choosing.js";
import { Cursor } from "./cursor.js";
import { PitsLayout, REACH } from "./pits-layout.js";
import { amount, Seeds } from "./pits-seeds.js";
import { tintClass, tintLabel } from "./tints.js";

/**
 * @typedef {import("./types.js").View} View
 * @typedef {import("./types.js").Options} Options
 * @typedef {import("./types.js").Extras} Extras
 * @typedef {import("./types.js").PitsDescription} PitsDescription
 */

/** Where houses would be smaller than this, in pixels, the board stands upright if that makes them larger. */
const LEAST_HOUSE = 32;

/**
 * @param {View} view
 * @param {Options} options
 */
export function pits(view, options) {
  return new PitsBoard(view, options);
}

class PitsBoard {
  /**
   * @param {View} view
   * @param {Options} options
   */
  constructor(view, { onMove = null, small = false, flat = false }) {
    this.view = view;
    this.small = small;
    /** @type {Extras} */
    this.extras = {};
    this.id = fresh("pits");
    this.layout = new PitsLayout(this.board.houses, small);
    this.seeds = new Seeds(this.layout);
    this.ground = s("g", { "aria-hidden": "true" });
    this.svg = this.makeSvg();
    this.choosing = new Choosing({
      onMove, onChange: () => this.drawTargets(), nameOf: (pit) => this.nameOf(String(pit)), focus: () => this.focus(),
    });
    this.element = small ? this.svg : h("div", { class: "board-frame" }, this.svg, this.choosing.element);
    /** @type {SVGCircleElement[][]} what is clicked, row by row */
    this.hits = [];
    this.hitLayer = s("g", { class: "hits", role: "rowgroup" });
    this.labels = s("g", { class: "tint-labels", "aria-hidden": "true" });
    this.drawGround();
    if (!small) this.makePlayable(flat);
  }

  get board() {
    return /** @type {PitsDescription} */ (this.view.board);
  }

  makeSvg() {
    const { title, palette } = this.view;
    const svg = s(
      "svg",
      {
        class: `board pits tones-${palette}${this.small ? " small" : ""}`,
        role: this.small ? "img" : "grid",
        "aria-label": this.small ? `A board of ${title}` : `The board of ${title}`,
        tabindex: this.small ? null : 0,
      },
      this.ground,
      this.seeds.counts,
      this.seeds.element,
    );
    svg.style.setProperty("--length", String(this.layout.length));
    return svg;
  }

  /**
   * Adds the houses that can be clicked, keys, and the turn to upright where there is little room.
   * @param {boolean} flat
   */
  makePlayable(flat) {
    this.drawHits();
    this.svg.append(this.hitLayer, this.labels);
    new Cursor(this.svg, () => this.hits, {
      act: (hit) => this.act(hit.dataset.pit ?? ""),
      cancel: () => this.choosing.cancel(),
    });
    this.svg.addEventListener("keydown", (event) => this.onDigit(event));
    if (flat) return;
    new ResizeObserver(([{ contentRect }]) => {
      if (contentRect.width) this.turn(this.layout.standsBetter(contentRect.width, innerHeight, LEAST_HOUSE));
    }).observe(this.element);
  }

  drawGround() {
    this.svg.setAttribute("viewBox", this.layout.viewBox);
    this.svg.classList.toggle("upright", this.layout.upright);
    this.ground.replaceChildren(...this.layout.groundParts());
    this.seeds.drawCounts();
  }

  drawHits() {
    this.hits = this.layout.rows.map((row) => row.map((pit) => this.makeHit(pit)));
    this.hitLayer.replaceChildren(...this.hits.map((row) => s("g", { role: "row" }, row)));
  }

  /** @param {string} pit */
  makeHit(pit) {
    const { x, y } = this.layout.spot(pit);
    return s("circle", {
      id: `${this.id}-${pit.replace(":", "-")}`, class: "place", role: "gridcell", "data-pit": pit,
      cx: x, cy: y, r: REACH, onclick: () => this.act(pit),
    });
  }

  /**
   * Lays the board down or stands it up, as its room wants it.
   * @param {boolean} upright
   */
  turn(upright) {
    if (upright === this.layout.upright) return;
    this.finish();
    this.layout.upright = upright;
    this.seeds.clear();
    this.drawGround();
    this.drawHits();
    this.seeds.set(this.board);
    this.drawTargets();
  }

  /**
   * Makes the move of a pit, if there is one and moves can be made.
   * @param {string} pit
   */
  act(pit) {
    this.finish();
    this.choosing.click(pit);
  }

  /**
   * A digit plays the house of that number.
   * @param {KeyboardEvent} event
   */
  onDigit(event) {
    if (!/^[1-9]$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (Number(event.key) > this.board.houses) return;
    event.preventDefault();
    this.act(`${this.view.to_move}:${Number(event.key) - 1}`);
  }

  /** Ends the sowing that is shown: what the position says has the last word. */
  finish() {
    const done = this.seeds.stop();
    if (!done) return;
    this.svg.classList.remove("sowing");
    this.seeds.set(this.board);
    this.drawTargets();
    done();
  }

  /**
   * @param {View} next
   * @param {Extras} extras
   * @returns {Promise<void>} fulfilled when nothing moves any more
   */
  show(next, extras = {}) {
    const bottom = extras.bottom ?? 0;
    if (this.seeds.sowing && next === this.view && bottom === this.layout.bottom) {
      this.extras = extras;
      this.choosing.show(next.legal, extras);
      this.drawTargets();
      return this.seeds.sowing.over;
    }
    this.finish();
    const { moves } = this.view;
    const follows = next.moves.length === moves.length + 1 && moves.every((move, index) => move === next.moves[index]);
    this.view = next;
    this.extras = extras;
    this.choosing.show(next.legal, extras);
    if (bottom !== this.layout.bottom) {
      this.layout.bottom = bottom;
      this.drawGround();
      this.drawHits();
    }
    const animated = extras.animate !== false && !extras.preview && !this.small && !still();
    if (follows && animated && next.animation?.length) {
      this.drawTargets();
      this.svg.classList.add("sowing");
      return this.seeds.sow(next.animation, () => this.finish());
    }
    this.seeds.set(this.board);
    this.drawTargets();
    return Promise.resolve();
  }

  /** Says which houses can be clicked, what is highlighted, and the position in words. */
  drawTargets() {
    const { view, extras } = this;
    this.svg.classList.toggle("previewed", Boolean(extras.preview));
    this.svg.classList.toggle("playable", Boolean(extras.playable));
    const { choosing } = this;
    const hinted = choosing.values;
    for (const hit of this.hits.flat()) {
      const pit = hit.dataset.pit ?? "";
      const can = choosing.can(pit);
      hit.classList.toggle("legal", can);
      hit.classList.toggle("chosen", choosing.chosen(pit));
      hit.classList.toggle("last", view.highlights.last.includes(pit));
      hit.classList.toggle("captured", view.highlights.captured.includes(pit));
      this.tint(hit, hinted.get(pit));
      hit.setAttribute("aria-label", this.described(pit, can));
    }
    const labels = [...hinted].map(([pit, hint]) => {
      const { x, y } = this.layout.spot(String(pit));
      return tintLabel(hint, x, y, 20);
    });
    this.labels.replaceChildren(...labels);
    const stores = this.board.sides.map(({ store }, side) => `${view.players[side]}'s store ${store}`).join(", ");
    const turn = view.outcome ? "the game is over" : `${view.players[view.to_move]} to move`;
    if (!this.small) this.svg.setAttribute("aria-label", `The board of ${view.title}: ${stores}; ${turn}`);
  }

  /**
   * Colours a house by the value of its move.
   * @param {SVGElement} hit
   * @param {import("./types.js").Hint | undefined} hint
   */
  tint(hit, hint) {
    hit.classList.remove(...[...hit.classList].filter((name) => name.startsWith("tint") || name === "best"));
    if (!hint) return;
    hit.classList.add("tinted", ...tintClass(hint).split(" "));
    hit.style.setProperty("--strength", String(hint.strength));
  }

  /**
   * A house in words.
   * @param {string} pit
   * @param {boolean} can  whether it can be clicked
   */
  described(pit, can) {
    const count = amount(this.board, pit);
    const name = `${this.nameOf(pit)}: ${count} ${count === 1 ? "seed" : "seeds"}`;
    const last = this.view.highlights.last.includes(pit) ? ", last move" : "";
    return `${name}${last}${can ? (this.extras.says?.(pit) ?? ", can be played") : ""}`;
  }

  /** @param {string} pit */
  nameOf(pit) {
    const [side, house] = pit.split(":").map(Number);
    return `${this.view.players[side]}, house ${house + 1}`;
  }

  focus() {
    this.svg.focus({ preventScroll: true });
  }
}

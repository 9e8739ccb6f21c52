/** Where the pits of a mancala board are drawn, lying or upright, and the ground with them. */

import { s } from "../dom.js";

/**
 * @typedef {import("./types.js").Side} Side
 * @typedef {{x: number, y: number, store: boolean, below: boolean}} Spot  the middle of a pit, whether it is a store,
 *   and whether it belongs to the player at the lower side
 */

const PITCH = 78;
const RADIUS = 33;
const STORE = 74;
const ROW = 102;
const WIDE_ROW = 124;
const EDGE = 14;
/** Room for the numbers of the houses above and below a lying board. */
const MARGIN = 22;
/** Room for them beside a board that stands upright. */
const SIDE = 34;
/** How much of the window's height an upright board takes, as in boards.css. */
const SHARE = 0.78;
const TURN = Math.PI * (3 - Math.sqrt(5));

export const SEED = 5.6;
/** The radius of what is clicked. */
export const REACH = RADIUS + 3;

export class PitsLayout {
  /**
   * @param {number} houses
   * @param {boolean} small
   */
  constructor(houses, small) {
    this.houses = houses;
    this.small = small;
    this.length = 2 * EDGE + 2 * STORE + houses * PITCH;
    /** Whether the board stands upright: the lower player's houses on the left, from the top down to the store. */
    this.upright = false;
    /** @type {Side} who sits at the lower side */
    this.bottom = 0;
  }

  get depth() {
    return 2 * EDGE + 2 * (this.upright ? WIDE_ROW : ROW);
  }

  /**
   * Whether the board is better off upright: lying its houses are too small, and standing they are larger.
   * @param {number} width  of its room, in pixels
   * @param {number} height  of the window
   * @param {number} least  how large a house should be
   */
  standsBetter(width, height, least) {
    const [lying, standing] = [width / this.length, (SHARE * height) / this.length];
    return lying * 2 * REACH < least && standing > lying;
  }

  get viewBox() {
    const { length, depth } = this;
    const margin = this.small ? 0 : MARGIN;
    return this.upright ? `${-SIDE} 0 ${depth + 2 * SIDE} ${length}` : `0 ${-margin} ${length} ${depth + 2 * margin}`;
  }

  /** The names of all pits: `0:2` is the first player's third house from the left, `1:store` the second's store. */
  get pits() {
    const houses = [...Array(this.houses).keys(), "store"];
    return [0, 1].flatMap((side) => houses.map((house) => `${side}:${house}`));
  }

  /** The houses as they are drawn, row by row. */
  get rows() {
    const own = [...Array(this.houses).keys()].map((house) => `${this.bottom}:${house}`);
    const facing = own.map((_, column) => `${1 - this.bottom}:${this.houses - 1 - column}`);
    return this.upright ? own.map((pit, row) => [pit, facing[row]]) : [facing, own];
  }

  /**
   * A point of the lying board where it is drawn.
   * @param {number} along
   * @param {number} across
   * @returns {[number, number]}
   */
  at(along, across) {
    return this.upright ? [this.depth - across, along] : [along, across];
  }

  /**
   * @param {string} pit
   * @returns {Spot}
   */
  spot(pit) {
    const [side, house] = pit.split(":");
    const below = Number(side) === this.bottom;
    if (house === "store") {
      const [x, y] = this.at(below ? this.length - EDGE - STORE / 2 : EDGE + STORE / 2, this.depth / 2);
      return { x, y, store: true, below };
    }
    const column = below ? Number(house) : this.houses - 1 - Number(house);
    const off = this.upright ? WIDE_ROW / 2 - 8 : ROW / 2 - 5;
    const [x, y] = this.at(EDGE + STORE + (column + 0.5) * PITCH, this.depth / 2 + (below ? off : -off));
    return { x, y, store: false, below };
  }

  /**
   * Where the n-th of some seeds lies in a pit: like the seeds of a sunflower.
   * @param {string} pit
   * @param {number} index
   * @param {number} count
   * @returns {[number, number]}
   */
  seedSpot(pit, index, count) {
    const { x, y, store } = this.spot(pit);
    const distance = (RADIUS - SEED - 3) * Math.sqrt((index + 0.5) / Math.max(count, 6));
    const angle = index * TURN + (x + y) / 50;
    const [wide, high] = !store ? [1, 1] : this.upright ? [2.4, 0.8] : [0.8, 2.4];
    return [x + distance * Math.cos(angle) * wide, y + distance * Math.sin(angle) * high];
  }

  /**
   * Where the number of a pit's seeds stands: at its outer side, or at the end of a store.
   * @param {Spot} spot
   * @returns {[number, number]}
   */
  countSpot({ x, y, store, below }) {
    const far = store ? this.depth / 2 - EDGE - 30 : RADIUS + (this.upright ? 18 : 13);
    const out = below ? far : -far;
    return this.upright ? [x - out, y + 6] : [x, y + out + 6];
  }

  /**
   * The wood, the pits and the numbers of the houses.
   * @returns {SVGElement[]}
   */
  groundParts() {
    const [width, height] = this.upright ? [this.depth, this.length] : [this.length, this.depth];
    const wood = s("rect", { class: "wood", width, height, rx: 40 });
    return [wood, ...this.pits.flatMap((pit) => this.pitParts(pit))];
  }

  /**
   * @param {string} pit
   * @returns {SVGElement[]}
   */
  pitParts(pit) {
    const [side, house] = pit.split(":");
    const { x, y, store, below } = this.spot(pit);
    const [long, short] = [this.depth / 2 - EDGE - 8, 29];
    const [dx, dy] = !store ? [RADIUS, RADIUS] : this.upright ? [long, short] : [short, long];
    const classes = `pit${store ? " store" : ""} ${side === "0" ? "first" : "second"}`;
    const size = { x: x - dx, y: y - dy, width: 2 * dx, height: 2 * dy, rx: Math.min(dx, dy) };
    const hole = s("rect", { class: classes, ...size });
    if (this.small || store) return [hole];
    const beside = below ? -SIDE / 2 : this.depth + SIDE / 2;
    const [lx, ly] = this.upright ? [beside, y + 5] : [x, below ? this.depth + 16 : -7];
    return [hole, s("text", { class: "label", x: lx, y: ly }, String(Number(house) + 1))];
  }
}

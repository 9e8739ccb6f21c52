/** The Elo plot: ratings as points with error bars, as wide as its panel, with text that keeps its size. */

import { h, s, signed } from "./dom.js";
import { playerName } from "./names.js";

/**
 * @typedef {{player: string, elo: number | null, error: number | null, elo_low: number | null,
 *   elo_high: number | null}} Rating  a bound is null where it is infinite
 * @typedef {Rating & {elo: number}} KnownRating
 */

/** Per cent of the width that stays free at each end. */
const EDGE = 2;
/** Pixels from the top of a row to its middle. */
const MIDDLE = 13;
const MAX_TICKS = 7;
const TICK_STEPS = [10, 20, 50, 100, 200, 500, 1000, 2000];
/** Elo that a bar without an end gets in the plot at least. */
const OPEN_END = 60;

/**
 * A rating as text: with its error, or with the only bound that is known.
 * @param {Rating} rating
 */
export function ratingText({ elo, error, elo_low: low, elo_high: high }) {
  if (elo === null || (low === null && high === null)) return "?";
  if (high === null) return `> ${signed(Math.round(low ?? 0))}`;
  if (low === null) return `< ${signed(Math.round(high))}`;
  return `${signed(Math.round(elo))} ± ${Math.round(error ?? 0)}`;
}

/**
 * The axis of a plot: the place of a rating in per cent, and the ratings with a tick.
 * @param {KnownRating[]} rows
 */
function axis(rows) {
  const low = Math.min(...rows.map((row) => row.elo_low ?? row.elo - OPEN_END));
  const high = Math.max(...rows.map((row) => row.elo_high ?? row.elo + OPEN_END));
  const margin = Math.max(10, (high - low) * 0.02);
  const [from, to] = [low - margin, high + margin];
  const step = TICK_STEPS.find((size) => (to - from) / size <= MAX_TICKS) ?? 5000;
  const ticks = [];
  for (let tick = Math.ceil(from / step) * step; tick <= to; tick += step) ticks.push(tick);
  /** @type {(elo: number) => string} */
  const x = (elo) => `${(EDGE + ((elo - from) / (to - from)) * (100 - 2 * EDGE)).toFixed(2)}%`;
  return { x, ticks };
}

/**
 * The plot of some ratings; a bar without an end goes to the edge and points outwards.
 * @param {KnownRating[]} rows
 */
export function eloPlot(rows) {
  const { x, ticks } = axis(rows);
  const rules = () => ticks.map((tick) => s("line", { class: "rule", x1: x(tick), x2: x(tick), y1: 0, y2: "100%" }));
  const label = `Elo ratings: ${rows.map((row) => `${row.player} ${ratingText(row)}`).join("; ")}`;
  return h(
    "div",
    { class: "elo", role: "img", "aria-label": label },
    rows.map((row) => {
      const point = s("circle", { class: "point", cx: x(row.elo), cy: MIDDLE, r: 5.5 });
      return [
        playerName(row.player, "span", "elo-name"),
        s("svg", { class: "elo-bar" }, rules(), errorBar(row, x), point),
      ];
    }),
    s("svg", { class: "elo-axis" }, ticks.map((tick) => s("text", { x: x(tick), y: 14 }, signed(tick)))),
  );
}

/**
 * @param {KnownRating} rating
 * @param {(elo: number) => string} x
 */
function errorBar({ elo_low: low, elo_high: high }, x) {
  const [left, right] = [low === null ? "0%" : x(low), high === null ? "100%" : x(high)];
  return [
    s("line", { class: "error", x1: left, x2: right, y1: MIDDLE, y2: MIDDLE }),
    barEnd(left, low === null ? "M6 -5L0 0L6 5" : "M0 -5V5"),
    barEnd(right, high === null ? "M-6 -5L0 0L-6 5" : "M0 -5V5"),
  ];
}

/**
 * The end of an error bar: an `svg` of its own, because a path cannot be placed in per cent.
 * @param {string} at
 * @param {string} path
 */
function barEnd(at, path) {
  return s("svg", { x: at, y: MIDDLE, overflow: "visible" }, s("path", { class: "error", d: path }));
}

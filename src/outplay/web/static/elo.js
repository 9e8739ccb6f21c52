/** The Elo plot: ratings as points, errors as bars, as wide as its card and with letters that keep their size. */

import { h, s, signed } from "./dom.js";
import { player } from "./names.js";

const EDGE = 2;
const MIDDLE = 13;
const TICKS = 7;

/** A rating in words: with its error, or with the only bound that there is. */
export function rating({ elo, error, elo_low: low, elo_high: high }) {
  if (elo === null || (low === null && high === null)) return "?";
  if (high === null) return `> ${signed(Math.round(low))}`;
  if (low === null) return `< ${signed(Math.round(high))}`;
  return `${signed(Math.round(elo))} ± ${Math.round(error)}`;
}

/** The plot of all rows that have a rating; a bar without an end goes to the edge and points outwards. */
export function eloPlot(rows) {
  const low = Math.min(...rows.map((row) => row.elo_low ?? row.elo - 60));
  const high = Math.max(...rows.map((row) => row.elo_high ?? row.elo + 60));
  const room = Math.max(10, (high - low) * 0.02);
  const [from, to] = [low - room, high + room];
  const x = (elo) => `${(EDGE + ((elo - from) / (to - from)) * (100 - 2 * EDGE)).toFixed(2)}%`;
  const step = [10, 20, 50, 100, 200, 500, 1000, 2000].find((size) => (to - from) / size <= TICKS) ?? 5000;
  const ticks = [];
  for (let tick = Math.ceil(from / step) * step; tick <= to; tick += step) ticks.push(tick);
  const rules = () => ticks.map((tick) => s("line", { class: "rule", x1: x(tick), x2: x(tick), y1: 0, y2: "100%" }));
  return h(
    "div",
    { class: "elo", role: "img", "aria-label": `Elo ratings: ${rows.map((row) => `${row.player} ${rating(row)}`).join("; ")}` },
    rows.map((row) => [
      player(row.player, "span", "elo-name"),
      s("svg", { class: "elo-bar" }, rules(), error(row, x), s("circle", { class: "point", cx: x(row.elo), cy: MIDDLE, r: 5.5 })),
    ]),
    s("svg", { class: "elo-axis" }, ticks.map((tick) => s("text", { x: x(tick), y: 14 }, signed(tick)))),
  );
}

function error({ elo_low: low, elo_high: high }, x) {
  return [
    s("line", { class: "error", x1: low === null ? 0 : x(low), x2: high === null ? "100%" : x(high), y1: MIDDLE, y2: MIDDLE }),
    end(low === null ? "0%" : x(low), low === null ? "M6 -5L0 0L6 5" : "M0 -5V5"),
    end(high === null ? "100%" : x(high), high === null ? "M-6 -5L0 0L-6 5" : "M0 -5V5"),
  ];
}

/** The end of a bar; a drawing of its own, for a path knows no per cent. */
function end(at, path) {
  return s("svg", { x: at, y: MIDDLE, overflow: "visible" }, s("path", { class: "error", d: path }));
}

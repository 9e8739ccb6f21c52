/** The score of a game, ply by ply, as a line in which any ply can be clicked. */

import { h, s, signed } from "./dom.js";

/** In units of the drawing. */
const WIDTH = 340;
const HEIGHT = 116;
const EDGE = 8;
/** Space for a player's name above the drawing and one below it. */
const NAME = 17;

/**
 * @typedef {{scores: (number | null)[], shares: (number | null)[], at: number, marks: Map<number, string>,
 *   players: string[], goTo: (ply: number) => void, here?: string}} Data
 *   scores for the first player after each number of moves, and the same between −1 and 1; the ply that is shown; the
 *   classes of plies that are marked; `here` is the text for the ply that is shown
 */

/** @type {(ply: number, last: number) => number} */
const x = (ply, last) => EDGE + (ply / last) * (WIDTH - 2 * EDGE);

/** @type {(share: number) => number} */
const y = (share) => HEIGHT / 2 - share * (HEIGHT / 2 - EDGE);

/** @param {Data} data */
export function graph({ scores, shares, at, marks, players, goTo, here }) {
  const place = here ?? `After ${at} ${at === 1 ? "move" : "moves"}`;
  const last = Math.max(1, scores.length - 1);
  const svg = drawing({ shares, at, marks, players, last });
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    const across = ((event.clientX - box.left) / box.width) * WIDTH;
    goTo(Math.max(0, Math.min(last, Math.round(((across - EDGE) / (WIDTH - 2 * EDGE)) * last))));
  });
  const score = scores[at] ?? null;
  const caption = score === null ? place : `${place}: ${players[0]} ${signed(score)}`;
  return h("figure", { class: "graph-frame" }, svg, h("figcaption", { class: "faint" }, caption));
}

/** @param {Pick<Data, "shares" | "at" | "marks" | "players"> & {last: number}} data */
function drawing({ shares, at, marks, players, last }) {
  const points = shares.flatMap((share, ply) => (share === null ? [] : [{ ply, x: x(ply, last), y: y(share) }]));
  const line = points.map((point, index) => `${index ? "L" : "M"}${point.x.toFixed(1)} ${point.y.toFixed(1)}`).join("");
  const area = points.length ? `${line}L${points[points.length - 1].x} ${y(0)}L${points[0].x} ${y(0)}Z` : "";
  const label = `The score of the game: above the middle ${players[0]} is ahead, below it ${players[1]}`;
  const marked = points.filter(({ ply }) => marks.has(ply));
  return s(
    "svg",
    { class: "graph", viewBox: `0 ${-NAME} ${WIDTH} ${HEIGHT + 2 * NAME}`, role: "img", "aria-label": label },
    s("rect", { class: "graph-ground", width: WIDTH, height: HEIGHT, rx: 10 }),
    s("path", { class: "graph-area", d: area }),
    s("path", { class: "graph-middle", d: `M${EDGE} ${y(0)}H${WIDTH - EDGE}` }),
    s("path", { class: "graph-here", d: `M${x(at, last)} ${EDGE}V${HEIGHT - EDGE}` }),
    s("path", { class: "graph-line", d: line }),
    marked.map(({ ply, x: cx, y: cy }) => s("circle", { class: `graph-mark ${marks.get(ply)}`, cx, cy, r: 4.5 })),
    s("text", { class: "graph-name", x: 2, y: -5 }, players[0]),
    s("text", { class: "graph-name", x: 2, y: HEIGHT + 13 }, players[1]),
  );
}

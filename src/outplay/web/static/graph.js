/** The score of a game, ply by ply, as a line; one can go to any ply. */

import { h, s, signed } from "./dom.js";

const WIDTH = 340;
const HEIGHT = 116;
const EDGE = 8;
/** Room for a name above the picture and one below it. */
const NAME = 17;

/**
 * @param {{scores: (number | null)[], shares: (number | null)[], at: number, marks: Map<number, string>,
 *   players: [string, string], go: (ply: number) => void, here?: string}} data
 *   scores for the first player after each number of plies, and the same between −1 and 1; marks are plies that turned it;
 *   here says where one looks
 */
export function graph({ scores, shares, at, marks, players, go, here = `After ${at} ${at === 1 ? "move" : "moves"}` }) {
  const last = Math.max(1, scores.length - 1);
  const x = (ply) => EDGE + (ply / last) * (WIDTH - 2 * EDGE);
  const y = (part) => HEIGHT / 2 - part * (HEIGHT / 2 - EDGE);
  const known = shares.map((part, ply) => [ply, part]).filter(([, part]) => part !== null);
  const line = known.map(([ply, part], index) => `${index ? "L" : "M"}${x(ply).toFixed(1)} ${y(part).toFixed(1)}`).join("");
  const area = known.length ? `${line}L${x(known[known.length - 1][0])} ${y(0)}L${x(known[0][0])} ${y(0)}Z` : "";
  const svg = s(
    "svg",
    { class: "graph", viewBox: `0 ${-NAME} ${WIDTH} ${HEIGHT + 2 * NAME}`, role: "img", "aria-label": `The score of the game: above the middle ${players[0]} is ahead, below it ${players[1]}` },
    s("rect", { class: "graph-ground", width: WIDTH, height: HEIGHT, rx: 10 }),
    s("path", { class: "graph-area", d: area }),
    s("path", { class: "graph-middle", d: `M${EDGE} ${y(0)}H${WIDTH - EDGE}` }),
    s("path", { class: "graph-here", d: `M${x(at)} ${EDGE}V${HEIGHT - EDGE}` }),
    s("path", { class: "graph-line", d: line }),
    known.map(([ply, part]) => marks.has(ply) && s("circle", { class: `graph-mark ${marks.get(ply)}`, cx: x(ply), cy: y(part), r: 4.5 })),
    s("text", { class: "graph-name", x: 2, y: -5 }, players[0]),
    s("text", { class: "graph-name", x: 2, y: HEIGHT + 13 }, players[1]),
  );
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    const part = ((event.clientX - box.left) / box.width) * WIDTH;
    go(Math.max(0, Math.min(last, Math.round(((part - EDGE) / (WIDTH - 2 * EDGE)) * last))));
  });
  const score = scores[at] ?? null;
  return h("figure", { class: "graph-frame" }, svg, h("figcaption", { class: "faint" }, `${here}${score === null ? "" : `: ${players[0]} ${signed(score)}`}`));
}

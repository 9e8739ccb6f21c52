/** The parts of a grid's drawing that change with the position: pieces, and what is highlighted. */

import { s } from "../dom.js";
import { SIZE } from "./svg-board.js";

/**
 * @typedef {import("./types.js").GridDescription} GridDescription
 * @typedef {import("./types.js").Highlights} Highlights
 * @typedef {import("./types.js").Target} Target
 * @typedef {import("./grid-layout.js").GridLayout} GridLayout
 */

/** @param {string} id  the stem of the gradients' ids */
export function gradients(id) {
  const gradient = (/** @type {string} */ side) =>
    s(
      "radialGradient",
      { id: `${id}-${side}`, cx: "36%", cy: "30%", r: "75%" },
      s("stop", { offset: "0%", class: `stop-${side}-light` }),
      s("stop", { offset: "100%", class: `stop-${side}-dark` }),
    );
  return s("defs", {}, gradient("first"), gradient("second"));
}

/**
 * Whose a symbol is, and whether it is captured.
 * @param {GridDescription} board
 * @param {string} symbol
 */
export function roleOf({ roles }, symbol) {
  const role = roles[symbol] ?? "empty";
  return { side: role.split("-")[0], faint: role.endsWith("-faint") };
}

/**
 * The piece in a cell, or null for an empty one.
 * @param {GridLayout} layout
 * @param {GridDescription} board
 * @param {string} id  the stem of the gradients' ids
 * @param {number} cell
 * @param {string} appearing  how it comes: appear, flip, drop, or nothing
 */
export function pieceIn(layout, board, id, cell, appearing) {
  const symbol = board.cells[cell];
  const { side, faint } = roleOf(board, symbol);
  if (side === "empty" || (faint && symbol in board.shown)) return null;
  const classes = ["piece", side, faint ? "faint" : "", appearing].filter(Boolean).join(" ");
  const group = s("g", { class: classes }, shapeOf(layout.middle(cell), board, id, symbol, side));
  if (appearing === "drop") group.style.setProperty("--drop", `${-layout.middle(cell)[1] - SIZE / 2}px`);
  return group;
}

/**
 * What a piece looks like: a cross, a ring, or a stone with its symbol where there are several kinds.
 * @param {[number, number]} middle
 * @param {GridDescription} board
 * @param {string} id
 * @param {string} symbol
 * @param {string} side
 * @returns {SVGElement[]}
 */
export function shapeOf([cx, cy], { look, roles, shown }, id, symbol, side) {
  if (look === "marks" && "xX".includes(symbol)) {
    const r = SIZE * 0.27;
    const d = `M${cx - r} ${cy - r}L${cx + r} ${cy + r}M${cx + r} ${cy - r}L${cx - r} ${cy + r}`;
    return [s("path", { class: "mark", d })];
  }
  if (look === "marks" && "oO".includes(symbol)) return [s("circle", { class: "mark", cx, cy, r: SIZE * 0.28 })];
  const r = SIZE * (look === "lines" ? 0.46 : look === "columns" ? 0.41 : 0.4);
  const stone = s("circle", { class: "stone", cx, cy, r, fill: `url(#${id}-${side})` });
  const kinds = Object.keys(roles).length > 3 && look !== "territory";
  return kinds ? [stone, s("text", { class: "symbol", x: cx, y: cy }, shown[symbol] ?? symbol)] : [stone];
}

/**
 * The captured cells, in the colour of their captor.
 * @param {GridLayout} layout
 * @param {GridDescription} board
 */
export function shadeParts(layout, board) {
  return [...board.cells].flatMap((symbol, cell) => {
    const { side, faint } = roleOf(board, symbol);
    if (!faint) return [];
    const captor = symbol in board.shown ? side : side === "first" ? "second" : "first";
    return [layout.shape(cell, { class: `shade ${captor}` })];
  });
}

/**
 * Where the last move began and ended, if a piece travelled.
 * @param {GridLayout} layout
 * @param {Highlights} highlights
 */
export function travelParts(layout, { path }) {
  const ends = new Set([path[0], path[path.length - 1]].filter((target) => typeof target === "number"));
  return [...ends].map((target) => layout.shape(target, { class: "travelled" }, 1));
}

/**
 * The captured cells, the last move, and the winning row, with a line through it where it is straight.
 * @param {GridLayout} layout
 * @param {GridDescription} board
 * @param {Highlights} highlights
 * @returns {SVGElement[]}
 */
export function highlightParts(layout, board, highlights) {
  const { last, captured, winning, path } = /** @type {Record<string, number[]>} */ (highlights);
  const way = path.filter((target) => typeof target === "number").map((cell) => layout.middle(cell));
  const lastSize = board.look === "marks" ? 0.46 : 0.12;
  const roleAt = (/** @type {number} */ cell) => board.roles[board.cells[cell]] ?? "empty";
  return [
    ...captured.map((cell) => layout.shape(cell, { class: "captured" }, 2)),
    ...(path.length ? [] : last).map((cell) => layout.dot(cell, `last on-${roleAt(cell)}`, lastSize)),
    ...(way.length > 1 ? arrowParts(way) : []),
    ...winning.map((cell) => layout.dot(cell, "win", 0.47)),
    ...(winning.length > 1 && layout.lined(winning) ? winningLine(layout, winning) : []),
  ];
}

/**
 * An arrow along the way of a piece, which ends before the piece.
 * @param {[number, number][]} points
 * @returns {SVGElement[]}
 */
function arrowParts(points) {
  const [[x1, y1], [x2, y2]] = points.slice(-2);
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  const [x, y] = [x2 - dx * SIZE * 0.42, y2 - dy * SIZE * 0.42];
  const [head, half] = [SIZE * 0.2, SIZE * 0.13];
  const base = [x - dx * head, y - dy * head];
  const way = [...points.slice(0, -1), base].map((point) => point.join(" ")).join("L");
  const corners = [[base[0] - dy * half, base[1] + dx * half], [x, y], [base[0] + dy * half, base[1] - dx * half]];
  return [
    s("path", { class: "way", d: `M${way}` }),
    s("path", { class: "way-head", d: `M${corners.map((corner) => corner.join(" ")).join("L")}Z` }),
  ];
}

/**
 * @param {GridLayout} layout
 * @param {number[]} cells  in the order of the line
 */
function winningLine(layout, cells) {
  const d = `M${cells.map((cell) => layout.middle(cell).join(" ")).join("L")}`;
  return ["casing", "core"].map((part) => s("path", { class: `win-line ${part}`, pathLength: 1, d }));
}

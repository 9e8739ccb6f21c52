/** One row of the outline of a search tree: the move, the value, the window or the visits, and what happened. */

import { h } from "./dom.js";
import { knownText, provenText, shareText } from "./tree-visits.js";
import { boundText, pathText, reasonText, valueText, windowText } from "./tree-words.js";

/**
 * @typedef {import("./tree-model.js").Tree} Tree
 * @typedef {{value: number | null, alpha: number | null, beta: number | null}} Known
 * @typedef {{index: number, classes: string, expanded: boolean, open: Known | null, players: string[],
 *   id: string}} State
 *   the row's number and classes; whether the rows below it are shown; what is known so far of a node that the search
 *   has not left, otherwise null
 */

/** The classes and the headings of the columns, of a search and of Monte Carlo tree search. */
const COLUMNS = [
  ["tree-move", "Move"],
  ["tree-value", "Value"],
  ["tree-window", "Window"],
  ["tree-why", "What happened"],
];
const MCTS_COLUMNS = [
  ["tree-move", "Move"],
  ["tree-value", "Value"],
  ["tree-visits", "Visits"],
  ["tree-why", "What is known"],
];
/** The width of the picture of a window, in pixels. */
const AXIS = 84;

/** @param {boolean} mcts  whether it is of Monte Carlo tree search */
export function headerRow(mcts) {
  const columns = mcts ? MCTS_COLUMNS : COLUMNS;
  const cells = columns.map(([kind, text]) => h("span", { role: "columnheader", class: `tree-cell ${kind}` }, text));
  return h("div", { class: "tree-row tree-header", role: "row", "aria-rowindex": 1 }, cells);
}

/**
 * @param {Tree} tree
 * @param {number} node
 * @param {State} state
 */
export function nodeRow(tree, node, { index, classes, expanded, open, players, id }) {
  const end = tree.endOf(node);
  const { mcts } = tree.summary;
  const known = open ?? { value: tree.value[node], alpha: tree.alpha[node], beta: tree.beta[node] };
  const inner = tree.size[node] > 1;
  const proven = mcts && provenText(tree, node, players);
  const attributes = {
    class: `tree-row end-${open ? "open" : end}${proven ? " known" : ""}${classes}`,
    role: "row",
    id,
    "aria-level": tree.ply[node] + 1,
    "aria-rowindex": index + 2,
    "aria-posinset": node ? tree.ordinal[node] : 1,
    "aria-setsize": node ? tree.children[tree.parent[node]] : 1,
    "aria-expanded": inner ? String(expanded) : null,
    "aria-selected": "false",
    "data-node": node,
  };
  const value = open ? valueText(tree, known.value, "…") : boundText(tree, node);
  const row = h(
    "div",
    attributes,
    h(
      "span",
      { role: "rowheader", class: "tree-cell tree-move" },
      h("span", { class: "twisty", "aria-hidden": "true" }, inner ? (expanded ? "▾" : "▸") : ""),
      h("span", { class: "tree-name" }, node ? tree.name(node) : "root"),
      moverSign(tree, node, end, players),
    ),
    cell("tree-value", {}, valueChip(tree, known.value, value)),
    mcts ? visitsCell(tree, node) : windowCell(tree, known),
    open ? cell("tree-why", {}, "looking …") : reasonCell(tree, node, end, players),
  );
  row.style.setProperty("--level", String(tree.ply[node]));
  return row;
}

/** @type {(kind: string, attributes: object, ...content: import("./dom.js").Child[]) => HTMLElement} */
const cell = (kind, attributes, ...content) =>
  h("span", { role: "gridcell", class: `tree-cell ${kind}`, ...attributes }, content);

/** @type {(tree: Tree, known: Known) => HTMLElement} */
function windowCell(tree, known) {
  const bounds = h("span", { class: "tree-bounds" }, windowText(tree, known.alpha, known.beta));
  return cell("tree-window", {}, windowPicture(tree, known), bounds);
}

/**
 * The visits of a node and their share of its parent's, as numbers and as a bar that the style sheet paints.
 * @param {Tree} tree
 * @param {number} node
 */
function visitsCell(tree, node) {
  const visits = h("span", { class: "tree-count" }, tree.visits[node].toLocaleString("en"));
  const made = cell("tree-visits", {}, visits, h("span", { class: "tree-share" }, node ? shareText(tree, node) : ""));
  made.style.setProperty("--share", `${100 * tree.share(node)}%`);
  return made;
}

/**
 * The sign of a node: who is to move, that the game is over, or that the search goes no deeper.
 * @param {Tree} tree
 * @param {number} node
 * @param {string} end
 * @param {string[]} players
 */
function moverSign(tree, node, end, players) {
  if (end === "over" || end === "horizon") {
    return h("span", { class: "tree-mover", "aria-hidden": "true" }, end === "over" ? "■" : "◇");
  }
  const maximizes = tree.maximizes(node);
  const takes = maximizes ? "largest" : "smallest";
  const title = `${players[tree.mover[node]]} to move: ${tree.summary.mcts ? "wants" : "takes"} the ${takes}`;
  const kind = `tree-mover ${maximizes ? "max" : "min"}`;
  return h("span", { class: kind, role: "img", "aria-label": takes, title }, maximizes ? "▲" : "▼");
}

/**
 * A value, tinted by how good it is.
 * @param {Tree} tree
 * @param {number | null} value
 * @param {string} text
 */
function valueChip(tree, value, text) {
  const side = value === null ? "none" : value > 0 ? "plus" : value < 0 ? "minus" : "even";
  const chip = h("span", { class: `tree-chip ${side}` }, text);
  const strength = Math.round(12 + 38 * Math.min(1, Math.abs(value ?? 0) / tree.largest));
  chip.style.setProperty("--strength", `${strength}%`);
  return chip;
}

/**
 * The window as a part of the line of all values, with the value on it; the style sheet paints it.
 * @param {Tree} tree
 * @param {Known} known
 */
function windowPicture(tree, { alpha, beta, value }) {
  /** @type {(number: number) => string} */
  const across = (number) => `${AXIS / 2 + ((AXIS / 2 - 12) * number) / tree.largest}px`;
  const picture = h("span", { class: `tree-axis${value === null ? "" : " valued"}`, "aria-hidden": "true" });
  picture.style.setProperty("--from", alpha === null ? "0px" : across(alpha));
  picture.style.setProperty("--to", beta === null ? `${AXIS}px` : across(beta));
  if (value !== null) picture.style.setProperty("--at", across(value));
  return picture;
}

/**
 * Why the search left a node; a hit in the table has a button that leads to where its value comes from.
 * @param {Tree} tree
 * @param {number} node
 * @param {string} end
 * @param {string[]} players
 */
function reasonCell(tree, node, end, players) {
  const title = tree.summary.mcts ? knownText(tree, node, players) : reasonText(tree, node, players);
  if (end !== "table") return cell("tree-why", { title }, title);
  const source = tree.source[node];
  const attributes = { type: "button", class: "tree-jump", tabindex: -1, "data-jump": source };
  return cell("tree-why", { title }, "in the table, from ", h("button", attributes, pathText(tree, source)));
}

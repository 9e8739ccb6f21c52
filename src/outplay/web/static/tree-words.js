/** What happened at a node of a search, as text. */

import { capital, signed } from "./dom.js";

/**
 * @typedef {import("./tree-model.js").Tree} Tree
 * @typedef {{node: number, text: string}} NodeLink  a text that leads to a node
 * @typedef {(string | NodeLink)[]} Sentence
 */

/**
 * A value as a score; `unbounded` stands for null.
 * @param {Tree} tree
 * @param {number | null} value
 * @param {string} unbounded
 */
export function valueText(tree, value, unbounded = "") {
  return value === null ? unbounded : signed(value / tree.summary.unit);
}

/**
 * @param {Tree} tree
 * @param {number | null} alpha
 * @param {number | null} beta
 */
export function windowText(tree, alpha, beta) {
  return `[${valueText(tree, alpha, "−∞")}, ${valueText(tree, beta, "+∞")}]`;
}

/**
 * A node's value; a bound has ≥ or ≤ before it.
 * @param {Tree} tree
 * @param {number} node
 */
export function boundText(tree, node) {
  const kind = tree.kindOf(node);
  const sign = kind === "lower" ? "≥ " : kind === "upper" ? "≤ " : "";
  return `${sign}${valueText(tree, tree.value[node], "…")}`;
}

/**
 * The two players as sentences name them: the first player, X, Black.
 * @param {string[]} players
 */
export function inWords(players) {
  return players.map((name) => {
    if (/^(first|second)$/i.test(name)) return `the ${name.toLowerCase()} player`;
    return name.length === 1 ? name.toUpperCase() : name;
  });
}

/** @param {number} number */
function movesText(number) {
  return number === 1 ? "1 move" : `${number} moves`;
}

/**
 * @param {Tree} tree
 * @param {number} node
 * @param {string[]} players
 */
export function resultText(tree, node, players) {
  const value = tree.value[node] ?? 0;
  if (value === 0) return "game over: a draw";
  const winner = value > 0 ? tree.summary.player : 1 - tree.summary.player;
  const margin = Math.abs(value) / tree.summary.unit;
  return `game over: ${players[winner]} wins${margin === 1 ? "" : ` by ${margin}`}`;
}

/**
 * The moves that lead to a node.
 * @param {Tree} tree
 * @param {number} node
 */
export function pathText(tree, node) {
  return tree.path(node).join(" ") || "the root";
}

/**
 * Why the search left a node, short enough for a row.
 * @param {Tree} tree
 * @param {number} node
 * @param {string[]} players
 */
export function reasonText(tree, node, players) {
  switch (tree.endOf(node)) {
    case "over":
      return resultText(tree, node, players);
    case "horizon":
      if (tree.summary.network) return "horizon: judged by the network";
      return tree.summary.estimates ? "horizon: estimated" : "horizon: no estimate, 0 for it";
    case "table":
      return `in the table, from ${pathText(tree, tree.source[node])}`;
    case "cut":
      return cutText(tree, node);
    case "unfinished":
      return "not finished";
    default:
      if (tree.kindOf(node) === "exact") return bestMoveText(tree, node);
      return failsLow(tree, node) ? failText(tree, node) : cutText(tree, node);
  }
}

/**
 * Which move is the best, and whether it only was the first of equal ones.
 * @param {Tree} tree
 * @param {number} node
 */
function bestMoveText(tree, node) {
  const [name, all, { equal, open }] = [tree.name(tree.best[node]), tree.children[node], tree.ties(node)];
  if (all === 1) return `the only move: ${name}`;
  if (equal === all) return `first of ${all} equal moves: ${name}`;
  if (equal > 1) return `first of ${open ? "at least " : ""}${equal} equal, best of ${all}: ${name}`;
  return open ? `first of ${all}, none better: ${name}` : `best of ${all}: ${name}`;
}

/**
 * The same as the rest of a sentence that begins with the move's name.
 * @param {Tree} tree
 * @param {number} node
 */
function bestMovePredicate(tree, node) {
  const [all, { equal, open }] = [tree.children[node], tree.ties(node)];
  if (all === 1) return " is the only move.";
  if (equal === all) return ` came first; ${all === 2 ? "both" : `all ${all}`} moves are equal.`;
  if (equal > 1) return ` came first of ${open ? "at least " : ""}${equal} equal moves, the best of ${all}.`;
  if (!open) return ` is the best of ${movesText(all)}.`;
  const others = open === 1 ? "1 other" : `${open} others`;
  return ` came first of ${movesText(all)}, and none is better; ${others} may be as good.`;
}

/**
 * Whether all moves were searched and none reached the window, as the side to move sees it.
 * @param {Tree} tree
 * @param {number} node
 */
function failsLow(tree, node) {
  return tree.kindOf(node) === (tree.maximizes(node) ? "upper" : "lower");
}

/**
 * @param {Tree} tree
 * @param {number} node
 */
function failText(tree, node) {
  const bound = tree.maximizes(node)
    ? `above alpha ${valueText(tree, tree.alpha[node])}`
    : `below beta ${valueText(tree, tree.beta[node])}`;
  return `none of ${movesText(tree.children[node])} gets ${bound}`;
}

/**
 * @param {Tree} tree
 * @param {number} node
 */
function cutText(tree, node) {
  const bound = tree.maximizes(node)
    ? `≥ beta ${valueText(tree, tree.beta[node])}`
    : `≤ alpha ${valueText(tree, tree.alpha[node])}`;
  const skipped = tree.skipped[node] ? `; ${tree.skipped[node]} skipped` : "";
  return `${tree.name(tree.best[node])} refutes: ${valueText(tree, tree.value[node])} ${bound}${skipped}`;
}

/**
 * Why the search left a node, in whole sentences.
 * @param {Tree} tree
 * @param {number} node
 * @param {string[]} players
 * @returns {Sentence[]}
 */
export function explanation(tree, node, players) {
  const value = valueText(tree, tree.value[node], "…");
  const end = tree.endOf(node);
  if (end === "over") return [[`The game is over here. ${value} is the result, no estimate.`]];
  if (end === "horizon") {
    const judge = tree.summary.network ? "the network" : "the game's own estimate";
    const source = tree.summary.estimates
      ? `. ${value} is what ${judge} says`
      : ", and this game gives no estimate: 0 stands for it";
    return [[`The search may go no deeper${source}.`]];
  }
  if (end === "table") {
    const source = tree.source[node];
    const taken = `: ${boundText(tree, node)} is taken from there, and nothing below is searched again.`;
    const link = { node: source, text: pathText(tree, source) };
    return [["The same position was searched as deep before, after ", link, taken]];
  }
  const mover = capital(players[tree.mover[node]]);
  const turn = `${mover} is to move and takes the ${tree.maximizes(node) ? "largest" : "smallest"} value.`;
  if (end === "unfinished") return [[turn], ["The search was stopped before it came back here."]];
  return [[turn], ...searchedExplanation(tree, node, players, end)];
}

/**
 * The same of a node whose moves were searched.
 * @param {Tree} tree
 * @param {number} node
 * @param {string[]} players
 * @param {string} end
 * @returns {Sentence[]}
 */
function searchedExplanation(tree, node, players, end) {
  const maximizes = tree.maximizes(node);
  const best = tree.best[node];
  const [lower, upper] = [tree.alpha_from[node], tree.beta_from[node]];
  /** @type {(target: number) => NodeLink} */
  const pathLink = (target) => ({ node: target, text: pathText(tree, target) });
  if (tree.kindOf(node) === "exact") return [[{ node: best, text: tree.name(best) }, bestMovePredicate(tree, node)]];
  if (end === "searched" && failsLow(tree, node)) {
    const limit = `${maximizes ? "at most" : "at least"} ${valueText(tree, tree.value[node], "…")}`;
    return [[
      `${capital(failText(tree, node))}, which is sure since `,
      pathLink(maximizes ? lower : upper),
      `. So the true value is ${limit}, and more need not be known.`,
    ]];
  }
  const from = maximizes ? upper : lower;
  const other = players[1 - tree.mover[node]];
  const known = `but ${other} already has ${valueText(tree, tree.value[from])} with `;
  /** @type {Sentence[]} */
  const sentences = [[
    { node: best, text: tree.name(best) },
    ` is worth ${valueText(tree, tree.value[best])}, ${known}`,
    pathLink(from),
    ", and will not let it come to this.",
  ]];
  const skipped = tree.skipped[node];
  if (skipped) sentences.push([`The other ${movesText(skipped)} cannot change that, and are not looked at.`]);
  return sentences;
}

/** @type {Record<string, string>} */
const ARRIVALS = {
  over: "the game is over there",
  horizon: "it is as deep as the search may go",
  table: "the table knows that position",
};

/**
 * One step of the search as a sentence.
 * @param {Tree} tree
 * @param {{node: number, leaving: boolean}} step
 * @param {string[]} players
 */
export function stepText(tree, { node, leaving }, players) {
  const name = node ? tree.name(node) : "the root";
  const end = tree.endOf(node);
  if (!leaving) {
    const arrival = ARRIVALS[end] ?? `the window is ${windowText(tree, tree.alpha[node], tree.beta[node])}`;
    return `Comes to ${name}: ${arrival}.`;
  }
  const estimate = tree.summary.estimates ? ", an estimate" : ", for want of an estimate";
  const reason = end === "horizon" ? estimate : `: ${reasonText(tree, node, players)}`;
  return `Leaves ${name} with ${boundText(tree, node)}${reason}.`;
}

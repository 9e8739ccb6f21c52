/** What happened at a node, in words. */

import { capital, signed } from "./dom.js";

/** A value for people; null is without bound. */
export function shown(tree, value, unbounded = "") {
  return value === null ? unbounded : signed(value / tree.summary.unit);
}

export function interval(tree, alpha, beta) {
  return `[${shown(tree, alpha, "−∞")}, ${shown(tree, beta, "+∞")}]`;
}

/** A node's value with what it says of the true one: ≥ or ≤ for a bound. */
export function worth(tree, node) {
  const sign = { lower: "≥ ", upper: "≤ " }[tree.kindOf(node)] ?? "";
  return `${sign}${shown(tree, tree.value[node], "…")}`;
}

/** The two players as sentences name them: the first player, X, Black. */
export function inWords(players) {
  return players.map((name) => {
    if (/^(first|second)$/i.test(name)) return `the ${name.toLowerCase()} player`;
    return name.length === 1 ? name.toUpperCase() : name;
  });
}

function moves(number) {
  return number === 1 ? "1 move" : `${number} moves`;
}

function ended(tree, node, players) {
  const value = tree.value[node];
  if (value === 0) return "game over: a draw";
  const winner = value > 0 ? tree.summary.player : 1 - tree.summary.player;
  const margin = Math.abs(value) / tree.summary.unit;
  return `game over: ${players[winner]} wins${margin === 1 ? "" : ` by ${margin}`}`;
}

/** The moves that lead to a node. */
export function route(tree, node) {
  return tree.path(node).join(" ") || "the root";
}

/** Why the search left a node, short enough for a row. */
export function why(tree, node, players) {
  switch (tree.endOf(node)) {
    case "over":
      return ended(tree, node, players);
    case "horizon":
      return tree.summary.estimates ? "horizon: estimated" : "horizon: no estimate, 0 for it";
    case "table":
      return `in the table, from ${route(tree, tree.source[node])}`;
    case "cut":
      return refuted(tree, node);
    case "unfinished":
      return "not finished";
    default:
      if (tree.kindOf(node) === "exact") return bestMove(tree, node);
      return fails(tree, node) ? failed(tree, node) : refuted(tree, node);
  }
}

/** Which move is the best, and whether it only came first. */
function bestMove(tree, node) {
  const [name, all, { equal, open }] = [tree.name(tree.best[node]), tree.children[node], tree.ties(node)];
  if (all === 1) return `the only move: ${name}`;
  if (equal === all) return `first of ${all} equal moves: ${name}`;
  if (equal > 1) return `first of ${open ? "at least " : ""}${equal} equal, best of ${all}: ${name}`;
  return open ? `first of ${all}, none better: ${name}` : `best of ${all}: ${name}`;
}

/** The same after the move's name, as the rest of a sentence. */
function bestMoveTold(tree, node) {
  const [all, { equal, open }] = [tree.children[node], tree.ties(node)];
  if (all === 1) return " is the only move.";
  if (equal === all) return ` came first; ${all === 2 ? "both" : `all ${all}`} moves are equal.`;
  if (equal > 1) return ` came first of ${open ? "at least " : ""}${equal} equal moves, the best of ${all}.`;
  if (open) return ` came first of ${moves(all)}, and none is better; ${open === 1 ? "1 other" : `${open} others`} may be as good.`;
  return ` is the best of ${moves(all)}.`;
}

/** Whether all moves were looked at and none was good enough. */
function fails(tree, node) {
  return tree.kindOf(node) === (tree.ours(node) ? "upper" : "lower");
}

function failed(tree, node) {
  const bound = tree.ours(node) ? `above alpha ${shown(tree, tree.alpha[node])}` : `below beta ${shown(tree, tree.beta[node])}`;
  return `none of ${moves(tree.children[node])} gets ${bound}`;
}

function refuted(tree, node) {
  const bound = tree.ours(node) ? `≥ beta ${shown(tree, tree.beta[node])}` : `≤ alpha ${shown(tree, tree.alpha[node])}`;
  const saved = tree.skipped[node] ? `; ${tree.skipped[node]} skipped` : "";
  return `${tree.name(tree.best[node])} refutes: ${shown(tree, tree.value[node])} ${bound}${saved}`;
}

/**
 * The same in whole sentences, each a list of texts and of nodes to go to: `{node, text}`.
 * @returns {(string | {node: number, text: string})[][]}
 */
export function explained(tree, node, players) {
  const ours = tree.ours(node);
  const mover = players[tree.mover[node]];
  const value = shown(tree, tree.value[node], "…");
  const end = tree.endOf(node);
  const found = [];
  if (end === "over") return [[`The game is over here. ${value} is the result, no estimate.`]];
  if (end === "horizon") return [[`The search may go no deeper${tree.summary.estimates ? `. ${value} is what the game's own estimate says` : ", and this game gives no estimate: 0 stands for it"}.`]];
  if (end === "table") {
    const source = tree.source[node];
    return [["The same position was searched as deep before, after ", { node: source, text: route(tree, source) }, `: ${worth(tree, node)} is taken from there, and nothing below is searched again.`]];
  }
  found.push([`${capital(mover)} is to move and takes the ${ours ? "largest" : "smallest"} value.`]);
  if (end === "unfinished") return [...found, ["The search was stopped before it came back here."]];
  const best = tree.best[node];
  if (tree.kindOf(node) === "exact") {
    found.push([{ node: best, text: tree.name(best) }, bestMoveTold(tree, node)]);
  } else if (end === "searched" && fails(tree, node)) {
    const from = ours ? tree.alpha_from[node] : tree.beta_from[node];
    found.push([
      `${capital(failed(tree, node))}, which is sure since `,
      { node: from, text: route(tree, from) },
      `. So the true value is ${ours ? "at most" : "at least"} ${value}, and more need not be known.`,
    ]);
  } else {
    const from = ours ? tree.beta_from[node] : tree.alpha_from[node];
    const other = players[1 - tree.mover[node]];
    found.push([
      { node: best, text: tree.name(best) },
      ` is worth ${shown(tree, tree.value[best])}, but ${other} already has ${shown(tree, tree.value[from])} with `,
      { node: from, text: route(tree, from) },
      ", and will not let it come to this.",
    ]);
    if (tree.skipped[node]) found.push([`The other ${moves(tree.skipped[node])} cannot change that, and are not looked at.`]);
  }
  return found;
}

const ARRIVALS = { over: "the game is over there", horizon: "it is as deep as the search may go", table: "the table knows that position" };

/** One step of the search as a sentence. */
export function told(tree, { node, leaving }, players) {
  const where = node ? tree.name(node) : "the root";
  const end = tree.endOf(node);
  if (!leaving) return `Comes to ${where}: ${ARRIVALS[end] ?? `the window is ${interval(tree, tree.alpha[node], tree.beta[node])}`}.`;
  return `Leaves ${where} with ${worth(tree, node)}${end === "horizon" ? (tree.summary.estimates ? ", an estimate" : ", for want of an estimate") : `: ${why(tree, node, players)}`}.`;
}

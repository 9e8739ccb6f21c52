/** What Monte Carlo tree search knows of a node, as text. */

import { capital } from "./dom.js";
import { resultText, valueText } from "./tree-words.js";

/**
 * @typedef {import("./tree-model.js").Tree} Tree
 * @typedef {import("./tree-words.js").Sentence} Sentence
 */

/** @type {(count: number, noun: string) => string} */
const counted = (count, noun) => `${count.toLocaleString("en")} ${count === 1 ? noun : `${noun}s`}`;

/**
 * The part of its parent's visits that went to a node.
 * @param {Tree} tree
 * @param {number} node
 */
export function shareText(tree, node) {
  const share = 100 * tree.share(node);
  return `${share > 0 && share < 1 ? "< 1" : Math.round(share)} %`;
}

/**
 * What is proven of a node: who wins, and by how much as far as that is known; empty if nothing is.
 * @param {Tree} tree
 * @param {number} node
 * @param {string[]} players
 */
export function provenText(tree, node, players) {
  const { player, unit } = tree.summary;
  const [low, high] = [tree.low[node], tree.high[node]];
  if (low === 0 && high === 0) return "a draw";
  if (low !== null && low > 0) return winText(players[player], low / unit, low === high);
  if (high !== null && high < 0) return winText(players[1 - player], -high / unit, low === high);
  if (low === 0) return `${players[player]} does not lose`;
  if (high === 0) return `${players[player]} does not win`;
  if (low !== null) return `at least ${valueText(tree, low)}`;
  return high === null ? "" : `at most ${valueText(tree, high)}`;
}

/** @type {(winner: string, margin: number, exact: boolean) => string} */
function winText(winner, margin, exact) {
  if (margin === 1) return `${winner} wins`;
  return `${winner} wins by ${margin}${exact ? "" : " or more"}`;
}

/**
 * The moves of a node that are not shown.
 * @param {Tree} tree
 * @param {number} node
 */
function hiddenText(tree, node) {
  const [hidden, least] = [tree.skipped[node], tree.summary.mcts?.least ?? 0];
  if (!hidden) return "";
  return least > 1 ? `${hidden} with fewer than ${least} visits left out` : `${hidden} not visited`;
}

/**
 * What is known of a node, short enough for a row.
 * @param {Tree} tree
 * @param {number} node
 * @param {string[]} players
 */
export function knownText(tree, node, players) {
  const [end, best, proven] = [tree.endOf(node), tree.best[node], provenText(tree, node, players)];
  if (end === "over") return resultText(tree, node, players);
  const parts = [proven && `proven: ${proven}`, best >= 0 && `best: ${tree.name(best)}`];
  if (end === "leaf") parts.push(leafText(tree, node));
  return [...parts, hiddenText(tree, node)].filter(Boolean).join("; ");
}

/**
 * @param {Tree} tree
 * @param {number} node
 */
function leafText(tree, node) {
  if (tree.summary.mcts?.network) return "leaf: judged by the network";
  return `leaf: ${counted(tree.visits[node], "random game")}`;
}

/**
 * Where a node's value comes from, as the rest of a sentence that begins with the value.
 * @param {Tree} tree
 * @param {number} node
 */
export function worthText(tree, node) {
  const visits = tree.visits[node];
  const share = node ? `, ${shareText(tree, node)} of its parent's` : "";
  if (tree.kindOf(node) === "exact") return ` is proven; ${counted(visits, "visit")}${visits ? share : ""}`;
  return ` is the mean of ${counted(visits, "playout")}${share}`;
}

/**
 * What is known of a node, in whole sentences.
 * @param {Tree} tree
 * @param {number} node
 * @param {string[]} players
 * @returns {Sentence[]}
 */
export function knownSentences(tree, node, players) {
  const [end, proven] = [tree.endOf(node), provenText(tree, node, players)];
  if (end === "over") return [["The game is over here; that is known without a playout."]];
  const wants = tree.maximizes(node) ? "large" : "small";
  /** @type {Sentence[]} */
  const sentences = [[`${capital(players[tree.mover[node]])} is to move and wants a ${wants} value.`]];
  if (proven) sentences.push([`Proven: ${proven}.`]);
  sentences.push(...childSentences(tree, node, end));
  const hidden = hiddenText(tree, node);
  if (hidden && end !== "decided") sentences.push([`${capital(hidden)}.`]);
  return sentences;
}

/**
 * @param {Tree} tree
 * @param {number} node
 * @param {string} end
 * @returns {Sentence[]}
 */
function childSentences(tree, node, end) {
  const best = tree.best[node];
  if (end === "leaf") {
    const judge = tree.summary.mcts?.network ? "what the network says of this position" : "random games from here";
    return [[`It has no children yet: its value is ${judge}.`]];
  }
  if (best < 0) return [];
  const link = { node: best, text: tree.name(best) };
  if (end === "decided") return [["The game can end at once, as with ", link, ": the search does not come back here."]];
  const [visits, all] = [tree.visits[best].toLocaleString("en"), tree.visits[node].toLocaleString("en")];
  const soFar = tree.kindOf(node) === "exact" ? "" : " so far";
  return [[link, ` is the best move${soFar}: ${visits} of ${all} visits.`]];
}

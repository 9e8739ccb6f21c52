/** What a search came to as a whole: its value, its nodes, and what it saves compared with the others. */

import { capital, fill, h, say } from "./dom.js";
import { SEARCHES } from "./tree-choices.js";
import { valueText } from "./tree-words.js";

/**
 * @typedef {import("./tree-model.js").Summary} Summary
 * @typedef {{title: string, count: number, current: boolean, atLeast: boolean}} Bar
 */

/** @type {Record<string, string>} */
const REASONS = { time: "It took too long", asked: "It was stopped" };

/** @param {number} value */
const number = (value) => value.toLocaleString("en");

/** @type {(count: number, noun: string) => [string, string]} */
const counted = (count, noun) => [number(count), count === 1 ? noun : `${noun}s`];

/** @type {(search: string, table: boolean, depth: number) => string} */
const keyOf = (search, table, depth) => `${search} ${table} ${depth}`;

/**
 * @param {{players: string[], onDepth: (depth: number) => void}} options
 *   the players with who plays them; `onDepth` searches to another depth
 */
export function summary({ players, onDepth }) {
  const element = h("div", { class: "tree-summary", role: "status" });
  /** @type {Map<string, number>} the nodes of each search that was tried here */
  const counts = new Map();

  /** @param {import("./tree-model.js").Tree} tree */
  function show(tree) {
    const all = tree.summary;
    if (all.mcts) return showPlayouts(tree, all.mcts);
    if (all.stopped) return fill(element, unfinished(all));
    counts.set(keyOf(all.search, all.table, all.depth), all.nodes);
    if (all.minimax && all.minimax_exact) counts.set(keyOf("minimax", false, all.depth), all.minimax);
    const value = valueText(tree, all.value);
    const facts = [[value, `for ${players[all.player]}`], counted(all.nodes, "node"), counted(all.cut_offs, "cut-off")];
    if (all.table) facts.push(counted(all.table_hits, "table hit"));
    const horizon = h("p", { class: "tree-horizon faint" }, horizonNotes(all).join(" "));
    fill(element, factList(facts), bestLine(all), horizon, comparison(all));
    say(`${number(all.nodes)} nodes, value ${value}`);
  }

  /**
   * The same of Monte Carlo tree search.
   * @param {import("./tree-model.js").Tree} tree
   * @param {import("./tree-model.js").Sampling} mcts
   */
  function showPlayouts(tree, mcts) {
    const all = tree.summary;
    const value = valueText(tree, all.value, "…");
    const facts = [
      [value, `for ${players[all.player]}`], counted(mcts.playouts, "playout"), counted(all.nodes, "node"),
      [number(mcts.deepest), "plies deep"],
    ];
    const notes = playoutNotes(all, mcts).map((text) => h("p", {}, text));
    fill(element, factList(facts), bestLine(all), h("div", { class: "tree-notes faint" }, notes));
    say(`${number(mcts.playouts)} playouts, value ${value}`);
  }

  /** @param {Summary} all */
  function unfinished({ stopped, nodes, fits }) {
    const reason = REASONS[stopped ?? ""] ?? `It has more than ${number(nodes)} nodes`;
    const advice = fits && h("button", { type: "button", onclick: () => onDepth(fits) }, `Depth ${fits} fits`);
    const text = `This tree is not finished. ${reason}; what you see is its beginning. `;
    return h("p", { class: "tree-unfinished" }, text, advice);
  }

  /**
   * The nodes of each search that is known at this depth, compared with minimax.
   * @param {Summary} all
   */
  function comparison(all) {
    /** @type {Bar[]} */
    const bars = [];
    for (const name of Object.keys(SEARCHES)) {
      for (const table of [false, true]) {
        const count = counts.get(keyOf(name, table, all.depth));
        const current = name === all.search && table === all.table;
        const title = `${SEARCHES[name]}${table ? ", table" : ""}`;
        if (count !== undefined) bars.push({ title, count, current, atLeast: false });
      }
    }
    if (!all.minimax_exact) bars.unshift({ title: "Minimax", count: all.minimax, current: false, atLeast: true });
    const rows = bars.map((bar) => barRow(bar, all.minimax));
    return h("ul", { class: "tree-bars", "aria-label": "Nodes of each search at this depth" }, rows);
  }

  const dots = () => h("span", { class: "dots", "aria-hidden": "true" });
  return {
    element,
    show,
    showSearching: () => fill(element, h("p", { class: "faint" }, "Searching", dots())),
    showCompiling: () => fill(element, h("p", { class: "faint" }, "Getting this board ready, once", dots())),
    /** @param {string} text */
    showError: (text) => fill(element, h("p", { class: "wrong" }, text)),
  };
}

/** @param {string[][]} facts  each a figure and its name */
function factList(facts) {
  const list = facts.map(([figure, name]) => h("div", {}, h("dt", {}, name), h("dd", {}, figure)));
  return h("dl", { class: "tree-facts" }, list);
}

/** @param {Summary} all */
function bestLine({ line }) {
  return h("p", { class: "tree-line" }, h("span", { class: "faint" }, "Best line "), line.join(" "));
}

/**
 * What stands at the horizon.
 * @param {Summary} all
 */
function horizonNotes({ network, notice, estimates }) {
  const own = estimates ? "the game's own evaluation" : "0, for want of an evaluation";
  const notes = [`At the horizon stands ${network ? `what ${network} says` : own}.`];
  if (notice) notes.push(`${capital(notice)}.`);
  return notes;
}

/**
 * Who judged the leaves, and why there are fewer playouts or nodes than one might expect.
 * @param {Summary} all
 * @param {import("./tree-model.js").Sampling} mcts
 */
function playoutNotes({ stopped }, { wanted, playouts, proven, least, network, notice }) {
  const notes = [network ? `Leaves are judged by ${network}.` : "Leaves are valued by random games."];
  if (notice) notes.push(`${capital(notice)}.`);
  if (proven && playouts < wanted) notes.push(`The result is proven, so it ended before ${number(wanted)} playouts.`);
  if (stopped) notes.push(`${REASONS[stopped]}, so this is not all of ${number(wanted)} playouts.`);
  const few = counted(least, "visit").join(" ");
  if (least) notes.push(`The tree is too large: nodes with fewer than ${few} are left out.`);
  return notes;
}

/**
 * @param {Bar} bar
 * @param {number} full  the nodes of minimax
 */
function barRow({ title, count, current, atLeast }, full) {
  const filled = h("span", { class: "tree-bar" });
  filled.style.width = `${Math.max(0.4, (100 * count) / full)}%`;
  const saved = 100 * (1 - count / full);
  const text =
    saved > 0
      ? `${number(count)} · ${saved >= 99.95 ? saved.toFixed(2) : saved.toFixed(1)} % saved`
      : `${atLeast ? "at least " : ""}${number(count)}`;
  return h(
    "li",
    { class: current ? "here" : null },
    h("span", { class: "tree-bar-name" }, title),
    h("span", { class: "tree-bar-room" }, filled),
    h("span", { class: "tree-bar-count" }, text),
  );
}

/** What a search came to as a whole: its value, its nodes, and what it saves compared with the others. */

import { capital, fill, h, say } from "./dom.js";
import { SEARCHES, withNetwork } from "./tree-choices.js";
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
 * @param {{players: string[], onChange: (change: Partial<import("./tree-choices.js").Choice>) => void}} options
 *   the players with who plays them; `onChange` searches to another depth, or with the network or without
 */
export function summary({ players, onChange }) {
  const element = h("div", { class: "tree-summary", role: "status" });
  /** @type {Map<string, number>} the nodes of each search that was tried here */
  const counts = new Map();
  const judge = judgeLine((auto) => onChange({ net: auto ? "auto" : "none" }));

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
    fill(element, factList(facts), bestLine(all), judge.show(horizonText(all), all.trained), comparison(all));
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
    const judged = judge.show(leavesText(mcts), all.trained);
    fill(element, factList(facts), bestLine(all), judged, h("div", { class: "tree-notes faint" }, notes));
    say(`${number(mcts.playouts)} playouts, value ${value}`);
  }

  /** @param {Summary} all */
  function unfinished({ stopped, nodes, fits }) {
    const reason = REASONS[stopped ?? ""] ?? `It has more than ${number(nodes)} nodes`;
    const search = () => onChange({ depth: fits ?? undefined });
    const advice = fits && h("button", { type: "button", onclick: search }, `Depth ${fits} fits`);
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
    /** @param {import("./tree-choices.js").Choice} choice */
    showSearching(choice) {
      fill(element, h("p", { class: "faint" }, "Searching", dots()), judge.wait(withNetwork(choice)));
    },
    showCompiling: () => fill(element, h("p", { class: "faint" }, "Getting this board ready, once", dots())),
    /** @param {string} text */
    showError: (text) => fill(element, h("p", { class: "wrong" }, text)),
  };
}

/**
 * What judges positions, and a switch for the network where there is one.
 * @param {(auto: boolean) => void} onSwitch
 */
function judgeLine(onSwitch) {
  const network = h("input", { type: "checkbox", role: "switch", onchange: () => onSwitch(network.checked) });
  const choice = h("label", { class: "tree-switch", hidden: true }, network, "with the network");
  const text = h("span", { class: "faint" });
  const element = h("div", { class: "tree-horizon" }, text, choice);
  return {
    /** @type {(said: string, trained: boolean) => HTMLElement} */
    show(said, trained) {
      text.textContent = said;
      choice.hidden = !trained;
      return element;
    },
    /** @type {(checked: boolean) => HTMLElement} the line while a search runs, in which the switch keeps the focus */
    wait(checked) {
      network.checked = checked;
      text.textContent = "";
      return element;
    },
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
function horizonText({ network, notice, estimates }) {
  const own = estimates ? "the game's own evaluation" : "0, for want of an evaluation";
  return withNotice(`At the horizon stands ${network ? `what ${network} says` : own}.`, notice);
}

/**
 * Who judged the leaves.
 * @param {import("./tree-model.js").Sampling} mcts
 */
function leavesText({ network, notice }) {
  return withNotice(network ? `Leaves are judged by ${network}.` : "Leaves are valued by random games.", notice);
}

/** @type {(text: string, notice: string) => string} */
const withNotice = (text, notice) => (notice ? `${text} ${capital(notice)}.` : text);

/**
 * Why there are fewer playouts or nodes than one might expect.
 * @param {Summary} all
 * @param {import("./tree-model.js").Sampling} mcts
 */
function playoutNotes({ stopped }, { wanted, playouts, proven, least }) {
  const notes = [];
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

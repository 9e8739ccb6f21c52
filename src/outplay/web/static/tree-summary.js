/** What a search came to as a whole: its value, its nodes, and what it saves beside the others. */

import { fill, h, say } from "./dom.js";
import { shown } from "./tree-words.js";

export const SEARCHES = { minimax: "Minimax", "alpha-beta": "Alpha-beta" };

const REASONS = { time: "It took too long", asked: "It was stopped" };
const number = (value) => value.toLocaleString("en");
const counted = (count, what) => [number(count), count === 1 ? what : `${what}s`];

/** @param {{seated: [string, string], onDepth: (depth: number) => void}} options */
export function summary({ seated, onDepth }) {
  const element = h("div", { class: "tree-summary", role: "status" });
  /** How many nodes each search has taken, of those that were tried here. */
  const counts = new Map();

  function show(tree) {
    const all = tree.summary;
    if (all.stopped) return fill(element, unfinished(all));
    counts.set(`${all.search} ${all.table} ${all.depth}`, all.nodes);
    if (all.minimax && all.minimax_exact) counts.set(`minimax false ${all.depth}`, all.minimax);
    const value = shown(tree, all.value);
    const facts = [[value, `for ${seated[all.player]}`], counted(all.nodes, "node"), counted(all.cut_offs, "cut-off"), all.table && counted(all.table_hits, "table hit")].filter(Boolean);
    fill(
      element,
      h("dl", { class: "tree-facts" }, facts.map(([figure, name]) => h("div", {}, h("dt", {}, name), h("dd", {}, figure)))),
      h("p", { class: "tree-line" }, h("span", { class: "faint" }, "Best line "), all.line.join(" ")),
      bars(all),
    );
    say(`${number(all.nodes)} nodes, value ${value}`);
  }

  function unfinished({ stopped, nodes, fits }) {
    const reason = REASONS[stopped] ?? `It has more than ${number(nodes)} nodes`;
    const advice = fits && h("button", { type: "button", onclick: () => onDepth(fits) }, `Depth ${fits} fits`);
    return h("p", { class: "tree-unfinished" }, `This tree is not finished. ${reason}; what you see is its beginning. `, advice);
  }

  /** How many nodes each search takes that is known at this depth, beside what minimax takes. */
  function bars(all) {
    const known = [];
    for (const name of Object.keys(SEARCHES)) {
      for (const table of [false, true]) {
        const count = counts.get(`${name} ${table} ${all.depth}`);
        if (count !== undefined) known.push({ title: `${SEARCHES[name]}${table ? ", table" : ""}`, count, here: name === all.search && table === all.table });
      }
    }
    if (!all.minimax_exact) known.unshift({ title: "Minimax", count: all.minimax, here: false, least: true });
    return h("ul", { class: "tree-bars", "aria-label": "Nodes of each search at this depth" }, known.map((one) => bar(one, all.minimax)));
  }

  return {
    element,
    show,
    wait: () => fill(element, h("p", { class: "faint" }, "Searching", h("span", { class: "dots", "aria-hidden": "true" }))),
    refuse: (text) => fill(element, h("p", { class: "wrong" }, text)),
  };
}

function bar({ title, count, here, least }, full) {
  const filled = h("span", { class: "tree-bar" });
  filled.style.width = `${Math.max(0.4, (100 * count) / full)}%`;
  const saved = 100 * (1 - count / full);
  const text = saved > 0 ? `${number(count)} · ${saved >= 99.95 ? saved.toFixed(2) : saved.toFixed(1)} % saved` : `${least ? "at least " : ""}${number(count)}`;
  return h("li", { class: here ? "here" : null }, h("span", { class: "tree-bar-name" }, title), h("span", { class: "tree-bar-room" }, filled), h("span", { class: "tree-bar-count" }, text));
}

/**
 * The outline of a tree: a treegrid in which only the rows that can be seen exist.
 *
 * The list itself has the focus and names the selected row, so that a row may come and go as it is scrolled.
 */

import { fill, fresh, h } from "./dom.js";
import { interval, route, shown, why, worth } from "./tree-words.js";

const SPARE = 4;
const AXIS = 84;

/** @param {{onSelect: (node: number) => void}} options */
export function outline({ onSelect }) {
  const stem = fresh("node");
  const rows = h("div", { class: "tree-rows", role: "rowgroup" });
  const header = h(
    "div",
    { class: "tree-row tree-header", role: "row", "aria-rowindex": 1 },
    ["Move", "Value", "Window", "What happened"].map((text, i) => h("span", { role: "columnheader", class: `tree-cell ${CELLS[i]}` }, text)),
  );
  const element = h(
    "div",
    { class: "tree-scroll", role: "treegrid", tabindex: 0, "aria-label": "The tree that was searched" },
    h("div", { role: "rowgroup", class: "tree-top" }, header),
    rows,
  );
  /** @type {import("./tree-model.js").Tree} */
  let tree = null;
  /** How high a row is; the sheet says it, for narrow pages have rows of two lines. */
  let high = 34;
  let players = ["", ""];
  let expanded = new Uint8Array(0);
  let flat = new Int32Array(0);
  let selected = 0;
  let steps = null;
  let place = null;
  let lit = new Set();
  let principal = new Set();
  let drawn = new Map();
  let drawnAt = 0;
  /** The row that is marked as the selected one, if it is among those that exist. */
  let marked = null;

  function take(newTree, names) {
    tree = newTree;
    players = names;
    expanded = new Uint8Array(tree.count);
    principal = new Set([0]);
    for (let node = 0; tree.best[node] >= 0; ) {
      expanded[node] = 1;
      node = tree.best[node];
      principal.add(node);
    }
    expanded[0] = 1;
    selected = 0;
    all();
  }

  /** Shows the tree after so many steps of the search: the path it is on, and what it knows of the moves beside it. */
  function at(count) {
    steps = count;
    place = tree.at(count);
    lit = new Set();
    expanded.fill(0);
    for (let node = place.node; node >= 0; node = tree.parent[node]) {
      lit.add(node);
      expanded[node] = 1;
    }
    if (place.leaving) expanded[place.node] = 0;
    selected = place.node;
    layout();
    reveal();
    return place;
  }

  /** Shows all of it. */
  function all() {
    steps = place = null;
    lit = new Set();
    expanded[0] = 1;
    layout();
    reveal();
  }

  function layout() {
    const last = place ? place.latest : tree.count - 1;
    const found = [];
    for (let node = 0; node <= last; node += expanded[node] ? 1 : tree.size[node]) found.push(node);
    flat = Int32Array.from(found);
    rows.style.height = `${flat.length * high}px`;
    element.setAttribute("aria-rowcount", String(flat.length + 1));
    drawn.clear();
    rows.replaceChildren();
    draw();
  }

  /** Makes the rows that can be seen, and some beside them unless they were left behind at once. */
  function draw() {
    if (!tree) return;
    const { scrollTop, clientHeight } = element;
    const spare = Math.abs(scrollTop - drawnAt) > clientHeight ? 0 : SPARE;
    const top = Math.max(0, Math.floor(scrollTop / high) - spare);
    const bottom = Math.min(flat.length, Math.ceil((scrollTop + clientHeight) / high) + spare);
    drawnAt = scrollTop;
    const kept = new Map();
    for (let index = top; index < bottom; index++) {
      const node = flat[index];
      const row = drawn.get(node) ?? made(node, index);
      drawn.delete(node);
      kept.set(node, row);
      if (!row.parentNode) rows.append(row);
    }
    for (const row of drawn.values()) row.remove();
    drawn = kept;
    mark();
  }

  function mark() {
    const row = drawn.get(selected) ?? null;
    if (row === marked) return;
    marked?.setAttribute("aria-selected", "false");
    row?.setAttribute("aria-selected", "true");
    if (row) element.setAttribute("aria-activedescendant", row.id);
    else element.removeAttribute("aria-activedescendant");
    marked = row;
  }

  function made(node, index) {
    const open = place !== null && tree.left(node) >= steps;
    const now = open ? tree.soFar(node, steps) : { value: tree.value[node], alpha: tree.alpha[node], beta: tree.beta[node] };
    const end = tree.endOf(node);
    const row = h(
      "div",
      {
        class: `tree-row end-${open ? "open" : end}${lit.has(node) ? " lit" : ""}${place?.node === node ? " here" : ""}${principal.has(node) && !place ? " principal" : ""}`,
        role: "row",
        id: `${stem}-${node}`,
        "aria-level": tree.ply[node] + 1,
        "aria-rowindex": index + 2,
        "aria-posinset": node ? tree.ordinal[node] : 1,
        "aria-setsize": node ? tree.children[tree.parent[node]] : 1,
        "aria-expanded": tree.size[node] > 1 ? String(expanded[node] === 1) : null,
        "aria-selected": "false",
        "data-node": node,
      },
      h(
        "span",
        { role: "rowheader", class: "tree-cell tree-move" },
        h("span", { class: "twisty", "aria-hidden": "true" }, tree.size[node] > 1 ? (expanded[node] ? "▾" : "▸") : ""),
        h("span", { class: "tree-name" }, node ? tree.name(node) : "root"),
        mover(node, end),
      ),
      h("span", { role: "gridcell", class: "tree-cell tree-value" }, chip(now.value, open ? shown(tree, now.value, "…") : worth(tree, node))),
      h("span", { role: "gridcell", class: "tree-cell tree-window" }, picture(now), h("span", { class: "tree-bounds" }, interval(tree, now.alpha, now.beta))),
      open ? h("span", WHY, "looking …") : reason(node, end),
    );
    row.style.transform = `translateY(${index * high}px)`;
    row.style.setProperty("--level", String(tree.ply[node]));
    return row;
  }

  function mover(node, end) {
    if (end === "over" || end === "horizon") return h("span", { class: "tree-mover", "aria-hidden": "true" }, end === "over" ? "■" : "◇");
    const ours = tree.ours(node);
    const takes = ours ? "largest" : "smallest";
    return h("span", { class: `tree-mover ${ours ? "max" : "min"}`, role: "img", "aria-label": takes, title: `${players[tree.mover[node]]} to move: takes the ${takes}` }, ours ? "▲" : "▼");
  }

  function chip(value, text) {
    const side = value > 0 ? "plus" : value < 0 ? "minus" : "even";
    const element = h("span", { class: `tree-chip ${value === null ? "none" : side}` }, text);
    element.style.setProperty("--strength", `${Math.round(12 + 38 * Math.min(1, Math.abs(value ?? 0) / tree.largest))}%`);
    return element;
  }

  /** The window as a piece of the line of all values, and the value on it: one element, painted by the sheet. */
  function picture({ alpha, beta, value }) {
    const across = (number) => `${AXIS / 2 + ((AXIS / 2 - 12) * number) / tree.largest}px`;
    const element = h("span", { class: `tree-axis${value === null ? "" : " valued"}`, "aria-hidden": "true" });
    element.style.setProperty("--from", alpha === null ? "0px" : across(alpha));
    element.style.setProperty("--to", beta === null ? `${AXIS}px` : across(beta));
    if (value !== null) element.style.setProperty("--at", across(value));
    return element;
  }

  function reason(node, end) {
    const text = why(tree, node, players);
    const source = tree.source[node];
    const told = end === "table" ? ["in the table, from ", h("button", { type: "button", class: "tree-jump", tabindex: -1, "data-jump": source }, route(tree, source))] : text;
    return h("span", { ...WHY, title: text }, told);
  }

  function reveal() {
    const index = flat.indexOf(selected);
    if (index < 0) return;
    const top = index * high;
    const room = element.clientHeight - header.offsetHeight;
    if (top < element.scrollTop) element.scrollTop = Math.max(0, top - high);
    else if (top + high > element.scrollTop + room) element.scrollTop = top + 2 * high - room;
    draw();
  }

  function select(node) {
    selected = node;
    reveal();
    mark();
    onSelect(node);
  }

  /** Goes to any node, and opens what hides it. */
  function jump(node) {
    if (place && node > place.latest) all();
    for (let above = tree.parent[node]; above >= 0; above = tree.parent[above]) expanded[above] = 1;
    selected = node;
    layout();
    select(node);
  }

  function toggle(node, open = !expanded[node]) {
    if (tree.size[node] === 1) return;
    expanded[node] = open ? 1 : 0;
    layout();
    reveal();
  }

  /** Opens or closes everything. */
  function every(open) {
    if (!tree) return;
    expanded.fill(open ? 1 : 0);
    expanded[0] = 1;
    if (!open) selected = 0;
    layout();
    select(selected);
  }

  function move(by) {
    const index = Math.max(0, Math.min(flat.length - 1, flat.indexOf(selected) + by));
    select(flat[index]);
  }

  const page = () => Math.max(1, Math.floor(element.clientHeight / high) - 2);
  const KEYS = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    PageDown: () => move(page()),
    PageUp: () => move(-page()),
    Home: () => move(-flat.length),
    End: () => move(flat.length),
    ArrowRight: () => (tree.size[selected] > 1 && !expanded[selected] ? toggle(selected) : tree.size[selected] > 1 && move(1)),
    ArrowLeft: () => (expanded[selected] && tree.size[selected] > 1 ? toggle(selected) : selected && select(tree.parent[selected])),
    Enter: () => toggle(selected),
    " ": () => toggle(selected),
    j: () => tree.source[selected] >= 0 && jump(tree.source[selected]),
    "*": () => {
      const first = selected ? tree.parent[selected] + 1 : 0;
      for (let node = first; node < tree.count && tree.parent[node] === tree.parent[first]; node += tree.size[node]) expanded[node] = 1;
      layout();
      reveal();
    },
  };

  /** Whether a key walked through the tree. */
  function key(name) {
    if (!tree || !(name in KEYS)) return false;
    focus();
    KEYS[name]();
    return true;
  }

  function focus() {
    element.focus({ preventScroll: true });
  }

  element.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (key(event.key)) event.preventDefault();
  });
  element.addEventListener("click", (event) => {
    const target = event.target.closest("[data-jump]");
    if (target) return jump(Number(target.dataset.jump));
    const row = event.target.closest("[data-node]");
    if (!row) return;
    const node = Number(row.dataset.node);
    if (event.target.closest(".twisty")) toggle(node);
    select(node);
  });
  element.addEventListener("dblclick", (event) => {
    const row = event.target.closest("[data-node]");
    if (row && !event.target.closest(".twisty")) toggle(Number(row.dataset.node));
  });
  let waiting = 0;
  element.addEventListener("scroll", () => {
    waiting ||= requestAnimationFrame(() => {
      waiting = 0;
      draw();
    });
  });
  const watcher = new ResizeObserver(() => {
    const said = Number.parseInt(getComputedStyle(element).getPropertyValue("--row"), 10) || high;
    const turned = tree && said !== high;
    high = said;
    if (!turned) return draw();
    layout();
    reveal();
  });
  watcher.observe(element);

  function clear() {
    tree = null;
    drawn.clear();
    fill(rows);
    rows.style.height = "0";
    marked = null;
    element.removeAttribute("aria-activedescendant");
  }

  return { element, take, at, all, jump, every, clear, key, focus, leave: () => watcher.disconnect() };
}

const WHY = { role: "gridcell", class: "tree-cell tree-why" };
const CELLS = ["tree-move", "tree-value", "tree-window", "tree-why"];

/**
 * The outline of a search tree: a treegrid in which only the rows that can be seen exist.
 *
 * The list itself has the focus and names the selected row, so that rows can come and go while it is scrolled.
 */

import { closest, fill, fresh, h } from "./dom.js";
import { headerRow, nodeRow } from "./tree-row.js";

/** @typedef {import("./tree-model.js").Tree} Tree */

/** Rows that are drawn above and below those that can be seen. */
const SPARE = 4;

export class Outline {
  #onSelect;
  #rows = h("div", { class: "tree-rows", role: "rowgroup" });
  #header = headerRow(false);
  #idStem = fresh("node");
  /** The height of a row in pixels; the style sheet sets it, because narrow pages have rows of two lines. */
  #rowHeight = 34;
  #resized = new ResizeObserver(() => this.#resize());

  /** @type {Tree | null} */
  #tree = null;
  #players = ["", ""];
  #selected = 0;
  /** For each node, whether the rows below it are shown. */
  #expanded = new Uint8Array(0);
  /** The nodes of the rows, those out of sight included. */
  #flat = new Int32Array(0);
  /** @type {Set<number>} the nodes of the best line */
  #principal = new Set();

  /** The number of steps that are shown; 0 shows all of the tree. */
  #steps = 0;
  /** @type {ReturnType<Tree["at"]> | null} where the search is after these steps; null shows all of the tree */
  #place = null;
  /** @type {Set<number>} the path that the search is on */
  #path = new Set();

  /** @type {Map<number, HTMLElement>} the rows that exist, by node */
  #drawn = new Map();
  /** Where the list was scrolled to when they were drawn. */
  #drawnAt = 0;
  /** @type {HTMLElement | null} the row that is marked as selected, if it exists */
  #marked = null;

  /** @param {{onSelect: (node: number) => void}} options */
  constructor({ onSelect }) {
    this.#onSelect = onSelect;
    this.element = h(
      "div",
      { class: "tree-scroll", role: "treegrid", tabindex: 0, "aria-label": "The tree that was searched" },
      h("div", { role: "rowgroup", class: "tree-top" }, this.#header),
      this.#rows,
    );
    this.#listen();
    this.#resized.observe(this.element);
  }

  #listen() {
    this.element.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (this.key(event.key)) event.preventDefault();
    });
    this.element.addEventListener("click", (event) => this.#click(event));
    this.element.addEventListener("dblclick", (event) => {
      const row = closest(event, "[data-node]");
      if (row && !closest(event, ".twisty")) this.#toggle(Number(row.dataset.node));
    });
    let frame = 0;
    this.element.addEventListener("scroll", () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        this.#draw();
      });
    });
  }

  // What the page shows

  /**
   * Shows another tree, opened along its best line.
   * @param {Tree} tree
   * @param {string[]} players
   */
  take(tree, players) {
    this.#tree = tree;
    this.#players = players;
    const mcts = Boolean(tree.summary.mcts);
    this.element.classList.toggle("counts", mcts);
    this.#header.replaceWith((this.#header = headerRow(mcts)));
    this.#expanded = new Uint8Array(tree.count);
    this.#principal = new Set([0]);
    for (let node = 0; tree.best[node] >= 0; ) {
      this.#expanded[node] = 1;
      node = tree.best[node];
      this.#principal.add(node);
    }
    this.#selected = 0;
    this.showAll();
  }

  clear() {
    this.#tree = null;
    this.#drawn.clear();
    fill(this.#rows);
    this.#rows.style.height = "0";
    this.#marked = null;
    this.element.removeAttribute("aria-activedescendant");
  }

  /** Shows all of the tree. */
  showAll() {
    this.#steps = 0;
    this.#place = null;
    this.#path = new Set();
    this.#expanded[0] = 1;
    this.#layOut();
    this.#reveal();
  }

  /**
   * Shows the tree after some steps of the search: the path that it is on, and what is known of the moves beside it.
   * @param {Tree} tree  the one that is shown
   * @param {number} steps
   */
  showStep(tree, steps) {
    const place = tree.at(steps);
    this.#steps = steps;
    this.#place = place;
    this.#path = new Set();
    this.#expanded.fill(0);
    for (let node = place.node; node >= 0; node = tree.parent[node]) {
      this.#path.add(node);
      this.#expanded[node] = 1;
    }
    if (place.leaving) this.#expanded[place.node] = 0;
    this.#selected = place.node;
    this.#layOut();
    this.#reveal();
    return place;
  }

  /**
   * Goes to any node, and opens the rows above it.
   * @param {number} node
   */
  goTo(node) {
    if (!this.#tree) return;
    if (this.#place && node > this.#place.latest) this.showAll();
    const { parent } = this.#tree;
    for (let above = parent[node]; above >= 0; above = parent[above]) this.#expanded[above] = 1;
    this.#selected = node;
    this.#layOut();
    this.#select(node);
  }

  /**
   * Opens or closes all rows.
   * @param {boolean} open
   */
  toggleAll(open) {
    if (!this.#tree) return;
    this.#expanded.fill(open ? 1 : 0);
    this.#expanded[0] = 1;
    if (!open) this.#selected = 0;
    this.#layOut();
    this.#select(this.#selected);
  }

  focus() {
    this.element.focus({ preventScroll: true });
  }

  leave() {
    this.#resized.disconnect();
  }

  // Rows

  /** Lists the rows anew. */
  #layOut() {
    const tree = this.#tree;
    if (!tree) return;
    const last = this.#place ? this.#place.latest : tree.count - 1;
    const found = [];
    for (let node = 0; node <= last; node += this.#expanded[node] ? 1 : tree.size[node]) found.push(node);
    this.#flat = Int32Array.from(found);
    this.#rows.style.height = `${this.#flat.length * this.#rowHeight}px`;
    this.element.setAttribute("aria-rowcount", String(this.#flat.length + 1));
    this.#drawn.clear();
    this.#rows.replaceChildren();
    this.#draw();
  }

  /** Makes the rows that can be seen, and a few beside them unless the list was scrolled by more than it shows. */
  #draw() {
    const tree = this.#tree;
    if (!tree) return;
    const { scrollTop, clientHeight } = this.element;
    const spare = Math.abs(scrollTop - this.#drawnAt) > clientHeight ? 0 : SPARE;
    const top = Math.max(0, Math.floor(scrollTop / this.#rowHeight) - spare);
    const bottom = Math.min(this.#flat.length, Math.ceil((scrollTop + clientHeight) / this.#rowHeight) + spare);
    this.#drawnAt = scrollTop;
    const kept = new Map();
    for (let index = top; index < bottom; index++) {
      const node = this.#flat[index];
      const row = this.#drawn.get(node) ?? this.#row(tree, node, index);
      this.#drawn.delete(node);
      kept.set(node, row);
      if (!row.parentNode) this.#rows.append(row);
    }
    for (const row of this.#drawn.values()) row.remove();
    this.#drawn = kept;
    this.#mark();
  }

  /**
   * @param {Tree} tree
   * @param {number} node
   * @param {number} index
   */
  #row(tree, node, index) {
    const place = this.#place;
    const classes = [
      this.#path.has(node) && " lit",
      place?.node === node && " here",
      this.#principal.has(node) && !place && " principal",
    ];
    const row = nodeRow(tree, node, {
      index,
      classes: classes.filter(Boolean).join(""),
      expanded: this.#expanded[node] === 1,
      open: place && tree.left(node) >= this.#steps ? tree.soFar(node, this.#steps) : null,
      players: this.#players,
      id: `${this.#idStem}-${node}`,
    });
    row.style.transform = `translateY(${index * this.#rowHeight}px)`;
    return row;
  }

  /** Marks the selected row, if it exists. */
  #mark() {
    const row = this.#drawn.get(this.#selected) ?? null;
    if (row === this.#marked) return;
    this.#marked?.setAttribute("aria-selected", "false");
    row?.setAttribute("aria-selected", "true");
    if (row) this.element.setAttribute("aria-activedescendant", row.id);
    else this.element.removeAttribute("aria-activedescendant");
    this.#marked = row;
  }

  /** Scrolls to the selected row. */
  #reveal() {
    const index = this.#flat.indexOf(this.#selected);
    if (index < 0) return;
    const [list, high] = [this.element, this.#rowHeight];
    const top = index * high;
    const visible = list.clientHeight - this.#header.offsetHeight;
    if (top < list.scrollTop) list.scrollTop = Math.max(0, top - high);
    else if (top + high > list.scrollTop + visible) list.scrollTop = top + 2 * high - visible;
    this.#draw();
  }

  #resize() {
    const height = Number.parseInt(getComputedStyle(this.element).getPropertyValue("--row"), 10) || this.#rowHeight;
    const changed = this.#tree && height !== this.#rowHeight;
    this.#rowHeight = height;
    if (!changed) return this.#draw();
    this.#layOut();
    this.#reveal();
  }

  // Selecting, opening and closing

  /** @param {number} node */
  #select(node) {
    this.#selected = node;
    this.#reveal();
    this.#mark();
    this.#onSelect(node);
  }

  /** @param {number} node */
  #toggle(node) {
    if (!this.#tree || this.#tree.size[node] === 1) return;
    this.#expanded[node] = this.#expanded[node] ? 0 : 1;
    this.#layOut();
    this.#reveal();
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const jump = closest(event, "[data-jump]");
    if (jump) return this.goTo(Number(jump.dataset.jump));
    const row = closest(event, "[data-node]");
    if (!row) return;
    const node = Number(row.dataset.node);
    if (closest(event, ".twisty")) this.#toggle(node);
    this.#select(node);
  }

  // Keys

  /**
   * Takes a key.
   * @param {string} name
   * @returns {boolean} whether it has a meaning here
   */
  key(name) {
    if (!this.#tree) return false;
    const action = this.#actions(this.#tree)[name];
    if (!action) return false;
    this.focus();
    action();
    return true;
  }

  /**
   * @param {Tree} tree
   * @returns {Record<string, () => void>}
   */
  #actions(tree) {
    const node = this.#selected;
    const inner = tree.size[node] > 1;
    const page = Math.max(1, Math.floor(this.element.clientHeight / this.#rowHeight) - 2);
    const toggle = () => this.#toggle(node);
    const right = () => (this.#expanded[node] ? this.#move(1) : toggle());
    const left = () => (inner && this.#expanded[node] ? toggle() : node && this.#select(tree.parent[node]));
    return {
      ArrowDown: () => this.#move(1),
      ArrowUp: () => this.#move(-1),
      PageDown: () => this.#move(page),
      PageUp: () => this.#move(-page),
      Home: () => this.#move(-this.#flat.length),
      End: () => this.#move(this.#flat.length),
      ArrowRight: () => inner && right(),
      ArrowLeft: left,
      Enter: toggle,
      " ": toggle,
      j: () => tree.source[node] >= 0 && this.goTo(tree.source[node]),
      "*": () => this.#openSiblings(tree, node),
    };
  }

  /** @param {number} by  rows */
  #move(by) {
    const index = Math.max(0, Math.min(this.#flat.length - 1, this.#flat.indexOf(this.#selected) + by));
    this.#select(this.#flat[index]);
  }

  /**
   * Opens a node and its siblings.
   * @param {Tree} tree
   * @param {number} node
   */
  #openSiblings(tree, node) {
    const siblings = node ? tree.childrenOf(tree.parent[node]) : [0];
    for (const sibling of siblings) this.#expanded[sibling] = 1;
    this.#layOut();
    this.#reveal();
  }
}

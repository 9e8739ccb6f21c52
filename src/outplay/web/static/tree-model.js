/**
 * The tree that was searched, as the server tells it: columns with one entry a node, in the order of visiting.
 *
 * The nodes below a node follow it at once, so `size[node]` of them make up its tree. The search takes two steps a
 * node: it comes, and it goes with a value; a search that was stopped never leaves the last path it was on.
 */

const COLUMNS = ["parent", "move", "mover", "alpha", "beta", "alpha_from", "beta_from", "value", "kind", "end", "source", "best", "skipped"];

export class Tree {
  constructor(summary) {
    this.summary = summary;
    this.count = 0;
    for (const name of COLUMNS) this[name] = [];
  }

  /** Takes the next piece; true when it was the last one. */
  add(nodes) {
    if (nodes.first !== this.count) return false;
    for (const name of COLUMNS) for (const entry of nodes[name]) this[name].push(entry);
    this.count = this.parent.length;
    if (this.count < this.summary.nodes) return false;
    this.#measure();
    return true;
  }

  #measure() {
    const { count, parent } = this;
    this.ply = new Int16Array(count);
    this.size = new Int32Array(count).fill(1);
    this.ordinal = new Int32Array(count);
    this.children = new Int32Array(count);
    for (let node = 1; node < count; node++) {
      this.ply[node] = this.ply[parent[node]] + 1;
      this.ordinal[node] = ++this.children[parent[node]];
    }
    for (let node = count - 1; node > 0; node--) this.size[parent[node]] += this.size[node];
    this.steps = 2 * count - this.end.filter((end) => this.summary.ends[end] === "unfinished").length;
    this.largest = this.value.reduce((most, value) => Math.max(most, Math.abs(value ?? 0)), 1);
  }

  name(node) {
    return this.summary.names[this.move[node]];
  }

  /** The names of the moves that lead to a node. */
  path(node) {
    const names = [];
    for (; node > 0; node = this.parent[node]) names.unshift(this.name(node));
    return names;
  }

  /** The node that a move leads to, or 0. */
  child(node, name) {
    for (let child = node + 1; child < node + this.size[node]; child += this.size[child]) if (this.name(child) === name) return child;
    return 0;
  }

  /** Whether the player at the root is to move: then the largest value counts, otherwise the smallest. */
  ours(node) {
    return this.mover[node] === this.summary.player;
  }

  /** Of a node that was searched: how many moves are known to be as good as its best one, and how many may be. */
  ties(node) {
    let equal = 0;
    let open = 0;
    for (let child = node + 1; child < node + this.size[node]; child += this.size[child]) {
      if (this.value[child] !== this.value[node]) continue;
      if (this.kindOf(child) === "exact") equal += 1;
      else open += 1;
    }
    return { equal, open };
  }

  endOf(node) {
    return this.summary.ends[this.end[node]];
  }

  kindOf(node) {
    return this.summary.kinds[this.kind[node]];
  }

  entered(node) {
    return 2 * node - this.ply[node];
  }

  left(node) {
    return this.entered(node) + 2 * this.size[node] - 1;
  }

  /** After so many steps (1 or more): the last node that was entered, and the one at which the search is. */
  at(steps) {
    let low = 0;
    let high = this.count - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.entered(middle) < steps) low = middle;
      else high = middle - 1;
    }
    let node = low;
    while (this.left(node) < steps - 1) node = this.parent[node];
    return { latest: low, node, leaving: this.left(node) === steps - 1 };
  }

  /** What a node that the search has not left knows after so many steps: its value so far and its window now. */
  soFar(node, steps) {
    let value = null;
    const ours = this.ours(node);
    for (let child = node + 1; child < node + this.size[node]; child += this.size[child]) {
      if (this.left(child) >= steps) break;
      const found = this.value[child];
      if (value === null || (ours ? found > value : found < value)) value = found;
    }
    let alpha = this.alpha[node];
    let beta = this.beta[node];
    if (value !== null && this.summary.search === "alpha-beta") {
      if (ours && (alpha === null || value > alpha)) alpha = value;
      if (!ours && (beta === null || value < beta)) beta = value;
    }
    return { value, alpha, beta };
  }
}

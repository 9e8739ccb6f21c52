/**
 * The tree that a search has visited, as the server sends it: columns with one entry a node, in the order of visiting.
 *
 * The nodes below a node follow it directly, so that `size[node]` nodes, itself included, are its subtree. The search
 * takes two steps a node: it enters it, and it leaves it with a value. A search that was stopped never leaves the
 * nodes of the last path. Values, alpha and beta count for the player at the root; null is without bound.
 *
 * The tree of Monte Carlo tree search has the same shape, with the most visited children first. It has visits and
 * proven bounds instead of windows, and no steps.
 */

/**
 * @typedef {{search: string, table: boolean, depth: number, nodes: number, cut_offs: number, table_hits: number,
 *   value: number | null, line: string[], player: 0 | 1, unit: number, estimates: boolean, stopped: string | null,
 *   network: string, notice: string, fits: number | null, minimax: number, minimax_exact: boolean, names: string[],
 *   kinds: string[], ends: string[], trained: boolean, mcts?: Sampling}} Summary
 *   what the search came to; `unit` is the value of one point of a score; `estimates` whether the game has an
 *   evaluation; `network` the network that evaluates, and `notice` why an expected one does not; `trained` whether
 *   there is one; `fits` the depth that would have been finished; `minimax` the nodes of minimax at this depth, or a
 *   lower bound if not `minimax_exact`; names of moves, kinds of values and ends of nodes are numbered in the columns.
 *   What concerns depth, table, cut-offs, estimates and minimax is missing where there is `mcts`, and the network
 *   stands there
 * @typedef {{wanted: number, playouts: number, seed: number, depth: number, deepest: number,
 *   proven: "" | "win" | "draw" | "loss", least: number, network: string, notice: string}} Sampling
 *   what Monte Carlo tree search came to; playouts that were asked for and made; mean and largest depth; what is proven
 *   for the player at the root; nodes with fewer visits than `least` are left out; the network that judged the leaves,
 *   and why an expected one did not
 * @typedef {Partial<Record<typeof COLUMNS[number], (number | null)[]>> & {first: number}} Nodes
 *   a piece of those columns that the search has, which begins at node `first`
 */

const COLUMNS = /** @type {const} */ ([
  "parent", "move", "mover", "alpha", "beta", "alpha_from", "beta_from", "value", "kind", "end", "source", "best",
  "skipped", "visits", "low", "high",
]);

export class Tree {
  /** The number of nodes that have come so far. */
  count = 0;
  /** The number of steps of the whole search. */
  steps = 0;
  /** The largest absolute value of a node, 1 at least. */
  largest = 1;

  /** @type {number[]} -1 at the root */
  parent = [];
  /** @type {number[]} the move that leads to the node */
  move = [];
  /** @type {number[]} who is to move */
  mover = [];
  /** @type {(number | null)[]} */
  alpha = [];
  /** @type {(number | null)[]} */
  beta = [];
  /** @type {number[]} the node that alpha comes from */
  alpha_from = [];
  /** @type {number[]} the node that beta comes from */
  beta_from = [];
  /** @type {(number | null)[]} */
  value = [];
  /** @type {number[]} whether the value is exact or a bound */
  kind = [];
  /** @type {number[]} why the search left the node */
  end = [];
  /** @type {number[]} the node whose value the table gave, or -1 */
  source = [];
  /** @type {number[]} the best child, or -1 */
  best = [];
  /** @type {number[]} how many moves were not searched */
  skipped = [];
  /** @type {number[]} the playouts that passed through the node */
  visits = [];
  /** @type {(number | null)[]} the value is proven to be no less */
  low = [];
  /** @type {(number | null)[]} the value is proven to be no more */
  high = [];

  ply = new Int16Array(0);
  /** The nodes of each subtree, its root included. */
  size = new Int32Array(0);
  /** Which child of its parent a node is, from 1. */
  ordinal = new Int32Array(0);
  /** How many children a node has. */
  children = new Int32Array(0);

  /** @param {Summary} summary */
  constructor(summary) {
    this.summary = summary;
  }

  /**
   * Takes the next piece.
   * @param {Nodes} nodes
   * @returns {boolean} whether it was the last one
   */
  add(nodes) {
    if (nodes.first !== this.count) return false;
    for (const name of COLUMNS) {
      const column = /** @type {(number | null)[]} */ (this[name]);
      for (const entry of nodes[name] ?? []) column.push(entry);
    }
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
    for (const value of this.value) this.largest = Math.max(this.largest, Math.abs(value ?? 0));
  }

  /**
   * The name of the move that leads to a node.
   * @param {number} node
   */
  name(node) {
    return this.summary.names[this.move[node]];
  }

  /**
   * The names of the moves that lead to a node from the root.
   * @param {number} node
   */
  path(node) {
    const names = [];
    for (; node > 0; node = this.parent[node]) names.unshift(this.name(node));
    return names;
  }

  /**
   * The children of a node, in the order in which they were searched.
   * @param {number} node
   */
  *childrenOf(node) {
    const end = node + this.size[node];
    for (let child = node + 1; child < end; child += this.size[child]) yield child;
  }

  /**
   * The node that a move leads to, or 0.
   * @param {number} node
   * @param {string} name
   */
  child(node, name) {
    for (const child of this.childrenOf(node)) if (this.name(child) === name) return child;
    return 0;
  }

  /**
   * Whether the player at the root is to move: then the largest value counts, otherwise the smallest.
   * @param {number} node
   */
  maximizes(node) {
    return this.mover[node] === this.summary.player;
  }

  /**
   * Of a node that was searched: how many moves are known to be as good as its best one, and how many may be.
   * @param {number} node
   */
  ties(node) {
    let [equal, open] = [0, 0];
    for (const child of this.childrenOf(node)) {
      if (this.value[child] !== this.value[node]) continue;
      if (this.kindOf(child) === "exact") equal += 1;
      else open += 1;
    }
    return { equal, open };
  }

  /**
   * Why the search left a node: "over", "horizon", "table", "cut", "searched" or "unfinished". Of Monte Carlo
   * tree search what it is: "over", "expanded", "leaf", or "decided" by moves that end the game.
   * @param {number} node
   */
  endOf(node) {
    return this.summary.ends[this.end[node]];
  }

  /**
   * The part of its parent's visits that went to a node, 0 to 1.
   * @param {number} node
   */
  share(node) {
    return this.visits[node] / Math.max(1, this.visits[node ? this.parent[node] : 0]);
  }

  /**
   * What a node's value says of the true one: "exact", "lower", "upper", or "mean" if it is the mean of playouts.
   * @param {number} node
   */
  kindOf(node) {
    return this.summary.kinds[this.kind[node]];
  }

  /**
   * The number of steps before the search entered a node.
   * @param {number} node
   */
  entered(node) {
    return 2 * node - this.ply[node];
  }

  /**
   * The number of steps before it left the node.
   * @param {number} node
   */
  left(node) {
    return this.entered(node) + 2 * this.size[node] - 1;
  }

  /**
   * The state after 1 or more steps: the last node that was entered, the node of the last step, and whether that step
   * left it.
   * @param {number} steps
   */
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

  /**
   * What is known after some steps at a node that the search has not left: its value so far, and its window now.
   * @param {number} node
   * @param {number} steps
   */
  soFar(node, steps) {
    /** @type {number | null} */
    let value = null;
    const maximizes = this.maximizes(node);
    for (const child of this.childrenOf(node)) {
      if (this.left(child) >= steps) break;
      const found = this.value[child] ?? 0;
      if (value === null || (maximizes ? found > value : found < value)) value = found;
    }
    let [alpha, beta] = [this.alpha[node], this.beta[node]];
    if (value !== null && this.summary.search === "alpha-beta") {
      if (maximizes && (alpha === null || value > alpha)) alpha = value;
      if (!maximizes && (beta === null || value < beta)) beta = value;
    }
    return { value, alpha, beta };
  }
}

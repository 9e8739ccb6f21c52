/** The page "How it thinks": the tree that a small search has visited, as a whole or step by step. */

import { makeBoard } from "./boards/board.js";
import { called, catalogue } from "./catalogue.js";
import { notice } from "./dialogs.js";
import { closest, errorText, fill, h, say } from "./dom.js";
import { address, note } from "./router.js";
import { readChoice, unknownText } from "./tree-choices.js";
import { treeForm } from "./tree-form.js";
import { Tree } from "./tree-model.js";
import { Outline } from "./tree-outline.js";
import { Stepper } from "./tree-steps.js";
import { summary } from "./tree-summary.js";
import { knownSentences, worthText } from "./tree-visits.js";
import { boundText, explanation, inWords, stepText, windowText } from "./tree-words.js";
import { viewer } from "./views.js";

/**
 * @typedef {import("./boards/board.js").View} View
 * @typedef {import("./connection.js").Connection} Connection
 * @typedef {import("./router.js").Params} Params
 */

/** Milliseconds between two positions that are asked for while the selection moves quickly. */
const BOARD_DELAY = 60;

/**
 * @param {HTMLElement} root
 * @param {Params} params
 * @param {Connection} connection
 */
export async function show(root, params, connection) {
  if (!params.game) throw new Error("This page needs a game, as in #/tree?game=NAME.");
  const viewAfter = viewer(connection, params.game, params.start || null);
  const [view] = await Promise.all([viewAfter(params.moves), catalogue(connection)]);
  document.title = `How it thinks · ${view.title} · outplay`;
  const page = new TreePage(view, viewAfter, params, connection);
  root.append(...page.elements);
  page.begin();
  return () => page.leave();
}

/**
 * A depth that is searched quickly and whose tree can be surveyed.
 * @param {number} moves  in the position
 */
function defaultDepth(moves) {
  return moves > 40 ? 2 : moves > 12 ? 3 : 4;
}

class TreePage {
  #root;
  #viewAfter;
  #params;
  #connection;
  #choice;
  #players;
  #board;
  #form;
  #summary;
  #words = h("div", { class: "tree-words" });
  #outline = new Outline({ onSelect: (node) => this.#explain(node) });
  #steps = new Stepper({
    onStep: (count, playing) => this.#showStep(count, playing),
    onAll: () => this.#showAll(),
  });
  #legend = h("div", { class: "tree-legend faint" });
  /** @type {string} the player at the root with who plays it */
  #rootPlayer;
  /** @type {HTMLElement} */
  #main;
  #onKey = (/** @type {KeyboardEvent} */ event) => this.#key(event);

  /** @type {Tree | null} null while a search is running */
  #tree = null;
  /** @type {import("./connection.js").Question | null} */
  #question = null;
  #selected = 0;
  #asking = false;
  /** @type {string[] | null} the moves to the position that is to be drawn next */
  #wanted = null;

  /**
   * @param {View} view  the root of the tree
   * @param {(moves: string[]) => Promise<View>} viewAfter
   * @param {Params} params
   * @param {Connection} connection
   */
  constructor(view, viewAfter, params, connection) {
    this.#root = view;
    this.#viewAfter = viewAfter;
    this.#params = params;
    this.#connection = connection;
    const { choice, unknown } = readChoice(params, defaultDepth(view.legal.length));
    if (unknown.length) notice(unknownText(unknown, choice), "error");
    this.#choice = choice;
    this.#players = inWords(view.players);
    const players = this.#players.map((name, side) => withPlayer(name, side ? params.second : params.first));
    this.#board = makeBoard(view, { onMove: (/** @type {string} */ name) => this.#follow(name), flat: true });
    this.#form = treeForm(choice, (change) => this.#choose(change));
    this.#form.show(choice);
    this.#summary = summary({ players, onChange: (change) => this.#choose(change) });
    this.#rootPlayer = players[view.to_move];
    this.#main = h(
      "section",
      { class: "tree-main", "aria-label": "The tree" },
      h("div", { class: "tree-tools" }, this.#steps.element, this.#foldButtons()),
      this.#outline.element,
      this.#legend,
    );
    this.elements = this.#layOut();
  }

  /** Shows what the columns mean and which keys there are; Monte Carlo tree search has no steps. */
  #showLegend() {
    const [mcts, mover] = [this.#choice.search === "mcts", this.#root.to_move];
    this.#steps.element.hidden = mcts;
    fill(this.#legend, legend(this.#players[mover], this.#players[1 - mover], this.#rootPlayer, mcts));
  }

  #foldButtons() {
    /** @type {(text: string, open: boolean) => HTMLElement} */
    const button = (text, open) =>
      h("button", { type: "button", class: "quiet", onclick: () => this.#outline.toggleAll(open) }, text);
    return h("div", { class: "tree-folds" }, button("Open all", true), button("Close all", false));
  }

  #layOut() {
    const game = address("play", { ...this.#params, search: "", table: "", depth: "", playouts: "", net: "" });
    const back = h("a", { href: game }, `Back to ${this.#root.title}`);
    const heading = h("div", { class: "heading" }, h("h1", {}, "How it thinks"), back);
    const board = h("div", { class: "tree-board" }, this.#board.element);
    const detail = h("aside", { class: "tree-detail panel", "aria-label": "The selected node" }, board, this.#words);
    return [
      h("div", { class: "tree-head" }, heading, this.#form.element),
      this.#summary.element,
      h("div", { class: "tree-desk" }, detail, this.#main),
    ];
  }

  begin() {
    document.addEventListener("keydown", this.#onKey);
    if (this.#root.outcome) {
      this.#summary.showError("The game is over in this position; there is nothing to search.");
      this.#form.disable();
      this.#main.hidden = true;
    } else {
      this.#search();
    }
  }

  leave() {
    document.removeEventListener("keydown", this.#onKey);
    this.#question?.stop();
    this.#steps.pause();
    this.#outline.leave();
  }

  /** @param {Partial<import("./tree-choices.js").Choice>} change */
  #choose(change) {
    Object.assign(this.#choice, change);
    const { search, table, depth, playouts, net } = this.#choice;
    const wanted = search === "mcts" ? { playouts } : { table: table ? "1" : "", depth };
    note("tree", { ...this.#params, table: "", depth: "", playouts: "", net, search, ...wanted });
    this.#search();
  }

  #search() {
    this.#question?.stop();
    this.#steps.pause();
    this.#form.show(this.#choice);
    this.#showLegend();
    this.#tree = null;
    this.#outline.clear();
    fill(this.#words);
    this.#summary.showSearching(this.#choice);
    const { game, start, moves } = this.#params;
    /** @type {Tree | null} */
    let growing = null;
    const fields = { game, start: start || null, moves, ...this.#choice };
    this.#question = this.#connection.stream("tree", fields, (answer) => {
      if (answer.compiling) this.#summary.showCompiling();
      if (answer.tree) growing = new Tree(answer.tree);
      if (answer.nodes && growing?.add(answer.nodes)) this.#take(growing);
    });
    this.#question.done.catch((error) => this.#summary.showError(errorText(error)));
  }

  /** @param {Tree} tree */
  #take(tree) {
    this.#tree = tree;
    this.#summary.show(tree);
    this.#outline.take(tree, this.#players);
    this.#steps.take(tree.steps);
    this.#explain(0);
    const focused = document.activeElement;
    if (!focused || focused.contains(this.#outline.element)) this.#outline.focus();
  }

  /**
   * Shows the selected node: its board, and what happened there.
   * @param {number} node
   * @param {string} step  the step of the search to show instead of an explanation
   */
  #explain(node, step = "") {
    const tree = this.#tree;
    if (!tree) return;
    this.#selected = node;
    this.#drawBoard(tree, node);
    const path = tree.path(node);
    const heading = h("p", { class: "tree-path" }, path.length ? path.join(" ") : "The position at the root");
    if (step) {
      fill(this.#words, heading, h("p", { class: "tree-told" }, step));
      return;
    }
    const { mcts } = tree.summary;
    const bounds = ` in the window ${windowText(tree, tree.alpha[node], tree.beta[node])}`;
    const from = mcts ? worthText(tree, node) : bounds;
    const value = h("p", { class: "tree-worth" }, h("strong", {}, boundText(tree, node)), from);
    const sentences = (mcts ? knownSentences : explanation)(tree, node, this.#players);
    fill(this.#words, heading, value, sentences.map((parts) => h("p", {}, parts.map((part) => this.#linked(part)))));
  }

  /** @param {string | import("./tree-words.js").NodeLink} part  of a sentence */
  #linked(part) {
    if (typeof part === "string") return part;
    const goTo = () => this.#outline.goTo(part.node);
    return h("button", { type: "button", class: "tree-link", onclick: goTo }, part.text);
  }

  /**
   * Goes to the node of a move on the board, if the search looked at it.
   * @param {string} name
   */
  #follow(name) {
    const child = this.#tree?.child(this.#selected, name);
    if (child) this.#outline.goTo(child);
    else notice(`${name} was not looked at here.`);
  }

  #showAll() {
    if (!this.#tree) return;
    this.#outline.showAll();
    this.#explain(0);
  }

  /**
   * @param {number} count
   * @param {boolean} playing
   */
  #showStep(count, playing) {
    if (!this.#tree) return;
    const place = this.#outline.showStep(this.#tree, count);
    const text = stepText(this.#tree, place, this.#players);
    this.#explain(place.node, text);
    if (playing) return;
    this.#outline.element.scrollIntoView({ block: "nearest" });
    say(text);
  }

  /**
   * Draws a node's position; of several that are wanted in quick succession only the last one is asked for.
   * @param {Tree} tree
   * @param {number} node
   */
  async #drawBoard(tree, node) {
    this.#wanted = [...this.#params.moves, ...tree.path(node)];
    if (this.#asking) return;
    this.#asking = true;
    while (this.#wanted) {
      const moves = this.#wanted;
      this.#wanted = null;
      const view = await this.#viewAfter(moves).catch(() => null);
      if (!view) this.#wanted = null;
      else if (!this.#wanted && this.#tree) {
        this.#board.show(view, { playable: this.#tree.size[this.#selected] > 1, animate: false });
      }
      if (this.#wanted) await new Promise((resolve) => setTimeout(resolve, BOARD_DELAY));
    }
    this.#asking = false;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (!this.#tree || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (closest(event, "input:not([type=range]), select, textarea, dialog")) return;
    const walks = event.key.startsWith("Arrow") && !closest(event, "input, .tree-board");
    const steps = !this.#tree.summary.mcts && this.#steps.key(event.key);
    if (steps || (walks && this.#outline.key(event.key))) event.preventDefault();
  }
}

/**
 * A side with who plays it, if the address says so: "X (engine, level 3)".
 * @param {string} name
 * @param {string | undefined} spec
 */
function withPlayer(name, spec) {
  const player = spec ? called(spec) : "";
  return player ? `${name} (${player.charAt(0).toLowerCase()}${player.slice(1)})` : name;
}

/** @type {(...names: string[]) => HTMLElement[]} */
const keys = (...names) => names.map((name) => h("kbd", {}, name));

/**
 * @param {string} maximizer  the player at the root
 * @param {string} minimizer
 * @param {string} player  the player at the root, with who plays it
 * @param {boolean} mcts  whether the tree is that of Monte Carlo tree search
 */
function legend(maximizer, minimizer, player, mcts) {
  const sides =
    `All values count for ${player}, who is to move at the root: ▲ ${maximizer} ${mcts ? "wants" : "takes"} the ` +
    `largest, ▼ ${minimizer} the smallest. `;
  const windows =
    `A window [alpha, beta] is what still matters: ${maximizer} has alpha for certain elsewhere, and ${minimizer} ` +
    "allows no more than beta.";
  const visits =
    "A value is the mean of the playouts through a node, or what is proven. Visits are the number of these playouts, " +
    "with their share of the parent's; the most visited move stands first, and moves without a visit are left out " +
    "unless they end the game.";
  const walk = [...keys("↑", "↓", "←", "→"), " walk the tree"];
  const steps = [
    " · ", ...keys("J"), " to where a table hit came from · ", ...keys("N"), " next step · ", ...keys("B"), " back · ",
    ...keys("P"), " play or pause · ", ...keys("A"), " all at once",
  ];
  return [h("p", {}, sides, mcts ? visits : windows), h("p", { class: "tree-keys" }, walk, mcts ? "" : steps)];
}

/** How it thinks: the tree that a small search has really walked, all at once or step by step. */

import { makeBoard, named } from "./boards/board.js";
import { called, catalogue } from "./catalogue.js";
import { notice } from "./dialogs.js";
import { fill, h, say } from "./dom.js";
import { address, note } from "./router.js";
import { chosen, DEEPEST, unknown } from "./tree-choices.js";
import { Tree } from "./tree-model.js";
import { outline } from "./tree-outline.js";
import { stepper } from "./tree-steps.js";
import { SEARCHES, summary } from "./tree-summary.js";
import { explained, interval, inWords, told, worth } from "./tree-words.js";

export async function show(root, params, connection) {
  if (!params.game) throw new Error("This page needs a game, as in #/tree?game=NAME.");
  const place = { game: params.game, start: params.start || null, moves: params.moves };
  const look = (moves) => connection.ask("view", { ...place, moves }).then((answer) => named(answer.view));
  const [view] = await Promise.all([look(place.moves), catalogue(connection)]);
  const { state, odd } = chosen(params, view.legal.length > 40 ? 2 : view.legal.length > 12 ? 3 : 4);
  if (odd.length) notice(unknown(odd, state), "error");
  const players = inWords(view.players);
  const seated = players.map((name, side) => seat(name, params[["first", "second"][side]]));
  document.title = `How it thinks · ${view.title} · outplay`;

  let tree = null;
  let asked = null;
  let selected = 0;
  const board = makeBoard(view, { onMove: follow, flat: true });
  const found = summary({ seated, onDepth: (depth) => choose({ depth }) });
  const words = h("div", { class: "tree-words" });
  const list = outline({ onSelect: (node) => explain(node) });
  const steps = stepper({ onStep: step, onAll: all });
  const field = h("input", { type: "number", id: "tree-depth", min: 1, max: DEEPEST, value: state.depth, onchange: () => choose({ depth: Math.max(1, Math.min(DEEPEST, Math.round(Number(field.value)) || 1)) }) });
  const less = h("button", { type: "button", class: "icon", "aria-label": "One ply less", onclick: () => choose({ depth: Math.max(1, state.depth - 1) }) }, "−");
  const more = h("button", { type: "button", class: "icon", "aria-label": "One ply more", onclick: () => choose({ depth: Math.min(DEEPEST, state.depth + 1) }) }, "+");
  const over = view.outcome !== null;

  root.append(
    h(
      "div",
      { class: "tree-head" },
      h("div", { class: "heading" }, h("h1", {}, "How it thinks"), h("a", { href: address("play", { ...params, search: "", table: "", depth: "" }) }, `Back to ${view.title}`)),
      h(
        "form",
        { class: "tree-choices", onsubmit: (event) => event.preventDefault() },
        h(
          "fieldset",
          { class: "segments" },
          h("legend", { class: "unseen" }, "Search"),
          Object.entries(SEARCHES).map(([name, title]) =>
            h("label", {}, h("input", { type: "radio", name: "search", value: name, checked: name === state.search, onchange: () => choose({ search: name }) }), h("span", {}, title)),
          ),
        ),
        h("label", { class: "tree-switch" }, h("input", { type: "checkbox", role: "switch", checked: state.table, onchange: (event) => choose({ table: event.target.checked }) }), "with a table"),
        h("div", { class: "tree-depth" }, h("label", { for: "tree-depth" }, "Depth"), less, field, more),
      ),
    ),
    found.element,
    h(
      "div",
      { class: "tree-desk" },
      h("aside", { class: "tree-detail panel", "aria-label": "The selected node" }, h("div", { class: "tree-board" }, board.element), words),
      h(
        "section",
        { class: "tree-main", "aria-label": "The tree" },
        h(
          "div",
          { class: "tree-tools" },
          steps.element,
          h("div", { class: "tree-folds" }, h("button", { type: "button", class: "quiet", onclick: () => list.every(true) }, "Open all"), h("button", { type: "button", class: "quiet", onclick: () => list.every(false) }, "Close all")),
        ),
        list.element,
        legend(players[view.to_move], players[1 - view.to_move], seated[view.to_move]),
      ),
    ),
  );

  function choose(change) {
    Object.assign(state, change);
    field.value = state.depth;
    note("tree", { ...params, search: state.search, table: state.table ? "1" : "", depth: state.depth });
    search();
  }

  function search() {
    asked?.stop();
    steps.rest();
    less.disabled = state.depth === 1;
    tree = null;
    list.clear();
    fill(words);
    const { search, table, depth } = state;
    found.wait();
    let growing = null;
    asked = connection.stream("tree", { ...place, search, table, depth }, (answer) => {
      if (answer.tree) growing = new Tree(answer.tree);
      if (answer.nodes && growing?.add(answer.nodes)) arrived(growing);
    });
    asked.done.catch((error) => found.refuse(error.message));
  }

  function arrived(grown) {
    tree = grown;
    found.show(tree);
    list.take(tree, players);
    steps.take(tree.steps);
    explain(0);
    if (!document.activeElement || document.activeElement.contains(list.element)) list.focus();
  }

  /** The selected node: its board, and what happened there. */
  function explain(node, happened = null) {
    selected = node;
    draw(node);
    const path = tree.path(node);
    const link = (part) => (typeof part === "string" ? part : h("button", { type: "button", class: "tree-link", onclick: () => list.jump(part.node) }, part.text));
    fill(
      words,
      h("p", { class: "tree-path" }, path.length ? path.join(" ") : "The position at the root"),
      happened
        ? h("p", { class: "tree-told" }, happened)
        : [
            h("p", { class: "tree-worth" }, h("strong", {}, worth(tree, node)), ` in the window ${interval(tree, tree.alpha[node], tree.beta[node])}`),
            explained(tree, node, players).map((parts) => h("p", {}, parts.map(link))),
          ],
    );
  }

  /** A move on the board leads to its node, if the search looked at it. */
  function follow(name) {
    const child = tree?.child(selected, name);
    if (child) list.jump(child);
    else notice(`${name} was not looked at here.`);
  }

  function all() {
    if (!tree) return;
    list.all();
    explain(0);
  }

  function step(count, playing) {
    if (!tree) return;
    const at = list.at(count);
    const happened = told(tree, at, players);
    explain(at.node, happened);
    if (playing) return;
    list.element.scrollIntoView({ block: "nearest" });
    say(happened);
  }

  let looking = false;
  let wanted = null;

  /** Draws a node's position; of several that are wanted in a hurry only the last one is asked for. */
  async function draw(node) {
    wanted = [...place.moves, ...tree.path(node)];
    if (looking) return;
    looking = true;
    while (wanted) {
      const moves = wanted;
      wanted = null;
      try {
        const seen = await look(moves);
        if (!wanted && tree) board.show(seen, { playable: tree.size[selected] > 1, animate: false });
      } catch {
        wanted = null;
      }
      if (wanted) await new Promise((resolve) => setTimeout(resolve, 60));
    }
    looking = false;
  }

  const keys = (event) => {
    if (!tree || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input:not([type=range]), select, textarea, dialog")) return;
    const walks = event.key.startsWith("Arrow") && !event.target.closest("input, .tree-board");
    if (steps.key(event.key) || (walks && list.key(event.key))) event.preventDefault();
  };
  document.addEventListener("keydown", keys);

  if (over) {
    found.refuse("The game is over in this position; there is nothing to search.");
    for (const input of root.querySelectorAll(".tree-choices input, .tree-choices button")) input.disabled = true;
    root.querySelector(".tree-main").hidden = true;
  } else {
    search();
  }

  return () => {
    document.removeEventListener("keydown", keys);
    asked?.stop();
    steps.rest();
    list.leave();
  };
}

/** A player with who sits there, where the address says so: X (engine, level 3). */
function seat(name, spec) {
  const who = spec ? called(spec) : "";
  return who ? `${name} (${who.charAt(0).toLowerCase()}${who.slice(1)})` : name;
}

function legend(ours, theirs, seated) {
  const key = (text) => h("kbd", {}, text);
  return h(
    "div",
    { class: "tree-legend faint" },
    h("p", {}, `All values count for ${seated}, who is to move at the root: ▲ ${ours} takes the largest, ▼ ${theirs} the smallest. A window [alpha, beta] is what still matters: ${ours} has alpha for certain elsewhere, and ${theirs} allows no more than beta.`),
    h("p", { class: "tree-keys" }, key("↑"), key("↓"), key("←"), key("→"), " walk the tree · ", key("J"), " to where a table hit came from · ", key("N"), " next step · ", key("B"), " back · ", key("P"), " play or pause · ", key("A"), " all at once"),
  );
}

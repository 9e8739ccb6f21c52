/**
 * Starts the page: the connection, the theme, and the page that the address names.
 *
 * Which file does what:
 *
 *   main.js            the frame around all pages      connection.js     questions to the server, and their answers
 *   router.js          addresses: read, written        dom.js            elements, and small texts and numbers
 *   dialogs.js         dialogs, notices, clipboard     keys.js           keys of a page
 *
 *   start.js           PAGE #/: the games as cards
 *     catalogue.js     what the server offers          options.js        the form with a game's options
 *     seating.js       who plays by default            records.js        saving and loading games
 *     clock-fields.js  the fields of the clocks
 *
 *   play.js            PAGE #/play: a game             game.js           the game's state, without elements
 *     play-layout.js   where its parts stand           words.js          sentences about a game
 *     player-bars.js   the players beside the board    controls.js       undo, resign and so on
 *     moves.js         the list of moves               views.js          positions from the server, cached
 *     result.js        PANEL: who won                  variation.js      PANEL: moves looked at, not played
 *     analysis.js      PANEL: live analysis            review.js         PANEL: where the game turned
 *     remote-player.js moves of players on the server  graph.js          the score, ply by ply
 *     scores.js        scores as shares and as text    clock.js          the players' clocks, without elements
 *     move-values.js   the values of all moves         kept-lines.js     lines that were left for another
 *     reasons.js       why a move was played           hints.js          what to play, and why
 *     rules.js         DIALOG: how a game is played
 *     review-words.js  sentences of the review
 *
 *   editor.js          PAGE #/edit: set up a position
 *     editor-grid.js, editor-pits.js                   what can be set, for each drawing family
 *
 *   tree.js            PAGE #/tree: a search, node by node
 *     tree-form.js     which search                    tree-model.js     the nodes
 *     tree-outline.js  the rows, open and closed       tree-row.js       one row
 *     tree-steps.js    step by step                    tree-summary.js   value, nodes, what was saved
 *     tree-words.js    sentences about a node          tree-visits.js    the same for Monte Carlo tree search
 *     tree-choices.js  the search that an address names
 *
 *   tournaments.js     PAGE #/tournaments: all runs, and one run
 *     run-tables.js    the tables of a run             elo.js            the plot of ratings
 *     replay.js        PAGE of one game of a run       names.js          long names of players
 *
 *   boards/board.js    picks the drawing family of a game: grid.js, hex.js, edges.js, pits.js or plain.js
 *     svg-board.js     what grids, hexagons and edges have in common
 *     choosing.js      clicks, drags and buttons that make a move; steps.js knows which move that is
 *
 * Where something new goes: a page is a module with `show` that PAGES below lists; a panel beside the board is a file
 * like result.js that play.js makes and draws; a dialog is a call of `open` in dialogs.js; a drawing family is a file
 * in boards/ that board.js lists (and, if its positions can be edited, an editor-….js).
 *
 * There is no build step. Types are in the comments and are checked by `make types`.
 */

import { Connection } from "./connection.js";
import { help } from "./dialogs.js";
import { byId, capital, errorText, fill, h } from "./dom.js";
import { read } from "./router.js";

/**
 * @typedef {(root: HTMLElement, params: import("./router.js").Params, connection: Connection, path: string[]) =>
 *   unknown} Show  fills `root`; may return (a promise of) a function that is called when the page is left
 */

/** @type {Record<string, () => Promise<{show: Show}>>} */
const PAGES = {
  start: () => import("./start.js"),
  play: () => import("./play.js"),
  edit: () => import("./editor.js"),
  tree: () => import("./tree.js"),
  tournaments: () => import("./tournaments.js"),
};

const main = byId("main");
const banner = byId("banner");
const connection = new Connection();
let leave = () => {};
/** Counts the visits; what an older one still loads is dropped. */
let visits = 0;

/** Shows the page that the address names. */
async function visit() {
  const { page, path, params } = read();
  const serial = ++visits;
  leave();
  leave = () => {};
  for (const link of document.querySelectorAll("nav [data-page]")) {
    if (link instanceof HTMLElement && link.dataset.page === page) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.body.dataset.page = page;
  if (!Object.hasOwn(PAGES, page)) return showError(`There is no page ${page}.`);
  try {
    const module = await PAGES[page]();
    if (serial !== visits) return;
    if (serial > 1) main.focus({ preventScroll: true });
    const root = h("div", { class: `page page-${page}` });
    fill(main, root);
    scrollTo(0, 0);
    const end = await module.show(root, params, connection, path);
    if (typeof end !== "function") return;
    if (serial === visits) leave = () => end();
    else end();
  } catch (error) {
    if (serial === visits) showError(errorText(error));
  }
}

/** @param {string} text */
function showError(text) {
  const link = h("p", {}, h("a", { href: "#/" }, "To the games"));
  fill(main, h("div", { class: "page lost" }, h("h1", {}, "That did not work"), h("p", {}, capital(text)), link));
}

connection.addEventListener("open", () => {
  banner.hidden = true;
});
connection.addEventListener("lost", (event) => {
  const reason = event instanceof CustomEvent ? event.detail.reason : "";
  banner.textContent = reason ? `${capital(reason)}.` : "The connection is lost. Trying again …";
  banner.hidden = false;
});

/** @param {string} name  "" is the system's theme */
function setTheme(name) {
  const root = document.documentElement;
  const button = byId("theme");
  if (name) root.dataset.theme = name;
  else delete root.dataset.theme;
  button.setAttribute("aria-label", `Light or dark: ${name || "as the system has it"}`);
  button.title = `Theme: ${name || "as the system has it"}`;
}

let theme = localStorage.getItem("theme") ?? "";
setTheme(theme);
byId("theme").addEventListener("click", () => {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const order = dark ? ["", "light", "dark"] : ["", "dark", "light"];
  theme = order[(Math.max(0, order.indexOf(theme)) + 1) % 3];
  localStorage.setItem("theme", theme);
  setTheme(theme);
});
byId("help").addEventListener("click", help);
document.querySelector(".skip")?.addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
for (const [event, input] of [["keydown", "keys"], ["pointerdown", "pointer"]]) {
  addEventListener(event, () => (document.documentElement.dataset.input = input), true);
}
addEventListener("hashchange", visit);
visit();

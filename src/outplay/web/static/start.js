/** The start page: every game as a card with a small board; one click starts a good game. */

import { makeBoard } from "./boards/board.js";
import { catalogue } from "./catalogue.js";
import { open } from "./dialogs.js";
import { h } from "./dom.js";
import { loadDialog } from "./records.js";
import { form, parameters, remembered } from "./options.js";
import { address, go } from "./router.js";
import { rulesDialog } from "./rules.js";

/**
 * @typedef {import("./catalogue.js").Catalogue} Catalogue
 * @typedef {import("./catalogue.js").GameOffer} GameOffer
 * @typedef {import("./connection.js").Connection} Connection
 */

/**
 * @param {HTMLElement} root
 * @param {import("./router.js").Params} _params
 * @param {Connection} connection
 */
export async function show(root, _params, connection) {
  document.title = "outplay";
  const offer = await catalogue(connection);
  root.append(
    h(
      "section",
      { class: "hero" },
      h("h1", {}, "Play. See what it thinks. Find out why."),
      h("p", {}, "One click begins a game against an engine that gives you a good one."),
    ),
    h("ul", { class: "cards" }, offer.games.map((game) => card(game, offer, connection))),
    h(
      "p",
      { class: "also" },
      h("button", { type: "button", class: "quiet", onclick: () => loadDialog(connection) }, "Load a saved game"),
      h("span", { class: "faint" }, `outplay ${offer.version}`),
    ),
  );
}

/**
 * @param {GameOffer} game
 * @param {Catalogue} offer
 * @param {Connection} connection
 */
function card(game, offer, connection) {
  const start = () => parameters(game, remembered(game, offer));
  const renew = () => link.setAttribute("href", address("play", start()));
  const link = h("a", { href: address("play", start()), class: "card-link", onclick: renew }, game.title);
  const options = {
    type: "button",
    class: "card-options",
    "aria-label": `Options of ${game.title}`,
    onclick: () => choose(game, offer, connection),
  };
  return h(
    "li",
    { class: "card" },
    h("div", { class: `card-board family-${game.family}` }, makeBoard(game.sample, { small: true }).element),
    h("div", { class: "card-text" }, h("h2", {}, link), h("p", {}, game.about)),
    h("button", options, "Options"),
  );
}

/**
 * Opens a dialog in which everything about a game can be chosen.
 * @param {GameOffer} game
 * @param {Catalogue} offer
 * @param {Connection} connection
 * @param {import("./options.js").Choice} chosen  what it begins with
 */
export function choose(game, offer, connection, chosen = remembered(game, offer)) {
  const { element, read } = form(game, offer, connection, chosen);
  const rules = () => rulesDialog(connection, game.name);
  element.append(
    h(
      "div",
      { class: "actions" },
      h("button", { class: "primary" }, "Start"),
      h("button", { type: "button", onclick: rules }, "Rules"),
    ),
  );
  const dialog = open(game.title, element);
  element.addEventListener("submit", (event) => {
    event.preventDefault();
    dialog.close();
    go("play", read());
  });
}

/** A game of a tournament, move by move, with what its players thought of it. */

import { share } from "./analysis.js";
import { makeBoard, named } from "./boards/board.js";
import { capital, fill, h, signed } from "./dom.js";
import { graph } from "./graph.js";
import { moveList } from "./moves.js";
import { address, go } from "./router.js";

export async function replay(root, name, number, connection) {
  const game = await connection.ask("run-game", { name, number });
  document.title = `${name}, game ${number} · outplay`;
  root.append(
    h("p", {}, h("a", { href: address(`tournaments/${encodeURIComponent(name)}`) }, `All of ${name}`)),
    h("div", { class: "heading" }, h("h1", {}, `${game.first} – ${game.second}`), h("span", { class: "faint" }, `game ${number}${game.round ? `, round ${game.round}` : ""}`)),
  );
  const ended = game.winner === null ? "A draw" : `${game.winner === 0 ? game.first : game.second} won${game.margin > 1 ? ` by ${game.margin}` : ""}`;
  if (!game.game) {
    root.append(h("div", { class: "panel" }, h("h2", {}, ended), h("p", {}, `${game.detail || game.ending}.`), h("p", { class: "faint" }, `This server does not offer ${game.called}; start it with: outplay serve ${game.called}`), h("p", {}, game.moves.join(" "))));
    return null;
  }
  const seen = new Map();
  const look = (count) => {
    if (!seen.has(count)) seen.set(count, connection.ask("view", { game: game.game, start: null, moves: game.moves.slice(0, count) }).then(({ view }) => named(view)));
    return seen.get(count);
  };
  const full = await look(game.moves.length);
  const board = makeBoard(full);
  const list = moveList(walk);
  const picture = h("div", {});
  const said = h("p", { class: "figures" });
  let at = game.moves.length;

  const scores = [null, ...game.scores.map((score, index) => (score === null ? null : full.movers[index] === 0 ? score : -score))];
  const shares = scores.map((score) => (score === null ? null : share(full.game, score)));

  async function draw() {
    const ply = at;
    const view = await look(ply);
    if (ply !== at) return;
    board.show(view, {});
    list.show(full, at);
    if (scores.some((score) => score !== null)) fill(picture, graph({ scores, shares, at, marks: new Map(), players: [game.first, game.second], go: walk }));
    const took = game.seconds[at - 1];
    const thought = game.scores[at - 1];
    said.textContent = at === 0 ? "The start" : [`Move ${at}: ${full.moves[at - 1]}`, at <= game.opening ? "opening" : "", took === null || took === undefined ? "" : `${took.toFixed(2)} s`, thought === null || thought === undefined ? "" : `thought it worth ${signed(thought)}`].filter(Boolean).join(" · ");
  }

  function walk(to) {
    at = Math.max(0, Math.min(game.moves.length, to));
    draw();
  }

  const walker = (text, label, to) => h("button", { type: "button", class: "quiet icon", "aria-label": label, title: label, onclick: () => walk(to()) }, text);
  root.append(
    h(
      "div",
      { class: "table" },
      h("div", { class: "playing" }, h("div", { class: "board-room" }, board.element)),
      h(
        "div",
        { class: "aside" },
        h("section", { class: "panel result", "aria-label": "The result" }, h("h2", {}, ended), h("p", {}, capital(`${game.detail || full.outcome?.reason || game.ending}.`))),
        h(
          "section",
          { class: "panel", "aria-label": "The moves" },
          h("header", {}, h("h2", {}, "Moves"), h("span", { class: "walkers" }, walker("«", "To the start", () => 0), walker("‹", "One move back", () => at - 1), walker("›", "One move on", () => at + 1), walker("»", "To the end", () => game.moves.length))),
          said,
          picture,
          list.element,
        ),
        h("div", { class: "more" }, h("button", { type: "button", onclick: () => go("play", { game: game.game, moves: game.moves.slice(0, at), first: "you", second: "friend" }) }, "Analyse, or play on from here")),
      ),
    ),
  );
  function onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select, dialog, svg")) return;
    const step = { ArrowLeft: -1, "[": -1, ArrowRight: 1, "]": 1 }[event.key];
    if (step) walk(at + step);
  }
  document.addEventListener("keydown", onKey);
  await draw();
  return () => document.removeEventListener("keydown", onKey);
}

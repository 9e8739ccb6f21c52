/** A game of a tournament, move by move, with what its players thought of it. */

import { share } from "./analysis.js";
import { makeBoard, named, tones } from "./boards/board.js";
import { capital, fill, h, signed } from "./dom.js";
import { graph } from "./graph.js";
import { moveList } from "./moves.js";
import { player } from "./names.js";
import { address, go } from "./router.js";

const SIDES = ["first", "second"];

export async function replay(root, name, number, connection) {
  const game = await connection.ask("run-game", { name, number });
  const names = [game.first, game.second];
  document.title = `${name}, game ${number} · outplay`;
  root.append(
    h("p", {}, h("a", { href: address(`tournaments/${encodeURIComponent(name)}`) }, `All of ${name}`)),
    h("div", { class: "heading" }, h("h1", {}, player(game.first), " – ", player(game.second)), h("span", { class: "faint" }, [`game ${number}`, game.round && `round ${game.round}`, game.called].filter(Boolean).join(" · "))),
  );
  if (!game.game) {
    root.append(h("div", { class: "panel" }, h("h2", {}, verdict(game, names)), h("p", {}, reason(game, names)), h("p", { class: "faint" }, `This server does not offer ${game.called}; start it with: outplay serve ${game.called}`), h("p", {}, game.moves.join(" "))));
    return null;
  }
  const seen = new Map();
  const look = (count) => {
    if (!seen.has(count)) seen.set(count, connection.ask("view", { game: game.game, start: null, moves: game.moves.slice(0, count) }).then(({ view }) => named(view)));
    return seen.get(count);
  };
  const full = await look(game.moves.length);
  const board = makeBoard(full);
  const seats = SIDES.map((side, index) => h("div", { class: `seat ${tones(full)} ${side}${index ? "" : " below"}` }));
  const caption = h("p", { class: "caption faint" });
  const list = moveList(walk);
  const picture = h("div", {});
  const said = h("p", { class: "figures" });
  let at = game.moves.length;

  const scores = [null, ...game.scores.map((score, index) => (score === null ? null : full.movers[index] === 0 ? score : -score))];
  const shares = scores.map((score) => (score === null ? null : share(full.game, score)));
  const thought = scores.some((score) => score !== null);

  async function draw() {
    const ply = at;
    const view = await look(ply);
    if (ply !== at) return;
    board.show(view, {});
    caption.textContent = view.board.caption ?? "";
    list.show(full, at);
    seats.forEach((element, side) => seat(element, side, view));
    fill(picture, thought ? graph({ scores, shares, at, marks: new Map(), players: names, go: walk }) : h("p", { class: "faint" }, "Neither player said what it thought of the game."));
    said.textContent = at === 0 ? "The start" : about(at - 1);
  }

  /** A move in words: who played it, how long that took, what it was thought to be worth. */
  function about(index) {
    const [took, score] = [game.seconds[index], game.scores[index]];
    const words = [`Move ${index + 1}, ${names[full.movers[index]]}: ${full.moves[index]}`];
    if (index < game.opening) words.push("opening");
    if (typeof took === "number") words.push(took < 0.001 ? "under 1 ms" : took < 1 ? `${Math.round(took * 1000)} ms` : `${took.toFixed(2)} s`);
    if (typeof score === "number") words.push(`thought it worth ${signed(score)}`);
    return words.join(" · ");
  }

  function seat(element, side, view) {
    const over = at === game.moves.length;
    const colour = view.players[side];
    const mark = tones(full) === "tones-marks";
    element.classList.toggle("turn", !over && view.to_move === side);
    fill(
      element,
      h("span", { class: `token ${SIDES[side]}`, "aria-hidden": "true" }, mark ? colour : ""),
      player(names[side], "span", "who"),
      mark ? null : h("span", { class: "colour faint" }, /^(first|second)$/i.test(colour) ? `${SIDES[side]} player` : colour),
      view.board.tally ? h("span", { class: "tally" }, String(view.board.tally[side])) : null,
      over && game.winner === side ? h("span", { class: "won" }, "won") : null,
    );
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
      h("div", { class: "playing" }, seats, h("div", { class: "board-room" }, board.element), caption),
      h(
        "div",
        { class: "aside" },
        h("section", { class: "panel result", "aria-label": "The result" }, h("h2", {}, verdict(game, names)), h("p", {}, reason(game, names, full.outcome?.reason))),
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
    const to = { ArrowLeft: at - 1, "[": at - 1, ArrowRight: at + 1, "]": at + 1, Home: 0, End: game.moves.length }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    walk(to);
  }
  document.addEventListener("keydown", onKey);
  await draw();
  return () => document.removeEventListener("keydown", onKey);
}

function verdict({ winner, margin }, names) {
  return winner === null ? "A draw" : `${names[winner]} won${margin > 1 ? ` by ${margin}` : ""}`;
}

/** Why the game is over, as a sentence; `rules` is what the rules say of the last position. */
function reason({ ending, detail, winner }, names, rules = "") {
  if (ending === "rules") return `${capital(detail || rules || "by the rules")}.`;
  const who = winner === null || ending === "adjudication" ? capital(ending) : `${names[1 - winner]} lost by ${ending}`;
  return `${who}${detail ? `: ${detail}` : ""}.`;
}

/** The page of a game: the board, the two seats, the moves, the analysis, and the look back. */

import { lookAhead } from "./ahead.js";
import { analysis } from "./analysis.js";
import { seatBars } from "./bars.js";
import { makeBoard } from "./boards/board.js";
import { catalogue, human, offered, spoken } from "./catalogue.js";
import { controls } from "./controls.js";
import { copy, help, notice } from "./dialogs.js";
import { fill, h, reveal, say } from "./dom.js";
import { Game, SIDES } from "./game.js";
import { listen } from "./keys.js";
import { moveList, walkers } from "./moves.js";
import { present } from "./options.js";
import { loadDialog, save } from "./records.js";
import { report } from "./report.js";
import { resultPanel } from "./result.js";
import { address, go, note, step } from "./router.js";
import { seated } from "./seating.js";
import { choose } from "./start.js";
import { thinker } from "./thinker.js";
import { viewer } from "./views.js";
import { reasoned, status, subjects, verdict } from "./words.js";

const TOKEN_FIRST = "A friend has to open the server’s address with its token first (whoever started the server has it); then this link opens too.";

export async function show(root, params, connection) {
  if (!params.game) return go("");
  const look = viewer(connection, params.game, params.start || null);
  const [{ said, ...seats }, full] = await Promise.all([seated(connection, params), look(params.moves)]);
  const game = new Game({ ...params, ...seats });
  game.full = full;
  game.shown = await look(game.line);
  document.title = `${full.title} · outplay`;
  if (said.length) note("play", game.address);
  if (said.length) root.append(notes(said));
  const play = playing(root, game, look, connection);
  await play.begin();
  return play.leave;
}

/** What a reader has to know about this game; it stays until it was read. */
function notes(lines) {
  const close = h("button", { type: "button", class: "quiet", onclick: () => element.remove() }, "I see");
  const element = h("div", { class: "notice error stays", role: "alert" }, h("div", {}, lines.map((line) => h("p", {}, line))), close);
  return element;
}

/** A game that is played: every change goes into the address, is drawn, and lets the next player think. */
function playing(root, game, look, connection) {
  let serial = 0;
  let paused = false;
  let hints = [];
  let marks = new Map();
  let previewed = null;
  let heard = "";
  let settled = Promise.resolve();
  let beforehand = "";

  const board = makeBoard(game.shown, { onMove });
  const bars = seatBars(game);
  const result = resultPanel({ again, swap, review: lookBack });
  const buttons = controls({ undo, redo, pause, resign, swap, again, playOn: () => change({ moves: game.line, resigned: "" }) });
  const line = h("p", { class: "status", role: "status" });
  const caption = h("p", { class: "caption faint" });
  const list = moveList(walk);
  const engine = thinker(connection, { onChange: drawTurn, onMove: played, onFail: failed });
  const panel = analysis({ connection, onHints: hint, onPreview: (moves) => preview(game.at, moves), onPick: pick, canPlay: () => game.playable });
  const review = report({ connection, go: walk, onMarks: mark, onPreview: preview, onPick: (at, moves) => ahead.open({ at, moves }) });
  const ahead = lookAhead({ look: lineView, onChange: drawAhead, adopt });
  const turn = h("div", { class: "panel" }, line, buttons.element);
  const unlisten = listen({
    u: undo, r: redo, n: again, s: swap, a: () => panel.toggle(), b: () => board.focus(), "?": help,
    "[": back, ArrowLeft: back, "]": on, ArrowRight: on, Home: () => walk(0), End: () => walk(game.moves.length),
  });
  layOut();

  function layOut() {
    const { title } = game.full;
    const sizes = game.game.includes(":") ? game.game.split(":")[1].replaceAll(",", " · ") : "";
    const more = (text, act) => h("button", { type: "button", class: "quiet", onclick: act }, text);
    root.append(
      h("div", { class: "heading" }, h("h1", {}, title), h("span", { class: "faint spec" }, sizes)),
      h(
        "div",
        { class: "table" },
        h("div", { class: "playing" }, bars.elements[0], h("div", { class: "board-room" }, board.element), bars.elements[1], caption),
        h(
          "div",
          { class: "aside" },
          result.element,
          ahead.element,
          turn,
          panel.element,
          review.element,
          h("section", { class: "panel", "aria-label": "The moves" }, h("header", {}, h("h2", {}, "Moves"), walkers({ start: () => walk(0), back, on, end: () => walk(game.moves.length) })), list.element),
          h(
            "div",
            { class: "more" },
            more("Copy link", () => copy(location.href, "The link is copied.", beforehand)),
            more("Save", () => save(connection, game.place(), { ...game.seats, outcome: game.resignation })),
            more("Load", () => loadDialog(connection)),
            more("Options", options),
            more("Edit position", () => go("edit", { game: game.game, start: game.shown.position, ...game.seats, back: location.hash })),
            more("How it thinks", () => go("tree", { ...game.place(game.at), ...game.seats })),
          ),
        ),
      ),
    );
  }

  /** Changes something, writes it into the address, and shows it. */
  function change(what) {
    const kept = ahead.view || !game.loses(what.moves);
    if (!kept) notice("Your browser’s Back brings the later moves back.");
    game.change(what);
    ahead.end();
    (kept ? note : step)("play", game.address);
    return refresh();
  }

  async function refresh() {
    const asked = ++serial;
    engine.stop();
    let views;
    try {
      views = await Promise.all([look(game.moves), look(game.line)]);
    } catch (error) {
      if (asked !== serial) return;
      notice(error.message, "error");
      paused = true;
      if (!game.loses(game.full.moves)) return;
      game.change({ moves: game.full.moves });
      note("play", game.address);
      return refresh();
    }
    if (asked !== serial) return;
    [game.full, game.shown] = views;
    drawAll();
    if (game.atEnd && !game.outcome && !human(game.seat(game.full.to_move)) && !paused) engine.think(game, settled);
  }

  function drawAll() {
    const held = document.activeElement;
    hints = [];
    previewed = null;
    drawBoard();
    list.show(game.full, game.at, marks);
    caption.textContent = game.shown.board.caption ?? "";
    panel.look(game.place(game.at), game.shown, game.outcomeHere);
    review.at(game.at);
    result.draw(game);
    if (!game.outcome) review.hide();
    buttons.draw(game, paused);
    drawTurn();
    keepFocus(held);
  }

  /** If what had the focus is gone, hidden or disabled now, the board has it. */
  function keepFocus(held) {
    const now = document.activeElement;
    if (held !== document.body && (now === document.body || !now.checkVisibility() || now.disabled)) board.focus();
  }

  function drawBoard(animate = true) {
    turn.hidden = Boolean(ahead.view);
    if (ahead.view) return board.show(ahead.view, { preview: true, bottom: game.bottom, animate: false });
    const asked = board.show(game.shown, { playable: game.playable, hints, bottom: game.bottom, animate });
    if (animate) settled = Promise.resolve(asked);
  }

  /** Whose turn it is, and what they do. */
  function drawTurn() {
    const [what, more] = status(game, engine.busy);
    bars.draw(engine.busy);
    line.hidden = Boolean(game.outcome) && game.atEnd;
    fill(line, what, more ? h("span", { class: "later faint" }, more) : null);
  }

  function hint(found) {
    hints = found;
    if (!previewed) drawBoard(false);
  }

  function mark(found) {
    marks = found;
    list.show(game.full, game.at, marks);
  }

  /** The view after some moves of the game and others instead of the rest. */
  function lineView({ at, moves }) {
    return look([...game.moves.slice(0, at), ...moves]);
  }

  /** Shows what a line would lead to; null shows the game again. */
  async function preview(at, moves) {
    previewed = moves;
    if (!moves) return drawBoard(false);
    const view = await lineView({ at, moves }).catch(() => null);
    if (view && previewed === moves) board.show(view, { preview: true, bottom: game.bottom, animate: false });
  }

  function onMove(move) {
    if (!game.playable) return;
    paused = false;
    played(move, game.shown.to_move);
  }

  async function played(move, side) {
    const person = human(game.seat(side));
    const told = `${spoken(game.seat(side))} played ${move}.`;
    await change({ moves: [...game.line, move], resigned: "" });
    const ended = game.outcome;
    say(`${person ? "" : heard} ${told}${ended ? ` ${verdict(game)}: ${reasoned(game)}.` : ""}`.trim());
    heard = person ? told : "";
    if (ended && !review.element.hidden) review.hide();
  }

  function failed(error) {
    paused = true;
    notice(error.message, "error");
    drawAll();
  }

  /** A line's first move is played where it is a person's turn; all else is only looked at. */
  function pick(moves) {
    if (moves.length === 1 && game.playable) onMove(moves[0]);
    else ahead.open({ at: game.at, moves });
  }

  function drawAhead() {
    const held = document.activeElement;
    previewed = null;
    drawBoard(false);
    keepFocus(held);
    if (ahead.view) reveal(board.element);
  }

  /** Makes the line that is looked at the game. */
  function adopt({ at, moves }) {
    paused = game.persons.length === 0;
    change({ moves: [...game.moves.slice(0, at), ...moves], resigned: "" });
  }

  function walk(to) {
    const at = Math.max(0, Math.min(game.moves.length, to));
    if (at !== game.at) change({ at });
  }

  function back() {
    if (ahead.view) return ahead.back();
    walk(game.at - 1);
  }

  function on() {
    walk(game.at + 1);
  }

  function undo() {
    if (ahead.view) return ahead.back();
    if (game.resigned && game.atEnd) return change({ resigned: "" });
    paused = game.persons.length === 0;
    change({ at: game.back });
  }

  function redo() {
    walk(game.on);
  }

  function pause() {
    paused = !paused;
    refresh();
  }

  function resign() {
    if (game.outcome) return;
    const { persons } = game;
    const side = persons.length === 1 ? persons[0] : game.full.to_move;
    change({ resigned: SIDES[side], at: game.moves.length }).then(() => {
      say(`${verdict(game)}: ${reasoned(game)}.`);
      result.focus();
    });
  }

  function lookBack() {
    review.look(game.place(), game.full, game.full.outcome ? null : game.outcome, subjects(game), game.persons);
    review.reveal();
  }

  /** Changes places; a game that is over stays as it was, and another one begins. */
  function swap() {
    if (game.outcome) begin({ ...game.fresh, ...game.swapped });
    else change({ ...game.swapped, at: game.moves.length });
  }

  function again() {
    begin(game.fresh);
  }

  function begin(another) {
    const next = address("play", another);
    if (next !== location.hash) location.hash = next;
  }

  async function options() {
    const offer = await catalogue(connection);
    const kind = offered(offer.games, game.game);
    choose(kind, offer, connection, present(kind, game));
  }

  return {
    async begin() {
      await refresh();
      ahead.restore();
      engine.prepare(game);
      board.focus();
      catalogue(connection).then(({ guarded }) => {
        if (guarded) beforehand = TOKEN_FIRST;
      }, () => {});
    },
    leave() {
      serial++;
      engine.leave();
      panel.stop();
      review.stop();
      ahead.leave();
      unlisten();
    },
  };
}

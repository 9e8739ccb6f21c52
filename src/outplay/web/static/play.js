/** A game: the board, the two seats, the moves, the analysis, and the look back. */

import { analysis } from "./analysis.js";
import { makeBoard, named, tones } from "./boards/board.js";
import { called, catalogue, human, offered, spoken } from "./catalogue.js";
import { copy, help, notice } from "./dialogs.js";
import { capital, fill, h, say } from "./dom.js";
import { moveList } from "./moves.js";
import { loadDialog, save } from "./records.js";
import { report } from "./report.js";
import { address, go, note } from "./router.js";
import { choose } from "./start.js";

const SIDES = ["first", "second"];
const BREATH = 350;
const MOST_SEEN = 500;
const TOKEN_FIRST = "A friend has to open the server’s address with its token first (whoever started the server has it); then this link opens too.";
const GETTING_READY = "Getting this board ready, once …";

/** What stands for a player: its name if that is a sign, as in x and o, or its first letter. */
const mark = (name) => [...name][0]?.toUpperCase() === name.toUpperCase() ? name : [...name][0].toUpperCase();

export async function show(root, params, connection) {
  if (!params.game) return go("");
  const state = {
    game: params.game,
    start: params.start || null,
    moves: params.moves,
    at: params.at === undefined ? params.moves.length : Math.max(0, Math.min(params.moves.length, Number(params.at) || 0)),
    first: params.first || "you",
    second: params.second || "engine:level=3",
    time: params.time || "",
    resigned: SIDES.includes(params.resigned) ? params.resigned : "",
  };
  const seen = new Map();
  let full = null;
  let shown = null;
  let serial = 0;
  let thinking = null;
  let preparing = null;
  let hints = [];
  let paused = false;
  let heard = "";
  let previewed = null;
  let marks = new Map();
  let settled = Promise.resolve();
  let beforehand = "";

  const seats = () => ({ first: state.first, second: state.second, time: state.time });
  const place = (count = state.moves.length) => ({ game: state.game, start: state.start, moves: state.moves.slice(0, count) });

  /** The view after some moves; what was seen is kept. */
  function look(moves) {
    const key = moves.join("\n");
    if (seen.size > MOST_SEEN) seen.clear();
    if (!seen.has(key)) {
      const asked = connection.ask("view", { game: state.game, start: state.start, moves }).then(({ view }) => named(view));
      asked.catch(() => seen.delete(key));
      seen.set(key, asked);
    }
    return seen.get(key);
  }

  full = shown = await look(state.moves);
  const board = makeBoard(state.at === state.moves.length ? full : await look(state.moves.slice(0, state.at)), { onMove: play });
  const title = full.title;
  document.title = `${title} · outplay`;

  const status = h("p", { class: "status", role: "status" });
  const caption = h("p", { class: "caption faint" });
  const result = h("section", { class: "panel result", hidden: true });
  const list = moveList(walk);
  const bars = [0, 1].map((side) => h("div", { class: `seat ${tones(full)} ${SIDES[side]}` }));
  const panel = analysis({
    connection,
    onHints: (found) => {
      hints = found;
      if (!previewed) drawBoard(false);
    },
    onPreview: (line) => preview(state.at, line),
    onPlay: playLine,
  });
  const review = report({
    connection,
    go: walk,
    onMarks: (found) => {
      marks = found;
      list.show(full, state.at, marks);
    },
    onPreview: preview,
  });
  const buttons = {
    undo: button("Undo", undo, "Undo (U)"),
    redo: button("Redo", redo, "Redo (R)"),
    pause: button("Pause", () => {
      paused = !paused;
      refresh();
    }),
    resign: button("Resign", resign),
    swap: button("Swap sides", swap, "Swap sides (S)"),
    fresh: button("New game", again, "New game (N)"),
    walkOn: button("Play on from here", () => change({ moves: state.moves.slice(0, state.at), resigned: "" })),
  };
  buttons.fresh.classList.add("primary");

  root.append(
    h("div", { class: "heading" }, h("h1", {}, title), h("span", { class: "faint spec" }, state.game.includes(":") ? state.game.split(":")[1].replaceAll(",", " · ") : "")),
    h(
      "div",
      { class: "table" },
      h("div", { class: "playing" }, bars[0], h("div", { class: "board-room" }, board.element), bars[1], caption),
      h(
        "div",
        { class: "aside" },
        result,
        h("div", { class: "panel" }, status, h("div", { class: "controls", role: "group", "aria-label": "The game" }, Object.values(buttons))),
        panel.element,
        review.element,
        h("section", { class: "panel", "aria-label": "The moves" }, h("header", {}, h("h2", {}, "Moves"), walkers()), list.element),
        h(
          "div",
          { class: "more" },
          button("Copy link", () => copy(location.href, "The link is copied.", beforehand)),
          button("Save", () => save(connection, place(), { ...state, outcome: resignation() })),
          button("Load", () => loadDialog(connection)),
          button("Options", options),
          button("Edit position", () => go("edit", { game: state.game, start: shown.position, ...seats(), back: location.hash })),
          button("How it thinks", () => go("tree", { game: state.game, start: state.start, moves: state.moves.slice(0, state.at), ...seats() })),
        ),
      ),
    ),
  );
  for (const item of root.querySelectorAll(".more button")) item.classList.add("quiet");

  function walkers() {
    const walker = (text, label, to) => h("button", { type: "button", class: "quiet icon", "aria-label": label, title: label, onclick: () => walk(to()) }, text);
    return h(
      "span",
      { class: "walkers" },
      walker("«", "To the start", () => 0),
      walker("‹", "One move back", () => state.at - 1),
      walker("›", "One move on", () => state.at + 1),
      walker("»", "To the end", () => state.moves.length),
    );
  }

  function button(text, act, label = null) {
    return h("button", { type: "button", title: label, onclick: act }, text);
  }

  /** Who sits at the lower side of the board: you, if you are the only person and play second. */
  function bottom() {
    return human(state.second) && !human(state.first) ? 1 : 0;
  }

  const seat = (side) => state[SIDES[side]];
  const persons = () => [0, 1].filter((side) => human(seat(side)));
  const atEnd = () => state.at === state.moves.length;

  function resignation() {
    if (!state.resigned) return null;
    return { winner: state.resigned === "first" ? 1 : 0, margin: 0, reason: `${state.resigned} resigned` };
  }

  const outcome = () => full.outcome ?? resignation();

  /** Changes something, writes it into the address, and shows it. */
  function change(what) {
    Object.assign(state, what);
    if (what.moves && what.at === undefined) state.at = state.moves.length;
    const { game, start, moves, at, first, second, time, resigned } = state;
    note("play", { game, start, moves, at: at === moves.length ? "" : String(at), first, second, time, resigned });
    return refresh();
  }

  async function refresh() {
    const turn = ++serial;
    thinking?.stop();
    thinking = null;
    let views;
    try {
      views = await Promise.all([look(state.moves), look(state.moves.slice(0, state.at))]);
    } catch (error) {
      if (turn !== serial) return;
      notice(error.message, "error");
      paused = true;
      if (full.moves.join() !== state.moves.join()) change({ moves: full.moves });
      return;
    }
    if (turn !== serial) return;
    [full, shown] = views;
    drawAll();
    think(turn);
  }

  function playable() {
    if (shown.outcome || (atEnd() && state.resigned)) return false;
    return human(seat(shown.to_move));
  }

  function drawBoard(animate = true) {
    const asked = board.show(shown, { playable: playable(), hints, bottom: bottom(), animate });
    if (animate) settled = Promise.resolve(asked);
  }

  function drawAll() {
    hints = [];
    previewed = null;
    drawBoard();
    list.show(full, state.at, marks);
    caption.textContent = shown.board.caption ?? "";
    panel.look(place(state.at), shown);
    review.at(state.at);
    drawSeats();
    drawStatus();
    drawResult();
    const people = persons().length;
    buttons.undo.disabled = back() === state.at;
    buttons.redo.disabled = atEnd();
    buttons.pause.hidden = (people > 0 && !paused) || Boolean(outcome());
    buttons.pause.textContent = paused ? "Go on" : "Pause";
    buttons.resign.hidden = people === 0 || Boolean(outcome());
    buttons.resign.disabled = !state.moves.length;
    buttons.walkOn.hidden = atEnd() || playable() || Boolean(shown.outcome);
  }

  function drawSeats() {
    bars.forEach((bar, side) => {
      const ended = outcome();
      const turn = !shown.outcome && shown.to_move === side && !(atEnd() && ended);
      const thinks = turn && thinking;
      bar.classList.toggle("turn", turn);
      bar.classList.toggle("below", side === bottom());
      fill(
        bar,
        h("span", { class: `token ${SIDES[side]}`, "aria-hidden": "true" }, full.family === "grid" && tones(full) === "tones-marks" ? mark(full.players[side]) : ""),
        h("span", { class: "who" }, called(seat(side))),
        full.family === "grid" && tones(full) === "tones-marks" ? null : h("span", { class: "colour faint" }, /^(first|second)$/i.test(full.players[side]) ? `${SIDES[side]} player` : full.players[side]),
        full.family === "pits" ? h("span", { class: "tally" }, String(shown.board.sides[side].store)) : null,
        h("span", { class: "thinks", hidden: !thinks }, "thinking", h("span", { class: "dots", "aria-hidden": "true" })),
        ended && atEnd() && ended.winner === side ? h("span", { class: "won" }, "won") : null,
      );
    });
  }

  function drawStatus() {
    const ended = outcome();
    status.classList.toggle("over", Boolean(ended));
    status.hidden = Boolean(ended) && atEnd();
    if (ended && atEnd()) status.textContent = verdict(ended);
    else if (!atEnd()) status.textContent = `After move ${state.at} of ${state.moves.length}`;
    else if (thinking) status.textContent = `${spoken(seat(shown.to_move))} is thinking`;
    else if (!human(seat(shown.to_move))) status.textContent = "Paused";
    else if (persons().length === 2) status.textContent = `${seat(shown.to_move) === "you" ? "Your" : "Your friend’s"} move`;
    else status.textContent = "Your move";
  }

  /** Who won, in words for the person who reads it. */
  function verdict(ended) {
    if (ended.winner === null) return "A draw";
    const by = ended.margin > 1 ? ` by ${ended.margin}` : "";
    const people = persons();
    if (people.length === 1) return people[0] === ended.winner ? `You won${by}` : `${spoken(seat(ended.winner))} won${by}`;
    return `${called(seat(ended.winner))} won${by}`;
  }

  function drawResult() {
    const ended = outcome();
    result.hidden = !ended;
    if (!ended) return review.hide();
    fill(
      result,
      h("h2", {}, verdict(ended)),
      h("p", {}, `${reasoned(ended)}.`),
      h(
        "div",
        { class: "actions" },
        button("Play again", again),
        state.moves.length ? button(persons().length && ended.winner !== null && !human(seat(ended.winner)) ? "Why did I lose?" : "Look at the game", () => review.look(place(), full, full.outcome ? null : ended, subjects())) : null,
      ),
    );
  }

  /** What the two are called in a sentence about a move: you, if you are the only person. */
  function subjects() {
    return [0, 1].map((side) => (persons().length === 1 ? spoken(seat(side)) : full.players[side]));
  }

  function reasoned(ended) {
    const found = /^(first|second) resigned$/.exec(ended.reason);
    if (found) return `${called(seat(SIDES.indexOf(found[1])))} resigned`;
    return capital(ended.reason);
  }

  /** Makes the player whose turn it is choose a move, if it is no person. */
  async function think(turn) {
    if (!atEnd() || outcome() || human(seat(full.to_move)) || paused) return;
    const side = full.to_move;
    const question = connection.stream("choose", { ...place(), player: seat(side), time: state.time ? Number(state.time) : null }, (answer) => {
      if (answer.compiling) status.textContent = GETTING_READY;
    });
    thinking = question;
    drawSeats();
    drawStatus();
    try {
      const [answer] = await Promise.all([question.done, settled, new Promise((done) => setTimeout(done, BREATH))]);
      if (turn !== serial) return;
      thinking = null;
      await played(answer.move, side);
    } catch (error) {
      if (turn !== serial) return;
      thinking = null;
      paused = true;
      notice(error.message, "error");
      drawAll();
    }
  }

  async function played(move, side) {
    const who = spoken(seat(side));
    await change({ moves: [...state.moves.slice(0, state.at), move], resigned: "" });
    const ended = outcome();
    const told = `${who} played ${move}.`;
    say(`${human(seat(side)) ? "" : heard} ${told}${ended ? ` ${verdict(ended)}: ${reasoned(ended)}.` : ""}`.trim());
    heard = human(seat(side)) ? told : "";
    if (ended && !review.element.hidden) review.hide();
  }

  function play(move) {
    if (!playable()) return;
    paused = false;
    played(move, shown.to_move);
  }

  function playLine(line) {
    paused = persons().length === 0;
    change({ moves: [...state.moves.slice(0, state.at), ...line], resigned: "" });
  }

  /** Shows what a line would lead to; null shows the game again. */
  async function preview(at, line) {
    previewed = line;
    if (!line) return drawBoard(false);
    const view = await look([...state.moves.slice(0, at), ...line]).catch(() => null);
    if (view && previewed === line) board.show(view, { preview: true, bottom: bottom(), animate: false });
  }

  function walk(to) {
    const at = Math.max(0, Math.min(state.moves.length, to));
    if (at !== state.at) change({ at });
  }

  /** Where undo leads: to the last place before this one where a person was to move. */
  function back() {
    const people = persons();
    for (let at = state.at - 1; at >= 0; at--) if (!people.length || people.includes(full.movers[at])) return at;
    return state.at;
  }

  function undo() {
    if (state.resigned && atEnd()) return change({ resigned: "" });
    paused = persons().length === 0;
    change({ at: back() });
  }

  function redo() {
    const people = persons();
    let at = state.at + 1;
    while (at < state.moves.length && people.length && !people.includes(full.movers[at])) at++;
    walk(at);
  }

  function resign() {
    if (outcome()) return;
    const people = persons();
    const side = people.length === 1 ? people[0] : full.to_move;
    change({ resigned: SIDES[side], at: state.moves.length }).then(() => say(`${verdict(outcome())}: ${reasoned(outcome())}.`));
  }

  function swap() {
    change({ first: state.second, second: state.first, at: state.moves.length });
  }

  function again() {
    const { game, start, first, second, time } = state;
    const next = address("play", { game, start, first, second, time });
    if (next === location.hash) return;
    location.hash = next;
  }

  async function options() {
    const offer = await catalogue(connection);
    choose(offered(offer.games, state.game), offer);
  }

  /** Lets the player who is not to move get ready while the other one thinks. */
  function prepare() {
    const player = seat(1 - full.to_move);
    if (human(player) || full.outcome) return;
    preparing = connection.stream("prepare", { ...place(), player });
    preparing.done.catch(() => {});
  }

  const KEYS = { u: undo, r: redo, "[": () => walk(state.at - 1), "]": () => walk(state.at + 1), a: () => panel.toggle(), b: () => board.focus(), n: again, s: swap, "?": help, Home: () => walk(0), End: () => walk(state.moves.length), ArrowLeft: () => walk(state.at - 1), ArrowRight: () => walk(state.at + 1) };
  function onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.target.closest("input:not([type=checkbox]), textarea, select, dialog")) return;
    const act = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }
  document.addEventListener("keydown", onKey);

  await refresh();
  prepare();
  board.focus();
  catalogue(connection).then(({ guarded }) => {
    if (guarded) beforehand = TOKEN_FIRST;
  }, () => {});
  return () => {
    serial++;
    thinking?.stop();
    preparing?.stop();
    panel.stop();
    review.stop();
    document.removeEventListener("keydown", onKey);
  };
}

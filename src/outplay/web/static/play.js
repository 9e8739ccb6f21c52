/** The page of a game: the board, the players, the moves, the analysis and the review. */

import { AnalysisPanel } from "./analysis.js";
import { makeBoard } from "./boards/board.js";
import { catalogue, human, offered, spoken } from "./catalogue.js";
import { controls } from "./controls.js";
import { confirmed, copy, help, notice } from "./dialogs.js";
import { capital, errorText, fill, h, reveal, say } from "./dom.js";
import { Game, SIDES } from "./game.js";
import { HintPanel } from "./hints.js";
import { keptLinesPanel } from "./kept-lines.js";
import { listen } from "./keys.js";
import { moveList } from "./moves.js";
import { present } from "./options.js";
import { playLayout, warning } from "./play-layout.js";
import { playerBars } from "./player-bars.js";
import { reasonPanel } from "./reasons.js";
import { loadDialog, save } from "./records.js";
import { remotePlayer } from "./remote-player.js";
import { resultPanel } from "./result.js";
import { ReviewPanel } from "./review.js";
import { address, go, note, step } from "./router.js";
import { rulesDialog } from "./rules.js";
import { seated } from "./seating.js";
import { choose } from "./start.js";
import { variationPanel } from "./variation.js";
import { viewer } from "./views.js";
import { colour, playerNames, reasonText, resultText, statusText } from "./words.js";

/**
 * @typedef {import("./boards/board.js").View} View
 * @typedef {import("./boards/types.js").Hint} Hint
 * @typedef {import("./connection.js").Connection} Connection
 * @typedef {import("./variation.js").Variation} Variation
 */

const TOKEN_FIRST =
  "A friend has to open the server’s address with its token first (whoever started the server has it); " +
  "then this link opens too.";
/** Milliseconds between two looks at the clocks. */
const TICK = 100;

/**
 * @param {HTMLElement} root
 * @param {import("./router.js").Params} params
 * @param {Connection} connection
 */
export async function show(root, params, connection) {
  const { game: spec, start, moves, first, second } = params;
  if (!spec) return go("");
  const viewAfter = viewer(connection, spec, start || null);
  const asked = seated(connection, { game: spec, first, second });
  const [{ said, ...seats }, full] = await Promise.all([asked, viewAfter(moves)]);
  const game = new Game({ ...params, ...seats }, full);
  game.shown = await viewAfter(game.shownMoves);
  document.title = `${full.title} · outplay`;
  if (said.length) note("play", game.address);
  if (said.length) root.append(warning(said));
  const page = new PlayPage(game, viewAfter, connection);
  root.append(...page.elements);
  await page.begin();
  return () => page.leave();
}

/** A game that is played: every change is written into the address and drawn, and then the player to move thinks. */
class PlayPage {
  #game;
  #viewAfter;
  #connection;
  #board;
  #bars;
  #list = moveList((at) => this.#goTo(at));
  #lines = keptLinesPanel((line) => this.#change({ moves: line, resigned: "", timeout: "" }));
  #reason = reasonPanel();
  #advice;
  #caption = h("p", { class: "caption faint" });
  #status = h("p", { class: "status", role: "status" });
  #buttons;
  #turn;
  #result;
  #variation;
  #analysis;
  #review;
  #remote;
  #endKeys;

  /** Counts the refreshes; an answer to an older one is dropped. */
  #refreshes = 0;
  /** Whether players that are no persons wait. */
  #paused = false;
  /** @type {Hint[]} the values of moves that the analysis has found */
  #hints = [];
  /** @type {Map<string, import("./reasons.js").Reason>} why players moved as they did, by the moves to there */
  #reasons = new Map();
  /** @type {Map<number, string>} the moves that the review marks, by index */
  #marks = new Map();
  /** @type {string[] | null} the line that the pointer or the focus is on */
  #previewed = null;
  /** What was said to screen readers of a person's move, to be repeated before the answer to it. */
  #spokenBefore = "";
  /** @type {Promise<void>} settles when the board's animation has ended */
  #animated = Promise.resolve();
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #ticker;
  /** What to know before a link is shared. */
  #linkAdvice = "";

  /**
   * @param {Game} game
   * @param {(moves: string[]) => Promise<View>} viewAfter
   * @param {Connection} connection
   */
  constructor(game, viewAfter, connection) {
    this.#game = game;
    this.#viewAfter = viewAfter;
    this.#connection = connection;
    const [again, swap] = [() => this.#begin(game.rematch), () => this.#swap()];
    const [undo, redo] = [() => this.#undo(), () => this.#goTo(game.redoPly)];
    const [back, forward] = [() => this.#back(), () => this.#goTo(game.at + 1)];
    const [start, end] = [() => this.#goTo(0), () => this.#goTo(game.moves.length)];
    this.#board = makeBoard(game.shown, { onMove: (/** @type {string} */ move) => this.#onMove(move) });
    this.#bars = playerBars(game);
    this.#result = resultPanel({ again, swap, review: () => this.#startReview() });
    const hint = () => this.#askHint();
    this.#buttons = controls({
      undo, redo, hint, swap, again, pause: () => this.#pause(), resign: () => this.#resign(),
      playOn: () => this.#change({ moves: game.shownMoves, resigned: "", timeout: "" }),
    });
    this.#advice = new HintPanel({
      connection, play: (move) => this.#onMove(move), onFound: () => this.#drawBoard(false),
    });
    this.#turn = h(
      "div", { class: "panel" }, this.#status, this.#buttons.element, this.#advice.element, this.#reason.element,
    );
    this.#remote = remotePlayer(connection, {
      onChange: () => this.#drawTurn(), onMove: (chosen, side) => this.#onChosen(chosen, side),
      onError: (error) => this.#fail(error),
    });
    this.#analysis = this.#makeAnalysis();
    this.#review = this.#makeReview();
    this.#variation = variationPanel({
      view: (variation) => this.#viewOf(variation), onChange: () => this.#drawVariation(),
      adopt: (variation) => this.#adopt(variation),
    });
    this.#endKeys = listen({
      u: undo, r: redo, h: hint, n: again, s: swap, "?": help,
      a: () => this.#analysis.toggle(), b: () => this.#board.focus(),
      "[": back, ArrowLeft: back, "]": forward, ArrowRight: forward, Home: start, End: end,
    });
    const panels = [this.#result, this.#variation, { element: this.#turn }, this.#analysis, this.#review];
    this.elements = playLayout(game, {
      bars: this.#bars.elements, board: this.#board.element, caption: this.#caption,
      moves: [this.#list.element, this.#lines.element],
      panels: panels.map(({ element }) => element), steps: { start, back, forward, end }, more: this.#more(),
    });
  }

  #makeAnalysis() {
    return new AnalysisPanel({
      connection: this.#connection,
      onHints: (hints) => this.#hint(hints),
      onPreview: (line) => this.#preview(this.#game.at, line),
      onPick: (line) => this.#pick(line),
      canPlay: () => this.#game.playable,
    });
  }

  #makeReview() {
    return new ReviewPanel({
      connection: this.#connection,
      goTo: (ply) => this.#goTo(ply),
      onMarks: (marks) => this.#mark(marks),
      onPreview: (at, line) => this.#preview(at, line),
      onPick: (at, moves) => this.#variation.open({ at, moves }),
    });
  }

  /** @returns {[string, () => void][]} the labels and actions of the buttons below the panels */
  #more() {
    const game = this.#game;
    const header = () => ({ first: game.first, second: game.second, outcome: game.forfeit });
    const edited = () => ({ game: game.game, start: game.shown.position, ...game.seats, back: location.hash });
    return [
      ["Rules", () => rulesDialog(this.#connection, game.game)],
      ["Copy link", () => copy(location.href, "The link is copied.", this.#linkAdvice)],
      ["Save", () => save(this.#connection, game.gameLine(), header())],
      ["Load", () => loadDialog(this.#connection)],
      ["Options", () => this.#openOptions()],
      ["Edit position", () => go("edit", edited())],
      ["How it thinks", () => go("tree", { ...game.gameLine(game.at), ...game.seats })],
    ];
  }

  async begin() {
    await this.#refresh();
    this.#ticker = setInterval(() => this.#tick(), TICK);
    this.#variation.restore();
    this.#remote.prepare(this.#game);
    this.#board.focus();
    catalogue(this.#connection).then(({ guarded }) => {
      if (guarded) this.#linkAdvice = TOKEN_FIRST;
    }, () => {});
  }

  leave() {
    this.#refreshes++;
    clearInterval(this.#ticker);
    this.#advice.end();
    this.#remote.leave();
    this.#analysis.stop();
    this.#review.stop();
    this.#variation.leave();
    this.#endKeys();
  }

  // Changes of the game

  /**
   * Changes the game, writes it into the address, and shows it.
   * @param {import("./game.js").Change} change
   */
  #change(change) {
    const kept = this.#variation.view || !this.#game.loses(change.moves);
    if (this.#game.loses(change.moves)) notice("The moves that you left are kept below the moves.");
    this.#game.change(change);
    this.#variation.end();
    (kept ? note : step)("play", this.#game.address);
    return this.#refresh();
  }

  /** Asks the server for the position, draws it, and lets the player to move think. */
  async #refresh() {
    const game = this.#game;
    const serial = ++this.#refreshes;
    this.#remote.stop();
    try {
      const views = await Promise.all([this.#viewAfter(game.moves), this.#viewAfter(game.shownMoves)]);
      if (serial !== this.#refreshes) return;
      [game.full, game.shown] = views;
    } catch (error) {
      if (serial === this.#refreshes) await this.#restore(error);
      return;
    }
    this.#runClock();
    this.#drawAll();
    const remote = !human(game.seat(game.full.to_move));
    if (game.atEnd && !game.outcome && remote && !this.#paused) this.#remote.think(game, this.#animated);
  }

  /** The clock of the side to move runs from the first move on, while the last position is shown. */
  #runClock() {
    const game = this.#game;
    const runs = game.atEnd && !game.outcome && game.moves.length && !this.#paused && !this.#variation.view;
    if (runs) game.clock?.run(game.full.to_move);
    else game.clock?.stop();
  }

  /** Shows the clocks; a person whose time is over has lost, if the players wanted that. */
  #tick() {
    const game = this.#game;
    const side = game.clock?.side ?? null;
    if (!game.clock || side === null) return;
    if (this.#remote.activity === "compiling") game.clock.stop();
    this.#bars.tick();
    if (game.flag && human(game.seat(side)) && game.clock.left(side) <= 0) this.#runOut(side);
  }

  /** @param {number} side  whose time is over */
  async #runOut(side) {
    const game = this.#game;
    game.clock?.stop();
    await this.#change({ timeout: SIDES[side], at: game.moves.length });
    this.#tellResult();
  }

  /**
   * Returns to the last position that the server knew, after one that it refused.
   * @param {unknown} error
   */
  async #restore(error) {
    const game = this.#game;
    notice(errorText(error), "error");
    this.#paused = true;
    if (!game.loses(game.full.moves)) return;
    game.change({ moves: game.full.moves });
    note("play", game.address);
    await this.#refresh();
  }

  /** @param {string} move  that a person has clicked */
  #onMove(move) {
    if (!this.#game.playable) return;
    this.#paused = false;
    this.#game.clock?.press(this.#game.shown.to_move);
    this.#play(move, this.#game.shown.to_move);
  }

  /**
   * Plays the move that a player on the server has chosen, unless its time was over before.
   * @param {import("./remote-player.js").Chosen} chosen
   * @param {number} side
   */
  #onChosen(chosen, side) {
    const { clock, flag, moves } = this.#game;
    const inTime = clock?.press(side, chosen.seconds) ?? true;
    if (flag && !inTime) return this.#runOut(side);
    this.#reasons.set([...moves, chosen.move].join(" "), chosen);
    this.#play(chosen.move, side);
  }

  /**
   * @param {string} move
   * @param {number} side
   */
  async #play(move, side) {
    const game = this.#game;
    const person = human(game.seat(side));
    const text = `${spoken(game.seat(side))} played ${move}.`;
    await this.#change({ moves: [...game.shownMoves, move], resigned: "", timeout: "" });
    const { outcome } = game;
    const before = person ? "" : this.#spokenBefore;
    say(`${before} ${text}${outcome ? ` ${resultText(game, outcome)}: ${reasonText(game, outcome)}.` : ""}`.trim());
    this.#spokenBefore = person ? text : "";
    if (outcome && !this.#review.element.hidden) this.#review.hide();
  }

  /** @param {unknown} error  of the player who was asked for a move */
  #fail(error) {
    this.#paused = true;
    notice(errorText(error), "error");
    this.#drawAll();
  }

  /** @param {number} ply */
  #goTo(ply) {
    const at = Math.max(0, Math.min(this.#game.moves.length, ply));
    if (at !== this.#game.at) this.#change({ at });
  }

  #back() {
    if (this.#variation.view) this.#variation.back();
    else this.#goTo(this.#game.at - 1);
  }

  #undo() {
    const game = this.#game;
    if (this.#variation.view) return this.#variation.back();
    if (game.timeout && game.atEnd) notice("The game goes on without clocks.");
    if (game.timeout && game.atEnd) return this.#change({ timeout: "", clock: null });
    if (game.resigned && game.atEnd) return this.#change({ resigned: "" });
    this.#paused = game.persons.length === 0;
    this.#change({ at: game.undoPly });
  }

  #pause() {
    this.#paused = !this.#paused;
    this.#refresh();
  }

  async #resign() {
    const game = this.#game;
    if (game.outcome) return;
    const side = game.persons.length === 1 ? game.persons[0] : game.full.to_move;
    const who = game.persons.length === 1 ? "You lose" : `${colour(game, side)} loses`;
    if (!(await confirmed("Resign this game?", `${capital(who)}. Undo takes it back.`, "Resign", "Play on"))) return;
    if (game.outcome) return;
    await this.#change({ resigned: SIDES[side], at: game.moves.length });
    this.#tellResult();
  }

  #tellResult() {
    const game = this.#game;
    const { outcome } = game;
    if (outcome) say(`${resultText(game, outcome)}: ${reasonText(game, outcome)}.`);
    this.#result.focus();
  }

  #askHint() {
    const game = this.#game;
    if (game.playable && !this.#variation.view) this.#advice.ask(game.gameLine(game.at));
  }

  /** Swaps the players; a game that is over stays as it was, and another one begins. */
  #swap() {
    const game = this.#game;
    if (game.outcome) this.#begin({ ...game.rematch, ...game.swapped });
    else this.#change({ ...game.swapped, at: game.moves.length });
  }

  /** @param {Record<string, any>} params  of the address of another game */
  #begin(params) {
    const next = address("play", params);
    if (next !== location.hash) location.hash = next;
  }

  async #openOptions() {
    const offer = await catalogue(this.#connection);
    const kind = offered(offer.games, this.#game.game);
    if (kind) choose(kind, offer, this.#connection, present(kind, { game: this.#game.game, ...this.#game.seats }));
  }

  #startReview() {
    const game = this.#game;
    this.#review.show({
      gameLine: game.gameLine(), view: game.full, outcome: game.full.outcome ? null : game.outcome,
      names: playerNames(game), persons: game.persons,
    });
    this.#review.reveal();
  }

  // Variations

  /** @param {Variation} variation */
  #viewOf({ at, moves }) {
    return this.#viewAfter([...this.#game.moves.slice(0, at), ...moves]);
  }

  /**
   * Shows where a line leads; null shows the game again.
   * @param {number} at
   * @param {string[] | null} moves
   */
  async #preview(at, moves) {
    this.#previewed = moves;
    if (!moves) return this.#drawBoard(false);
    const view = await this.#viewOf({ at, moves }).catch(() => null);
    if (!view || this.#previewed !== moves) return;
    this.#board.show(view, { preview: true, bottom: this.#game.bottom, animate: false });
  }

  /**
   * Plays the first move of a line where a person is to move; any other move is only looked at.
   * @param {string[]} moves
   */
  #pick(moves) {
    if (moves.length === 1 && this.#game.playable) this.#onMove(moves[0]);
    else this.#variation.open({ at: this.#game.at, moves });
  }

  /**
   * Makes a variation the game.
   * @param {Variation} variation
   */
  #adopt({ at, moves }) {
    this.#paused = this.#game.persons.length === 0;
    this.#change({ moves: [...this.#game.moves.slice(0, at), ...moves], resigned: "", timeout: "" });
  }

  // Drawing

  #drawAll() {
    const game = this.#game;
    const focused = document.activeElement;
    this.#hints = [];
    this.#previewed = null;
    this.#advice.end();
    this.#drawBoard();
    this.#list.show(game.full, game.at, this.#marks);
    this.#lines.draw(game);
    const mover = game.at ? game.full.movers[game.at - 1] : 0;
    this.#reason.show(spoken(game.seat(mover)), this.#reasons.get(game.shownMoves.join(" ")));
    this.#caption.textContent = game.shown.board.caption ?? "";
    this.#analysis.show({ gameLine: game.gameLine(game.at), view: game.shown, outcome: game.outcomeHere });
    this.#review.at(game.at);
    this.#result.draw(game);
    if (!game.outcome) this.#review.hide();
    this.#buttons.draw(game, this.#paused);
    this.#drawTurn();
    this.#keepFocus(focused);
  }

  /**
   * Moves the focus to the board if the element that had it is gone, hidden or disabled now.
   * @param {Element | null} before
   */
  #keepFocus(before) {
    const now = document.activeElement;
    if (before === document.body) return;
    const lost = !now || now === document.body || !now.checkVisibility() || ("disabled" in now && now.disabled);
    if (lost) this.#board.focus();
  }

  #drawBoard(animate = true) {
    const { bottom, playable, shown } = this.#game;
    const { view } = this.#variation;
    this.#turn.hidden = Boolean(view);
    if (view) {
      this.#board.show(view, { preview: true, bottom, animate: false });
      return;
    }
    const hints = this.#hints.length ? this.#hints : this.#advice.marks;
    const animated = this.#board.show(shown, { playable, hints, bottom, animate });
    if (animate) this.#animated = Promise.resolve(animated);
  }

  #drawVariation() {
    const focused = document.activeElement;
    this.#previewed = null;
    this.#runClock();
    this.#drawBoard(false);
    this.#keepFocus(focused);
    if (this.#variation.view) reveal(this.#board.element);
  }

  /** Draws whose turn it is, and what that player is doing. */
  #drawTurn() {
    const game = this.#game;
    const { activity } = this.#remote;
    const [text, more] = statusText(game, activity);
    this.#bars.draw(activity !== "");
    this.#status.hidden = Boolean(game.outcome) && game.atEnd;
    fill(this.#status, text, more ? h("span", { class: "later faint" }, more) : null);
  }

  /** @param {Hint[]} hints */
  #hint(hints) {
    this.#hints = hints;
    if (!this.#previewed) this.#drawBoard(false);
  }

  /** @param {Map<number, string>} marks */
  #mark(marks) {
    this.#marks = marks;
    this.#list.show(this.#game.full, this.#game.at, marks);
  }
}

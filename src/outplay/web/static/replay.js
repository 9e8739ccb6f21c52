/** A stored game of a match or tournament, move by move, with the scores that its players gave, and its review. */

import { makeBoard, tones } from "./boards/board.js";
import { capital, fill, h, signed } from "./dom.js";
import { SIDES } from "./game.js";
import { graph } from "./graph.js";
import { listen } from "./keys.js";
import { moveList, stepButtons } from "./moves.js";
import { playerName } from "./names.js";
import { ReviewPanel } from "./review.js";
import { address, go } from "./router.js";
import { scoreShare } from "./scores.js";
import { viewer } from "./views.js";

/**
 * @typedef {import("./boards/board.js").View} View
 * @typedef {{game: string | null, called: string, number: number, round: string | number, first: string,
 *   second: string, opening: number, moves: string[], seconds: (number | null)[], scores: (number | null)[],
 *   winner: 0 | 1 | null, margin: number, ending: string, detail: string}} StoredGame
 *   `game` is null if the server does not offer it, `called` the game in any case; `opening` is the number of moves
 *   that were given; scores are those of the player who moved
 */

/** Where keys have another meaning. */
const OWN_KEYS = "input, textarea, select, dialog, svg";

/**
 * @param {HTMLElement} root
 * @param {string} name  of the run
 * @param {number} number  of the game
 * @param {import("./connection.js").Connection} connection
 * @returns {Promise<(() => void) | null>} what is to be done when the page is left
 */
export async function replay(root, name, number, connection) {
  /** @type {StoredGame} */
  const game = /** @type {any} */ (await connection.ask("run-game", { name, number }));
  document.title = `${name}, game ${number} · outplay`;
  const about = [`game ${number}`, game.round && `round ${game.round}`, game.called].filter(Boolean).join(" · ");
  const title = h("h1", {}, playerName(game.first), " – ", playerName(game.second));
  root.append(
    h("p", {}, h("a", { href: address(`tournaments/${encodeURIComponent(name)}`) }, `All of ${name}`)),
    h("div", { class: "heading" }, title, h("span", { class: "faint" }, about)),
  );
  if (!game.game) {
    root.append(notOffered(game));
    return null;
  }
  const viewAfter = viewer(connection, game.game, null);
  const page = new ReplayPage(game, await viewAfter(game.moves), viewAfter, connection);
  root.append(page.element);
  await page.goTo(game.moves.length);
  return () => page.leave();
}

/** @param {StoredGame} game */
function notOffered(game) {
  const advice = `This server does not offer ${game.called}; start it with: outplay serve ${game.called}`;
  return h(
    "div",
    { class: "panel" },
    h("h2", {}, resultText(game)),
    h("p", {}, reasonText(game)),
    h("p", { class: "faint" }, advice),
    h("p", {}, game.moves.join(" ")),
  );
}

class ReplayPage {
  #game;
  #full;
  #viewAfter;
  #names;
  #at = 0;
  #board;
  #bars;
  #caption = h("p", { class: "caption faint" });
  #list = moveList((at) => this.goTo(at));
  #graph = h("div", {});
  #moveText = h("p", { class: "figures" });
  /** @type {(number | null)[]} for the first player, after each number of moves */
  #scores;
  #endKeys;
  #review;
  /** @type {Map<number, string>} the moves that the review marks, by index */
  #marks = new Map();
  /** @type {string[] | null} the line of the review that the board shows */
  #previewed = null;

  /**
   * @param {StoredGame} game
   * @param {View} full  the position after all moves
   * @param {(moves: string[]) => Promise<View>} viewAfter
   * @param {import("./connection.js").Connection} connection
   */
  constructor(game, full, viewAfter, connection) {
    this.#game = game;
    this.#full = full;
    this.#viewAfter = viewAfter;
    this.#names = [game.first, game.second];
    this.#board = makeBoard(full);
    this.#bars = SIDES.map((side, index) => h("div", { class: `seat ${tones(full)} ${side}${index ? "" : " below"}` }));
    const sign = full.movers.map((mover) => (mover === 0 ? 1 : -1));
    this.#scores = [null, ...game.scores.map((score, index) => (score === null ? null : sign[index] * score))];
    const steps = {
      start: () => this.goTo(0),
      back: () => this.goTo(this.#at - 1),
      forward: () => this.goTo(this.#at + 1),
      end: () => this.goTo(game.moves.length),
    };
    const { start, back, forward, end } = steps;
    const keys = { ArrowLeft: back, "[": back, ArrowRight: forward, "]": forward, Home: start, End: end };
    this.#endKeys = listen(keys, OWN_KEYS);
    this.#review = new ReviewPanel({
      connection,
      goTo: (ply) => this.goTo(ply),
      onMarks: (marks) => {
        this.#marks = marks;
        this.#list.show(full, this.#at, marks);
      },
      onPreview: (ply, line) => this.#preview(ply, line),
      onPick: (ply, line) => this.#playOn([...game.moves.slice(0, ply), ...line]),
    });
    this.element = this.#layOut(steps);
  }

  leave() {
    this.#review.stop();
    this.#endKeys();
  }

  /** Opens a game with these moves, to analyse it or to play on. */
  #playOn(/** @type {string[]} */ moves) {
    go("play", { game: this.#game.game, moves, first: "you", second: "friend" });
  }

  #startReview() {
    const { game, moves, winner, margin, ending, detail, opening } = this.#game;
    this.#review.show({
      gameLine: { game: game ?? "", start: null, moves },
      view: this.#full,
      outcome: this.#full.outcome ? null : { winner, margin, ending, reason: detail || ending },
      names: this.#names,
      persons: [],
      opening,
    });
    this.#review.at(this.#at);
    this.#review.reveal();
  }

  /**
   * Shows where a line leads; null shows the game again.
   * @param {number} ply
   * @param {string[] | null} line
   */
  async #preview(ply, line) {
    this.#previewed = line;
    const moves = this.#game.moves.slice(0, line ? ply : this.#at);
    const view = await this.#viewAfter([...moves, ...(line ?? [])]);
    if (this.#previewed === line) this.#board.show(view, { preview: line !== null, animate: false });
  }

  /** @param {Parameters<typeof stepButtons>[0]} steps */
  #layOut(steps) {
    const game = this.#game;
    const board = h("div", { class: "board-room" }, this.#board.element);
    const look = h("button", { type: "button", onclick: () => this.#startReview() }, "Look at the game");
    const result = h(
      "section",
      { class: "panel result", "aria-label": "The result" },
      h("h2", {}, resultText(game)),
      h("p", {}, reasonText(game, this.#full.outcome?.reason)),
      game.moves.length > game.opening ? h("div", { class: "actions" }, look) : null,
    );
    const moves = h(
      "section",
      { class: "panel", "aria-label": "The moves" },
      h("header", {}, h("h2", {}, "Moves"), stepButtons(steps)),
      this.#moveText,
      this.#graph,
      this.#list.element,
    );
    const play = () => this.#playOn(game.moves.slice(0, this.#at));
    const more = h("button", { type: "button", onclick: play }, "Analyse, or play on from here");
    return h(
      "div",
      { class: "table" },
      h("div", { class: "playing" }, this.#bars, board, this.#caption),
      h("div", { class: "aside" }, result, this.#review.element, moves, h("div", { class: "more" }, more)),
    );
  }

  /** @param {number} ply */
  async goTo(ply) {
    const at = Math.max(0, Math.min(this.#game.moves.length, ply));
    this.#at = at;
    const view = await this.#viewAfter(this.#game.moves.slice(0, at));
    if (at === this.#at) this.#draw(view);
  }

  /** @param {View} view */
  #draw(view) {
    const at = this.#at;
    this.#board.show(view, {});
    this.#caption.textContent = view.board.caption ?? "";
    this.#list.show(this.#full, at, this.#marks);
    this.#review.at(at);
    this.#bars.forEach((bar, side) => this.#drawBar(bar, side, view));
    fill(this.#graph, this.#drawGraph());
    this.#moveText.textContent = at === 0 ? "The start" : this.#describeMove(at - 1);
  }

  #drawGraph() {
    const scores = this.#scores;
    if (scores.every((score) => score === null)) {
      return h("p", { class: "faint" }, "Neither player said what it thought of the game.");
    }
    const shares = scores.map((score) => (score === null ? null : scoreShare(this.#full.game, score)));
    /** @param {number} ply */
    const goTo = (ply) => this.goTo(ply);
    return graph({ scores, shares, at: this.#at, marks: new Map(), players: this.#names, goTo });
  }

  /**
   * A move as text: who played it, how long that took, and the score that its player gave.
   * @param {number} index
   */
  #describeMove(index) {
    const game = this.#game;
    const [seconds, score] = [game.seconds[index], game.scores[index]];
    const parts = [`Move ${index + 1}, ${this.#names[this.#full.movers[index]]}: ${this.#full.moves[index]}`];
    if (index < game.opening) parts.push("opening");
    if (typeof seconds === "number") parts.push(timeText(seconds));
    if (typeof score === "number") parts.push(`thought it worth ${signed(score)}`);
    return parts.join(" · ");
  }

  /**
   * @param {HTMLElement} bar
   * @param {number} side
   * @param {View} view
   */
  #drawBar(bar, side, view) {
    const over = this.#at === this.#game.moves.length;
    const name = view.players[side];
    const { tally } = view.board;
    const mark = tones(this.#full) === "tones-marks";
    const colour = /^(first|second)$/i.test(name) ? `${SIDES[side]} player` : name;
    bar.classList.toggle("turn", !over && view.to_move === side);
    fill(
      bar,
      h("span", { class: `token ${SIDES[side]}`, "aria-hidden": "true" }, mark ? name : ""),
      playerName(this.#names[side], "span", "who"),
      mark ? null : h("span", { class: "colour faint" }, colour),
      tally ? h("span", { class: "tally" }, String(tally[side])) : null,
      over && this.#game.winner === side ? h("span", { class: "won" }, "won") : null,
    );
  }
}

/** @param {number} seconds */
function timeText(seconds) {
  if (seconds < 0.001) return "under 1 ms";
  return seconds < 1 ? `${Math.round(seconds * 1000)} ms` : `${seconds.toFixed(2)} s`;
}

/** @param {StoredGame} game */
function resultText({ winner, margin, first, second }) {
  if (winner === null) return "A draw";
  return `${winner === 0 ? first : second} won${margin > 1 ? ` by ${margin}` : ""}`;
}

/**
 * Why the game is over, as a sentence.
 * @param {StoredGame} game
 * @param {string} rules  what the rules say of the last position
 */
function reasonText({ ending, detail, winner, first, second }, rules = "") {
  if (ending === "rules") return `${capital(detail || rules || "by the rules")}.`;
  const loser = winner === 0 ? second : first;
  const cause = winner === null || ending === "adjudication" ? capital(ending) : `${loser} lost by ${ending}`;
  return `${cause}${detail ? `: ${detail}` : ""}.`;
}

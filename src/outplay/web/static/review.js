/** The panel of a game in review: the graph of its score, the moves where it turned, and what was better. */

import { tones } from "./boards/board.js";
import { errorText, fill, h, reveal, signed } from "./dom.js";
import { graph } from "./graph.js";
import { moveName, sideClass } from "./moves.js";
import { outcomeShare, scoreShare } from "./scores.js";

/**
 * @typedef {import("./boards/board.js").View} View
 * @typedef {import("./game.js").Outcome} Outcome
 * @typedef {{ply: number, player: 0 | 1, move: string, better: string[], sides: number[], score: number,
 *   best_score: number, loss: number, result_lost: boolean, turned: boolean}} TurningMove
 *   a move that gave something away: `ply` counts it, `better` is the line that was best, `sides` plays its moves;
 *   scores are for `player`; `turned` marks the decisive one
 * @typedef {{gameLine: import("./game.js").GameLine, view: View, outcome: Outcome | null, names: string[],
 *   persons: number[]}} Subject
 *   a whole game: `outcome` if it ended otherwise than by its rules, what the players are called in sentences, and
 *   which sides people play
 */

/** Where the board stands above the panels. */
const NARROW = "(max-width: 900px)";
/** How many moves of a better line are shown. */
const LINE_LENGTH = 6;

/**
 * What a score means in a game that is only won, drawn or lost.
 * @param {number} score
 */
function standing(score) {
  if (Math.abs(score) > 0.99) return score > 0 ? "a won game" : "a loss";
  return Math.abs(score) < 0.3 ? "an even game" : score > 0 ? "a better game" : "a worse game";
}

/**
 * What a move gave away, as a sentence.
 * @param {TurningMove} move
 * @param {string} name  of its player
 * @param {boolean} byMargin  whether the game is won by a margin
 */
function lossText(move, name, byMargin) {
  if (move.result_lost) {
    const from = move.best_score > 0 ? "a won game" : "a draw";
    const to = move.score < 0 ? "a loss" : "a draw";
    return `${name} turned ${from} into ${to}.`;
  }
  const [from, to] = [standing(move.best_score), standing(move.score)];
  if (!byMargin && from !== to) return `${name} turned ${from} into ${to}.`;
  if (move.loss <= 0) return "Here the game turned.";
  const turned = move.turned ? "; here the game turned for good" : "";
  return `${name} gave away ${signed(move.loss).replace("+", "")}${turned}.`;
}

export class ReviewPanel {
  #options;
  #picture = h("div", {});
  #state = h("p", { class: "faint", role: "status" });
  #heading = h("h2", { tabindex: -1 }, "How it went");
  #list = h("div", {});

  /** @type {import("./connection.js").Question | null} */
  #question = null;
  /** @type {Subject | null} */
  #subject = null;
  /** @type {(number | null)[]} the score for the first player after each number of moves, null while it is unknown */
  #scores = [];
  /** @type {(Outcome | null)[]} what is proven there */
  #proven = [];
  /** @type {TurningMove[]} */
  #turns = [];
  /** The ply that the board shows. */
  #at = 0;

  /**
   * @param {{connection: import("./connection.js").Connection, goTo: (ply: number) => void,
   *   onMarks: (marks: Map<number, string>) => void, onPreview: (ply: number, line: string[] | null) => void,
   *   onPick: (ply: number, line: string[]) => void}} options
   *   `onMarks` gets the classes of moves to mark, by index; lines begin after `ply` moves of the game
   */
  constructor(options) {
    this.#options = options;
    this.element = h(
      "section",
      { class: "panel report", "aria-label": "The game in review", hidden: true },
      h("header", {}, this.#heading),
      this.#picture,
      this.#state,
      this.#list,
    );
  }

  /** Scrolls to the panel and moves the focus to its heading. */
  reveal() {
    reveal(this.element, matchMedia(NARROW).matches ? "start" : "nearest");
    this.#heading.focus({ preventScroll: true });
  }

  stop() {
    this.#question?.stop();
    this.#question = null;
  }

  hide() {
    this.stop();
    this.#subject = null;
    this.element.hidden = true;
    this.#options.onMarks(new Map());
  }

  /** @param {number} ply  that the board shows */
  at(ply) {
    this.#at = ply;
    if (this.#subject && !this.element.hidden && this.#picture.firstChild && ply < this.#scores.length) {
      this.#drawGraph(this.#subject);
    }
  }

  /**
   * Reviews a game; one that is reviewed already is left as it is.
   * @param {Subject} next
   */
  show(next) {
    /** @type {(subject: Subject) => string} */
    const key = ({ gameLine, outcome }) => JSON.stringify([gameLine, outcome]);
    this.element.hidden = false;
    if (this.#subject && key(this.#subject) === key(next)) return;
    this.stop();
    this.#subject = next;
    this.#scores = Array(next.view.moves.length + 1).fill(null);
    this.#proven = Array(next.view.moves.length + 1).fill(null);
    this.#turns = [];
    fill(this.#list);
    this.#state.textContent = "Looking at every move …";
    this.#drawGraph(next);
    this.#ask(next);
  }

  /** @param {Subject} subject */
  #ask(subject) {
    const fields = { ...subject.gameLine, ...(subject.outcome ? { outcome: subject.outcome } : {}) };
    this.#question = this.#options.connection.stream("report", fields, (answer) => {
      if (answer.step) {
        this.#scores[answer.step.ply] = answer.step.score;
        this.#proven[answer.step.ply] = answer.step.outcome;
        this.#drawGraph(subject);
      }
      if (answer.turning) this.#turns = answer.turning;
    });
    this.#question.done.then(
      () => {
        this.#state.textContent = this.#turns.length ? "" : "No move gave much away.";
        this.#options.onMarks(new Map(this.#turns.map(({ ply }) => [ply - 1, "mistake"])));
        this.#drawGraph(subject);
        this.#drawTurns(subject);
      },
      (error) => {
        fill(this.#picture);
        this.#state.textContent = errorText(error);
      },
    );
  }

  /** @param {Subject} subject */
  #drawGraph({ view, names }) {
    const [scores, at] = [this.#scores, this.#at];
    const marks = new Map(this.#turns.map(({ ply, turned }) => [ply, turned ? "turned" : "mistake"]));
    const shares = scores.map((score, ply) => {
      const outcome = this.#proven[ply];
      if (score === null) return null;
      return outcome ? outcomeShare(outcome) : scoreShare(view.game, score);
    });
    const here = at ? `After ${moveName(view, at - 1)}` : "At the start";
    fill(this.#picture, graph({ scores, shares, at, marks, players: names, goTo: this.#options.goTo, here }));
  }

  /**
   * The moves of each side that gave something away: the only person's before the other's, the decisive one first.
   * @param {Subject} subject
   */
  #drawTurns({ view, names, persons }) {
    const sides = persons.length === 1 && persons[0] === 1 ? [1, 0] : [0, 1];
    const byMargin = !this.#scores.every((score) => Math.abs(score ?? 0) <= 1);
    this.#list.className = `turns ${tones(view)}`;
    fill(
      this.#list,
      sides.map((side) => {
        const moves = this.#turns.filter(({ player }) => player === side);
        if (!moves.length) return null;
        moves.sort((one, two) => Number(two.turned) - Number(one.turned));
        const title = names[side] === "You" ? "Your moves" : `${names[side]}’s moves`;
        const rows = moves.map((move) => this.#row(move, view, lossText(move, names[side], byMargin)));
        return [h("h3", {}, title), h("ul", {}, rows)];
      }),
    );
  }

  /**
   * @param {TurningMove} move
   * @param {View} view
   * @param {string} text
   */
  #row(move, view, text) {
    const goTo = () => this.#options.goTo(move.ply);
    return h(
      "li",
      { class: move.turned ? "turned" : "" },
      move.turned ? h("strong", { class: "decisive" }, "The decisive move") : null,
      h("button", { type: "button", class: "move mistake", onclick: goTo }, moveName(view, move.ply - 1)),
      h("span", {}, ` ${text} `),
      move.better.length && move.better[0] !== move.move ? this.#betterLine(move) : null,
    );
  }

  /** @param {TurningMove} move */
  #betterLine({ ply, better, sides }) {
    const { onPick, onPreview } = this.#options;
    const line = better.slice(0, LINE_LENGTH);
    const [preview, end] = [() => onPreview(ply - 1, line), () => onPreview(0, null)];
    const attributes = {
      type: "button",
      class: "move",
      onclick: () => onPick(ply - 1, line),
      onpointerenter: preview,
      onfocus: preview,
      onpointerleave: end,
      onblur: end,
    };
    const moves = line.flatMap((move, index) => [h("span", { class: sideClass(sides, index) }, move), " "]);
    return h("span", {}, "Better was ", h("button", attributes, moves));
  }
}

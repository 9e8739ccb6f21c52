/** The panel of the live analysis: the score as a bar, depth and speed, and the best lines to look at and to play. */

import { tones } from "./boards/board.js";
import { errorText, fill, fresh, h, short, signed } from "./dom.js";
import { sideClass } from "./moves.js";
import { moveValues } from "./move-values.js";
import { hintOf, outcomeShare, outcomeText, scoreShare } from "./scores.js";

/**
 * @typedef {import("./boards/board.js").View} View
 * @typedef {import("./game.js").Outcome} Outcome
 * @typedef {import("./boards/types.js").Hint} Hint
 * @typedef {import("./scores.js").Valued & {line: string[], sides: number[], score_first: number}} Line
 *   `score` is for the side to move, `score_first` for the first player; without `known` both say nothing
 * @typedef {{score_first: number, known: boolean, outcome: Outcome | null, plies: number | null, depth: number,
 *   nodes: number, rate: number, lines: Line[]}} Analysis
 *   `outcome` is proven, within `plies` moves; `rate` is nodes a second. Without nodes it comes from a solution of the
 *   whole game, and `depth` is how many moves the game still has
 */

/** The values of all moves are asked for if they are so many at most; on wider boards those of the best, because the
 * search would not get deep: all 222 moves of a gomoku board cost three of nine plies. */
const ALL_MOVES = 64;
const BEST_MOVES = 16;
/** How many lines are shown, and how many moves of each. */
const LINES = 3;
const LINE_LENGTH = 8;
/** Milliseconds before a position is analysed, so that stepping through a game asks nothing. */
const DELAY = 120;
const COMPILING = "Getting this board ready, which takes a while once …";

/** The score as a bar, filled as far as the first player is ahead, and as words. */
function scoreBar() {
  const parts = ["bar-first", "bar-middle"].map((name) => h("div", { class: name }));
  const bar = h("div", { class: "bar", role: "img" }, parts);
  const words = h("p", { class: "score" });

  /** @type {(share: number, text: string, proven: boolean, known?: boolean) => void} */
  function draw(share, text, proven, known = true) {
    bar.classList.toggle("unknown", !known);
    bar.style.setProperty("--first", `${((1 + share) * 50).toFixed(1)}%`);
    bar.setAttribute("aria-label", `Score: ${text}`);
    words.textContent = text;
    words.classList.toggle("proven", proven);
  }

  return { bar, words, draw };
}

/**
 * The text of a score: who is ahead by how much, or what is proven.
 * @param {Analysis} analysis
 * @param {string[]} players
 */
function scoreText({ score_first: score, known, outcome, plies, depth }, players) {
  if (!known) return `Unknown: nobody was found to win within ${depth} ${depth === 1 ? "move" : "moves"}`;
  if (outcome) {
    const within = plies !== null && plies !== undefined ? `, within ${plies} moves` : "";
    return `Proven: ${outcomeText(outcome, players, "wins")}${within}`;
  }
  return Math.abs(score) < 0.005 ? "Even" : `${players[score > 0 ? 0 : 1]} ${signed(Math.abs(score))}`;
}

/**
 * The values of the moves that have one, the best first.
 * @param {View} view
 * @param {Line[]} lines
 */
function hintsOf({ game, to_move: mover }, lines) {
  const hints = lines.map((line) => hintOf(game, mover, line, sameWorth(line, lines[0])));
  return /** @type {Hint[]} */ (hints.filter((hint) => hint !== null));
}

/**
 * @param {Line} one
 * @param {Line} other
 */
function sameWorth(one, other) {
  return one.score === other.score && Boolean(one.outcome) === Boolean(other.outcome) && one.plies === other.plies;
}

/**
 * The list of the best lines. While the pointer or the focus is on it, it stays as it is.
 * @param {{onPreview: (line: string[] | null) => void, onPick: (line: string[]) => void,
 *   canPlay: () => boolean}} options
 */
function bestLines({ onPreview, onPick, canPlay }) {
  const element = h("ol", { class: "lines" });
  /** @type {Line[]} */
  let lines = [];
  /** @type {string[]} */
  let players = [];

  /** @param {Line} line */
  function row({ line, sides, known, outcome, score }) {
    const text = outcome ? outcomeText(outcome, players, "wins") : known ? signed(score) : "?";
    const moves = line.slice(0, LINE_LENGTH).map((move, index) => {
      const upTo = line.slice(0, index + 1);
      const [preview, end] = [() => onPreview(upTo), () => onPreview(null)];
      const attributes = {
        type: "button",
        class: `move ${sideClass(sides, index)}`,
        title: index || !canPlay() ? "Look at it" : "Play it",
        onpointerenter: preview,
        onfocus: preview,
        onpointerleave: end,
        onblur: end,
        onclick: () => onPick(upTo),
      };
      return h("button", attributes, move);
    });
    const value = h("span", { class: outcome ? "value proven" : "value" }, text);
    return h("li", {}, value, h("span", { class: "line" }, moves));
  }

  const draw = () => fill(element, lines.map(row));
  element.addEventListener("pointerleave", draw);
  element.addEventListener("focusout", ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && element.contains(relatedTarget))) draw();
  });

  return {
    element,
    /** @type {(newLines: Line[], names: string[]) => void} */
    show(newLines, names) {
      [lines, players] = [newLines, names];
      if (!lines.length || !element.childElementCount || !element.matches(":hover, :focus-within")) draw();
    },
  };
}

/**
 * @typedef {{gameLine: import("./game.js").GameLine, view: View, outcome: Outcome | null}} Subject
 *   what is analysed; `outcome` is how the game has ended there, by its rules or otherwise
 */

export class AnalysisPanel {
  #connection;
  #onHints;
  #score = scoreBar();
  #figures = h("p", { class: "figures faint" });
  /** What evaluates, if it is a network. */
  #network = h("p", { class: "judge faint" });
  #best;
  #values;
  #toggle = h("input", {
    type: "checkbox", role: "switch", id: fresh("analysis"), checked: localStorage.getItem("analysis") === "on",
  });

  /** @type {Subject | null} */
  #subject = null;
  /** @type {import("./connection.js").Question | null} */
  #question = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #showsResult = false;

  /**
   * @param {{connection: import("./connection.js").Connection,
   *   onHints: (hints: Hint[]) => void, onPreview: (line: string[] | null) => void,
   *   onPick: (line: string[]) => void, canPlay: () => boolean}} options
   *   `canPlay` says whether the first move of a line can be played
   */
  constructor({ connection, onHints, onPreview, onPick, canPlay }) {
    this.#connection = connection;
    this.#onHints = onHints;
    this.#best = bestLines({ onPreview, onPick, canPlay });
    this.#values = moveValues({ onPreview, onPick });
    this.#toggle.addEventListener("change", () => {
      localStorage.setItem("analysis", this.#toggle.checked ? "on" : "off");
      this.#start();
    });
    this.element = h(
      "section",
      { class: "panel analysis", "aria-label": "Analysis" },
      h("header", {}, h("h2", {}, h("label", { for: this.#toggle.id }, "Analysis")), this.#toggle),
      h(
        "div",
        { class: "body" },
        this.#score.bar, this.#score.words, this.#figures, this.#network, this.#best.element, this.#values.element,
      ),
    );
  }

  toggle() {
    this.#toggle.click();
  }

  stop() {
    clearTimeout(this.#timer);
    this.#question?.stop();
    this.#question = null;
  }

  /** @param {Subject} next */
  show(next) {
    /** @type {(subject: Subject) => string} */
    const key = ({ gameLine, outcome }) => JSON.stringify([gameLine, outcome]);
    if (this.#subject && key(this.#subject) === key(next)) return;
    this.#subject = next;
    this.#start();
  }

  #start() {
    this.stop();
    this.element.classList.toggle("on", this.#toggle.checked);
    this.#best.show([], []);
    this.#values.clear();
    this.#onHints([]);
    this.#score.bar.hidden = false;
    this.#best.element.hidden = Boolean(this.#subject?.outcome);
    if (!this.#subject) return;
    const { view, outcome } = this.#subject;
    this.#score.bar.className = `bar ${tones(view)}`;
    this.#best.element.className = `lines ${tones(view)}`;
    if (!this.#toggle.checked) return;
    if (outcome) return this.#drawResult(outcome, view.players);
    if (this.#showsResult) this.#score.draw(0, "", false);
    this.#showsResult = false;
    this.#figures.textContent = "Beginning …";
    this.#network.textContent = "";
    const subject = this.#subject;
    this.#timer = setTimeout(() => this.#ask(subject), DELAY);
  }

  /** @param {Subject} subject */
  #ask({ gameLine, view }) {
    const count = view.legal.length;
    const lines = count > ALL_MOVES ? BEST_MOVES : count;
    this.#question = this.#connection.stream("analyse", { ...gameLine, lines }, (answer) => {
      if (answer.compiling) this.#figures.textContent = COMPILING;
      if (answer.note) this.#figures.textContent = answer.note;
      if (answer.analysis) this.#draw(answer.analysis, view);
      if (answer.network !== undefined) this.#network.textContent = answer.network;
    });
    this.#question.done.catch((error) => {
      this.#score.bar.hidden = this.#best.element.hidden = true;
      this.#score.words.textContent = "";
      this.#figures.textContent = errorText(error);
    });
  }

  /**
   * @param {Analysis} analysis
   * @param {View} view
   */
  #draw(analysis, view) {
    const { game, players, legal } = view;
    const { outcome, known, depth, nodes, rate, lines } = analysis;
    const share = outcome ? outcomeShare(outcome) : scoreShare(game, analysis.score_first);
    this.#score.draw(share, scoreText(analysis, players), Boolean(outcome), known);
    this.#figures.textContent = nodes
      ? `depth ${depth} · ${short(nodes)} positions · ${short(rate)} a second`
      : `over after ${depth} ${depth === 1 ? "move" : "moves"}, without a search`;
    this.#best.show(lines.slice(0, LINES), players);
    const hints = hintsOf(view, lines);
    this.#values.show(hints, lines, legal.map(({ move }) => move), players[view.to_move]);
    this.#onHints(hints);
  }

  /**
   * @param {Outcome} outcome
   * @param {string[]} players
   */
  #drawResult(outcome, players) {
    this.#showsResult = true;
    const text = `The game is over: ${outcomeText(outcome, players, "won")}`;
    this.#score.draw(outcomeShare(outcome), text, true);
    this.#figures.textContent = "";
  }
}

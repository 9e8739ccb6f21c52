/** The panel of a game in review: the graph of its score, the moves where it turned, and what was better. */

import { tones } from "./boards/board.js";
import { errorText, fill, h, reveal, signed } from "./dom.js";
import { graph } from "./graph.js";
import { moveName, sideClass } from "./moves.js";
import { lossText, nothingText, resignationText, sinceText } from "./review-words.js";
import { outcomeShare, scoreShare } from "./scores.js";

/**
 * @typedef {import("./boards/board.js").View} View
 * @typedef {import("./game.js").Outcome} Outcome
 * @typedef {import("./review-words.js").JudgedMove} JudgedMove
 * @typedef {{ply: number, score: number | null, outcome: Outcome | null}} Step
 * @typedef {{opening: number | null, middle: number | null, end: number | null}} GivenAway
 *   what a side gave away a move in each third of the game, null where no move could be judged
 * @typedef {{steps: Step[], turning: JudgedMove[], since: JudgedMove | null, unknown: number,
 *   resignation: import("./review-words.js").Resignation | null, given_away: GivenAway[]}} Findings
 *   the moves that gave something away; the first move of those after which the winner was ahead; how many moves could
 *   not be judged
 * @typedef {{gameLine: import("./game.js").GameLine, view: View, outcome: Outcome | null, names: string[],
 *   persons: number[], opening?: number}} Subject
 *   a whole game: `outcome` if it ended otherwise than by its rules, what the players are called in sentences, which
 *   sides people play, and how many moves were dictated
 */

/** Where the board stands above the panels. */
const NARROW = "(max-width: 900px)";
/** How many moves of a better line are shown. */
const LINE_LENGTH = 6;
/** @type {("opening" | "middle" | "end")[]} the thirds of a game */
const PHASES = ["opening", "middle", "end"];

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
  /** @type {Findings | null} */
  #findings = null;
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
    this.#findings = null;
    fill(this.#list);
    this.#state.textContent = "Looking at every move …";
    this.#drawGraph(next);
    this.#ask(next);
  }

  /** @param {Subject} subject */
  #ask(subject) {
    const { gameLine, outcome, opening } = subject;
    const fields = { ...gameLine, ...(outcome ? { outcome } : {}), ...(opening ? { opening } : {}) };
    this.#question = this.#options.connection.stream("report", fields, (answer) => {
      if (answer.step) this.#take([answer.step]);
      if (answer.turning) {
        this.#findings = /** @type {any} */ (answer);
        this.#take(answer.steps);
      }
      this.#drawGraph(subject);
    });
    this.#question.done.then(
      () => this.#finish(subject),
      (error) => {
        fill(this.#picture);
        this.#state.textContent = errorText(error);
      },
    );
  }

  /** @param {Step[]} steps */
  #take(steps) {
    for (const { ply, score, outcome } of steps) {
      this.#scores[ply] = score;
      this.#proven[ply] = outcome;
    }
  }

  /** @param {Subject} subject */
  #finish(subject) {
    const { turning = [], unknown = 0 } = this.#findings ?? {};
    const judged = subject.view.moves.length - (subject.opening ?? 0);
    this.#state.textContent = turning.length ? "" : nothingText(unknown, judged);
    this.#options.onMarks(new Map(turning.map(({ ply }) => [ply - 1, "mistake"])));
    this.#drawGraph(subject);
    if (this.#findings) this.#drawFindings(subject, this.#findings);
  }

  /** @param {Subject} subject */
  #drawGraph({ view, names }) {
    const [scores, at] = [this.#scores, this.#at];
    const marks = new Map(this.#findings?.turning.map(({ ply, turned }) => [ply, turned ? "turned" : "mistake"]));
    const shares = scores.map((score, ply) => {
      const outcome = this.#proven[ply];
      if (score === null) return null;
      return outcome ? outcomeShare(outcome) : scoreShare(view.game, score);
    });
    const here = at ? `After ${moveName(view, at - 1)}` : "At the start";
    fill(this.#picture, graph({ scores, shares, at, marks, players: names, goTo: this.#options.goTo, here }));
  }

  /**
   * How the game ended and from where on it was decided; then the moves of each side that gave something away: the only
   * person's before the other's, the decisive one first; then what each side gave away a move.
   * @param {Subject} subject
   * @param {Findings} findings
   */
  #drawFindings(subject, findings) {
    const { view, names, persons } = subject;
    const sides = persons.length === 1 && persons[0] === 1 ? [1, 0] : [0, 1];
    const byMargin = !this.#scores.every((score) => Math.abs(score ?? 0) <= 1);
    this.#list.className = `turns ${tones(view)}`;
    fill(
      this.#list,
      this.#resigned(subject, findings),
      this.#since(subject, findings),
      sides.map((side) => {
        const moves = findings.turning.filter(({ player }) => player === side);
        if (!moves.length) return null;
        moves.sort((one, two) => Number(two.turned) - Number(one.turned));
        const title = names[side] === "You" ? "Your moves" : `${names[side]}’s moves`;
        const rows = moves.map((move) => this.#row(move, view, lossText(move, names[side], byMargin)));
        return [h("h3", {}, title), h("ul", {}, rows)];
      }),
      givenAwayTable(findings.given_away, sides, names),
    );
  }

  /**
   * @param {Subject} subject
   * @param {Findings} findings
   */
  #resigned({ view, names }, { resignation }) {
    if (!resignation) return null;
    const { player, lost, better, sides } = resignation;
    const more = lost || !better.length ? null : this.#line("It could have gone on ", view.moves.length, better, sides);
    return h("p", { class: "resigned" }, resignationText(resignation, names[player]), " ", more);
  }

  /**
   * @param {Subject} subject
   * @param {Findings} findings
   */
  #since({ view, names }, { since }) {
    const text = sinceText(since, view, names);
    if (!since || !text) return null;
    const other = (since.score ?? 0) < 0 && since.better[0] !== since.move;
    const more = other ? this.#line("Perhaps better was ", since.ply - 1, since.better, since.sides) : null;
    return h("p", { class: "since" }, text, " ", more);
  }

  /**
   * @param {JudgedMove} move
   * @param {View} view
   * @param {string} text
   */
  #row(move, view, text) {
    const goTo = () => this.#options.goTo(move.ply);
    const title = move.turned ? "The decisive move" : move.worst ? "The move that lost most" : "";
    return h(
      "li",
      { class: move.turned ? "turned" : "" },
      title ? h("strong", { class: move.turned ? "decisive" : "worst" }, title) : null,
      h("button", { type: "button", class: "move mistake", onclick: goTo }, moveName(view, move.ply - 1)),
      h("span", {}, ` ${text} `),
      move.better.length && move.better[0] !== move.move
        ? this.#line("Better was ", move.ply - 1, move.better, move.sides)
        : null,
    );
  }

  /**
   * A line of moves that can be looked at on the board.
   * @param {string} title
   * @param {number} ply  after which it begins
   * @param {string[]} moves
   * @param {number[]} sides  who plays each of them
   */
  #line(title, ply, moves, sides) {
    const { onPick, onPreview } = this.#options;
    const line = moves.slice(0, LINE_LENGTH);
    const [preview, end] = [() => onPreview(ply, line), () => onPreview(0, null)];
    const attributes = {
      type: "button",
      class: "move",
      onclick: () => onPick(ply, line),
      onpointerenter: preview,
      onfocus: preview,
      onpointerleave: end,
      onblur: end,
    };
    const names = line.flatMap((move, index) => [h("span", { class: sideClass(sides, index) }, move), " "]);
    return h("span", {}, title, h("button", attributes, names));
  }
}

/**
 * What each side gave away a move in the opening, the middle and the end; nothing if that is not known or nothing.
 * @param {GivenAway[]} givenAway
 * @param {number[]} sides  in their order
 * @param {string[]} names
 */
function givenAwayTable(givenAway, sides, names) {
  if (!givenAway.some((phases) => PHASES.some((phase) => (phases[phase] ?? 0) > 0))) return null;
  /** @type {(value: number | null) => string} */
  const shown = (value) => (value === null ? "–" : signed(value).replace("+", ""));
  return h(
    "table",
    { class: "given-away" },
    h("caption", {}, "Given away a move"),
    h("thead", {}, h("tr", {}, h("td", {}), PHASES.map((phase) => h("th", { scope: "col" }, phase)))),
    h(
      "tbody",
      {},
      sides.map((side) => {
        const cells = PHASES.map((phase) => h("td", {}, shown(givenAway[side][phase])));
        return h("tr", {}, h("th", { scope: "row" }, names[side]), cells);
      }),
    ),
  );
}

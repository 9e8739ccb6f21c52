/**
 * A board in a notebook, drawn as on the page. The kernel knows the rules, the player and the engine: clicks are sent
 * to it, and it answers with its state, of which everything is drawn anew.
 */

import { makeBoard, named, tones } from "../web/static/boards/board.js";
import { capital, fill, h, signed } from "../web/static/dom.js";
import { hintOf, outcomeShare, outcomeText, scoreShare } from "../web/static/scores.js";

/**
 * @typedef {import("../web/static/boards/types.js").View} View
 * @typedef {import("../web/static/boards/types.js").Hint} Hint
 * @typedef {import("../web/static/scores.js").Valued} Valued
 * @typedef {{rank: number, move: string, score: number | null, exact: boolean, winner: 0 | 1 | null,
 *   margin: number | null, plies: number | null, line: string}} Row  a line of an analysis, for the side to move
 * @typedef {{
 *   view: View, opponent: string | null, bottom: 0 | 1, playable: boolean, thinking: boolean, undo: boolean,
 *   analysing: boolean, rows: Row[], figures: string, hint: string, hinted: string | null, message: string,
 * }} State  what the kernel says; without an opponent both sides are played by hand; `hinted` is the hint's move
 * @typedef {{get: (key: string) => any, on: (event: string, heard: () => void) => void,
 *   off: (event: string, heard: () => void) => void, send: (message: object) => void}} Model
 */

/** Lines of an analysis that are listed. */
const LINES = 3;

/** @param {Row} row @returns {Valued} */
function valued({ move, score, exact, winner, margin, plies }) {
  const outcome = exact ? { winner, margin: margin ?? 0, reason: "" } : null;
  return { move, score: score ?? 0, known: score !== null, outcome, plies };
}

/** The place that the page's modules tell screen readers about. It is outside of the board's own root. */
function spoken() {
  if (document.getElementById("spoken")) return;
  const place = h("div", { id: "spoken", role: "status" });
  place.style.cssText = "position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)";
  document.body.append(place);
}

/**
 * Whose turn it is, or how the game ended.
 * @param {State} state
 * @param {View} view
 */
function statusText({ opponent, thinking }, { outcome, players, to_move: mover }) {
  if (outcome) return `${capital(outcomeText(outcome, players, "won"))}: ${outcome.reason}`;
  if (thinking) return `${players[mover]}, ${opponent}, is thinking`;
  return opponent ? `Your move (${players[mover]})` : `${players[mover]} to move`;
}

class NotebookBoard {
  /** @param {Model} model */
  constructor(model) {
    this.model = model;
    const act = (/** @type {string} */ what) => () => model.send({ do: what });
    this.status = h("p", { class: "status", role: "status" });
    this.message = h("p", { class: "message", role: "alert" });
    this.hintText = h("p", { class: "hint" });
    this.undo = h("button", { type: "button", onclick: act("undo") }, "Undo");
    this.ask = h("button", { type: "button", onclick: act("hint") }, "Hint");
    this.anew = h("button", { type: "button", onclick: act("new") }, "New game");
    this.analysing = h("input", { type: "checkbox", onchange: act("analyse") });
    this.filled = h("div");
    this.bar = h("div", { class: "bar", role: "img" }, this.filled);
    this.figures = h("p", { class: "faint" });
    this.lines = h("ol", { class: "variations" });
    this.moves = h("p", { class: "moves faint" });
    this.playing = h("div", { class: "playing" });
    this.caption = h("p", { class: "caption faint" });
    this.panel = h(
      "div", { class: "panel" }, this.status, this.message,
      h("div", { class: "controls" }, this.ask, this.undo, this.anew), this.hintText,
      h("label", { class: "switch" }, this.analysing, "Analysis"), this.bar, this.figures, this.lines, this.moves,
    );
    this.element = h("div", { class: "room" }, this.playing, this.panel);
    /** @type {Promise<void> | void} what is still being animated */
    this.shown = undefined;
    this.view = this.fresh();
    const onMove = (/** @type {string} */ move) => model.send({ do: "move", move });
    this.drawing = makeBoard(this.view, { onMove });
    this.playing.append(this.drawing.element, this.caption);
    this.update();
  }

  /** @returns {State} */
  get state() {
    return this.model.get("state");
  }

  /** The view that the kernel sent last, with names that fit what is drawn. */
  fresh() {
    return named(this.state.view);
  }

  /** Draws what the kernel says now. While the position is the same, what was chosen on the board stays so. */
  update() {
    const { state } = this;
    const next = this.fresh();
    const same = next.position === this.view.position && next.moves.length === this.view.moves.length;
    if (!same) this.view = next;
    const { view } = this;
    const extras = { playable: state.playable, hints: this.hints(), bottom: state.bottom, animate: !same };
    this.shown = Promise.resolve(this.shown).then(() => this.drawing.show(view, extras));
    this.status.textContent = statusText(state, view);
    this.status.classList.toggle("thinking", state.thinking);
    this.message.textContent = state.message;
    this.hintText.textContent = state.hint;
    this.caption.textContent = view.board.caption ?? "";
    this.undo.disabled = !state.undo;
    this.ask.disabled = !state.playable;
    this.analysing.checked = state.analysing;
    this.moves.textContent = view.moves.map((move, index) => `${index + 1}. ${move}`).join("  ");
    this.drawAnalysis();
  }

  /** What the moves are worth, as the board marks them: those of the analysis, or the hint. */
  hints() {
    const { state } = this;
    if (state.hinted) {
      return [/** @type {Hint} */ ({ move: state.hinted, kind: "good", strength: 1, best: true, text: "" })];
    }
    const { game, to_move: mover } = state.view;
    const best = state.rows[0];
    const found = state.rows.map((row) => {
      return hintOf(game, mover, valued(row), row.score === best.score && row.exact === best.exact);
    });
    return /** @type {Hint[]} */ (found.filter((hint) => hint !== null));
  }

  drawAnalysis() {
    const { rows, analysing, figures } = this.state;
    const { to_move: mover, game, players } = this.view;
    this.bar.hidden = this.lines.hidden = !analysing || !rows.length;
    this.figures.textContent = analysing ? figures : "";
    if (this.bar.hidden) return;
    const best = valued(rows[0]);
    const own = best.outcome ? outcomeShare(best.outcome) : scoreShare(game, best.score) * (mover ? -1 : 1);
    this.bar.className = `bar ${tones(this.view)}${best.known ? "" : " unknown"}`;
    this.bar.style.setProperty("--first", `${((1 + own) * 50).toFixed(1)}%`);
    const said = (/** @type {Valued} */ { outcome, known, score }) => {
      return outcome ? outcomeText(outcome, players, "wins") : known ? signed(score) : "?";
    };
    this.bar.setAttribute("aria-label", `Score: ${said(best)}`);
    fill(this.lines, rows.slice(0, LINES).map((row) => {
      return h("li", {}, h("b", {}, said(valued(row))), h("span", {}, row.line));
    }));
  }
}

/** @param {{model: Model, el: HTMLElement}} context */
function render({ model, el }) {
  spoken();
  const host = h("div", { class: "outplay-notebook" });
  const root = host.attachShadow({ mode: "open" });
  const board = new NotebookBoard(model);
  const sheet = h("style", {}, model.get("sheet"));
  root.append(sheet, board.element);
  host.addEventListener("pointerdown", () => (host.dataset.input = "pointer"), true);
  host.addEventListener("keydown", () => (host.dataset.input = "keys"), true);
  host.addEventListener("keydown", (event) => event.stopPropagation()); // the notebook has shortcuts of its own
  el.append(host);
  const update = () => board.update();
  model.on("change:state", update);
  return () => model.off("change:state", update);
}

export default { render };

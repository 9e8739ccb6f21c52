/** The position editor: a board to click on, the text of the position, and whether the server accepts it. */

import { makeBoard, named } from "./boards/board.js";
import { catalogue } from "./catalogue.js";
import { capital, errorText, fill, fresh, h } from "./dom.js";
import { gridEditing } from "./editor-grid.js";
import { pitsEditing } from "./editor-pits.js";
import { go, note } from "./router.js";

/**
 * @typedef {import("./boards/board.js").View} View
 * @typedef {import("./boards/board.js").Legal} Legal
 * @typedef {{value: string | number, label: string, chip?: HTMLElement}} Brush  what a click sets
 * @typedef {{
 *   brushes: Brush[],
 *   buttons: {label: string, change: (text: string, brush: string | number) => string}[],
 *   read: (text: string) => any,
 *   textOf: (view: View) => string,
 *   cleared: () => string,
 *   targets: (board: any) => Legal[],
 *   click: (text: string, target: string, brush: string | number) => string,
 *   describeClick: (text: string, target: string | number, brush: string | number) => string,
 *   complaint: (text: string) => string,
 * }} Editing
 *   how positions of a drawing family are edited, as changes of their texts: `read` gives the board that a text
 *   describes, possible or not, or null; `targets` are the places that can be clicked, as moves; `complaint` words
 *   what the server says of a text
 */

/** @type {Record<string, (initial: View) => Editing>} */
const FAMILIES = { grid: gridEditing, hex: gridEditing, pits: pitsEditing };

const TEXT_ONLY =
  "The positions of this game are written as text. Change it below: the board shows each that can be.";

/**
 * @param {HTMLElement} root
 * @param {import("./router.js").Params} params
 * @param {import("./connection.js").Connection} connection
 */
export async function show(root, params, connection) {
  const { game, start } = params;
  if (!game) return go("");
  /** @type {(position: string | null) => Promise<View>} */
  const ask = async (position) => named((await connection.ask("view", { game, start: position, moves: [] })).view);
  const [initial, { opponent }] = await Promise.all([ask(null), catalogue(connection)]);
  document.title = `Edit · ${initial.title} · outplay`;
  const editor = new Editor(initial, params, opponent, ask);
  root.append(...editor.elements);
  const first = start ? await ask(start).catch(() => null) : initial;
  await editor.take(first ? editor.textOf(first) : start);
}

class Editor {
  #initial;
  #params;
  #opponent;
  #ask;
  /** @type {Editing | null} null if the game's positions can only be edited as text */
  #editing;
  #text = h("textarea", { rows: 3, class: "wide", spellcheck: "false", id: fresh("position") });
  #wrong = h("p", { class: "wrong", role: "alert" });
  #turn = h("p", { class: "status" });
  #tools = h("div", { class: "editor-tools" });
  #board;
  /** @type {HTMLButtonElement[]} the buttons that need a possible position */
  #actions;

  /** @type {string | number} */
  #brush = "";
  /** Counts the texts that were taken; the answer about an older one is dropped. */
  #serial = 0;
  /** @type {View | null} what is on the board according to the text, possible or not; null if it cannot be drawn */
  #sketch = null;
  /** @type {View | null} the position, once the server has accepted it */
  #accepted = null;

  /**
   * @param {View} initial  the start position
   * @param {import("./router.js").Params} params
   * @param {string} opponent  the player against whom one plays if the address names none
   * @param {(position: string) => Promise<View>} ask  rejects if there is no such position
   */
  constructor(initial, params, opponent, ask) {
    this.#initial = initial;
    this.#params = params;
    this.#opponent = opponent;
    this.#ask = ask;
    this.#editing = initial.editable ? (FAMILIES[initial.family]?.(initial) ?? null) : null;
    this.#actions = this.#makeActions();
    this.#board = makeBoard({ ...initial, legal: [] }, { onMove: (/** @type {string} */ move) => this.#click(move) });
    this.#text.addEventListener("input", () => this.take(this.#text.value));
    this.elements = this.#layOut();
    this.#fillTools();
  }

  /** @param {View} view */
  textOf(view) {
    return this.#editing ? this.#editing.textOf(view) : view.position;
  }

  #makeActions() {
    const { first, second, time, clock, flag } = this.#params;
    const usual = { first: first || "you", second: second || this.#opponent, time, clock, flag };
    const analyse = () => {
      localStorage.setItem("analysis", "on");
      this.#play({ first: "you", second: "friend" });
    };
    const swapped = () => this.#play({ first: this.#opponent, second: "you" });
    return [
      h("button", { type: "button", class: "primary", onclick: () => this.#play(usual) }, "Play from here"),
      h("button", { type: "button", onclick: swapped }, "Play as the second player"),
      h("button", { type: "button", onclick: analyse }, "Analyse"),
    ];
  }

  #layOut() {
    const editing = this.#editing;
    /** @type {(text: string, action: () => void) => HTMLElement} */
    const quiet = (text, action) => h("button", { type: "button", class: "quiet", onclick: action }, text);
    const position = h(
      "section",
      { class: "panel", "aria-label": "The position" },
      this.#turn,
      this.#wrong,
      h("label", { for: this.#text.id }, "The position as text"),
      this.#text,
      h("div", { class: "actions" }, this.#actions),
    );
    const more = h(
      "div",
      { class: "more" },
      quiet("Back", () => this.#back()),
      quiet("The start", () => this.take(this.textOf(this.#initial))),
      editing ? quiet("Clear the board", () => this.take(editing.cleared())) : null,
    );
    const tools = h("section", { class: "panel", "aria-label": "What to set" }, h("h2", {}, "Set"), this.#tools);
    return [
      h("div", { class: "heading" }, h("h1", {}, `Edit a position of ${this.#initial.title}`)),
      h(
        "div",
        { class: "table" },
        h("div", { class: "playing" }, h("div", { class: "board-room" }, this.#board.element)),
        h("div", { class: "aside" }, tools, position, more),
      ),
    ];
  }

  #fillTools() {
    if (!this.#editing) {
      fill(this.#tools, h("p", { class: "faint" }, TEXT_ONLY));
      return;
    }
    const { brushes, buttons } = this.#editing;
    const choices = brushes.map(({ value, label, chip }) => {
      const attributes = { type: "button", class: "brush", "data-value": value, onclick: () => this.#pick(value) };
      return h("button", attributes, chip, label);
    });
    const others = buttons.map(({ label, change }) => {
      const act = () => this.#sketch && this.take(change(this.#text.value.trim(), this.#brush));
      return h("button", { type: "button", onclick: act }, label);
    });
    fill(this.#tools, choices, others);
    this.#pick(brushes[0].value);
  }

  /** @param {string | number} brush */
  #pick(brush) {
    this.#brush = brush;
    for (const tool of this.#tools.querySelectorAll(".brush")) {
      tool.setAttribute("aria-pressed", String(tool.getAttribute("data-value") === String(brush)));
    }
    if (this.#sketch) this.#draw();
  }

  /** @param {string} target */
  #click(target) {
    if (this.#editing) this.take(this.#editing.click(this.#text.value.trim(), target, this.#brush));
  }

  #draw() {
    const editing = this.#editing;
    const view = this.#sketch ?? (this.#accepted && { ...this.#accepted, legal: [] });
    if (!view) return;
    /** @type {(target: string | number) => string} */
    const says = (target) => editing?.describeClick(this.#text.value.trim(), target, this.#brush) ?? "";
    this.#board.show(view, { playable: Boolean(this.#sketch), animate: false, says });
    const svg = this.#board.element.querySelector("svg");
    svg?.setAttribute("aria-label", `A board of ${this.#initial.title}, to be set up`);
  }

  /**
   * A view of the board that a text describes, in which every place can be clicked.
   * @param {string} text
   * @returns {View | null}
   */
  #sketched(text) {
    const board = this.#editing?.read(text);
    if (!this.#editing || !board) return null;
    const highlights = { last: [], captured: [], winning: [], path: [] };
    const legal = this.#editing.targets(board);
    return { ...this.#initial, board, legal, highlights, moves: [], outcome: null, animation: null };
  }

  /**
   * Takes a text as the position: draws it, and asks the server whether it is possible.
   * @param {string} text
   */
  async take(text) {
    if (this.#text.value !== text) this.#text.value = text;
    note("edit", { ...this.#params, moves: [], start: text });
    const serial = ++this.#serial;
    this.#accepted = null;
    this.#sketch = this.#sketched(text.trim());
    if (this.#sketch) this.#draw();
    let [view, complaint] = [/** @type {View | null} */ (null), ""];
    try {
      view = await this.#ask(text);
    } catch (error) {
      complaint = errorText(error);
    }
    if (serial !== this.#serial) return;
    this.#accepted = view;
    this.#wrong.textContent = (this.#editing?.complaint ?? capital)(complaint);
    this.#turn.textContent = statusText(view);
    if (view && !this.#sketch) this.#draw();
    for (const action of this.#actions) action.disabled = !view || Boolean(view.outcome);
  }

  /** @param {{first: string, second: string, time?: string, clock?: string, flag?: string}} seats */
  #play(seats) {
    const position = this.#accepted?.position;
    const start = position === this.#initial.position ? "" : position;
    go("play", { game: this.#params.game, start, ...seats });
  }

  /** Returns to the game as it was left, with its moves. */
  #back() {
    const { back = "" } = this.#params;
    location.hash = /^#\/play\?/.test(back) ? back : "#/";
  }
}

/** @param {View | null} view */
function statusText(view) {
  if (!view) return "Not yet a position";
  return view.outcome ? `The game is over here: ${view.outcome.reason}` : `${view.players[view.to_move]} to move`;
}

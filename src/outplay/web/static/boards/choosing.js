/** How a person chooses a move on a board: by clicks, by a drag, and by buttons where these do not say which one. */

import { h, say } from "../dom.js";
import { moveButtons } from "./buttons.js";
import { Steps } from "./steps.js";
import { hintsAt } from "./tints.js";

/**
 * @typedef {import("./types.js").Target} Target
 * @typedef {import("./types.js").Legal} Legal
 */

/** How many targets are named to screen readers. */
const MOST_SAID = 12;

export class Choosing {
  /** Buttons for moves that no click makes, or that the clicks so far do not tell apart. */
  element = h("div", { class: "others", role: "group", "aria-label": "Other moves" });
  steps = new Steps([]);
  /** @type {Legal[]} */
  #legal = [];
  #playable = false;
  /** @type {import("./types.js").Hint[]} */
  #hints = [];
  #onMove;
  #onChange;
  #nameOf;
  #focus;

  /**
   * @param {{onMove: ((move: string) => void) | null, onChange: () => void, nameOf: (target: Target) => string,
   *   focus: () => void}} options
   *   `onChange` is called when other targets are chosen; `nameOf` names a target for screen readers; `focus` gives the
   *   focus to the board
   */
  constructor({ onMove, onChange, nameOf, focus }) {
    this.#onMove = onMove;
    this.#onChange = onChange;
    this.#nameOf = nameOf;
    this.#focus = focus;
    this.element.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.cancel()) event.stopPropagation();
    });
  }

  /**
   * Takes the moves of a position. What was chosen stays so while these are the same.
   * @param {Legal[]} legal
   * @param {import("./types.js").Extras} extras
   */
  show(legal, { playable = false, preview = false, hints = [] }) {
    if (legal !== this.#legal || !playable) this.steps = new Steps(legal);
    this.#legal = legal;
    this.#playable = playable;
    this.#hints = preview ? [] : hints;
    this.#drawButtons();
  }

  /** @type {(target: Target) => boolean} whether a click there goes on with the move, or makes it */
  can = (target) => this.#playable && this.steps.next.has(target);

  /** @type {(target: Target) => boolean} whether a click there chooses a piece, which can also be dragged */
  begins = (target) => this.#playable && this.steps.starts.has(target);

  /**
   * The values of the moves that a click on each target makes or goes on with: of several, that of the best. None where
   * a move without a value may be better.
   */
  get values() {
    const { chosen, next } = this.steps;
    const found = hintsAt(this.#legal, this.#hints, chosen);
    const valued = new Set(this.#hints.map(({ move }) => move));
    for (const target of chosen) found.delete(target);
    for (const [target, { kind }] of found) {
      const unknown = next.get(target)?.some(({ move }) => !valued.has(move));
      if (unknown && kind !== "win" && kind !== "good") found.delete(target);
    }
    return found;
  }

  /** @type {(target: Target) => boolean} */
  chosen = (target) => this.steps.chosen.includes(target);

  /** @param {Target} target */
  click(target) {
    if (this.#playable) this.#take(this.steps.click(target));
  }

  /**
   * Chooses the piece that a drag begins with.
   * @param {Target} target
   */
  lift(target) {
    if (this.steps.chosen[0] === target) return;
    this.steps.clear();
    this.click(target);
  }

  /**
   * Takes the end of a drag.
   * @param {Target | null} target  null outside of the board
   * @returns {boolean} whether that made a move
   */
  drop(target) {
    const made = this.#playable ? this.steps.drop(target) : null;
    this.#take(made);
    return made !== null;
  }

  /** Chooses nothing any more; returns whether something was chosen. */
  cancel() {
    if (!this.steps.chosen.length) return false;
    const held = this.element.matches(":focus-within");
    this.steps.clear();
    this.#take(null);
    if (held) this.#focus();
    say("Nothing is chosen.");
    return true;
  }

  /** @param {Legal | null} made  the move that the last click or drag made */
  #take(made) {
    this.#drawButtons();
    this.#onChange();
    if (made) return this.#onMove?.(made.move);
    const { chosen, next, offered } = this.steps;
    if (!chosen.length) return;
    const ways = [...next.keys()].map(this.#nameOf);
    const names = chosen.map(this.#nameOf).join(", ");
    const further = next.size ? `; on to ${ways.slice(0, MOST_SAID).join(", ")}` : "";
    say(`${names} chosen${further}${offered.length ? `; or ${offered.map(labelOf).join(", ")}` : ""}.`);
    if (offered.length && !next.size) this.element.querySelector("button")?.focus();
  }

  #drawButtons() {
    const { chosen, offered } = this.steps;
    const legal = chosen.length ? offered : this.#legal.filter(({ targets }) => !targets.length);
    this.element.replaceChildren(...moveButtons(legal, this.#playable, this.#onMove, this.#hints));
  }
}

/** @param {Legal} legal */
const labelOf = ({ move, label }) => label ?? move;

/** A game as the address of the page holds it: its start, its moves, how far one looks, who plays, and who gave up. */

import { human } from "./catalogue.js";

export const SIDES = ["first", "second"];

export class Game {
  /** @type {import("./boards/board.js").View} the view after all moves */
  full = null;
  /** @type {import("./boards/board.js").View} the view after `at` moves */
  shown = null;

  constructor({ game, start, moves, at, first, second, time, resigned }) {
    this.game = game;
    this.start = start || null;
    this.moves = moves;
    this.at = at === undefined ? moves.length : Math.max(0, Math.min(moves.length, Number(at) || 0));
    this.first = first;
    this.second = second;
    this.time = time || "";
    this.resigned = SIDES.includes(resigned) ? resigned : "";
  }

  /** Takes what has changed; new moves are looked at up to the last. */
  change(what) {
    Object.assign(this, what);
    if (what.moves && what.at === undefined) this.at = this.moves.length;
  }

  /** Whether moves would be lost if these were the game's. */
  loses(moves = this.moves) {
    return this.moves.some((move, index) => move !== moves[index]);
  }

  get address() {
    const { game, start, moves, at, resigned } = this;
    return { game, start, moves, at: this.atEnd ? "" : String(at), ...this.seats, resigned };
  }

  /** The address of another game of the same kind. */
  get fresh() {
    return { game: this.game, start: this.start, ...this.seats };
  }

  get seats() {
    return { first: this.first, second: this.second, time: this.time };
  }

  get swapped() {
    return { first: this.second, second: this.first };
  }

  seat(side) {
    return this[SIDES[side]];
  }

  /** The place after some moves, as questions carry it. */
  place(count = this.moves.length) {
    return { game: this.game, start: this.start, moves: this.moves.slice(0, count) };
  }

  /** The moves up to where one looks. */
  get line() {
    return this.moves.slice(0, this.at);
  }

  get atEnd() {
    return this.at === this.moves.length;
  }

  /** The sides that people play. */
  get persons() {
    return [0, 1].filter((side) => human(this.seat(side)));
  }

  /** Who sits at the lower side of the board: you, if you are the only person and play second. */
  get bottom() {
    return human(this.second) && !human(this.first) ? 1 : 0;
  }

  get resignation() {
    if (!this.resigned) return null;
    return { winner: this.resigned === "first" ? 1 : 0, margin: 0, ending: "resignation", reason: `${this.resigned} resigned` };
  }

  /** How the game ended, by its rules or otherwise; null if it goes on. */
  get outcome() {
    return this.full.outcome ?? this.resignation;
  }

  /** How it ended where one looks. */
  get outcomeHere() {
    return this.atEnd ? this.outcome : this.shown.outcome;
  }

  /** Whether a person can move where one looks. */
  get playable() {
    return !this.outcomeHere && human(this.seat(this.shown.to_move));
  }

  /** Where undo leads: to the last place before this one where a person was to move. */
  get back() {
    for (let at = this.at - 1; at >= 0; at--) if (this.#persons(at)) return at;
    return this.at;
  }

  /** Where redo leads: to the next such place, or to the end. */
  get on() {
    let at = Math.min(this.at + 1, this.moves.length);
    while (at < this.moves.length && !this.#persons(at)) at++;
    return at;
  }

  /** Whether it was a person's turn after so many moves; with no persons, anyone's. */
  #persons(at) {
    return !this.persons.length || this.persons.includes(this.full.movers[at]);
  }
}

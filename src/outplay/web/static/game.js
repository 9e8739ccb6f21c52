/** A game as the address of the page holds it: start, moves, the ply that is shown, the players, and who resigned. */

import { human } from "./catalogue.js";

/**
 * @typedef {import("./boards/board.js").View} View
 * @typedef {NonNullable<View["outcome"]>} Outcome
 * @typedef {{game: string, start: string | null, moves: string[]}} GameLine
 *   a start position (null is the usual one) and the moves from it: how questions to the server name a position
 * @typedef {{at?: number, moves?: string[], first?: string, second?: string, resigned?: string}} Change
 */

/** @type {["first", "second"]} */
export const SIDES = ["first", "second"];

export class Game {
  /** @type {View} the view after `at` moves */
  shown;

  /**
   * @param {Record<string, any>} params  of the address
   * @param {View} full  the view after all moves
   */
  constructor({ game, start, moves, at, first, second, time, resigned }, full) {
    /** @type {string} */
    this.game = game;
    /** @type {string | null} */
    this.start = start || null;
    /** @type {string[]} */
    this.moves = moves;
    /** @type {number} */
    this.at = at === undefined ? moves.length : Math.max(0, Math.min(moves.length, Number(at) || 0));
    /** @type {string} */
    this.first = first;
    /** @type {string} */
    this.second = second;
    /** @type {string} */
    this.time = time || "";
    /** @type {string} */
    this.resigned = SIDES.includes(resigned) ? resigned : "";
    this.full = full;
    this.shown = full;
  }

  /**
   * Takes what has changed; after new moves the last one is shown.
   * @param {Change} change
   */
  change(change) {
    Object.assign(this, change);
    if (change.moves && change.at === undefined) this.at = this.moves.length;
  }

  /** Whether moves would be lost if these were the game's. */
  loses(moves = this.moves) {
    return this.moves.some((move, index) => move !== moves[index]);
  }

  /** The parameters of this game's address. */
  get address() {
    const { game, start, moves, at, resigned } = this;
    return { game, start, moves, at: this.atEnd ? "" : String(at), ...this.seats, resigned };
  }

  /** The parameters of the address of a new game with the same players. */
  get rematch() {
    return { game: this.game, start: this.start, ...this.seats };
  }

  /** The players and their time, as an address holds them. */
  get seats() {
    return { first: this.first, second: this.second, time: this.time };
  }

  get swapped() {
    return { first: this.second, second: this.first };
  }

  /**
   * The player of a side, as its spec.
   * @param {number} side
   */
  seat(side) {
    return this[SIDES[side]];
  }

  /** @returns {GameLine} the game up to some number of moves */
  gameLine(count = this.moves.length) {
    return { game: this.game, start: this.start, moves: this.moves.slice(0, count) };
  }

  /** The moves up to the position that is shown. */
  get shownMoves() {
    return this.moves.slice(0, this.at);
  }

  get atEnd() {
    return this.at === this.moves.length;
  }

  /** The sides that people play. */
  get persons() {
    return [0, 1].filter((side) => human(this.seat(side)));
  }

  /**
   * Who sits at the lower side of the board: the second player if that is the only person, otherwise the first.
   * @returns {0 | 1}
   */
  get bottom() {
    return human(this.second) && !human(this.first) ? 1 : 0;
  }

  /** @returns {Outcome | null} */
  get resignation() {
    if (!this.resigned) return null;
    const winner = this.resigned === "first" ? 1 : 0;
    return { winner, margin: 0, ending: "resignation", reason: `${this.resigned} resigned` };
  }

  /** How the game ended, by its rules or by resignation; null while it goes on. */
  get outcome() {
    return this.full.outcome ?? this.resignation;
  }

  /** How it ended in the position that is shown. */
  get outcomeHere() {
    return this.atEnd ? this.outcome : this.shown.outcome;
  }

  /** Whether a person can move in the position that is shown. */
  get playable() {
    return !this.outcomeHere && human(this.seat(this.shown.to_move));
  }

  /** Where undo leads: the last ply before this one at which a person was to move. */
  get undoPly() {
    for (let at = this.at - 1; at >= 0; at--) if (this.#personToMove(at)) return at;
    return this.at;
  }

  /** Where redo leads: the next such ply, or the end. */
  get redoPly() {
    let at = Math.min(this.at + 1, this.moves.length);
    while (at < this.moves.length && !this.#personToMove(at)) at++;
    return at;
  }

  /**
   * Whether a person was to move after some number of moves; if nobody is a person, every side counts as one.
   * @param {number} at
   */
  #personToMove(at) {
    return !this.persons.length || this.persons.includes(this.full.movers[at]);
  }
}

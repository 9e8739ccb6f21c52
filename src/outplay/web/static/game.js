/**
 * A game as the address of the page holds it: start, moves, the ply that is shown, the players and their clocks, who
 * resigned or ran out of time, and the lines that were left for another.
 */

import { human } from "./catalogue.js";
import { Clock, clockSetting } from "./clock.js";
import { common, keptLines } from "./kept-lines.js";

/**
 * @typedef {import("./boards/board.js").View} View
 * @typedef {NonNullable<View["outcome"]>} Outcome
 * @typedef {{game: string, start: string | null, moves: string[]}} GameLine
 *   a start position (null is the usual one) and the moves from it: how questions to the server name a position
 * @typedef {{at?: number, moves?: string[], first?: string, second?: string, resigned?: string, timeout?: string,
 *   clock?: Clock | null}} Change
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
  constructor({ game, start, moves, at, first, second, time, clock, left, flag, resigned, timeout, lines }, full) {
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
    /** @type {string} who ran out of time */
    this.timeout = SIDES.includes(timeout) ? timeout : "";
    const setting = clockSetting(clock);
    /** @type {Clock | null} */
    this.clock = setting && new Clock(setting, left);
    /** Whether a player whose time is over has lost. */
    this.flag = Boolean(flag);
    /** @type {string[][]} the lines that were left for another, as moves from the start */
    this.lines = linesOf(lines ?? [], moves);
    this.full = full;
    this.shown = full;
  }

  /**
   * Takes what has changed; after new moves the last one is shown.
   * @param {Change} change
   */
  change(change) {
    if (change.moves) this.lines = keptLines(this.lines, this.moves, change.moves);
    Object.assign(this, change);
    if (change.moves && change.at === undefined) this.at = this.moves.length;
  }

  /** Whether moves would be lost if these were the game's. */
  loses(moves = this.moves) {
    return this.moves.some((move, index) => move !== moves[index]);
  }

  /** The parameters of this game's address. */
  get address() {
    const { game, start, moves, at, resigned, timeout } = this;
    const lines = this.lines.map((line) => [String(common(line, moves)), ...line.slice(common(line, moves))]);
    const left = this.clock?.leftText ?? "";
    return { game, start, moves, at: this.atEnd ? "" : String(at), ...this.seats, left, resigned, timeout, lines };
  }

  /** The parameters of the address of a new game with the same players. */
  get rematch() {
    return { game: this.game, start: this.start, ...this.seats };
  }

  /** The players and their time, as an address holds them. */
  get seats() {
    const { first, second, time, clock, flag } = this;
    return { first, second, time, clock: clock?.text ?? "", flag: clock && flag ? "1" : "" };
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

  /** @returns {Outcome | null} how the game ended otherwise than by its rules */
  get forfeit() {
    const loser = this.resigned || this.timeout;
    if (!loser) return null;
    const winner = loser === "first" ? 1 : 0;
    const ending = this.resigned ? "resignation" : "timeout";
    return { winner, margin: 0, ending, reason: `${loser} ${this.resigned ? "resigned" : "ran out of time"}` };
  }

  /** How the game ended, by its rules or otherwise; null while it goes on. */
  get outcome() {
    return this.full.outcome ?? this.forfeit;
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

/**
 * The lines of an address, which hold the number of moves in common with the game and those that follow.
 * @param {string[][]} lines
 * @param {string[]} moves  of the game
 */
function linesOf(lines, moves) {
  const whole = lines.filter(([count]) => Number(count) >= 0);
  return whole.map(([count, ...rest]) => [...moves.slice(0, Number(count)), ...rest]);
}

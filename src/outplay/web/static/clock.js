/** The clocks of both players: time for the whole game with an increment for each move, or time for each move. */

/**
 * @typedef {{each: boolean, seconds: number, increment: number}} ClockSetting
 *   `each` says whether the seconds are for each move
 */

/** The most that can be set: a day for a game, an hour for a move. */
export const MOST_GAME = 86_400;
export const MOST_MOVE = 3600;

/**
 * The setting in an address: "300,5" is five minutes with five seconds for each move, "each:30" half a minute a move.
 * @param {string} text
 * @returns {ClockSetting | null} null for no clock
 */
export function clockSetting(text) {
  const found = /^(each:)?(\d+(?:\.\d+)?)(?:,(\d+(?:\.\d+)?))?$/.exec(text ?? "");
  if (!found) return null;
  const [each, seconds, increment] = [Boolean(found[1]), Number(found[2]), Number(found[3] ?? 0)];
  const most = each ? MOST_MOVE : MOST_GAME;
  return seconds > 0 && seconds <= most && increment <= MOST_MOVE ? { each, seconds, increment } : null;
}

/** @param {ClockSetting} setting */
export function clockText({ each, seconds, increment }) {
  return each ? `each:${seconds}` : `${seconds},${increment}`;
}

/**
 * Seconds as a clock shows them, rounded up: "4:05", below ten seconds "9.3".
 * @param {number} seconds
 */
export function timeText(seconds) {
  const sign = seconds <= -1 ? "−" : "";
  if (seconds > 0 && seconds < 9.95) return (Math.ceil(seconds * 10) / 10).toFixed(1);
  const whole = seconds > 0 ? Math.ceil(seconds) : Math.floor(-seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return `${sign}${hours ? `${hours}:${two(minutes)}` : minutes}:${two(rest)}`;
}

export class Clock {
  /** @type {ClockSetting} */
  #setting;
  /** @type {number[]} seconds that each side had when its clock was last stopped */
  #left;
  /** @type {{side: number, since: number} | null} whose clock runs, and since when */
  #running = null;

  /**
   * @param {ClockSetting} setting
   * @param {string} left  what remained for each side, as an address has it
   */
  constructor(setting, left = "") {
    this.#setting = setting;
    const given = left.split(",").map(Number);
    const usable = left && given.length === 2 && given.every((seconds) => Number.isFinite(seconds));
    this.#left = usable && !setting.each ? given : [setting.seconds, setting.seconds];
  }

  get text() {
    return clockText(this.#setting);
  }

  /** What remains for each side, as an address holds it; nothing to hold where each move has its own time. */
  get leftText() {
    return this.#setting.each ? "" : [0, 1].map((side) => this.left(side).toFixed(1)).join(",");
  }

  /** The side whose clock runs; null if both stand. */
  get side() {
    return this.#running?.side ?? null;
  }

  /**
   * Seconds that a side has left.
   * @param {number} side
   */
  left(side) {
    const elapsed = this.#running?.side === side ? (performance.now() - this.#running.since) / 1000 : 0;
    return this.#left[side] - elapsed;
  }

  /**
   * Lets the clock of a side run.
   * @param {number} side
   */
  run(side) {
    if (this.#running?.side === side) return;
    this.stop();
    this.#running = { side, since: performance.now() };
  }

  /** Stops the clock that runs; what has passed is counted. */
  stop() {
    if (!this.#running) return;
    const { side } = this.#running;
    this.#left[side] = this.left(side);
    this.#running = null;
  }

  /**
   * Ends a move: what has passed is counted, unless the seconds were measured elsewhere, and the increment is added.
   * @param {number} side
   * @param {number | null} seconds  that the move took
   * @returns {boolean} whether the move was made in time; always, if the clock was not running
   */
  press(side, seconds = null) {
    if (this.#running?.side !== side) return true;
    if (seconds !== null) this.#running = { side, since: performance.now() - seconds * 1000 };
    this.stop();
    const inTime = this.#left[side] > 0;
    if (this.#setting.each) this.#left[side] = this.#setting.seconds;
    else this.#left[side] += this.#setting.increment;
    return inTime;
  }

  /**
   * What a player on the server may use for its move, as `choose` takes it.
   * @param {number} side
   */
  limit(side) {
    const left = Math.max(0.05, this.left(side));
    return this.#setting.each ? { time: Math.min(60, left) } : { clock: left, increment: this.#setting.increment };
  }
}

/** Moves of one click or several: which clicks are possible next, and which move the clicks so far have made. */

/**
 * @typedef {import("./types.js").Target} Target
 * @typedef {import("./types.js").Legal} Legal
 */

export class Steps {
  /** @param {Legal[]} legal */
  constructor(legal) {
    /** The moves that are made by clicks; the others have buttons of their own. */
    this.legal = legal.filter(({ targets }) => targets.length);
    /** @type {Set<Target>} where moves of several clicks begin */
    this.starts = new Set(this.legal.flatMap(({ targets }) => (targets.length > 1 ? targets[0] : [])));
    /** @type {Target[]} the targets that were clicked, in order */
    this.chosen = [];
    /** @type {Legal[]} the moves that begin with them */
    this.left = [];
    /** @type {Map<Target, Legal[]>} what can be clicked next, with the moves that go on so */
    this.next = new Map();
    /** @type {Legal[]} moves that no click tells apart, and those that can end here while others go on */
    this.offered = [];
    this.clear();
  }

  clear() {
    this.#keep([], this.legal);
  }

  /**
   * @param {Target[]} chosen
   * @param {Legal[]} left
   */
  #keep(chosen, left) {
    this.chosen = chosen;
    this.left = left;
    this.offered = left.filter(({ targets }) => targets.length === chosen.length);
    this.next = new Map();
    for (const legal of left) {
      for (const target of legal.targets[chosen.length] ?? []) {
        if (target === chosen[chosen.length - 1]) continue; // a step may name the same targets as the one before
        const others = this.next.get(target);
        if (others) others.push(legal);
        else this.next.set(target, [legal]);
      }
    }
  }

  /**
   * Takes a click on a target. On the one chosen last it ends the move there, if that is one; anywhere else where the
   * move does not go on, another one begins, or nothing is chosen any more.
   * @param {Target} target
   * @returns {Legal | null} the move that is made
   */
  click(target) {
    const last = this.chosen[this.chosen.length - 1];
    if (target === last && this.offered.length === 1) return this.#made(this.offered[0]);
    if (this.chosen.length && !this.next.has(target)) {
      const again = this.chosen.includes(target);
      this.clear();
      if (again) return null;
    }
    const left = this.next.get(target);
    if (!left) return null;
    this.#keep([...this.chosen, target], left);
    return left.length === 1 && this.offered.length === 1 ? this.#made(left[0]) : null;
  }

  /**
   * Takes the end of a drag, which may pass over the targets between the first and the last. A drag that ends anywhere
   * else chooses nothing.
   * @param {Target | null} target
   * @returns {Legal | null} the move that is made
   */
  drop(target) {
    if (target !== null && this.next.has(target)) return this.click(target);
    const left = this.left.filter(({ targets }) => target !== null && targets[targets.length - 1].includes(target));
    if (left.length === 1) return this.#made(left[0]);
    if (left.length) this.offered = left;
    else this.clear();
    return null;
  }

  /** @param {Legal} legal */
  #made(legal) {
    this.clear();
    return legal;
  }
}

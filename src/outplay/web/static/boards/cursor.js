/** Keys on a board: arrows move a cursor from target to target, Enter or the space bar clicks there, Escape cancels. */

/** @type {Record<string, [number, number]>} the step of each arrow key as [rows, columns] */
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class Cursor {
  /**
   * @param {SVGElement} board  the element that has the focus
   * @param {() => SVGElement[][]} targets  what can be clicked, as it is drawn, row by row; each has an id
   * @param {{act: (target: SVGElement) => void, cancel?: () => boolean, reveal?: (target: SVGElement) => void}} actions
   *   `act` clicks a target, `cancel` takes clicks back and says whether there were any, `reveal` brings a target into
   *   view
   */
  constructor(board, targets, { act, cancel = () => false, reveal = () => {} }) {
    this.board = board;
    this.targets = targets;
    this.act = act;
    this.cancel = cancel;
    this.reveal = reveal;
    this.row = Math.floor(targets().length / 2);
    this.column = Math.floor(targets()[this.row].length / 2);
    board.addEventListener("focus", () => this.mark());
    board.addEventListener("blur", () => this.clear());
    board.addEventListener("keydown", (event) => this.onKey(event));
  }

  /** The target at the cursor, which stays on the board when that is drawn anew in another shape. */
  get here() {
    this.row = Math.min(this.row, this.targets().length - 1);
    const row = this.targets()[this.row];
    return row[Math.min(this.column, row.length - 1)];
  }

  clear() {
    for (const old of this.board.querySelectorAll(".cursor")) old.classList.remove("cursor");
  }

  mark() {
    this.clear();
    this.here.classList.add("cursor");
    this.board.setAttribute("aria-activedescendant", this.here.id);
  }

  /**
   * Puts the cursor on a target, without taking the focus.
   * @param {SVGElement} target
   */
  put(target) {
    const row = this.targets().findIndex((targets) => targets.includes(target));
    if (row < 0) return;
    this.row = row;
    this.column = this.targets()[row].indexOf(target);
    if (this.board.matches(":focus")) this.mark();
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { here } = this;
    if (event.key === "Enter" || event.key === " ") this.act(here);
    else if (!(event.key === "Escape" ? this.cancel() : this.moved(event.key))) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * Moves the cursor, if the key does.
   * @param {string} key
   */
  moved(key) {
    const rows = this.targets().length;
    const columns = this.targets()[this.row].length;
    const step = STEPS[key];
    if (step) {
      this.row = (this.row + step[0] + rows) % rows;
      if (step[1]) this.column = (Math.min(this.column, columns - 1) + step[1] + columns) % columns;
    } else if (key === "Home" || key === "End") {
      this.column = key === "Home" ? 0 : columns - 1;
    } else {
      return false;
    }
    this.mark();
    this.reveal(this.here);
    return true;
  }
}

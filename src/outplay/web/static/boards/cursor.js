/** Keys on a board: arrows move a cursor from place to place, Enter or the space bar plays there. */

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/**
 * @param {SVGElement} board  the element that has the focus
 * @param {[number, number]} shape  rows and columns
 * @param {(row: number, column: number) => SVGElement} place  the element of a place; it has an id
 * @param {(row: number, column: number) => void} act
 */
export function cursor(board, [rows, columns], place, act) {
  let row = Math.floor(rows / 2);
  let column = Math.floor(columns / 2);

  function mark() {
    for (const old of board.querySelectorAll(".cursor")) old.classList.remove("cursor");
    place(row, column).classList.add("cursor");
    board.setAttribute("aria-activedescendant", place(row, column).id);
  }

  board.addEventListener("focus", mark);
  board.addEventListener("blur", () => {
    for (const old of board.querySelectorAll(".cursor")) old.classList.remove("cursor");
  });
  board.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = STEPS[event.key];
    if (step) {
      row = (row + step[0] + rows) % rows;
      column = (column + step[1] + columns) % columns;
      mark();
    } else if (event.key === "Home" || event.key === "End") {
      column = event.key === "Home" ? 0 : columns - 1;
      mark();
    } else if (event.key === "Enter" || event.key === " ") {
      act(row, column);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  });
  return {
    /** Puts the cursor somewhere, without taking the focus. */
    put(to) {
      [row, column] = to;
      if (document.activeElement === board) mark();
    },
  };
}

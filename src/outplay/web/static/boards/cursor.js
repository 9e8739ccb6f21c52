/** Keys on a board: arrows move a cursor from place to place, Enter or the space bar plays there. */

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/**
 * @param {SVGElement} board  the element that has the focus
 * @param {() => SVGElement[][]} places  the elements of the places as they are drawn, row by row; each has an id
 * @param {(place: SVGElement) => void} act
 * @param {(place: SVGElement) => void} reveal  brings a place into view
 */
export function cursor(board, places, act, reveal = () => {}) {
  let row = Math.floor(places().length / 2);
  let column = Math.floor(places()[0].length / 2);

  /** The place at the cursor, which stays on the board when that is drawn anew in another shape. */
  function here() {
    row = Math.min(row, places().length - 1);
    column = Math.min(column, places()[0].length - 1);
    return places()[row][column];
  }

  function mark() {
    for (const old of board.querySelectorAll(".cursor")) old.classList.remove("cursor");
    here().classList.add("cursor");
    board.setAttribute("aria-activedescendant", here().id);
  }

  board.addEventListener("focus", mark);
  board.addEventListener("blur", () => {
    for (const old of board.querySelectorAll(".cursor")) old.classList.remove("cursor");
  });
  board.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = STEPS[event.key];
    const [rows, columns] = [places().length, places()[0].length];
    here();
    if (step) {
      row = (row + step[0] + rows) % rows;
      column = (column + step[1] + columns) % columns;
      mark();
      reveal(here());
    } else if (event.key === "Home" || event.key === "End") {
      column = event.key === "Home" ? 0 : columns - 1;
      mark();
      reveal(here());
    } else if (event.key === "Enter" || event.key === " ") {
      act(here());
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

/** The values of all legal moves as a row of coloured buttons, the best first; those without a value stay plain. */

import { tintButton } from "./boards/tints.js";
import { fill, h, signed } from "./dom.js";

/**
 * @typedef {import("./boards/types.js").Hint} Hint
 * @typedef {import("./scores.js").Valued} Valued
 */

/** Moves without a value that are shown; more are only counted. */
const MOST_UNKNOWN = 24;

const LEGEND = "W, D, L: proven to be won, drawn or lost, within so many moves.";

/** @type {Record<Hint["kind"], string>} */
const WORDS = {
  win: "wins", draw: "draws", loss: "loses", good: "estimated", even: "estimated", bad: "estimated",
};

/** @param {{onPreview: (line: string[] | null) => void, onPick: (line: string[]) => void}} options */
export function moveValues({ onPreview, onPick }) {
  const list = h("div", { class: "values", role: "group", "aria-label": "The values of the moves" });
  const heading = h("h3", {});
  const legend = h("p", { class: "faint legend" }, LEGEND);
  const element = h("div", { hidden: true }, heading, list, legend);
  let draw = () => {};
  list.addEventListener("pointerleave", () => draw());
  list.addEventListener("focusout", () => draw());

  /** @type {(move: string, words: string) => HTMLButtonElement} */
  function button(move, words) {
    const [preview, end] = [() => onPreview([move]), () => onPreview(null)];
    const events = { onpointerenter: preview, onfocus: preview, onpointerleave: end, onblur: end };
    const label = `${move}: ${words}`;
    const attributes = { type: "button", title: label, "aria-label": label, ...events, onclick: () => onPick([move]) };
    return h("button", attributes, move);
  }

  /** @type {(hint: Hint, valued: Valued) => HTMLButtonElement} */
  function known(hint, { score, outcome, plies }) {
    const by = outcome && outcome.margin > 1 ? ` by ${outcome.margin}` : "";
    const within = plies === null ? "" : `, certain within ${plies} ${plies === 1 ? "move" : "moves"}`;
    const words = `${WORDS[hint.kind]}${outcome ? `${by}${within}` : ` ${signed(score)}`}`;
    const made = button(hint.move, words);
    tintButton(made, { ...hint, text: hint.text || signed(score) });
    return made;
  }

  return {
    element,
    clear() {
      element.hidden = true;
      draw = () => {};
      fill(list);
    },
    /** @type {(hints: Hint[], valued: Valued[], moves: string[], player: string) => void} hints of some of the moves */
    show(hints, valued, moves, player) {
      draw = () => {
        heading.textContent = `All moves, for ${player}`;
        legend.hidden = !hints.some(({ text }) => text);
        const found = new Map(hints.map((hint) => [hint.move, hint]));
        const coloured = valued.flatMap((one) => {
          const hint = found.get(one.move);
          return hint ? [known(hint, one)] : [];
        });
        const others = moves.filter((move) => !found.has(move));
        const shown = others.length > MOST_UNKNOWN ? [] : others.map((move) => button(move, "not known"));
        const several = `${others.length} moves without a value`;
        const rest = others.length > MOST_UNKNOWN && (coloured.length ? `and ${several}` : several);
        fill(list, coloured, shown, rest && h("span", { class: "faint" }, rest));
        element.hidden = false;
      };
      if (!list.childElementCount || !list.matches(":hover, :focus-within")) draw();
    },
  };
}

/** A look ahead: where a line of moves would lead. The game stays as it is until one plays on from there. */

import { h } from "./dom.js";
import { moveName } from "./moves.js";

/** @typedef {{at: number, moves: string[]}} Line  moves after so many moves of the game */

/**
 * @param {{look: (line: Line) => Promise<import("./boards/board.js").View>, onChange: () => void,
 *   adopt: (line: Line) => void}} options
 */
export function lookAhead({ look, onChange, adopt }) {
  const words = h("p", { class: "looks", role: "status" });
  const playOn = h("button", { type: "button", onclick: () => adopt(line) }, "Play on from here");
  const back = h("button", { type: "button", onclick: () => history.back() }, "Back to the game");
  const kept = h("p", { class: "faint" }, "The game is kept as it was.");
  const element = h("div", { class: "panel ahead", hidden: true }, words, kept, h("div", { class: "controls" }, playOn, back));

  let line = null;
  let view = null;

  /** Shows a line, or the game again. */
  async function set(next) {
    line = next;
    const found = next && (await look(next).catch(() => null));
    if (line !== next) return;
    view = found;
    if (!view) line = null;
    else words.textContent = `After ${moveName(view, view.moves.length - 1)}, a look ahead`;
    element.hidden = !view;
    onChange();
  }

  function onPop({ state }) {
    if (line || state?.ahead) set(state?.ahead ?? null);
  }
  addEventListener("popstate", onPop);

  return {
    element,
    /** The view of the line that is looked at, or null. */
    get view() {
      return view;
    },
    back: () => history.back(),
    /** Looks at a line; the browser's Back returns to the game. */
    async open(next) {
      if (line) history.replaceState({ ahead: next }, "");
      else history.pushState({ ahead: next }, "");
      await set(next);
      back.focus({ preventScroll: true });
    },
    /** Looks again at the line that this entry of the browser's history holds. */
    restore() {
      if (history.state?.ahead) set(history.state.ahead);
    },
    /** Ends the look because the game goes on. */
    end() {
      line = view = null;
      element.hidden = true;
    },
    leave: () => removeEventListener("popstate", onPop),
  };
}

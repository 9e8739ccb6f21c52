/** A variation: moves that are looked at but not played. The game stays as it is until one plays on from there. */

import { h } from "./dom.js";
import { moveName } from "./moves.js";

/**
 * @typedef {import("./boards/board.js").View} View
 * @typedef {{at: number, moves: string[]}} Variation  moves after `at` moves of the game
 */

/**
 * The panel of a variation, which also is an entry in the browser's history: Back returns to the game.
 * @param {{view: (variation: Variation) => Promise<View>, onChange: () => void,
 *   adopt: (variation: Variation) => void}} options
 *   `adopt` makes the variation the game
 */
export function variationPanel({ view: viewOf, onChange, adopt }) {
  /** @type {Variation | null} */
  let variation = null;
  /** @type {View | null} */
  let view = null;

  const words = h("p", { class: "looks", role: "status" });
  const playOn = h("button", { type: "button", onclick: () => variation && adopt(variation) }, "Play on from here");
  const back = h("button", { type: "button", onclick: () => history.back() }, "Back to the game");
  const kept = h("p", { class: "faint" }, "The game is kept as it was.");
  const buttons = h("div", { class: "controls" }, playOn, back);
  const element = h("div", { class: "panel variation", hidden: true }, words, kept, buttons);

  /** @param {Variation | null} next  null shows the game again */
  async function set(next) {
    variation = next;
    const found = next && (await viewOf(next).catch(() => null));
    if (variation !== next) return;
    view = found;
    if (!view) variation = null;
    else words.textContent = `After ${moveName(view, view.moves.length - 1)}, a variation`;
    element.hidden = !view;
    onChange();
  }

  /** @param {PopStateEvent} event */
  function onPop({ state }) {
    if (variation || state?.variation) set(state?.variation ?? null);
  }
  addEventListener("popstate", onPop);

  return {
    element,
    /** The view at the end of the variation; null while the game is shown. */
    get view() {
      return view;
    },
    back: () => history.back(),
    /** @param {Variation} next */
    async open(next) {
      if (variation) history.replaceState({ variation: next }, "");
      else history.pushState({ variation: next }, "");
      await set(next);
      back.focus({ preventScroll: true });
    },
    /** Shows the variation that this entry of the browser's history holds, if it holds one. */
    restore() {
      if (history.state?.variation) set(history.state.variation);
    },
    /** Closes the panel because the game goes on. */
    end() {
      variation = view = null;
      element.hidden = true;
    },
    leave: () => removeEventListener("popstate", onPop),
  };
}

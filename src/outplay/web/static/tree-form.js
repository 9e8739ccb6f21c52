/** The form in which a search is chosen: minimax or alpha-beta, with a table or without, and how deep. */

import { h } from "./dom.js";
import { MAX_DEPTH, SEARCHES } from "./tree-choices.js";

/** @typedef {import("./tree-choices.js").Choice} Choice */

/**
 * @param {Choice} initial
 * @param {(change: Partial<Choice>) => void} onChange
 */
export function treeForm(initial, onChange) {
  let { depth } = initial;
  /** @param {number} wanted */
  const choose = (wanted) => onChange({ depth: Math.max(1, Math.min(MAX_DEPTH, wanted)) });

  const searches = Object.entries(SEARCHES).map(([name, title]) => {
    const radio = h("input", {
      type: "radio", name: "search", value: name, checked: name === initial.search,
      onchange: () => onChange({ search: name }),
    });
    return h("label", {}, radio, h("span", {}, title));
  });
  const table = h("input", {
    type: "checkbox", role: "switch", checked: initial.table, onchange: () => onChange({ table: table.checked }),
  });
  const field = h("input", {
    type: "number", id: "tree-depth", min: 1, max: MAX_DEPTH, value: depth,
    onchange: () => choose(Math.round(Number(field.value)) || 1),
  });
  /** @type {(text: string, label: string, by: number) => HTMLButtonElement} */
  const stepButton = (text, label, by) =>
    h("button", { type: "button", class: "icon", "aria-label": label, onclick: () => choose(depth + by) }, text);
  const less = stepButton("−", "One ply less", -1);
  const more = stepButton("+", "One ply more", 1);

  const element = h(
    "form",
    { class: "tree-choices", onsubmit: (/** @type {Event} */ event) => event.preventDefault() },
    h("fieldset", { class: "segments" }, h("legend", { class: "unseen" }, "Search"), searches),
    h("label", { class: "tree-switch" }, table, "with a table"),
    h("div", { class: "tree-depth" }, h("label", { for: "tree-depth" }, "Depth"), less, field, more),
  );

  return {
    element,
    /** Shows the depth that is searched. */
    showDepth(/** @type {number} */ shown) {
      depth = shown;
      field.value = String(depth);
      less.disabled = depth === 1;
    },
    disable() {
      for (const control of element.querySelectorAll("input, button")) control.setAttribute("disabled", "");
    },
  };
}

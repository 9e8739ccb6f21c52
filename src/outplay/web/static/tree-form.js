/** The form in which a search is chosen: which one, with a table or without, and how deep or with how many playouts. */

import { h } from "./dom.js";
import { MAX_DEPTH, MAX_PLAYOUTS, SEARCHES } from "./tree-choices.js";

/** @typedef {import("./tree-choices.js").Choice} Choice */

/**
 * A number with a button for less and one for more.
 * @param {{id: string, title: string, most: number, less: [string, (now: number) => number],
 *   more: [string, (now: number) => number], onChange: (wanted: number) => void}} options
 *   `less` and `more` are the names of the buttons and what they make of the number
 */
function numberField({ id, title, most, less, more, onChange }) {
  let value = 1;
  /** @param {number} wanted */
  const choose = (wanted) => onChange(Math.max(1, Math.min(most, wanted)));
  const field = h("input", {
    type: "number", id, min: 1, max: most, onchange: () => choose(Math.round(Number(field.value)) || 1),
  });
  /** @type {(text: string, label: string, next: (now: number) => number) => HTMLButtonElement} */
  const button = (text, label, next) =>
    h("button", { type: "button", class: "icon", "aria-label": label, onclick: () => choose(next(value)) }, text);
  const [down, up] = [button("−", ...less), button("+", ...more)];
  return {
    element: h("div", { class: "tree-number" }, h("label", { for: id }, title), down, field, up),
    /** @param {number} shown */
    show(shown) {
      value = shown;
      field.value = String(value);
      down.disabled = value === 1;
      up.disabled = value === most;
    },
  };
}

/**
 * @param {Choice} initial
 * @param {(change: Partial<Choice>) => void} onChange
 */
export function treeForm(initial, onChange) {
  const searches = Object.entries(SEARCHES).map(([name, title]) => {
    const radio = h("input", {
      type: "radio", name: "search", value: name, checked: name === initial.search,
      onchange: () => onChange({ search: name }),
    });
    return h("label", { title: name === "mcts" ? "Monte Carlo tree search" : null }, radio, h("span", {}, title));
  });
  const table = h("input", {
    type: "checkbox", role: "switch", checked: initial.table, onchange: () => onChange({ table: table.checked }),
  });
  const tableSwitch = h("label", { class: "tree-switch" }, table, "with a table");
  const depth = numberField({
    id: "tree-depth", title: "Depth", most: MAX_DEPTH, onChange: (wanted) => onChange({ depth: wanted }),
    less: ["One ply less", (now) => now - 1], more: ["One ply more", (now) => now + 1],
  });
  const playouts = numberField({
    id: "tree-playouts", title: "Playouts", most: MAX_PLAYOUTS, onChange: (wanted) => onChange({ playouts: wanted }),
    less: ["Half as many playouts", (now) => Math.floor(now / 2)], more: ["Twice as many playouts", (now) => 2 * now],
  });
  const element = h(
    "form",
    { class: "tree-choices", onsubmit: (/** @type {Event} */ event) => event.preventDefault() },
    h("fieldset", { class: "segments" }, h("legend", { class: "unseen" }, "Search"), searches),
    tableSwitch,
    depth.element,
    playouts.element,
  );

  return {
    element,
    /** Shows what is searched, and only the fields that matter to that search. */
    show(/** @type {Choice} */ choice) {
      const counts = choice.search === "mcts";
      tableSwitch.hidden = depth.element.hidden = counts;
      playouts.element.hidden = !counts;
      depth.show(choice.depth);
      playouts.show(choice.playouts);
    },
    disable() {
      for (const control of element.querySelectorAll("input, button")) control.setAttribute("disabled", "");
    },
  };
}

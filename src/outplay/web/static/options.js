/** What can be chosen about a game before it starts; the choice is remembered. */

import { composed, seats } from "./catalogue.js";
import { fresh, h } from "./dom.js";

const USUAL = { first: "you", second: "engine:level=3", time: "" };
const TIMES = [["", "As the player likes"], ["0.5", "Half a second"], ["1", "1 second"], ["3", "3 seconds"], ["10", "10 seconds"]];

function stored(game) {
  try {
    return JSON.parse(localStorage.getItem(`options:${game.name}`)) ?? {};
  } catch {
    return {};
  }
}

/** The choice made last time, as far as it still makes sense, or the usual one. */
export function remembered(game, offer) {
  const found = { ...USUAL, ...stored(game) };
  const known = new Set(seats(game, offer).flatMap(([, list]) => list.map(([spec]) => spec)));
  for (const side of ["first", "second"]) if (!known.has(found[side])) found[side] = USUAL[side];
  const values = { ...found.values };
  for (const option of game.options) {
    const value = values[option.key];
    const fits = option.kind === "int" ? Number.isInteger(value) && value >= option.least && value <= option.most : value !== undefined;
    if (!fits) values[option.key] = option.usual;
  }
  return { ...found, values };
}

/** The address of a game as it was chosen. */
export function parameters(game, { first, second, time, values }) {
  return { game: composed(game, values), first, second, time };
}

/** A form for all of it: `{element, read()}`. */
export function form(game, offer) {
  const chosen = remembered(game, offer);
  const fields = game.options.map((option) => field(option, chosen.values[option.key]));
  const sides = [["first", "Plays first"], ["second", "Plays second"]].map(([key, label]) => {
    const control = h("select", { name: key }, seats(game, offer).map(([group, list]) => h("optgroup", { label: group }, list.map(([spec, name]) => h("option", { value: spec }, name)))));
    control.value = chosen[key];
    return labelled(label, control);
  });
  const time = h("select", { name: "time" }, TIMES.map(([value, label]) => h("option", { value }, label)));
  time.value = TIMES.some(([value]) => value === chosen.time) ? chosen.time : "";
  const element = h(
    "form",
    { class: "options", method: "dialog" },
    h("div", { class: "fields" }, sides.map(({ element: e }) => e), labelled("Time for a move", time).element, fields.map(({ element: e }) => e)),
  );

  function read() {
    const values = Object.fromEntries(fields.map(({ key, value }) => [key, value()]));
    const found = { first: sides[0].control.value, second: sides[1].control.value, time: time.value, values };
    localStorage.setItem(`options:${game.name}`, JSON.stringify(found));
    return parameters(game, found);
  }

  return { element, read };
}

function labelled(label, control) {
  control.id = fresh("field");
  return { element: h("div", { class: "field" }, h("label", { for: control.id }, label), control), control };
}

function field(option, value) {
  const { key, label, kind } = option;
  if (kind === "flag") {
    const control = h("input", { type: "checkbox", name: key, checked: Boolean(value) });
    const { element } = labelled(label, control);
    element.classList.add("check");
    return { key, element, value: () => control.checked };
  }
  if (kind === "choice") {
    const control = h("select", { name: key }, option.choices.map((choice) => (Array.isArray(choice) ? h("option", { value: choice[0] }, choice[1]) : h("option", { value: choice }, choice))));
    control.value = value;
    return { key, element: labelled(label, control).element, value: () => control.value };
  }
  const control = h("input", { type: "number", name: key, min: option.least, max: option.most, step: option.step ?? 1, value, required: true });
  return { key, element: labelled(label, control).element, value: () => Number(control.value) };
}

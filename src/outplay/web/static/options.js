/** What can be chosen about a game before it starts; the choice is remembered. */

import { called, composed, parsed, seats } from "./catalogue.js";
import { capital, fresh, h } from "./dom.js";
import { instead, refusals, USUAL } from "./seating.js";

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
  const found = { ...USUAL, time: "", ...stored(game) };
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

/** The choice that an address holds. */
export function present(game, { game: spec, first, second, time }) {
  return { first, second, time, values: parsed(game, spec) };
}

/** The address of a game as it was chosen. */
export function parameters(game, { first, second, time, values }) {
  return { game: composed(game, values), first, second, time };
}

/** A form for all of it, filled with what was `chosen`: `{element, read()}`. */
export function form(game, offer, connection, chosen) {
  const fields = game.options.map((option) => field(option, chosen.values[option.key]));
  const sides = [["first", "Plays first"], ["second", "Plays second"]].map(([key, label]) => {
    const control = h("select", { name: key }, seats(game, offer).map(([group, list]) => h("optgroup", { label: group }, list.map(([spec, name]) => h("option", { value: spec }, name)))));
    choice(control, chosen[key], called(chosen[key]));
    control.addEventListener("input", () => {
      chosen[key] = control.value;
    });
    return labelled(label, control);
  });
  const why = h("p", { class: "why faint", role: "status" });
  const time = h("select", { name: "time" }, TIMES.map(([value, label]) => h("option", { value }, label)));
  choice(time, chosen.time, `${chosen.time} seconds`);
  const element = h(
    "form",
    { class: "options", method: "dialog" },
    h("div", { class: "fields" }, sides.map(({ element: e }) => e), labelled("Time for a move", time).element, fields.map(({ element: e }) => e)),
    why,
  );
  const choices = () => Object.fromEntries(fields.map(({ key, value }) => [key, value()]));
  let asked = "";

  /** Asks who can play a game of this size; a size that cannot be is said. */
  async function fit() {
    const spec = composed(game, choices());
    if (spec === asked || !element.checkValidity()) return;
    asked = spec;
    const players = seats(game, offer).flatMap(([, list]) => list.map(([player]) => player));
    try {
      const refused = await refusals(connection, spec, players);
      if (spec !== asked) return;
      seatThose(refused);
      why.textContent = USUAL.second in refused ? `The engine is not offered: ${refused[USUAL.second]}.` : "";
    } catch (error) {
      if (spec === asked) why.textContent = capital(error.message);
    }
  }

  /** Offers only those who can play; who was chosen and cannot is replaced until that changes. */
  function seatThose(refused) {
    const controls = sides.map(({ control }) => control);
    for (const option of element.querySelectorAll("optgroup option")) option.disabled = option.value in refused;
    controls.forEach((control, side) => {
      const wanted = chosen[control.name];
      const other = chosen[controls[1 - side].name];
      control.value = wanted in refused ? instead(other in refused ? "" : other, refused) : wanted;
    });
    if (controls.every(({ value }) => value === "you")) controls[1].value = "friend";
  }

  element.addEventListener("input", fit);
  if (game.options.length) fit();

  function read() {
    const values = choices();
    const found = { first: sides[0].control.value, second: sides[1].control.value, time: time.value, values };
    localStorage.setItem(`options:${game.name}`, JSON.stringify(found));
    return parameters(game, found);
  }

  return { element, read };
}

/** Chooses a value, which is offered too if it was not. */
function choice(control, value, label) {
  if (![...control.options].some((option) => option.value === value)) control.append(h("option", { value }, label));
  control.value = value;
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

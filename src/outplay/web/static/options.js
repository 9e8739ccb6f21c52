/** What can be chosen about a game before it starts; the choice is remembered. */

import { called, composed, parsed, seats, spoken } from "./catalogue.js";
import { capital, fresh, h } from "./dom.js";
import { instead, refusals } from "./seating.js";

const TIMES = [
  ["", "As the player likes"],
  ["0.5", "Half a second"],
  ["1", "1 second"],
  ["3", "3 seconds"],
  ["10", "10 seconds"],
];

function stored(game) {
  try {
    return JSON.parse(localStorage.getItem(`options:${game.name}`)) ?? {};
  } catch {
    return {};
  }
}

/** The choice made last time, as far as it still makes sense, or the usual one. */
export function remembered(game, offer) {
  const usual = { first: "you", second: offer.opponent };
  const found = { ...usual, time: "", ...stored(game) };
  const known = new Set(specs(game, offer));
  for (const side of ["first", "second"]) if (!known.has(found[side])) found[side] = usual[side];
  const values = { ...found.values };
  for (const option of game.options) {
    if (!fits(option, values[option.key])) values[option.key] = option.default;
  }
  return { ...found, values };
}

/** Whether a value that was kept is one of an option. */
function fits({ kind, low, high, choices }, value) {
  if (kind === "int") return Number.isInteger(value) && value >= low && value <= high;
  return kind === "choice" ? choices.some(([word]) => word === value) : typeof value === "boolean";
}

/** The texts of all who can play a game. */
function specs(game, offer) {
  return seats(game, offer).flatMap(([, list]) => list.map(([spec]) => spec));
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
    const groups = seats(game, offer).map(([group, list]) => h("optgroup", { label: group }, choices(list)));
    const control = h("select", { name: key }, groups);
    choice(control, chosen[key], called(chosen[key]));
    control.addEventListener("input", () => {
      chosen[key] = control.value;
    });
    return labelled(label, control);
  });
  const why = h("p", { class: "why faint", role: "status" });
  const time = h("select", { name: "time" }, choices(TIMES));
  choice(time, chosen.time, `${chosen.time} seconds`);
  const element = h(
    "form",
    { class: "options", method: "dialog" },
    h("div", { class: "fields" }, [...sides, labelled("Time for a move", time), ...fields].map((one) => one.element)),
    why,
  );
  const values = () => Object.fromEntries(fields.map(({ key, value }) => [key, value()]));
  let asked = "";

  /** Asks who can play a game of this size; a size that cannot be is said. */
  async function fit() {
    const spec = composed(game, values());
    if (spec === asked || !element.checkValidity()) return;
    asked = spec;
    try {
      const refused = await refusals(connection, spec, specs(game, offer));
      if (spec !== asked) return;
      seatThose(refused);
      const { opponent } = offer;
      why.textContent = opponent in refused ? `${spoken(opponent)} is not offered: ${refused[opponent]}.` : "";
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
      control.value = wanted in refused ? instead(other in refused ? "" : other, refused, offer.opponent) : wanted;
    });
    if (controls.every(({ value }) => value === "you")) controls[1].value = "friend";
  }

  element.addEventListener("input", fit);
  if (game.options.length) fit();

  function read() {
    const [first, second] = sides.map(({ control }) => control.value);
    const found = { first, second, time: time.value, values: values() };
    localStorage.setItem(`options:${game.name}`, JSON.stringify(found));
    return parameters(game, found);
  }

  return { element, read };
}

/** The options of a list to choose from: [[value, label], …]. */
function choices(list) {
  return list.map(([value, label]) => h("option", { value }, label));
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
    const control = h("select", { name: key }, choices(option.choices));
    control.value = value;
    return { key, element: labelled(label, control).element, value: () => control.value };
  }
  const { low: min, high: max, step } = option;
  const control = h("input", { type: "number", name: key, min, max, step, value, required: true });
  return { key, element: labelled(label, control).element, value: () => Number(control.value) };
}

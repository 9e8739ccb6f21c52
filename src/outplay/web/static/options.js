/** What can be chosen about a game before it starts; the choice is remembered. */

import { called, composed, parsed, seats, spoken } from "./catalogue.js";
import { capital, errorText, fresh, h } from "./dom.js";
import { clockFields } from "./clock-fields.js";
import { instead, refusals } from "./seating.js";

/**
 * @typedef {import("./catalogue.js").Catalogue} Catalogue
 * @typedef {import("./catalogue.js").GameOffer} GameOffer
 * @typedef {import("./catalogue.js").Option} Option
 * @typedef {{first: string, second: string, time: string, clock: string, flag: string,
 *   values: import("./catalogue.js").Values}} Choice
 *   the players, the seconds for a move ("" leaves them to the player), the clocks and whether who runs out of time has
 *   lost, as an address holds them, and the game's options
 */

/** @type {["first", "second"]} */
const SIDES = ["first", "second"];

/** @type {[string, string][]} */
const TIMES = [
  ["", "As the player likes"],
  ["0.5", "Half a second"],
  ["1", "1 second"],
  ["3", "3 seconds"],
  ["10", "10 seconds"],
];

/**
 * What was chosen last time.
 * @param {GameOffer} game
 * @returns {Partial<Choice>}
 */
function stored(game) {
  try {
    return JSON.parse(localStorage.getItem(`options:${game.name}`) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

/**
 * The choice made last time, as far as it is still possible, or the default.
 * @param {GameOffer} game
 * @param {Catalogue} offer
 * @returns {Choice}
 */
export function remembered(game, offer) {
  const usual = { first: "you", second: offer.opponent };
  const found = { ...usual, time: "", clock: "", flag: "", ...stored(game) };
  const known = new Set(specs(game, offer));
  for (const side of SIDES) if (!known.has(found[side])) found[side] = usual[side];
  const values = { ...found.values };
  for (const option of game.options) {
    if (!fits(option, values[option.key])) values[option.key] = option.default;
  }
  return { ...found, values };
}

/**
 * Whether a value that was kept is one of an option.
 * @param {Option} option
 * @param {unknown} value
 */
function fits({ kind, low, high, choices }, value) {
  const whole = typeof value === "number" && Number.isInteger(value);
  if (kind === "int") return whole && value >= (low ?? -Infinity) && value <= (high ?? Infinity);
  return kind === "choice" ? choices.some(([word]) => word === value) : typeof value === "boolean";
}

/**
 * The texts of all who can play a game.
 * @param {GameOffer} game
 * @param {Catalogue} offer
 */
function specs(game, offer) {
  return seats(game, offer).flatMap(([, list]) => list.map(([spec]) => spec));
}

/**
 * The choice that an address holds.
 * @param {GameOffer} game
 * @param {{game: string, first: string, second: string, time: string, clock: string, flag: string}} params
 * @returns {Choice}
 */
export function present(game, { game: spec, first, second, time, clock, flag }) {
  return { first, second, time, clock, flag, values: parsed(game, spec) };
}

/**
 * The parameters of the address of a game as it was chosen.
 * @param {GameOffer} game
 * @param {Choice} choice
 */
export function parameters(game, { first, second, time, clock, flag, values }) {
  return { game: composed(game, values), first, second, time, clock, flag: clock ? flag : "" };
}

/**
 * A form for all of it: `read()` keeps what is chosen and returns the parameters of its address.
 * @param {GameOffer} game
 * @param {Catalogue} offer
 * @param {import("./connection.js").Connection} connection
 * @param {Choice} chosen  what it is filled with
 */
export function form(game, offer, connection, chosen) {
  const fields = game.options.map((option) => field(option, chosen.values[option.key]));
  const sides = SIDES.map((key) => {
    const groups = seats(game, offer).map(([group, list]) => h("optgroup", { label: group }, choices(list)));
    const control = h("select", { name: key }, groups);
    choice(control, chosen[key], called(chosen[key]));
    control.addEventListener("input", () => {
      chosen[key] = control.value;
    });
    return labelled(`Plays ${key}`, control);
  });
  const why = h("p", { class: "why faint", role: "status" });
  const time = h("select", { name: "time" }, choices(TIMES));
  choice(time, chosen.time, `${chosen.time} seconds`);
  const clock = clockFields(chosen);
  const shown = [...sides, labelled("The computer’s time a move", time), ...fields].map((one) => one.element);
  const element = h(
    "form", { class: "options", method: "dialog" }, h("div", { class: "fields" }, shown), clock.element, why,
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
      if (spec === asked) why.textContent = capital(errorText(error));
    }
  }

  /**
   * Offers only those who can play; who was chosen and cannot is replaced until that changes.
   * @param {Record<string, string>} refused
   */
  function seatThose(refused) {
    const controls = sides.map(({ control }) => control);
    for (const option of controls.flatMap((control) => [...control.options])) option.disabled = option.value in refused;
    controls.forEach((control, side) => {
      const [wanted, other] = [chosen[SIDES[side]], chosen[SIDES[1 - side]]];
      control.value = wanted in refused ? instead(other in refused ? "" : other, refused, offer.opponent) : wanted;
    });
    if (controls.every(({ value }) => value === "you")) controls[1].value = "friend";
  }

  element.addEventListener("input", fit);
  if (game.options.length) fit();

  function read() {
    const [first, second] = sides.map(({ control }) => control.value);
    const found = { first, second, time: time.value, ...clock.read(), values: values() };
    localStorage.setItem(`options:${game.name}`, JSON.stringify(found));
    return parameters(game, found);
  }

  return { element, read };
}

/**
 * The options of a list to choose from.
 * @param {[any, string][]} list  values and labels
 */
export function choices(list) {
  return list.map(([value, label]) => h("option", { value }, label));
}

/**
 * Chooses a value, which is offered too if it was not.
 * @param {HTMLSelectElement} control
 * @param {string} value
 * @param {string} label
 */
function choice(control, value, label) {
  if (![...control.options].some((option) => option.value === value)) control.append(h("option", { value }, label));
  control.value = value;
}

/**
 * @template {HTMLElement} E
 * @param {string} label
 * @param {E} control
 */
export function labelled(label, control) {
  control.id = fresh("field");
  return { element: h("div", { class: "field" }, h("label", { for: control.id }, label), control), control };
}

/**
 * The field of an option, and how its value is read.
 * @param {Option} option
 * @param {any} value
 */
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

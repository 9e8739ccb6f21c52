/** The fields with which the clocks of a game are set. */

import { clockSetting, clockText, MOST_GAME, MOST_MOVE } from "./clock.js";
import { h } from "./dom.js";
import { choices, labelled } from "./options.js";

/** @type {[string, string][]} */
const KINDS = [["", "No clocks"], ["game", "For the whole game"], ["each", "For each move"]];

/** What is offered first, in minutes and seconds. */
const MINUTES = 5;
const INCREMENT = 3;
const SECONDS = 30;

/**
 * @param {{clock: string, flag: string}} chosen  what they are filled with, as an address holds it
 * @returns {{element: HTMLElement, read: () => {clock: string, flag: string}}}
 */
export function clockFields({ clock, flag }) {
  const setting = clockSetting(clock);
  const kind = h("select", { name: "clock" }, choices(KINDS));
  kind.value = setting ? (setting.each ? "each" : "game") : "";
  const whole = setting && !setting.each ? setting : null;
  /** @type {(name: string, value: number, low: number, high: number) => HTMLInputElement} */
  const number = (name, value, low, high) =>
    h("input", { type: "number", name, value, min: low, max: high, step: "any", required: true });
  const minutes = number("minutes", whole ? whole.seconds / 60 : MINUTES, 0.1, MOST_GAME / 60);
  const increment = number("increment", whole ? whole.increment : INCREMENT, 0, MOST_MOVE);
  const seconds = number("seconds", setting?.each ? setting.seconds : SECONDS, 0.5, MOST_MOVE);
  const loses = h("input", { type: "checkbox", name: "flag", checked: setting ? Boolean(flag) : true });
  const lost = labelled("Who runs out of time loses", loses).element;
  lost.classList.add("check");
  const shown = {
    game: [labelled("Minutes for each player", minutes).element, labelled("Seconds added a move", increment).element],
    each: [labelled("Seconds for a move", seconds).element],
  };

  function draw() {
    for (const [name, fields] of Object.entries(shown)) {
      for (const field of fields) {
        field.hidden = kind.value !== name;
        for (const input of field.querySelectorAll("input")) input.disabled = kind.value !== name;
      }
    }
    lost.hidden = !kind.value;
  }
  kind.addEventListener("input", draw);
  draw();

  const parts = [labelled("Clocks", kind).element, ...shown.game, ...shown.each, lost];
  return {
    element: h("div", { class: "fields clock-fields" }, parts),
    read() {
      if (!kind.value) return { clock: "", flag: "" };
      const each = kind.value === "each";
      const given = each
        ? { each, seconds: Number(seconds.value), increment: 0 }
        : { each, seconds: Math.round(Number(minutes.value) * 60), increment: Number(increment.value) };
      return { clock: clockText(given), flag: loses.checked ? "1" : "" };
    },
  };
}

/** The names of players, which may be as long as the specs that they were made from. */

import { h } from "./dom.js";

/**
 * An element with a player's name in full, which may be broken after each of its parts.
 * @param {string} name
 * @param {keyof HTMLElementTagNameMap} tag
 * @param {string} kind  the element's class
 */
export function playerName(name, tag = "span", kind = "player") {
  return h(tag, { class: kind, title: name }, name.split(/(?<=[:,/])/).flatMap((part) => [part, h("wbr")]));
}

/** The names of players, which may be as long as what they were made from. */

import { h } from "./dom.js";

/** A name in full, which may be broken where one of its parts ends. */
export function player(name, tag = "span", kind = "player") {
  return h(tag, { class: kind, title: name }, name.split(/(?<=[:,/])/).flatMap((part) => [part, h("wbr")]));
}

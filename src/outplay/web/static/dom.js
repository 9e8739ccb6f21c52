/** Making elements. Nothing here sets a style attribute: the content security policy forbids it. */

const SVG = "http://www.w3.org/2000/svg";

/** @param {Element} element @param {Record<string, any>} attributes @param {any[]} children */
function dress(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked" || name === "selected") element[name] = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** An HTML element: `h("button", {class: "quiet", onclick: go}, "Go")`. */
export function h(tag, attributes = {}, ...children) {
  return dress(document.createElement(tag), attributes, children);
}

/** An SVG element. */
export function s(tag, attributes = {}, ...children) {
  return dress(document.createElementNS(SVG, tag), attributes, children);
}

/** Replaces what an element holds. */
export function fill(element, ...children) {
  element.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

let last = 0;

/** An id that no other element of this page has. */
export function fresh(stem) {
  last += 1;
  return `${stem}-${last}`;
}

/** Whether the reader asked for less motion. */
export function still() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Brings something into view; `block` as scrollIntoView has it. */
export function reveal(element, block = "nearest") {
  element.scrollIntoView({ block, behavior: still() ? "auto" : "smooth" });
}

/** Tells screen readers something. */
export function say(text) {
  document.getElementById("spoken").textContent = text;
}

/** A sentence's first letter. */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A number with its sign, short. */
export function signed(number) {
  const rounded = Math.abs(number) >= 10 || Number.isInteger(number) ? Math.round(number) : Math.round(number * 100) / 100;
  return rounded > 0 ? `+${rounded}` : rounded < 0 ? `−${-rounded}` : "0";
}

/** 1234567 as 1.2 M. */
export function short(number) {
  if (number >= 1e9) return `${(number / 1e9).toFixed(1)} G`;
  if (number >= 1e6) return `${(number / 1e6).toFixed(1)} M`;
  if (number >= 1e4) return `${Math.round(number / 1e3)} k`;
  return String(Math.round(number));
}

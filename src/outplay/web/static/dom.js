/** Making and changing elements. Nothing sets a `style` attribute: the content security policy forbids it. */

/**
 * What an element may hold: lists of the same are flattened; null, undefined and false are left out.
 * @typedef {Node | string | number | boolean | null | undefined | any[]} Child
 * @typedef {Record<string, any>} Attributes  `on…` are event listeners; null, undefined and false are left out
 */

const SVG = "http://www.w3.org/2000/svg";
const PROPERTIES = new Set(["value", "checked", "selected"]);

/**
 * The nodes and texts among some children, as `append` takes them.
 * @param {Child[]} children
 * @returns {(Node | string)[]}
 */
function flattened(children) {
  const all = /** @type {Child[]} */ (children.flat(/** @type {1} */ (Infinity)));
  const shown = all.filter((child) => child !== null && child !== undefined && child !== false);
  return /** @type {(Node | string)[]} */ (shown);
}

/**
 * Sets the attributes and listeners of an element and appends children to it.
 * @template {Element} E
 * @param {E} element
 * @param {Attributes} attributes
 * @param {Child[]} children
 * @returns {E}
 */
function dress(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (PROPERTIES.has(name)) /** @type {any} */ (element)[name] = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...flattened(children));
  return element;
}

/**
 * An HTML element: `h("button", {class: "quiet", onclick: go}, "Go")`.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} attributes
 * @param {...Child} children
 */
export function h(tag, attributes = {}, ...children) {
  return dress(document.createElement(tag), attributes, children);
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} attributes
 * @param {...Child} children
 */
export function s(tag, attributes = {}, ...children) {
  return dress(document.createElementNS(SVG, tag), attributes, children);
}

/**
 * Replaces what an element holds.
 * @template {Element} E
 * @param {E} element
 * @param {...Child} children
 */
export function fill(element, ...children) {
  element.replaceChildren(...flattened(children));
  return element;
}

/**
 * The element of index.html with an id.
 * @param {string} id
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`index.html has no element #${id}`);
  return element;
}

/**
 * Whether an event comes from inside an element that a selector names.
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement | null} that element
 */
export function closest(event, selector) {
  const { target } = event;
  return target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest(selector)) : null;
}

let last = 0;

/**
 * An id that no other element of this page has.
 * @param {string} stem
 */
export function fresh(stem) {
  last += 1;
  return `${stem}-${last}`;
}

/** Whether the reader asked for reduced motion. */
export function still() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * Scrolls an element into view.
 * @param {Element} element
 * @param {ScrollLogicalPosition} block  as `scrollIntoView` has it
 */
export function reveal(element, block = "nearest") {
  element.scrollIntoView({ block, behavior: still() ? "auto" : "smooth" });
}

/**
 * Announces a text to screen readers.
 * @param {string} text
 */
export function say(text) {
  byId("spoken").textContent = text;
}

/**
 * A text with its first letter in upper case.
 * @param {string} text
 */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * The text of an error.
 * @param {unknown} error
 */
export function errorText(error) {
  return error instanceof Error ? error.message : String(error);
}

/**
 * A number with its sign: no decimals from 10 on, otherwise at most two.
 * @param {number} number
 */
export function signed(number) {
  const whole = Math.abs(number) >= 10 || Number.isInteger(number);
  const rounded = whole ? Math.round(number) : Math.round(number * 100) / 100;
  return rounded > 0 ? `+${rounded}` : rounded < 0 ? `−${-rounded}` : "0";
}

/**
 * A large number, rounded: 1234567 as "1.2 M".
 * @param {number} number
 */
export function short(number) {
  if (number >= 1e9) return `${(number / 1e9).toFixed(1)} G`;
  if (number >= 1e6) return `${(number / 1e6).toFixed(1)} M`;
  if (number >= 1e4) return `${Math.round(number / 1e3)} k`;
  return String(Math.round(number));
}

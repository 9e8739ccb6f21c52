/** Keys that work wherever the focus is on a page, except in fields and dialogs. */

import { closest } from "./dom.js";

/**
 * @param {Record<string, () => void>} actions  by key, letters in lower case
 * @param {string} except  where keys have another meaning: a selector
 * @returns {() => void} what ends it
 */
export function listen(actions, except = "input:not([type=checkbox]), textarea, select, dialog") {
  /** @param {KeyboardEvent} event */
  function onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || closest(event, except)) return;
    const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }
  document.addEventListener("keydown", onKey);
  return () => document.removeEventListener("keydown", onKey);
}

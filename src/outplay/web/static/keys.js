/** Keys that work wherever one is on a page, unless something is being written. */

/** @param {Record<string, () => void>} acts  by key, letters in lower case @returns {() => void} what ends it */
export function listen(acts) {
  function onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.target.closest("input:not([type=checkbox]), textarea, select, dialog")) return;
    const act = acts[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }
  document.addEventListener("keydown", onKey);
  return () => document.removeEventListener("keydown", onKey);
}

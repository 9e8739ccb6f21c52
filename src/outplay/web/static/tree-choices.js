/** Which search the address asks for. */

import { SEARCHES } from "./tree-summary.js";

export const DEEPEST = 60;

const SWITCHES = { "": false, 0: false, no: false, false: false, off: false, 1: true, yes: true, true: true, on: true };

/**
 * The search, the table and the depth that an address names, with what is usual for the rest; `odd` are the parts of
 * it that mean nothing.
 */
export function chosen({ search = "", table = "", depth = "" }, usualDepth) {
  const plies = /^\d+$/.test(depth) ? Number(depth) : 0;
  const known = { search: search in SEARCHES, table: table.toLowerCase() in SWITCHES, depth: plies >= 1 && plies <= DEEPEST };
  return {
    state: {
      search: known.search ? search : "alpha-beta",
      table: known.table && SWITCHES[table.toLowerCase()],
      depth: known.depth ? plies : usualDepth,
    },
    odd: Object.entries({ search, table, depth }).filter(([name, text]) => text && !known[name]).map(([name, text]) => `${name}=${text}`),
  };
}

/** What to say of the parts that mean nothing. */
export function unknown(odd, { search, table, depth }) {
  const shown = `${SEARCHES[search].toLowerCase()}${table ? " with a table" : ""} to depth ${depth}`;
  return `Not known here: ${odd.join(", ")}. This is ${shown}.`;
}

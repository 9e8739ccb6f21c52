/** The search that an address names. */

/**
 * @typedef {{search: string, table: boolean, depth: number, playouts: number, net: string}} Choice
 *   table and depth are for minimax and alpha-beta, playouts for Monte Carlo tree search; net is "auto", "none", or
 *   empty for what the player has that searches so
 */

/** @type {Record<string, string>} the searches that the server can trace, by name */
export const SEARCHES = { minimax: "Minimax", "alpha-beta": "Alpha-beta", mcts: "MCTS" };
export const MAX_DEPTH = 60;
export const MAX_PLAYOUTS = 20_000;
const DEFAULT_PLAYOUTS = 1000;

/** @type {Record<string, boolean>} */
const SWITCHES = { "": false, 0: false, no: false, false: false, off: false, 1: true, yes: true, true: true, on: true };

/**
 * Whether a network evaluates, if there is one: usually in the searches of the engine, and not in Monte Carlo tree
 * search, as it is with the players.
 * @param {Choice} choice
 */
export function withNetwork({ search, net }) {
  return net ? net === "auto" : search !== "mcts";
}

/**
 * The search, the table, the depth, the playouts and the network that an address names, with defaults for the rest.
 * @param {Record<string, any>} params
 * @param {number} defaultDepth
 * @returns {{choice: Choice, unknown: string[]}} `unknown` are the parts that mean nothing, as `name=text`
 */
export function readChoice({ search = "", table = "", depth = "", playouts = "", net = "" }, defaultDepth) {
  const count = /^\d+$/.test(playouts) ? Number(playouts) : 0;
  const plies = /^\d+$/.test(depth) ? Number(depth) : 0;
  const parts = [
    { name: "search", text: search, known: Object.hasOwn(SEARCHES, search) },
    { name: "table", text: table, known: Object.hasOwn(SWITCHES, table.toLowerCase()) },
    { name: "depth", text: depth, known: plies >= 1 && plies <= MAX_DEPTH },
    { name: "playouts", text: playouts, known: count >= 1 && count <= MAX_PLAYOUTS },
    { name: "net", text: net, known: net === "auto" || net === "none" },
  ];
  const choice = {
    search: parts[0].known ? search : "alpha-beta",
    table: parts[1].known && SWITCHES[table.toLowerCase()],
    depth: parts[2].known ? plies : defaultDepth,
    playouts: parts[3].known ? count : DEFAULT_PLAYOUTS,
    net: parts[4].known ? net : "",
  };
  const unknown = parts.filter(({ text, known }) => text && !known).map(({ name, text }) => `${name}=${text}`);
  return { choice, unknown };
}

/**
 * The message about the parts of an address that mean nothing.
 * @param {string[]} unknown
 * @param {Choice} choice  that is shown instead
 */
export function unknownText(unknown, { search, table, depth, playouts }) {
  const plain = `${SEARCHES[search].toLowerCase()}${table ? " with a table" : ""} to depth ${depth}`;
  const shown = search === "mcts" ? `Monte Carlo tree search with ${playouts.toLocaleString("en")} playouts` : plain;
  return `Not known here: ${unknown.join(", ")}. This is ${shown}.`;
}

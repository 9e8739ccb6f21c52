/**
 * The address of the page holds everything: which page, which game, every move.
 *
 * `#/play?game=kalah:6,4&moves=3+6&first=you&second=engine:level%3D3` is read as
 * `{page: "play", path: [], params: {game: "kalah:6,4", moves: ["3", "6"], first: "you", second: "engine:level=3"}}`.
 */

/**
 * @typedef {{moves: string[]} & Record<string, any>} Params  all but `moves` are texts
 * @typedef {{page: string, path: string[], params: Params}} Address
 */

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Encodes a text but keeps `:`, `,` and `/`, so that addresses stay readable.
 * @param {string | number} text
 */
function encoded(text) {
  return encodeURIComponent(text).replaceAll("%3A", ":").replaceAll("%2C", ",").replaceAll("%2F", "/");
}

/** @returns {Address} */
export function read(hash = location.hash) {
  const [path, query = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  const [page = "", ...rest] = path.split("/").filter(Boolean).map(decoded);
  /** @type {Params} */
  const params = { moves: [] };
  for (const part of query.split("&").filter(Boolean)) {
    const equals = part.indexOf("=");
    const [key, value] = equals < 0 ? [part, ""] : [part.slice(0, equals), part.slice(equals + 1)];
    if (key === "moves") params.moves = value.split("+").filter(Boolean).map(decoded);
    else params[decoded(key)] = decoded(value.replaceAll("+", " "));
  }
  return { page: page || "start", path: rest, params };
}

/**
 * The address of a page; empty parameters are left out.
 * @param {string} page
 * @param {Record<string, any>} params
 */
export function address(page, params = {}) {
  const parts = [];
  for (const [key, value] of Object.entries(params)) {
    if (value === null || value === undefined || value === "" || (Array.isArray(value) && !value.length)) continue;
    const text = Array.isArray(value) ? value.map(encoded).join("+") : encoded(value).replaceAll("%20", "+");
    parts.push(`${key}=${text}`);
  }
  return `#/${page}${parts.length ? `?${parts.join("&")}` : ""}`;
}

/**
 * Goes to another page; Back returns from it.
 * @param {string} page
 * @param {Record<string, any>} params
 */
export function go(page, params = {}) {
  location.hash = address(page, params);
}

/**
 * Replaces the address without leaving the page.
 * @param {string} page
 * @param {Record<string, any>} params
 */
export function note(page, params) {
  history.replaceState(null, "", address(page, params));
}

/**
 * Adds an address to the history without leaving the page; Back returns to the address before.
 * @param {string} page
 * @param {Record<string, any>} params
 */
export function step(page, params) {
  history.pushState(null, "", address(page, params));
}

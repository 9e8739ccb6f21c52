/**
 * The address of the page holds everything: which page, which game, every move.
 *
 * `#/play?game=kalah:6,4&moves=3+6&first=you&second=engine:level%3D3` is read as
 * `{page: "play", path: [], params: {game: "kalah:6,4", moves: ["3", "6"], first: "you", second: "engine:level=3"}}`.
 */

/**
 * @typedef {{moves: string[]} & Record<string, any>} Params  all but `moves` and `lines` are texts
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
 * Encodes a text but keeps `:`, `,` and `/`, so that addresses stay readable; `~` stands between lines.
 * @param {string | number} text
 */
function encoded(text) {
  const code = encodeURIComponent(text).replaceAll("~", "%7E");
  return code.replaceAll("%3A", ":").replaceAll("%2C", ",").replaceAll("%2F", "/");
}

/** @param {string} text */
const words = (text) => text.split("+").filter(Boolean).map(decoded);

/** @returns {Address} */
export function read(hash = location.hash) {
  const [path, query = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  const [page = "", ...rest] = path.split("/").filter(Boolean).map(decoded);
  /** @type {Params} */
  const params = { moves: [] };
  for (const part of query.split("&").filter(Boolean)) {
    const equals = part.indexOf("=");
    const [key, value] = equals < 0 ? [part, ""] : [part.slice(0, equals), part.slice(equals + 1)];
    if (key === "moves") params.moves = words(value);
    else if (key === "lines") params.lines = value.split("~").map(words);
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
    parts.push(`${key}=${encodedValue(value)}`);
  }
  return `#/${page}${parts.length ? `?${parts.join("&")}` : ""}`;
}

/**
 * A text, the words of a line, or several lines.
 * @param {string | number | string[] | string[][]} value
 * @returns {string}
 */
function encodedValue(value) {
  if (!Array.isArray(value)) return encoded(value).replaceAll("%20", "+");
  const several = Array.isArray(value[0]);
  return value.map((one) => (Array.isArray(one) ? encodedValue(one) : encoded(one))).join(several ? "~" : "+");
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

/**
 * The address of the page holds everything: which page, which game, every move.
 *
 * `#/play?game=kalah:6,4&moves=3+6&first=you&second=engine:level%3D3` is read as
 * `{page: "play", path: [], params: {game: "kalah:6,4", moves: ["3", "6"], first: "you", second: "engine:level=3"}}`.
 */

/** @typedef {{page: string, path: string[], params: Record<string, any>}} Address */

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Readable characters stay as they are. */
function encoded(text) {
  return encodeURIComponent(text).replaceAll("%3A", ":").replaceAll("%2C", ",").replaceAll("%2F", "/");
}

/** @returns {Address} */
export function read(hash = location.hash) {
  const [path, query = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  const [page = "", ...rest] = path.split("/").filter(Boolean).map(decoded);
  const params = { moves: [] };
  for (const part of query.split("&").filter(Boolean)) {
    const equals = part.indexOf("=");
    const [key, value] = equals < 0 ? [part, ""] : [part.slice(0, equals), part.slice(equals + 1)];
    if (key === "moves") params.moves = value.split("+").filter(Boolean).map(decoded);
    else params[decoded(key)] = decoded(value.replaceAll("+", " "));
  }
  return { page: page || "start", path: rest, params };
}

/** The address of a page; params that are empty are left out. */
export function address(page, params = {}) {
  const parts = [];
  for (const [key, value] of Object.entries(params)) {
    if (value === null || value === undefined || value === "" || (Array.isArray(value) && !value.length)) continue;
    parts.push(Array.isArray(value) ? `${key}=${value.map(encoded).join("+")}` : `${key}=${encoded(value).replaceAll("%20", "+")}`);
  }
  return `#/${page}${parts.length ? `?${parts.join("&")}` : ""}`;
}

/** Goes to another page; Back returns from it. */
export function go(page, params = {}) {
  location.hash = address(page, params);
}

/** Writes where we are into the address without going anywhere. */
export function note(page, params) {
  history.replaceState(null, "", address(page, params));
}

/** Writes where we are into the address; Back returns to what was there before. */
export function step(page, params) {
  history.pushState(null, "", address(page, params));
}

/** What the server offers, asked once: games and players with their options. No game or player is named here. */

import { capital } from "./dom.js";

/**
 * @typedef {{key: string, label: string, kind: "int" | "seconds" | "choice" | "flag", default: any,
 *   low: number | null, high: number | null, step: number, choices: [any, string][]}} Option
 * @typedef {{spec: string, title: string, note: string}} Seat  a player that can be chosen, as at one of its levels
 * @typedef {{name: string, title: string, about: string, usage: string, plays: string, document: string,
 *   options: Option[], seats: Seat[]}} Player
 * @typedef {{name: string, title: string, about: string, usage: string, rules: string, family: string,
 *   options: Option[], sample: any}} GameOffer
 * @typedef {{games: GameOffer[], players: Player[], opponent: string, example: string, version: string,
 *   guarded: boolean}} Catalogue
 * @typedef {Record<string, number | string | boolean>} Values  of a game's options, by key
 */

/** @type {Record<string, string>} */
const PEOPLE = { you: "You", friend: "Your friend" };

/** @type {Promise<Catalogue> | null} */
let answer = null;
/** @type {Player[]} the players, once the server has answered */
let players = [];

/**
 * @param {import("./connection.js").Connection} connection
 * @returns {Promise<Catalogue>}
 */
export function catalogue(connection) {
  answer ??= connection.ask("games").then(
    (found) => {
      const offer = /** @type {any} */ (found);
      players = offer.players;
      return offer;
    },
    (error) => {
      answer = null;
      throw error;
    },
  );
  return answer;
}

/**
 * The name that a text begins with.
 * @param {string} spec
 */
const nameOf = (spec) => spec.split(":")[0];

/**
 * The offer that a game's text belongs to.
 * @param {GameOffer[]} games
 * @param {string} spec
 */
export function offered(games, spec) {
  return games.find(({ name }) => name === nameOf(spec));
}

/**
 * A game's text from its options: numbers as they are, flags that are set by their key, choices that are not the
 * default by their word.
 * @param {GameOffer} game
 * @param {Values} values
 */
export function composed(game, values) {
  const words = game.options.map((option) => {
    const value = values[option.key] ?? option.default;
    if (option.kind === "flag") return value ? option.key : "";
    return option.kind === "choice" && value === option.default ? "" : String(value);
  });
  const rest = words.filter(Boolean).join(",");
  return rest ? `${game.name}:${rest}` : game.name;
}

/**
 * The options that a game's text names; those that it leaves out have their defaults.
 * @param {GameOffer} game
 * @param {string} spec
 * @returns {Values}
 */
export function parsed(game, spec) {
  const words = spec.split(":")[1]?.split(",") ?? [];
  const numbers = words.filter((word) => /^\d+$/.test(word)).map(Number);
  /** @type {(option: Option) => number | string | boolean} */
  const value = (option) => {
    if (option.kind === "flag") return words.includes(option.key);
    if (option.kind === "int") return numbers.shift() ?? option.default;
    return option.choices.map(([word]) => word).find((word) => words.includes(word)) ?? option.default;
  };
  return Object.fromEntries(game.options.map((option) => [option.key, value(option)]));
}

/**
 * Who can play a game, in groups: [group, [[spec, label], …]].
 * @param {GameOffer} game
 * @param {Catalogue} offer
 * @returns {[string, [string, string][]][]}
 */
export function seats(game, offer) {
  /** @type {Map<string, [string, string][]>} */
  const groups = new Map([["People", [["you", "You"], ["friend", "A friend, on this screen"]]]]);
  for (const player of [...offer.players].sort((a, b) => rank(a) - rank(b))) {
    if (player.plays && player.plays !== game.name && player.plays !== game.rules) continue;
    const group = [player.title, "Founding players", "Simple players"][rank(player)];
    /** @type {[string, string][]} */
    const labels = player.seats.map(({ spec, title, note }) => [spec, note ? `${title} (${note})` : title]);
    groups.set(group, [...(groups.get(group) ?? []), ...labels]);
  }
  return [...groups];
}

/**
 * Players with levels come first, each in a group of its own; then those of the founding documents; then the rest.
 * @param {Player} player
 */
function rank({ seats: levels, document }) {
  return levels.length > 1 ? 0 : document ? 1 : 2;
}

/**
 * The player that a text names, if the server offers it.
 * @param {string} spec
 */
export function listed(spec) {
  return players.find(({ name }) => name === nameOf(spec));
}

/**
 * A player for people, with its level.
 * @param {string} spec
 */
export function called(spec) {
  if (human(spec)) return PEOPLE[spec];
  const player = listed(spec);
  const seat = player?.seats.find((one) => one.spec === spec);
  return seat?.title ?? (player?.name === spec ? player.title : capital(spec));
}

/**
 * A player in the middle of a sentence, without its level.
 * @param {string} spec
 */
export function spoken(spec) {
  return listed(spec)?.title ?? called(spec);
}

/**
 * Whether a player is a person.
 * @param {string} spec
 */
export function human(spec) {
  return Object.hasOwn(PEOPLE, spec);
}

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
 */

const PEOPLE = { you: "You", friend: "Your friend" };

/** @type {Promise<Catalogue> | null} */
let answer = null;
/** @type {Player[]} the players, once the server has answered */
let players = [];

/** @returns {Promise<Catalogue>} */
export function catalogue(connection) {
  answer ??= connection.ask("games").then(
    (offer) => {
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

/** The name that a text begins with. */
const nameOf = (spec) => spec.split(":")[0];

/** The offer that a game's text belongs to. */
export function offered(games, spec) {
  return games.find(({ name }) => name === nameOf(spec));
}

/** A game's text from its options: numbers as they are, flags that are set by their key, choices that are not usual by
 * their word. */
export function composed(game, values) {
  const words = game.options.map((option) => {
    const value = values[option.key] ?? option.default;
    if (option.kind === "flag") return value ? option.key : "";
    return option.kind === "choice" && value === option.default ? "" : String(value);
  });
  const rest = words.filter(Boolean).join(",");
  return rest ? `${game.name}:${rest}` : game.name;
}

/** The options that a game's text names; those that it leaves out are the usual ones. */
export function parsed(game, spec) {
  const words = spec.split(":")[1]?.split(",") ?? [];
  const numbers = words.filter((word) => /^\d+$/.test(word)).map(Number);
  const value = (option) => {
    if (option.kind === "flag") return words.includes(option.key);
    if (option.kind === "int") return numbers.shift() ?? option.default;
    return option.choices.map(([word]) => word).find((word) => words.includes(word)) ?? option.default;
  };
  return Object.fromEntries(game.options.map((option) => [option.key, value(option)]));
}

/** Who can play a game, in groups: [group, [[spec, label], …]]. */
export function seats(game, offer) {
  const groups = new Map([["People", [["you", "You"], ["friend", "A friend, on this screen"]]]]);
  for (const player of [...offer.players].sort((a, b) => rank(a) - rank(b))) {
    if (player.plays && player.plays !== game.name && player.plays !== game.rules) continue;
    const group = [player.title, "Founding players", "Simple players"][rank(player)];
    const labels = player.seats.map(({ spec, title, note }) => [spec, note ? `${title} (${note})` : title]);
    groups.set(group, [...(groups.get(group) ?? []), ...labels]);
  }
  return [...groups];
}

/** Players with levels come first, each in a group of its own; then those of the founding documents; then the rest. */
function rank({ seats: levels, document }) {
  return levels.length > 1 ? 0 : document ? 1 : 2;
}

/** The player that a text names, if the server offers it. */
export function listed(spec) {
  return players.find(({ name }) => name === nameOf(spec));
}

/** A player for people, with its level. */
export function called(spec) {
  if (human(spec)) return PEOPLE[spec];
  const player = listed(spec);
  const seat = player?.seats.find((one) => one.spec === spec);
  return seat?.title ?? (player?.name === spec ? player.title : capital(spec));
}

/** A player in the middle of a sentence, without its level. */
export function spoken(spec) {
  return listed(spec)?.title ?? called(spec);
}

/** Whether a person sits there. */
export function human(spec) {
  return Object.hasOwn(PEOPLE, spec);
}

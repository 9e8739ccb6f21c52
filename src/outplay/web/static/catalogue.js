/** What the server offers, asked once: games, players, levels. */

import { capital } from "./dom.js";

let answer = null;

/** @returns {Promise<{games: any[], players: any[], levels: number[], version: string, guarded: boolean}>} */
export function catalogue(connection) {
  answer ??= connection.ask("games").catch((error) => {
    answer = null;
    throw error;
  });
  return answer;
}

/** The offer that a game's text belongs to. */
export function offered(games, spec) {
  return games.find(({ name }) => name === spec.split(":")[0]);
}

/** A game's text from its options: numbers as they are, flags that are set by their key, choices by their word. */
export function composed(game, values) {
  const words = game.options.map(({ key, kind, usual }) => {
    const value = values[key] ?? usual;
    return kind === "flag" ? (value ? key : "") : String(value);
  });
  const rest = words.filter(Boolean).join(",");
  return rest ? `${game.name}:${rest}` : game.name;
}

/** The options that a game's text names; those that it leaves out are the usual ones. */
export function parsed(game, spec) {
  const words = spec.split(":")[1]?.split(",") ?? [];
  const numbers = words.filter((word) => /^\d+$/.test(word)).map(Number);
  const value = ({ key, kind, usual, choices }) => {
    if (kind === "flag") return words.includes(key);
    if (kind === "int") return numbers.shift() ?? usual;
    return choices.map((choice) => [choice].flat()[0]).find((word) => word && words.includes(word)) ?? usual;
  };
  return Object.fromEntries(game.options.map((option) => [option.key, value(option)]));
}

/** What can sit on a side, in groups: [group, [[spec, label], …]]. */
export function seats(game, { players, levels }) {
  const rules = game.sample?.rules ?? game.name;
  const fits = players.filter(({ plays }) => !plays || plays === game.name || plays === rules);
  const founding = fits.filter(({ document }) => document);
  const plain = fits.filter(({ name, document }) => !document && name !== "engine");
  return [
    ["People", [["you", "You"], ["friend", "A friend, on this screen"]]],
    ["The engine", levels.map((level) => [`engine:level=${level}`, `Engine, level ${level}${LEVELS[level] ?? ""}`])],
    ["Founding players", founding.map(({ name }) => [name, called(name)])],
    ["Simple players", plain.map(({ name }) => [name, called(name)])],
  ].filter(([, list]) => list.length);
}

const LEVELS = { 1: " (easy)", 10: " (best)" };
const NAMES = { you: "You", friend: "Your friend", random: "Random", "alpha-beta": "Alpha-beta", cadrega: "CadregaBot", engine: "The engine" };

/** A player for people: `engine:level=3` is "Engine, level 3". */
export function called(spec) {
  const level = /^engine:level=(\d+)$/.exec(spec);
  if (level) return `Engine, level ${level[1]}`;
  if (NAMES[spec]) return NAMES[spec];
  return capital(spec);
}

/** A player in the middle of a sentence. */
export function spoken(spec) {
  if (spec.startsWith("engine")) return "The engine";
  return called(spec);
}

/** Whether a person sits there. */
export function human(spec) {
  return spec === "you" || spec === "friend";
}

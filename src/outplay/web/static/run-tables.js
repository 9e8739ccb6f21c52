/** The tables of a match or tournament: standings, cross table, figures and games. */

import { capital, h, signed } from "./dom.js";
import { ratingText } from "./elo.js";
import { playerName } from "./names.js";
import { address } from "./router.js";

/**
 * @typedef {import("./dom.js").Child} Child
 * @typedef {import("./elo.js").Rating & {rank: number, points: number, games: number, wins: number, draws: number,
 *   losses: number, first_wins: number, second_wins: number, won_by: number, lost_by: number, byes: number,
 *   errors: {[kind: string]: number}, sonneborn_berger: number, buchholz: number}} Standing
 * @typedef {{player: string, opponent: string, points: number, games: number}} Pairing
 * @typedef {{games: number, first_wins: number, second_wins: number, draws: number, first_share: number,
 *   plies_mean: number, plies_shortest: number, plies_longest: number}} Figures
 * @typedef {{number: number, first: string, second: string, winner: 0 | 1 | null, margin: number, plies: number,
 *   round: string | number, ending: string, detail: string}} PlayedGame
 * @typedef {{name: string, kind: string, state: string, called: string, players: string[], planned: number | null,
 *   pace: number | null, total: number, swiss: boolean, standings: Standing[], notes: string[], cross: Pairing[],
 *   figures: Figures | null,
 *   games: PlayedGame[], page: number, pages: number}} Run
 *   one match or tournament with a page of its games; `called` is the game, `planned` the number of games or null,
 *   `pace` the seconds a game takes
 * @typedef {{name: string, kind: string, state: string, players: number, games: number, planned: number | null,
 *   created: string}} RunInfo
 * @typedef {string[]} Column  the heading and the class: `text` is aligned left, `spare` is left out on a phone
 */

/** @param {number} value */
export const number = (value) => value.toLocaleString("en");

/** @type {(count: number, noun: string) => string} */
export const counted = (count, noun) => `${number(count)} ${noun}${count === 1 ? "" : "s"}`;

/** @param {string} name */
export const runPage = (name) => `tournaments/${encodeURIComponent(name)}`;

/** @param {{state: string}} run */
export const stateText = (run) => (run.state === "running" ? h("span", { class: "live" }, "running") : run.state);

/** @type {(games: number, planned: number | null) => string} */
export const playedText = (games, planned) =>
  planned && games < planned ? `${number(games)} of ${number(planned)}` : number(games);

/**
 * Points as players write them: 3, 3½, or 3.25.
 * @param {number} value
 */
function pointsText(value) {
  if (Number.isInteger(value)) return String(value);
  const rest = value % 1;
  return `${Math.floor(value) || ""}${rest === 0.5 ? "½" : rest.toFixed(2).slice(1)}`;
}

/** @param {string} text */
function dayText(text) {
  return text ? new Date(text).toLocaleString([], { dateStyle: "medium", timeStyle: "short" }) : "";
}

/**
 * @param {Column[]} columns
 * @param {Child[][]} rows
 * @param {string} name  its class
 */
function table(columns, rows, name = "") {
  const head = columns.map(([text, kind]) => h(text ? "th" : "td", { scope: text ? "col" : null, class: kind }, text));
  const body = rows.map((row) =>
    h("tr", {}, row.map((cell, column) => h("td", { class: columns[column][1] }, cell))),
  );
  return h("table", { class: `data ${name}` }, h("thead", {}, h("tr", {}, head)), h("tbody", {}, body));
}

const RUNS = [
  ["Name", "text"], ["Kind", "text spare"], ["State", "text"], ["Players", "spare"], ["Games"], ["Begun", "spare"],
];

/** @param {RunInfo[]} runs */
export function runsTable(runs) {
  const rows = runs.map((run) => [
    h("a", { href: address(runPage(run.name)) }, run.name),
    run.kind,
    stateText(run),
    run.players,
    playedText(run.games, run.planned),
    dayText(run.created),
  ]);
  return table(RUNS, rows);
}

/** @param {Standing} row */
const errorsOf = (row) => Object.values(row.errors).reduce((sum, count) => sum + count, 0);

/**
 * The standings, with the columns that the terminal shows too; a column that says nothing is left out.
 * @param {Run} run
 */
export function standingsTable({ standings, swiss }) {
  const many = standings.length > 2;
  /** @type {[Column, (row: Standing) => Child, boolean][]} */
  const all = [
    [["", ""], (row) => row.rank, true],
    [["Player", "text"], (row) => playerName(row.player), true],
    [["Games", "spare"], (row) => row.games, true],
    [["Byes", "spare"], (row) => row.byes || "", standings.some((row) => row.byes)],
    [["Points"], (row) => pointsText(row.points), true],
    [["Won", "spare"], (row) => row.wins, true],
    [["as 1st", "spare"], (row) => row.first_wins, true],
    [["as 2nd", "spare"], (row) => row.second_wins, true],
    [["Drawn", "spare"], (row) => row.draws, true],
    [["Lost", "spare"], (row) => row.losses, true],
    [["Margin", "spare"], (row) => signed(row.won_by - row.lost_by), standings.some((row) => row.won_by > row.wins)],
    [["Errors"], (row) => errorsCell(row), standings.some(errorsOf)],
    [["SB", "spare"], (row) => pointsText(row.sonneborn_berger), many && !swiss],
    [["Buchholz", "spare"], (row) => pointsText(row.buchholz), many && swiss],
    [["Elo"], (row) => (row.games ? ratingText(row) : ""), true],
  ];
  const shown = all.filter(([, , says]) => says);
  return table(
    shown.map(([column]) => column),
    standings.map((row) => shown.map(([, value]) => value(row))),
  );
}

/**
 * How many games a player lost by errors, with their kinds when pointed at.
 * @param {Standing} row
 */
function errorsCell(row) {
  const kinds = Object.entries(row.errors).map(([kind, count]) => `${count} × ${kind}`);
  return kinds.length ? h("span", { class: "wrong", title: kinds.join(", ") }, String(errorsOf(row))) : "";
}

const GAMES = [
  ["Game", "text"], ["First", "text"], ["Second", "text"], ["Result", "text"], ["Moves", "spare"], ["Round", "spare"],
  ["End", "text"],
];

/**
 * A page of a run's games.
 * @param {Run} run
 * @param {(page: number) => void} goTo
 */
export function gamesTable(run, goTo) {
  if (!run.total) return null;
  const rows = run.games.map((game) => [
    h("a", { href: address(`${runPage(run.name)}/${game.number}`) }, `Game ${game.number}`),
    playerName(game.first, game.winner === 0 ? "strong" : "span"),
    playerName(game.second, game.winner === 1 ? "strong" : "span"),
    resultText(game),
    game.plies,
    game.round,
    h("span", { class: "clip", title: game.detail }, endingText(game)),
  ]);
  return [run.pages > 1 && pager(run, goTo), table(GAMES, rows, "games")];
}

/**
 * @param {Run} run
 * @param {(page: number) => void} goTo
 */
function pager({ page, pages }, goTo) {
  /** @type {(text: string, to: number) => HTMLElement} */
  const button = (text, to) => {
    const disabled = to === page || to < 0 || to >= pages;
    return h("button", { type: "button", class: "quiet", disabled, onclick: () => goTo(to) }, text);
  };
  return h(
    "div",
    { class: "pager" },
    button("Newest", 0),
    button("Newer", page - 1),
    h("span", { class: "faint" }, `page ${page + 1} of ${pages}`),
    button("Older", page + 1),
    button("Oldest", pages - 1),
  );
}

/**
 * Why a game is over, short enough for a row.
 * @param {PlayedGame} game
 */
function endingText({ ending, detail }) {
  return ending === "rules" ? capital(detail || "by the rules") : `${capital(ending)}${detail ? `: ${detail}` : ""}`;
}

/**
 * A result as in chess, with the margin where there is one.
 * @param {PlayedGame} game
 */
function resultText({ winner, margin }) {
  if (winner === null) return "½–½";
  return `${winner === 0 ? "1–0" : "0–1"}${margin > 1 ? ` (${margin})` : ""}`;
}

/**
 * The points of each row's player against each column's; the larger their share, the darker the cell.
 * @param {Run} run
 */
export function crossTable(run) {
  const names = run.standings.map(({ player }) => player);
  const cells = new Map(run.cross.map((cell) => [`${cell.player}\n${cell.opponent}`, cell]));
  const head = names.map((name, index) => h("th", { scope: "col", title: name }, String(index + 1)));
  const rows = names.map((name, index) =>
    h(
      "tr",
      {},
      h("th", { scope: "row", class: "text" }, `${index + 1}. `, playerName(name)),
      names.map((other) => crossCell(name, other, cells.get(`${name}\n${other}`))),
    ),
  );
  return h("table", { class: "data cross" }, h("thead", {}, h("tr", {}, h("td", {}), head)), h("tbody", {}, rows));
}

/**
 * @param {string} name
 * @param {string} other
 * @param {Pairing | undefined} pairing
 */
function crossCell(name, other, pairing) {
  if (name === other) return h("td", { class: "own" });
  if (!pairing) return h("td", {});
  const { points, games } = pairing;
  const title = `${name} against ${other}: ${pointsText(points)} of ${counted(games, "game")}`;
  const cell = h("td", { class: "share", title }, pointsText(points), h("span", { class: "faint" }, ` / ${games}`));
  cell.style.setProperty("--share", String(Math.min(1, points / games)));
  return cell;
}

/**
 * The figures of all games together, as sentences.
 * @param {Figures} all
 */
export function figuresText(all) {
  const { plies_shortest: shortest, plies_longest: longest } = all;
  const range = shortest === longest ? "" : ` in the mean, ${shortest} to ${longest}`;
  const wins = `the first player won ${number(all.first_wins)}, the second ${number(all.second_wins)}`;
  const draws = `${number(all.draws)} ${all.draws === 1 ? "was" : "were"} drawn`;
  return h(
    "p",
    {},
    `${counted(all.games, "game")}: ${wins}, and ${draws}. `,
    `The first player scored ${Math.round(all.first_share * 100)} %. `,
    `A game has ${counted(Math.round(all.plies_mean), "move")}${range}.`,
  );
}

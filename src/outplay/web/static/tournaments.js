/** What the arena has stored: the list of runs, the tables of one, and its games. All of it is live. */

import { catalogue } from "./catalogue.js";
import { notice } from "./dialogs.js";
import { capital, fill, h } from "./dom.js";
import { eloPlot, rating } from "./elo.js";
import { player } from "./names.js";
import { replay } from "./replay.js";
import { address, note } from "./router.js";

export async function show(root, params, connection, path) {
  if (path.length >= 2) return replay(root, path[0], Number(path[1]), connection);
  if (path.length === 1) return one(root, path[0], Math.max(0, Number.parseInt(params.page, 10) || 0), connection);
  return list(root, connection);
}

const day = (text) => (text ? new Date(text).toLocaleString([], { dateStyle: "medium", timeStyle: "short" }) : "");
const number = (value) => value.toLocaleString("en");
const points = (value) => (Number.isInteger(value) ? String(value) : (Math.floor(value) || "") + (value % 1 === 0.5 ? "½" : (value % 1).toFixed(2).slice(1)));
const counted = (count, what) => `${number(count)} ${what}${count === 1 ? "" : "s"}`;
const state = (run) => (run.state === "running" ? h("span", { class: "live" }, "running") : run.state);
const place = (name) => `tournaments/${encodeURIComponent(name)}`;

/** Hears of something again whenever it has changed; the answer ends that. */
function watch(connection, what, box, hear) {
  const question = connection.stream("watch", what, hear);
  question.done.catch((error) => fill(box, h("p", { class: "wrong" }, error.message)));
  return () => question.stop();
}

/** Replaces what a box holds; what had the focus in it has it again. */
function refill(box, ...content) {
  const held = box.contains(document.activeElement) && document.activeElement !== box ? document.activeElement : null;
  fill(box, ...content);
  const same = held && [...box.querySelectorAll(held.tagName)].find((other) => other.textContent === held.textContent);
  same?.focus({ preventScroll: true });
}

/** A table. A column is [head, class]: `text` stands on the left, `spare` is left out on a phone. */
function table(columns, rows, name = "") {
  const head = columns.map(([text, kind]) => h(text ? "th" : "td", { scope: text ? "col" : null, class: kind }, text));
  const body = rows.map((row) => h("tr", {}, row.map((cell, column) => h("td", { class: columns[column][1] }, cell))));
  return h("table", { class: `data ${name}` }, h("thead", {}, h("tr", {}, head)), h("tbody", {}, body));
}

const RUNS = [["Name", "text"], ["Kind", "text spare"], ["State", "text"], ["Players", "spare"], ["Games"], ["Begun", "spare"]];

function list(root, connection) {
  document.title = "Tournaments · outplay";
  const panel = h("div", { class: "panel scroll", tabindex: 0, role: "region", "aria-label": "Matches and tournaments", hidden: true });
  const example = h("code", {});
  catalogue(connection).then((offer) => (example.textContent = offer.example), () => {});
  const empty = h(
    "div",
    { class: "empty", hidden: true },
    h("p", {}, "No match or tournament has been played here yet."),
    h("p", {}, "In a terminal: ", example),
    h("p", {}, "It appears here by itself, and can be watched while it runs."),
  );
  root.append(h("div", { class: "heading" }, h("h1", {}, "Tournaments")), panel, empty);
  return watch(connection, {}, root, ({ runs }) => {
    panel.hidden = !runs.length;
    empty.hidden = runs.length > 0;
    refill(panel, table(RUNS, runs.map((run) => [h("a", { href: address(place(run.name)) }, run.name), run.kind, state(run), run.players, played(run.games, run.planned), day(run.created)])));
  });
}

const played = (games, planned) => (planned && games < planned ? `${number(games)} of ${number(planned)}` : number(games));

/** A part of a page, which is there while it has something to show. */
function block(title, scrolls = true) {
  const box = h("div", scrolls ? { class: "scroll", tabindex: 0, role: "group", "aria-label": title } : {});
  const element = h("section", { class: "panel", "aria-label": title, hidden: true }, h("h2", {}, title), box);
  function show(content) {
    element.hidden = !content;
    refill(box, content);
  }
  return { element, show };
}

/** One run: its tables, and a page of its games. */
function one(root, name, first, connection) {
  document.title = `${name} · outplay`;
  let at = first;
  const heading = h("div", { class: "heading" }, h("h1", {}, name));
  const far = h("div", { class: "far", hidden: true });
  const [ranks, plot, cross, all, games] = [block("Standings"), block("Elo, with 95 % error bars", false), block("Who scored what against whom"), block("All games", false), block("Games")];
  const blocks = h("div", { class: "blocks" }, [ranks, plot, cross, all, games].map(({ element }) => element));
  root.append(h("p", {}, h("a", { href: "#/tournaments" }, "All tournaments")), heading, far, blocks);

  function draw(run) {
    fill(heading, h("h1", {}, run.name), h("span", { class: "faint" }, [run.kind, run.called].filter(Boolean).join(" · ")), h("span", { class: "faint" }, state(run)));
    far.hidden = run.state !== "running" && !(run.planned > run.total);
    fill(far, progress(run));
    const rated = run.standings.filter(({ elo }) => elo !== null);
    ranks.show(run.total > 0 ? standings(run.standings) : h("p", {}, `No games yet. The players: ${run.players.join(", ")}.`));
    plot.show(rated.length > 1 && eloPlot(rated));
    cross.show(run.players.length > 2 && run.total > 0 && crossTable(run));
    all.show(run.figures && figures(run.figures));
    if (at === 0) games.show(gamesTable(run, turn));
    else turn(at);
  }

  async function turn(to) {
    at = to;
    note(place(name), { page: to || "" });
    try {
      const { run } = await connection.ask("run", { name, page: to });
      if (to === at) games.show(gamesTable(run, turn));
    } catch (error) {
      notice(error.message, "error");
    }
  }

  return watch(connection, { name }, blocks, ({ run }) => draw(run));
}

/** How far a run has come. */
function progress({ state, total, planned, pace }) {
  if (!planned) return h("p", {}, counted(total, "game"));
  const left = state === "running" && pace !== null && total < planned ? ` · ${duration((planned - total) * pace)} left` : "";
  const text = `${played(total, planned)} games${left}`;
  return [h("progress", { max: planned, value: total, "aria-label": "Games that were played" }), h("p", {}, text)];
}

function duration(seconds) {
  const minutes = Math.round(seconds / 60);
  if (seconds < 50) return "less than a minute";
  return minutes < 60 ? `about ${counted(minutes, "minute")}` : `about ${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

const STANDINGS = [["", ""], ["Player", "text"], ["Points"], ["Games", "spare"], ["Won", "spare"], ["Drawn", "spare"], ["Lost", "spare"], ["Elo"]];

function standings(rows) {
  return table(STANDINGS, rows.map((row) => [row.rank, player(row.player), points(row.points), row.games, row.wins, row.draws, row.losses, row.games ? rating(row) : ""]));
}

const GAMES = [["Game", "text"], ["First", "text"], ["Second", "text"], ["Result", "text"], ["Moves", "spare"], ["Round", "spare"], ["End", "text"]];

function gamesTable(run, turn) {
  if (!run.total) return null;
  return [
    run.pages > 1 && pager(run, turn),
    table(
      GAMES,
      run.games.map((game) => [
        h("a", { href: address(`${place(run.name)}/${game.number}`) }, `Game ${game.number}`),
        player(game.first, game.winner === 0 ? "strong" : "span"),
        player(game.second, game.winner === 1 ? "strong" : "span"),
        result(game),
        game.plies,
        game.round,
        h("span", { class: "clip", title: game.detail }, end(game)),
      ]),
      "games",
    ),
  ];
}

function pager({ page, pages }, turn) {
  const button = (text, to) => h("button", { type: "button", class: "quiet", disabled: to === page || to < 0 || to >= pages, onclick: () => turn(to) }, text);
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

/** Why a game is over, short enough for a row. */
function end({ ending, detail }) {
  return ending === "rules" ? capital(detail || "by the rules") : `${capital(ending)}${detail ? `: ${detail}` : ""}`;
}

/** A result in chess's way of writing it, with the margin where there is one. */
function result({ winner, margin }) {
  if (winner === null) return "½–½";
  return `${winner === 0 ? "1–0" : "0–1"}${margin > 1 ? ` (${margin})` : ""}`;
}

/** Points of the row's player against the column's; the more of all points they are, the darker the cell. */
function crossTable(run) {
  const names = run.standings.map(({ player }) => player);
  const cells = new Map(run.cross.map((cell) => [`${cell.player}\n${cell.opponent}`, cell]));
  const head = names.map((name, index) => h("th", { scope: "col", title: name }, String(index + 1)));
  const rows = names.map((name, index) => h("tr", {}, h("th", { scope: "row", class: "text" }, `${index + 1}. `, player(name)), names.map((other) => crossCell(name, other, cells.get(`${name}\n${other}`)))));
  return h("table", { class: "data cross" }, h("thead", {}, h("tr", {}, h("td", {}), head)), h("tbody", {}, rows));
}

function crossCell(name, other, cell) {
  if (name === other) return h("td", { class: "own" });
  if (!cell) return h("td", {});
  const made = h("td", { class: "share", title: `${name} against ${other}: ${points(cell.points)} of ${counted(cell.games, "game")}` }, points(cell.points), h("span", { class: "faint" }, ` / ${cell.games}`));
  made.style.setProperty("--share", String(Math.min(1, cell.points / cell.games)));
  return made;
}

function figures(all) {
  const percent = (part) => `${Math.round(part * 100)} %`;
  const span = all.plies_shortest === all.plies_longest ? "" : ` in the mean, ${all.plies_shortest} to ${all.plies_longest}`;
  return h(
    "p",
    {},
    `${counted(all.games, "game")}: the first player won ${number(all.first_wins)}, the second ${number(all.second_wins)}, and ${number(all.draws)} ${all.draws === 1 ? "was" : "were"} drawn. `,
    `The first player scored ${percent(all.first_share)}. A game has ${counted(Math.round(all.plies_mean), "move")}${span}.`,
  );
}

/** What the arena has stored: the list of runs, the tables of one, and its games. */

import { notice } from "./dialogs.js";
import { fill, h, s, signed } from "./dom.js";
import { replay } from "./replay.js";
import { address } from "./router.js";

export async function show(root, params, connection, path) {
  if (path.length >= 2) return replay(root, path[0], Number(path[1]), connection);
  if (path.length === 1) return one(root, path[0], connection);
  document.title = "Tournaments · outplay";
  root.append(h("div", { class: "heading" }, h("h1", {}, "Tournaments")));
  const { runs } = await connection.ask("runs");
  if (!runs.length) {
    root.append(
      h("div", { class: "empty" }, h("p", {}, "No match or tournament has been played here yet."), h("p", {}, "In a terminal: ", h("code", {}, "outplay match kalah:6,4 engine:level=3 kalah-ranks --games 20"))),
    );
    return null;
  }
  root.append(
    h(
      "div",
      { class: "panel scroll", tabindex: 0, role: "region", "aria-label": "Matches and tournaments" },
      table(
        [" Name", " Kind", " State", "Players", "Games", "Begun"],
        runs.map((run) => [h("a", { href: address(`tournaments/${encodeURIComponent(run.name)}`) }, run.name), run.kind, run.state === "running" ? h("span", { class: "live" }, "running") : run.state, run.players, run.games, day(run.created)]),
      ),
    ),
  );
  return null;
}

const day = (text) => (text ? new Date(text).toLocaleString([], { dateStyle: "medium", timeStyle: "short" }) : "");
const points = (number) => (Number.isInteger(number) ? String(number) : (Math.floor(number) || "") + (number % 1 === 0.5 ? "½" : (number % 1).toFixed(2).slice(1)));

/** A table; the columns whose heads begin with a blank hold words and not numbers. */
function table(heads, rows) {
  const kind = (column) => (heads[column].startsWith(" ") ? "text" : null);
  const head = heads.map((text, column) => (text.trim() ? h("th", { scope: "col", class: kind(column) }, text.trim()) : h("td", {})));
  const body = rows.map((row) => h("tr", {}, row.map((cell, column) => h("td", { class: kind(column) }, cell ?? ""))));
  return h("table", { class: "data" }, h("thead", {}, h("tr", {}, head)), h("tbody", {}, body));
}

function block(title, ...content) {
  return h("section", { class: "panel", "aria-label": title }, h("h2", {}, title), h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": title }, content));
}

/** One run; it is drawn again each time that something has changed, for as long as it runs. */
function one(root, name, connection) {
  document.title = `${name} · outplay`;
  const heading = h("div", { class: "heading" }, h("h1", {}, name));
  const blocks = h("div", { class: "blocks" });
  root.append(h("p", {}, h("a", { href: "#/tournaments" }, "All tournaments")), heading, blocks);

  function draw(run) {
    const live = run.state === "running";
    fill(heading, h("h1", {}, run.name), h("span", { class: "faint" }, [run.kind, run.called, `${run.total} games`].filter(Boolean).join(" · ")), live ? h("span", { class: "live" }, "live") : h("span", { class: "faint" }, run.state));
    const rated = run.standings.filter(({ elo }) => elo !== null);
    fill(
      blocks,
      block(
        "Standings",
        table(
          ["", " Player", "Points", "Games", "Won", "Drawn", "Lost", "Elo"],
          run.standings.map((row) => [row.rank, row.player, points(row.points), row.games, row.wins, row.draws, row.losses, row.elo === null ? "" : `${signed(Math.round(row.elo))}${row.error === null ? "" : ` ± ${Math.round(row.error)}`}`]),
        ),
      ),
      rated.length > 1 ? block("Elo, with 95 % error bars", eloPlot(rated)) : null,
      run.players.length > 2 ? block("Who scored what against whom", crossTable(run)) : null,
      run.figures ? block("All games", figures(run.figures)) : null,
      block("Games", games(run)),
    );
  }

  function games(run) {
    const box = h("div", {});
    const page = (found, number) => {
      const turn = (label, to) => h("button", { type: "button", class: "quiet", onclick: () => connection.ask("run", { name, page: to }).then((answer) => page(answer.run, to), (error) => notice(error.message, "error")) }, label);
      fill(
        box,
        table(
          [" Game", " First", " Second", " Result", "Moves", "Round", " End"],
          found.games.map((game) => [h("a", { href: address(`tournaments/${encodeURIComponent(name)}/${game.number}`) }, `Game ${game.number}`), game.first, game.second, result(game), game.plies, game.round, game.ending === "rules" ? "" : game.ending]),
        ),
        number > 0 ? turn("Newer games", number - 1) : null,
        number < found.pages - 1 ? turn("Older games", number + 1) : null,
      );
    };
    page(run, 0);
    return box;
  }

  const question = connection.stream("watch", { name }, (answer) => answer.run && draw(answer.run));
  question.done.catch((error) => fill(blocks, h("p", { class: "wrong" }, error.message)));
  return () => question.stop();
}

/** A result in chess's way of writing it, with the margin where there is one. */
function result({ winner, margin }) {
  if (winner === null) return "½–½";
  return `${winner === 0 ? "1–0" : "0–1"}${margin > 1 ? ` (${margin})` : ""}`;
}

function crossTable(run) {
  const names = run.standings.map(({ player }) => player);
  const cells = new Map(run.cross.map((cell) => [`${cell.player}\n${cell.opponent}`, cell]));
  return table(
    ["", ...names.map((_, index) => String(index + 1))],
    names.map((name, index) => [`${index + 1}. ${name}`, ...names.map((other) => {
      const cell = cells.get(`${name}\n${other}`);
      return name === other ? "·" : cell ? `${points(cell.points)} / ${cell.games}` : "";
    })]),
  );
}

function figures(all) {
  const percent = (part) => `${Math.round(part * 100)} %`;
  return h(
    "p",
    {},
    `${all.games} games: the first player won ${all.first_wins}, the second ${all.second_wins}, ${all.draws} were drawn. `,
    `The first player scored ${percent(all.first_share)}. A game has ${Math.round(all.plies_mean)} moves in the mean, ${all.plies_shortest} to ${all.plies_longest}.`,
  );
}

const ROW = 34;
const LEFT = 190;
const WIDTH = 760;

/** Ratings as points, the errors as bars; a bar that is open goes to the edge. */
function eloPlot(rows) {
  const low = Math.min(...rows.map((row) => row.elo_low ?? row.elo - 60));
  const high = Math.max(...rows.map((row) => row.elo_high ?? row.elo + 60));
  const room = Math.max(20, (high - low) * 0.06);
  const [from, to] = [low - room, high + room];
  const x = (elo) => LEFT + ((elo - from) / (to - from)) * (WIDTH - LEFT - 16);
  const step = [10, 20, 50, 100, 200, 500, 1000, 2000].find((size) => (to - from) / size <= 8) ?? 5000;
  const ticks = [];
  for (let tick = Math.ceil(from / step) * step; tick <= to; tick += step) ticks.push(tick);
  const height = rows.length * ROW + 30;
  const said = rows.map((row) => `${row.player} ${signed(Math.round(row.elo))}${row.error === null ? "" : ` plus or minus ${Math.round(row.error)}`}`).join("; ");
  return s(
    "svg",
    { class: "elo", viewBox: `0 0 ${WIDTH} ${height}`, role: "img", "aria-label": `Elo ratings: ${said}` },
    ticks.map((tick) => [s("path", { class: "rule", d: `M${x(tick)} 4V${height - 24}` }), s("text", { class: "axis", x: x(tick), y: height - 8 }, signed(tick))]),
    rows.map((row, index) => {
      const y = index * ROW + ROW / 2 + 4;
      const [a, b] = [x(row.elo_low ?? from), x(row.elo_high ?? to)];
      const ends = `${row.elo_low === null ? "" : `M${a} ${y - 5}V${y + 5}`}${row.elo_high === null ? "" : `M${b} ${y - 5}V${y + 5}`}`;
      const name = row.player.length > 22 ? `${row.player.slice(0, 21)}…` : row.player;
      return [s("text", { x: 4, y: y + 5 }, name), s("path", { class: "error", d: `M${a} ${y}H${b}${ends}` }), s("circle", { class: "point", cx: x(row.elo), cy: y, r: 5.5 })];
    }),
  );
}

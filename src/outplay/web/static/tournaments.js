/** Stored matches and tournaments: the list of runs, and one run. Both follow what is played meanwhile. */

import { catalogue } from "./catalogue.js";
import { notice } from "./dialogs.js";
import { errorText, fill, h } from "./dom.js";
import { eloPlot } from "./elo.js";
import { replay } from "./replay.js";
import { note } from "./router.js";
import {
  counted, crossTable, figuresText, gamesTable, playedText, runPage, runsTable, standingsTable, stateText,
} from "./run-tables.js";

/**
 * @typedef {import("./connection.js").Connection} Connection
 * @typedef {import("./dom.js").Child} Child
 * @typedef {import("./run-tables.js").Run} Run
 */

/**
 * @param {HTMLElement} root
 * @param {import("./router.js").Params} params
 * @param {Connection} connection
 * @param {string[]} path  nothing, the name of a run, or that and the number of a game
 */
export async function show(root, params, connection, path) {
  if (path.length >= 2) return replay(root, path[0], Number(path[1]), connection);
  if (path.length === 1) return showRun(root, path[0], Math.max(0, Number.parseInt(params.page, 10) || 0), connection);
  return showList(root, connection);
}

/**
 * Receives the runs, or one run, now and whenever they have changed.
 * @param {Connection} connection
 * @param {{name?: string}} what
 * @param {Element} box  where an error is shown
 * @param {(answer: import("./connection.js").Answer) => void} onAnswer
 * @returns {() => void} what ends it
 */
function watch(connection, what, box, onAnswer) {
  const question = connection.stream("watch", what, onAnswer);
  question.done.catch((error) => fill(box, h("p", { class: "wrong" }, errorText(error))));
  return () => question.stop();
}

/**
 * Replaces what a box holds; an element with the same text as the one that had the focus gets it.
 * @param {Element} box
 * @param {...Child} content
 */
function refill(box, ...content) {
  const { activeElement } = document;
  const focused = activeElement && box.contains(activeElement) && activeElement !== box ? activeElement : null;
  fill(box, ...content);
  if (!focused) return;
  for (const other of box.querySelectorAll(focused.tagName)) {
    if (other instanceof HTMLElement && other.textContent === focused.textContent) {
      other.focus({ preventScroll: true });
      return;
    }
  }
}

/**
 * @param {HTMLElement} root
 * @param {Connection} connection
 */
async function showList(root, connection) {
  document.title = "Tournaments · outplay";
  const label = "Matches and tournaments";
  const panel = h("div", { class: "panel scroll", tabindex: 0, role: "region", "aria-label": label, hidden: true });
  const empty = h(
    "div",
    { class: "empty", hidden: true },
    h("p", {}, "No match or tournament has been played here yet."),
    h("p", {}, "In a terminal: ", h("code", {}, (await catalogue(connection)).example)),
    h("p", {}, "It appears here by itself, and can be watched while it runs."),
  );
  root.append(h("div", { class: "heading" }, h("h1", {}, "Tournaments")), panel, empty);
  return watch(connection, {}, root, ({ runs }) => {
    panel.hidden = !runs.length;
    empty.hidden = runs.length > 0;
    refill(panel, runsTable(runs));
  });
}

/**
 * A panel that is there while it has something to show.
 * @param {string} title
 * @param {boolean} scrolls
 */
function section(title, scrolls = true) {
  const box = h("div", scrolls ? { class: "scroll", tabindex: 0, role: "group", "aria-label": title } : {});
  const element = h("section", { class: "panel", "aria-label": title, hidden: true }, h("h2", {}, title), box);
  /** @param {Child} content */
  function show(content) {
    element.hidden = !content;
    refill(box, content);
  }
  return { element, show };
}

/**
 * One run: its tables, and a page of its games.
 * @param {HTMLElement} root
 * @param {string} name
 * @param {number} firstPage
 * @param {Connection} connection
 */
function showRun(root, name, firstPage, connection) {
  document.title = `${name} · outplay`;
  let page = firstPage;
  const heading = h("div", { class: "heading" }, h("h1", {}, name));
  const progress = h("div", { class: "far", hidden: true });
  const standings = section("Standings");
  const plot = section("Elo, with 95 % error bars", false);
  const cross = section("Who scored what against whom");
  const figures = section("All games", false);
  const games = section("Games");
  const all = [standings, plot, cross, figures, games];
  const sections = h("div", { class: "blocks" }, all.map(({ element }) => element));
  root.append(h("p", {}, h("a", { href: "#/tournaments" }, "All tournaments")), heading, progress, sections);

  /** @param {Run} run */
  function draw(run) {
    const about = [run.kind, run.called].filter(Boolean).join(" · ");
    const state = h("span", { class: "faint" }, stateText(run));
    fill(heading, h("h1", {}, run.name), h("span", { class: "faint" }, about), state);
    progress.hidden = run.state !== "running" && !((run.planned ?? 0) > run.total);
    fill(progress, progressOf(run));
    const waiting = h("p", {}, `No games yet. The players: ${run.players.join(", ")}.`);
    const notes = run.notes.map((line) => h("p", {}, line));
    standings.show([run.total > 0 ? standingsTable(run) : waiting, ...notes]);
    const rated = run.standings.flatMap((row) => (row.elo === null ? [] : [{ ...row, elo: row.elo }]));
    plot.show(rated.length > 1 && eloPlot(rated));
    cross.show(run.players.length > 2 && run.total > 0 && crossTable(run));
    figures.show(run.figures && figuresText(run.figures));
    if (page === 0) games.show(gamesTable(run, goTo));
    else goTo(page);
  }

  /** @param {number} to  a page of the games */
  async function goTo(to) {
    page = to;
    note(runPage(name), { page: to || "" });
    try {
      const { run } = await connection.ask("run", { name, page: to });
      if (to === page) games.show(gamesTable(run, goTo));
    } catch (error) {
      notice(errorText(error), "error");
    }
  }

  return watch(connection, { name }, sections, ({ run }) => draw(run));
}

/**
 * How far a run has come.
 * @param {Run} run
 * @returns {Child}
 */
function progressOf({ state, total, planned, pace }) {
  if (!planned) return h("p", {}, counted(total, "game"));
  const running = state === "running" && pace !== null && total < planned;
  const left = running ? ` · ${durationText((planned - total) * pace)} left` : "";
  const bar = h("progress", { max: planned, value: total, "aria-label": "Games that were played" });
  return [bar, h("p", {}, `${playedText(total, planned)} games${left}`)];
}

/** @param {number} seconds */
function durationText(seconds) {
  const minutes = Math.round(seconds / 60);
  if (seconds < 50) return "less than a minute";
  if (minutes < 60) return `about ${counted(minutes, "minute")}`;
  return `about ${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

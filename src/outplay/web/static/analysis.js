/** Live analysis: the score as a bar, depth and speed, and the best lines, to look at and to play. */

import { tones } from "./boards/board.js";
import { fill, fresh, h, short, signed } from "./dom.js";
import { sided } from "./moves.js";

const LINES = 3;
const PAUSE = 120;

/** How far a score is from even, −1 to 1. Games won by a margin have larger scores than games that are won or lost. */
const scales = new Map();
export function share(game, score) {
  if (Math.abs(score) > 1) scales.set(game, 8);
  return Math.tanh(score / (scales.get(game) ?? 0.7));
}

/** How far an outcome is from even: all the way, unless it is a draw. */
export function decided({ winner }) {
  return winner === null ? 0 : winner === 0 ? 1 : -1;
}

/** An outcome in words: `verb` is wins or won. */
function told(outcome, players, verb) {
  if (outcome.winner === null) return "a draw";
  return `${players[outcome.winner]} ${verb}${outcome.margin > 1 ? ` by ${outcome.margin}` : ""}`;
}

/**
 * @param {{connection: any, onHints: (hints: {move: string, strength: number}[]) => void,
 *   onPreview: (line: string[] | null) => void, onPick: (line: string[]) => void, canPlay: () => boolean}} options
 *   canPlay says whether a line's first move can be played
 */
export function analysis({ connection, onHints, onPreview, onPick, canPlay }) {
  const id = fresh("analysis");
  const toggle = h("input", { type: "checkbox", role: "switch", id, checked: localStorage.getItem("analysis") === "on" });
  const bar = h("div", { class: "bar", role: "img" }, h("div", { class: "bar-first" }), h("div", { class: "bar-middle" }));
  const words = h("p", { class: "score" });
  const figures = h("p", { class: "figures faint" });
  const lines = h("ol", { class: "lines" });
  const body = h("div", { class: "body" }, bar, words, figures, lines);
  const element = h("section", { class: "panel analysis", "aria-label": "Analysis" }, h("header", {}, h("h2", {}, h("label", { for: id }, "Analysis")), toggle), body);

  let question = null;
  let timer = 0;
  let place = null;
  let view = null;
  let ended = null;
  let over = false;
  let latest = null;

  function stop() {
    clearTimeout(timer);
    question?.stop();
    question = null;
  }

  /** The bar, filled as far as the first player is ahead, and what it says in words. */
  function drawBar(part, said, sure) {
    bar.style.setProperty("--first", `${((1 + part) * 50).toFixed(1)}%`);
    bar.setAttribute("aria-label", `Score: ${said}`);
    words.textContent = said;
    words.classList.toggle("proven", sure);
  }

  function draw(found) {
    const { players } = view;
    const ahead = found.score_first > 0 ? players[0] : players[1];
    const said = found.outcome ? `Proven: ${told(found.outcome, players, "wins")}` : Math.abs(found.score_first) < 0.005 ? "Even" : `${ahead} ${signed(Math.abs(found.score_first))}`;
    const within = found.outcome && found.plies !== null && found.plies !== undefined ? `, within ${found.plies} moves` : "";
    drawBar(found.outcome ? decided(found.outcome) : share(view.game, found.score_first), `${said}${within}`, Boolean(found.outcome));
    figures.textContent = `depth ${found.depth} · ${short(found.nodes)} positions · ${short(found.rate)} a second`;
    latest = found;
    if (!lines.childElementCount || !lines.matches(":hover, :focus-within")) drawLines();
    const best = found.lines[0]?.score ?? 0;
    onHints(found.lines.map((line, index) => ({ move: line.move, strength: index === 0 ? 1 : Math.max(0.12, 0.6 * (1 - Math.abs(share(view.game, best) - share(view.game, line.score)))) })));
  }

  /** The best lines; while somebody points at one, they stay as they are. */
  function drawLines() {
    fill(lines, latest ? latest.lines.map((line) => lineRow(line, view.players)) : []);
  }
  lines.addEventListener("pointerleave", drawLines);
  lines.addEventListener("focusout", (event) => lines.contains(event.relatedTarget) || drawLines());

  function lineRow(line, players) {
    const score = line.outcome ? told(line.outcome, players, "wins") : signed(line.score_first);
    const moves = line.line.slice(0, 8).map((move, index) => {
      const upTo = line.line.slice(0, index + 1);
      return h(
        "button",
        {
          type: "button",
          class: `move ${sided(line.sides, index)}`,
          title: index || !canPlay() ? "Look at it" : "Play it",
          onpointerenter: () => onPreview(upTo),
          onfocus: () => onPreview(upTo),
          onpointerleave: () => onPreview(null),
          onblur: () => onPreview(null),
          onclick: () => onPick(upTo),
        },
        move,
      );
    });
    return h("li", {}, h("span", { class: line.outcome ? "value proven" : "value" }, score), h("span", { class: "line" }, moves));
  }

  function start() {
    stop();
    element.classList.toggle("on", toggle.checked);
    if (view) bar.className = `bar ${tones(view)}`;
    if (view) lines.className = `lines ${tones(view)}`;
    latest = null;
    drawLines();
    onHints([]);
    bar.hidden = false;
    lines.hidden = Boolean(ended);
    if (!toggle.checked || !place) return;
    if (ended) {
      over = true;
      drawBar(decided(ended), `The game is over: ${told(ended, view.players, "won")}`, true);
      figures.textContent = "";
      return;
    }
    if (over) drawBar(0, "", false);
    over = false;
    figures.textContent = "Beginning …";
    const asked = place;
    timer = setTimeout(() => {
      question = connection.stream("analyse", { ...asked, lines: LINES }, (answer) => {
        if (answer.compiling) figures.textContent = "Getting this board ready, which takes a while once …";
        if (answer.note) figures.textContent = answer.note;
        if (answer.analysis) draw(answer.analysis);
      });
      question.done.catch((error) => {
        bar.hidden = lines.hidden = true;
        words.textContent = "";
        figures.textContent = error.message;
      });
    }, PAUSE);
  }

  toggle.addEventListener("change", () => {
    localStorage.setItem("analysis", toggle.checked ? "on" : "off");
    start();
  });

  return {
    element,
    stop,
    toggle: () => toggle.click(),
    get on() {
      return toggle.checked;
    },
    /** Looks at another position; `outcome` is how the game has ended there, by its rules or otherwise. */
    look(nextPlace, nextView, outcome) {
      if (place && JSON.stringify([place, ended]) === JSON.stringify([nextPlace, outcome])) return;
      place = nextPlace;
      view = nextView;
      ended = outcome;
      start();
    },
  };
}

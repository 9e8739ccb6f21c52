/** Live analysis: the score as a bar, depth and speed, and the best lines, to look at and to play. */

import { tones } from "./boards/board.js";
import { capital, fill, fresh, h, short, signed } from "./dom.js";

const LINES = 3;
const PAUSE = 120;

/** How far a score is from even, −1 to 1. Games won by a margin have larger scores than games that are won or lost. */
const scales = new Map();
export function share(game, score) {
  if (Math.abs(score) > 1) scales.set(game, 8);
  return Math.tanh(score / (scales.get(game) ?? 0.7));
}

/** What is proven, in words. */
export function proof(outcome, players) {
  if (outcome.winner === null) return "proven: a draw";
  const by = outcome.margin > 1 ? ` by ${outcome.margin}` : "";
  return `proven: ${players[outcome.winner]} wins${by}`;
}

/**
 * @param {{connection: any, onHints: (hints: {move: string, strength: number}[]) => void,
 *   onPreview: (line: string[] | null) => void, onPlay: (move: string) => void}} options
 */
export function analysis({ connection, onHints, onPreview, onPlay }) {
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
  let latest = null;

  function stop() {
    clearTimeout(timer);
    question?.stop();
    question = null;
  }

  function draw(found) {
    const { players } = view;
    const part = found.outcome ? (found.outcome.winner === null ? 0 : found.outcome.winner === 0 ? 1 : -1) : share(view.game, found.score_first);
    bar.style.setProperty("--first", `${((1 + part) * 50).toFixed(1)}%`);
    const ahead = found.score_first > 0 ? players[0] : players[1];
    const said = found.outcome ? capital(proof(found.outcome, players)) : Math.abs(found.score_first) < 0.005 ? "Even" : `${ahead} ${signed(Math.abs(found.score_first))}`;
    words.textContent = found.outcome && found.plies !== null && found.plies !== undefined ? `${said}, within ${found.plies} moves` : said;
    words.classList.toggle("proven", Boolean(found.outcome));
    bar.setAttribute("aria-label", `Score: ${words.textContent}`);
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
    const score = line.outcome ? (line.outcome.winner === null ? "draw" : `${players[line.outcome.winner]} wins${line.outcome.margin > 1 ? ` by ${line.outcome.margin}` : ""}`) : signed(line.score_first);
    const moves = line.line.slice(0, 8).map((move, index) => {
      const upTo = line.line.slice(0, index + 1);
      return h(
        "button",
        {
          type: "button",
          class: "move",
          title: index ? "Look at it" : "Play it",
          onpointerenter: () => onPreview(upTo),
          onfocus: () => onPreview(upTo),
          onpointerleave: () => onPreview(null),
          onblur: () => onPreview(null),
          onclick: () => onPlay(upTo),
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
    latest = null;
    drawLines();
    onHints([]);
    if (!toggle.checked || !place) return;
    if (view.outcome) {
      words.textContent = "The game is over.";
      figures.textContent = "";
      return;
    }
    figures.textContent = "Beginning …";
    const asked = place;
    timer = setTimeout(() => {
      question = connection.stream("analyse", { ...asked, lines: LINES }, (answer) => {
        if (answer.compiling) figures.textContent = "Getting this board ready, which takes a while once …";
        if (answer.note) figures.textContent = answer.note;
        if (answer.analysis) draw(answer.analysis);
      });
      question.done.catch((error) => {
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
    /** Looks at another position. */
    look(nextPlace, nextView) {
      if (place && JSON.stringify(place) === JSON.stringify(nextPlace)) return;
      place = nextPlace;
      view = nextView;
      start();
    },
  };
}

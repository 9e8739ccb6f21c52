/** After a game: the graph of its score, the moves where it turned, and what would have been better. */

import { decided, share } from "./analysis.js";
import { tones } from "./boards/board.js";
import { fill, h, reveal, signed } from "./dom.js";
import { graph } from "./graph.js";
import { moveName, sided } from "./moves.js";

/** Where the board stands above the words about it. */
const NARROW = "(max-width: 900px)";

/**
 * @param {{connection: any, go: (ply: number) => void, onMarks: (marks: Map<number, string>) => void,
 *   onPreview: (ply: number, line: string[] | null) => void, onPick: (ply: number, line: string[]) => void}} options
 */
export function report({ connection, go, onMarks, onPreview, onPick }) {
  const picture = h("div", {});
  const state = h("p", { class: "faint", role: "status" });
  const heading = h("h2", { tabindex: -1 }, "How it went");
  const list = h("div", {});
  const element = h("section", { class: "panel report", "aria-label": "The game in review", hidden: true }, h("header", {}, heading), picture, state, list);

  let question = null;
  let asked = "";
  let view = null;
  let names = [];
  let sides = [];
  let scores = [];
  let proven = [];
  let turns = [];
  let at = 0;

  function draw() {
    const marks = new Map(turns.map((turn) => [turn.ply, turn.turned ? "turned" : "mistake"]));
    const shares = scores.map((score, ply) => {
      if (score === null) return null;
      const outcome = proven[ply];
      return outcome ? decided(outcome) : share(view.game, score);
    });
    fill(picture, graph({ scores, shares, at, marks, players: names, go, here: at ? `After ${moveName(view, at - 1)}` : "At the start" }));
  }

  /** The moves of each side that gave something away, those of an only person first, and the decisive one of a side before its others. */
  function drawTurns() {
    list.className = `turns ${tones(view)}`;
    fill(
      list,
      sides.map((side) => {
        const found = turns.filter(({ player }) => player === side).sort((one, two) => two.turned - one.turned);
        return found.length ? [h("h3", {}, names[side] === "You" ? "Your moves" : `${names[side]}’s moves`), h("ul", {}, found.map(turnRow))] : null;
      }),
    );
  }

  function turnRow(turn) {
    const better = turn.better.slice(0, 6);
    return h(
      "li",
      { class: turn.turned ? "turned" : "" },
      turn.turned ? h("strong", { class: "decisive" }, "The decisive move") : null,
      h("button", { type: "button", class: "move mistake", onclick: () => go(turn.ply) }, moveName(view, turn.ply - 1)),
      h("span", {}, ` ${worth(turn)} `),
      better.length && better[0] !== turn.move
        ? h("span", {}, "Better was ", h("button", {
            type: "button", class: "move", onclick: () => onPick(turn.ply - 1, better),
            onpointerenter: () => onPreview(turn.ply - 1, better), onfocus: () => onPreview(turn.ply - 1, better),
            onpointerleave: () => onPreview(0, null), onblur: () => onPreview(0, null),
          }, better.flatMap((move, index) => [h("span", { class: sided(turn.sides, index) }, move), " "])))
        : null,
    );
  }

  /** What a score says of a game that is only won, drawn or lost. */
  function standing(score) {
    if (Math.abs(score) > 0.99) return score > 0 ? "a won game" : "a loss";
    return Math.abs(score) < 0.3 ? "an even game" : score > 0 ? "a better game" : "a worse game";
  }

  function worth(turn) {
    const who = names[turn.player];
    const [from, to] = [standing(turn.best_score), standing(turn.score)];
    const plain = scores.every((score) => Math.abs(score) <= 1);
    if (!turn.result_lost && plain && from !== to) return `${who} turned ${from} into ${to}.`;
    if (turn.result_lost) {
      const from = turn.best_score > 0 ? "a won game" : "a draw";
      const to = turn.score < 0 ? "a loss" : "a draw";
      return `${who} turned ${from} into ${to}.`;
    }
    const turned = turn.turned ? "; here the game turned for good" : "";
    return turn.loss > 0 ? `${who} gave away ${signed(turn.loss).replace("+", "")}${turned}.` : "Here the game turned.";
  }

  function stop() {
    question?.stop();
    question = null;
  }

  return {
    element,
    stop() {
      stop();
    },
    /** Brings it into view, and its heading to those who hear the page. */
    reveal() {
      reveal(element, matchMedia(NARROW).matches ? "start" : "nearest");
      heading.focus({ preventScroll: true });
    },
    /** Looks at a whole game; `called` is what the two players are called in sentences, `persons` which sides people play. */
    look(place, nextView, outcome, called, persons) {
      const key = JSON.stringify([place, outcome]);
      element.hidden = false;
      if (key === asked) return;
      stop();
      asked = key;
      view = nextView;
      names = called;
      sides = persons.join() === "1" ? [1, 0] : [0, 1];
      scores = Array(view.moves.length + 1).fill(null);
      proven = Array(view.moves.length + 1).fill(null);
      turns = [];
      fill(list);
      state.textContent = "Looking at every move …";
      draw();
      question = connection.stream("report", { ...place, ...(outcome ? { outcome } : {}) }, (answer) => {
        if (answer.step) {
          scores[answer.step.ply] = answer.step.score;
          proven[answer.step.ply] = answer.step.outcome;
          draw();
        }
        if (answer.turning) turns = answer.turning;
      });
      question.done.then(
        () => {
          state.textContent = turns.length ? "" : "No move gave much away.";
          onMarks(new Map(turns.map((turn) => [turn.ply - 1, "mistake"])));
          draw();
          drawTurns();
        },
        (error) => {
          fill(picture);
          state.textContent = error.message;
        },
      );
    },
    /** The ply that is looked at. */
    at(ply) {
      at = ply;
      if (!element.hidden && picture.firstChild && at < scores.length) draw();
    },
    hide() {
      stop();
      asked = "";
      element.hidden = true;
      onMarks(new Map());
    },
  };
}

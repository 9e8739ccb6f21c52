/** After a game: the graph of its score, the moves where it turned, and what would have been better. */

import { decided, share } from "./analysis.js";
import { fill, h, signed } from "./dom.js";
import { graph } from "./graph.js";
import { moveName } from "./moves.js";

/**
 * @param {{connection: any, go: (ply: number) => void, onMarks: (marks: Map<number, string>) => void,
 *   onPreview: (ply: number, line: string[] | null) => void}} options
 */
export function report({ connection, go, onMarks, onPreview }) {
  const picture = h("div", {});
  const state = h("p", { class: "faint", role: "status" });
  const list = h("ul", { class: "turns" });
  const element = h("section", { class: "panel report", "aria-label": "The game in review", hidden: true }, h("header", {}, h("h2", {}, "How it went")), picture, state, list);

  let question = null;
  let asked = "";
  let view = null;
  let names = [];
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

  function drawTurns() {
    fill(
      list,
      turns.map((turn) => {
        const better = turn.better.slice(0, 6);
        return h(
          "li",
          { class: turn.turned ? "turned" : "" },
          h("button", { type: "button", class: "move mistake", onclick: () => go(turn.ply) }, moveName(view, turn.ply - 1)),
          h("span", {}, ` ${worth(turn)} `),
          better.length && better[0] !== turn.move
            ? h("span", {}, "Better was ", h("button", {
                type: "button", class: "move", onclick: () => go(turn.ply - 1),
                onpointerenter: () => onPreview(turn.ply - 1, better), onfocus: () => onPreview(turn.ply - 1, better),
                onpointerleave: () => onPreview(0, null), onblur: () => onPreview(0, null),
              }, better.join(" ")))
            : null,
        );
      }),
    );
  }

  function worth(turn) {
    const who = names[turn.player];
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
    /** Looks at a whole game; `called` is what the two players are called in sentences. */
    look(place, nextView, outcome, called = nextView.players) {
      const key = JSON.stringify([place, outcome]);
      element.hidden = false;
      if (key === asked) return;
      stop();
      asked = key;
      view = nextView;
      names = called;
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

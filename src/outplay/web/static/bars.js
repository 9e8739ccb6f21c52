/** The two players beside the board: who they are, whose turn it is, who won. */

import { tones } from "./boards/board.js";
import { called } from "./catalogue.js";
import { fill, h } from "./dom.js";
import { SIDES } from "./game.js";
import { colour } from "./words.js";

/** @param {import("./game.js").Game} game */
export function seatBars(game) {
  const { family } = game.full;
  const signs = family === "grid" && tones(game.full) === "tones-marks";
  const mark = (side) => (signs ? [...game.full.board.symbols][1 + side] : "");
  const elements = SIDES.map((side) => h("div", { class: `seat ${tones(game.full)} ${side}` }));

  function draw(thinking) {
    elements.forEach((bar, side) => {
      const turn = !game.outcomeHere && game.shown.to_move === side;
      bar.classList.toggle("turn", turn);
      bar.classList.toggle("below", side === game.bottom);
      fill(
        bar,
        h("span", { class: `token ${SIDES[side]}`, "aria-hidden": "true" }, mark(side)),
        h("span", { class: "who" }, called(game.seat(side))),
        mark(side) === game.full.players[side] ? null : h("span", { class: "colour faint" }, colour(game, side)),
        game.shown.board.tally ? h("span", { class: "tally" }, String(game.shown.board.tally[side])) : null,
        h("span", { class: "thinks", hidden: !(turn && thinking) }, "thinking", h("span", { class: "dots", "aria-hidden": "true" })),
        game.atEnd && game.outcome?.winner === side ? h("span", { class: "won" }, "won") : null,
      );
    });
  }

  return { elements, draw };
}

/** The two players beside the board: who they are, whose turn it is, who won. */

import { tones } from "./boards/board.js";
import { called } from "./catalogue.js";
import { fill, h } from "./dom.js";
import { SIDES } from "./game.js";
import { colour } from "./words.js";

/** @param {import("./game.js").Game} game */
export function playerBars(game) {
  const { family } = game.full;
  const signs = family === "grid" && tones(game.full) === "tones-marks";
  /** @type {(side: number) => string} */
  const sign = (side) => (signs ? [...game.full.board.symbols][1 + side] : "");
  const elements = SIDES.map((side) => h("div", { class: `seat ${tones(game.full)} ${side}` }));

  /** @type {(bar: HTMLElement, side: number, thinking: boolean) => void} */
  function drawBar(bar, side, thinking) {
    const turn = !game.outcomeHere && game.shown.to_move === side;
    const { tally } = game.shown.board;
    const named = sign(side) === game.full.players[side];
    const dots = h("span", { class: "dots", "aria-hidden": "true" });
    bar.classList.toggle("turn", turn);
    bar.classList.toggle("below", side === game.bottom);
    fill(
      bar,
      h("span", { class: `token ${SIDES[side]}`, "aria-hidden": "true" }, sign(side)),
      h("span", { class: "who" }, called(game.seat(side))),
      named ? null : h("span", { class: "colour faint" }, colour(game, side)),
      tally ? h("span", { class: "tally" }, String(tally[side])) : null,
      h("span", { class: "thinks", hidden: !(turn && thinking) }, "thinking", dots),
      game.atEnd && game.outcome?.winner === side ? h("span", { class: "won" }, "won") : null,
    );
  }

  /** @param {boolean} thinking  whether the player to move is thinking */
  function draw(thinking) {
    elements.forEach((bar, side) => drawBar(bar, side, thinking));
  }

  return { elements, draw };
}

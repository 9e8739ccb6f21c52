/** The two players beside the board: who they are, their clocks, whose turn it is, who won. */

import { tones } from "./boards/board.js";
import { called } from "./catalogue.js";
import { timeText } from "./clock.js";
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

  const clocks = SIDES.map(() => h("span", { class: "clock", role: "timer" }));

  /** Shows the time that both sides have left. */
  function tick() {
    clocks.forEach((element, side) => {
      const seconds = game.clock?.left(side) ?? 0;
      const text = timeText(game.flag ? Math.max(0, seconds) : seconds);
      if (element.textContent !== text) element.textContent = text;
      element.classList.toggle("short", seconds < 10);
      element.classList.toggle("running", game.clock?.side === side);
    });
  }

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
      game.clock ? clocks[side] : null,
    );
  }

  /** @param {boolean} thinking  whether the player to move is thinking */
  function draw(thinking) {
    elements.forEach((bar, side) => drawBar(bar, side, thinking));
    tick();
  }

  return { elements, draw, tick };
}

/** The position editor: a board to click at, the text of the position, and the server's word on whether it can be. */

import { makeBoard, named, tones } from "./boards/board.js";
import { fill, h, fresh } from "./dom.js";
import { go, note } from "./router.js";

const SIDES = ["first", "second"];

export async function show(root, params, connection) {
  if (!params.game) return go("");
  const { game } = params;
  const ask = (start, moves = []) => connection.ask("view", { game, start, moves }).then(({ view }) => named(view));
  const initial = await ask(null);
  document.title = `Edit · ${initial.title} · outplay`;
  const words = h("textarea", { rows: 3, class: "wide", spellcheck: "false", id: fresh("position") });
  const wrong = h("p", { class: "wrong", role: "alert" });
  const turn = h("p", { class: "status" });
  const tools = h("div", { class: "editor-tools" });
  const room = h("div", { class: "board-room" });
  const start = () => (words.value.trim() === initial.position ? "" : words.value.trim());
  const actions = [
    h("button", { type: "button", class: "primary", onclick: () => go("play", { game, start: start(), first: params.first || "you", second: params.second || "engine:level=3", time: params.time }) }, "Play from here"),
    h("button", { type: "button", onclick: () => go("play", { game, start: start(), first: "engine:level=3", second: "you" }) }, "Play as the second player"),
    h("button", { type: "button", onclick: analyse }, "Analyse"),
  ];
  root.append(
    h("div", { class: "heading" }, h("h1", {}, `Edit a position of ${initial.title}`)),
    h(
      "div",
      { class: "table" },
      h("div", { class: "playing" }, room),
      h(
        "div",
        { class: "aside" },
        h("section", { class: "panel", "aria-label": "What to set" }, h("h2", {}, "Set"), tools),
        h("section", { class: "panel", "aria-label": "The position" }, turn, h("label", { for: words.id }, "The position as text"), words, wrong, h("div", { class: "actions" }, actions)),
        h(
          "div",
          { class: "more" },
          h("button", { type: "button", class: "quiet", onclick: () => take(initial.position) }, "The start"),
          initial.family === "plain" || !initial.editable ? null : h("button", { type: "button", class: "quiet", onclick: () => take(cleared()) }, "Clear the board"),
        ),
      ),
    ),
  );

  let brush = null;
  let serial = 0;

  function analyse() {
    localStorage.setItem("analysis", "on");
    go("play", { game, start: start(), first: "you", second: "friend" });
  }

  /** What is on the board according to the text, possible or not; null if it cannot be drawn. */
  function sketched(text) {
    const { board, family } = initial;
    if (!initial.editable) return null;
    if (family === "grid") {
      const cells = text.split("/").join("");
      return cells.length === board.rows * board.columns ? { ...board, cells, caption: "" } : null;
    }
    const parts = text.split(" ");
    const sides = parts.slice(0, 2).map((part) => {
      const [houses, store] = part.split(":");
      return { houses: houses.split(",").map(Number), store: Number(store) };
    });
    const fits = sides.length === 2 && sides.every((side) => side.houses.length === board.houses && [...side.houses, side.store].every((count) => Number.isInteger(count) && count >= 0));
    return fits ? { ...board, sides } : null;
  }

  /** The text of a board. */
  function written(board, to_move, extra = []) {
    if (initial.family === "grid") return board.cells.match(new RegExp(`.{${board.columns}}`, "gs")).join("/");
    return [...board.sides.map(({ houses, store }) => `${houses.join(",")}:${store}`), SIDES[to_move], ...extra].join(" ");
  }

  function cleared() {
    const { board, family } = initial;
    if (family === "grid") return written({ ...board, cells: board.symbols[0].repeat(board.rows * board.columns) });
    return written({ ...board, sides: board.sides.map(({ houses }) => ({ houses: houses.map(() => 0), store: 0 })) }, 0);
  }

  /** Every place of the board can be clicked, so that each is offered as a move. */
  function everywhere(board) {
    if (initial.family === "grid") return [...board.cells].map((_, cell) => ({ move: String(cell), at: [cell] }));
    return [0, 1].flatMap((side) => board.sides[side].houses.map((_, house) => ({ move: `${side}:${house}`, at: [`${side}:${house}`] })));
  }

  const mover = () => (words.value.split(" ")[2] === "second" ? 1 : 0);
  const extra = () => words.value.trim().split(" ").slice(3);

  function set(place) {
    const board = sketched(words.value.trim());
    if (!board) return;
    if (initial.family === "grid") {
      const cell = Number(place);
      const symbol = board.cells[cell] === brush ? board.symbols[0] : brush;
      take(written({ ...board, cells: board.cells.slice(0, cell) + symbol + board.cells.slice(cell + 1) }));
    } else {
      const [side, house] = place.split(":").map(Number);
      change(board, side, house, brush);
    }
  }

  function change(board, side, house, by) {
    const sides = structuredClone(board.sides);
    if (house === null) sides[side].store = Math.max(0, sides[side].store + by);
    else sides[side].houses[house] = Math.max(0, sides[side].houses[house] + by);
    take(written({ ...board, sides }, mover(), extra()));
  }

  const drawing = initial.editable ? makeBoard({ ...initial, legal: [] }, { onMove: set }) : makeBoard(initial);
  fill(room, drawing.element);

  /** Takes a text as the position: draws it, and asks whether it can be. */
  async function take(text) {
    words.value = text;
    note("edit", { ...params, moves: [], start: text });
    const turned = ++serial;
    const board = sketched(text);
    const sketch = board && { ...initial, board, legal: everywhere(board), marks: { last: [], win: [], captured: [] }, moves: [], outcome: null, steps: null };
    if (sketch) drawing.show(sketch, { playable: true, animate: false });
    try {
      const view = await ask(text);
      if (turned !== serial) return;
      wrong.textContent = "";
      turn.textContent = view.outcome ? `The game is over here: ${view.outcome.reason}` : `${view.players[view.to_move]} to move`;
      if (!sketch) drawing.show(view, { animate: false });
      for (const action of actions) action.disabled = Boolean(view.outcome);
    } catch (error) {
      if (turned !== serial) return;
      wrong.textContent = error.message;
      turn.textContent = "Not yet a position";
      for (const action of actions) action.disabled = true;
    }
  }

  function pick(value) {
    brush = value;
    for (const tool of tools.querySelectorAll(".brush")) tool.setAttribute("aria-pressed", String(tool.dataset.value === String(value)));
  }

  function brushes(list) {
    fill(tools, list.map(([value, label, chip]) => h("button", { type: "button", class: "brush", "data-value": value, onclick: () => pick(value) }, chip, label)));
    pick(list[0][0]);
  }

  if (!initial.editable) {
    fill(tools, h("p", { class: "faint" }, "This game's positions are written as numbers; change them in the text."));
  } else if (initial.family === "grid") {
    const { board, players } = initial;
    brushes([...board.symbols].slice(1).concat(board.symbols[0]).map((symbol) => {
      const role = board.roles[symbol] ?? "empty";
      const side = role.startsWith("first") ? 0 : role.startsWith("second") ? 1 : null;
      const faint = role.endsWith("-faint");
      const name = side === null ? "Empty" : !faint ? players[side] : symbol in board.shown ? `Captured by ${players[side]}` : `${players[side]}, captured`;
      const chip = side === null || faint ? null : h("span", { class: tones(initial) }, h("span", { class: `token ${SIDES[side]}`, "aria-hidden": "true" }, tones(initial) === "tones-marks" ? symbol : ""));
      return [symbol, name, chip];
    }));
  } else {
    brushes([[1, "Add a seed"], [-1, "Take a seed"]]);
    const stores = [0, 1].map((side) => [`${initial.players[side]}: store`, side]);
    tools.append(
      ...stores.map(([label, side]) => h("button", { type: "button", onclick: () => change(sketched(words.value.trim()), side, null, brush) }, label)),
      h("button", { type: "button", onclick: () => take(written(sketched(words.value.trim()), 1 - mover(), extra())) }, "The other side to move"),
    );
  }
  words.addEventListener("input", () => take(words.value));
  await take(params.start || initial.position);
}

/** The position editor: a board to click at, the text of the position, and the server's word on whether it can be. */

import { makeBoard, named, tones } from "./boards/board.js";
import { catalogue } from "./catalogue.js";
import { capital, fill, h, fresh } from "./dom.js";
import { go, note } from "./router.js";

const SIDES = ["first", "second"];

export async function show(root, params, connection) {
  if (!params.game) return go("");
  const { game } = params;
  const ask = (start, moves = []) => connection.ask("view", { game, start, moves }).then(({ view }) => named(view));
  const [initial, { opponent }] = await Promise.all([ask(null), catalogue(connection)]);
  const onGrid = initial.editable && initial.family === "grid";
  document.title = `Edit · ${initial.title} · outplay`;
  const words = h("textarea", { rows: 3, class: "wide", spellcheck: "false", id: fresh("position") });
  const wrong = h("p", { class: "wrong", role: "alert" });
  const turn = h("p", { class: "status" });
  const tools = h("div", { class: "editor-tools" });
  const room = h("div", { class: "board-room" });
  const actions = [
    h("button", { type: "button", class: "primary", onclick: () => play({ first: params.first || "you", second: params.second || opponent, time: params.time }) }, "Play from here"),
    h("button", { type: "button", onclick: () => play({ first: opponent, second: "you" }) }, "Play as the second player"),
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
        h("section", { class: "panel", "aria-label": "The position" }, turn, wrong, h("label", { for: words.id }, "The position as text"), words, h("div", { class: "actions" }, actions)),
        h(
          "div",
          { class: "more" },
          h("button", { type: "button", class: "quiet", onclick: back }, "Back"),
          h("button", { type: "button", class: "quiet", onclick: () => take(textOf(initial)) }, "The start"),
          initial.editable ? h("button", { type: "button", class: "quiet", onclick: () => take(cleared()) }, "Clear the board") : null,
        ),
      ),
    ),
  );

  let brush = null;
  let brushes = [];
  let serial = 0;
  let sketch = null;
  /** The view of what is set up, once the server has said that it can be. */
  let right = null;

  function play(seats) {
    go("play", { game, start: right.position === initial.position ? "" : right.position, ...seats });
  }

  function analyse() {
    localStorage.setItem("analysis", "on");
    play({ first: "you", second: "friend" });
  }

  /** To the game as it was left, with its moves. */
  function back() {
    location.hash = /^#\/play\?/.test(params.back ?? "") ? params.back : "#/";
  }

  /** What is on the board according to the text, possible or not; null if it cannot be drawn. */
  function sketched(text) {
    const { board, family } = initial;
    if (!initial.editable) return null;
    if (family === "grid") {
      const cells = text.split(" ")[0].split("/").join("");
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
    if (initial.family === "grid") return [board.cells.match(new RegExp(`.{${board.columns}}`, "gs")).join("/"), ...(board.with_turn ? [SIDES[to_move]] : [])].join(" ");
    return [...board.sides.map(({ houses, store }) => `${houses.join(",")}:${store}`), SIDES[to_move], ...extra].join(" ");
  }

  /** A position as it is edited: the picture of its board, even if the game itself writes numbers. */
  function textOf(view) {
    return onGrid ? written(view.board, view.to_move) : view.position;
  }

  function cleared() {
    const { board, family } = initial;
    if (family === "grid") return written({ ...board, cells: board.symbols[0].repeat(board.rows * board.columns) }, 0);
    return written({ ...board, sides: board.sides.map(({ houses }) => ({ houses: houses.map(() => 0), store: 0 })) }, 0);
  }

  /** Every place of the board can be clicked, so that each is offered as a move. */
  function everywhere(board) {
    if (initial.family === "grid") return [...board.cells].map((_, cell) => ({ move: String(cell), targets: [cell] }));
    return [0, 1].flatMap((side) => board.sides[side].houses.map((_, house) => ({ move: `${side}:${house}`, targets: [`${side}:${house}`] })));
  }

  const mover = () => Number(words.value.trim().split(" ")[onGrid ? 1 : 2] === "second");
  const extra = () => words.value.trim().split(" ").slice(3);

  /** What a click on a place does, for those who hear it. */
  function says(place) {
    if (!onGrid) return `; click to ${brush > 0 ? "add" : "take"} a seed`;
    const symbol = after(sketch.board, place);
    return symbol === sketch.board.symbols[0] ? "; click to empty it" : `; click for ${nameOf(symbol)}`;
  }

  /** The symbol that a click puts on a cell: the chosen one, or none where that stands already. */
  const after = (board, cell) => (board.cells[cell] === brush ? board.symbols[0] : brush);

  function set(place) {
    const { board } = sketch;
    if (onGrid) {
      const cell = Number(place);
      take(written({ ...board, cells: board.cells.slice(0, cell) + after(board, cell) + board.cells.slice(cell + 1) }, mover()));
    } else {
      const [side, house] = place.split(":").map(Number);
      change(side, house, brush);
    }
  }

  function change(side, house, by) {
    if (!sketch) return;
    const sides = structuredClone(sketch.board.sides);
    if (house === null) sides[side].store = Math.max(0, sides[side].store + by);
    else sides[side].houses[house] = Math.max(0, sides[side].houses[house] + by);
    take(written({ ...sketch.board, sides }, mover(), extra()));
  }

  const drawing = makeBoard({ ...initial, legal: [] }, { onMove: set });
  fill(room, drawing.element);

  function draw() {
    drawing.show(sketch ?? { ...right, legal: [] }, { playable: Boolean(sketch), animate: false, says });
    drawing.element.querySelector("svg")?.setAttribute("aria-label", `A board of ${initial.title}, to be set up`);
  }

  /** Takes a text as the position: draws it, and asks whether it can be. */
  async function take(text) {
    if (words.value !== text) words.value = text;
    note("edit", { ...params, moves: [], start: text });
    const turned = ++serial;
    const board = sketched(text.trim());
    right = null;
    sketch = board && { ...initial, board, legal: everywhere(board), highlights: { last: [], captured: [], winning: [] }, moves: [], outcome: null, animation: null };
    if (sketch) draw();
    let view = null;
    let complaint = "";
    try {
      view = await ask(text);
    } catch (error) {
      complaint = error.message;
    }
    if (turned !== serial) return;
    right = view;
    wrong.textContent = inWords(complaint);
    turn.textContent = !view ? "Not yet a position" : view.outcome ? `The game is over here: ${view.outcome.reason}` : `${view.players[view.to_move]} to move`;
    if (view && !sketch) draw();
    for (const action of actions) action.disabled = !view || Boolean(view.outcome);
  }

  const nameOf = (symbol) => brushes.find(([value]) => value === symbol)?.[1] ?? symbol;

  /** A complaint with what the page calls things: a lone symbol of the board is what its button says. */
  function inWords(text) {
    if (!onGrid || text.includes("the symbols are")) return capital(text);
    const worded = text.replace(/(?<![\w'])[^\s](?![\w'])/g, (sign) => {
      const name = initial.board.symbols.slice(1).includes(sign) ? nameOf(sign) : sign;
      return name.includes(" ") ? `“${name}”` : name;
    });
    return capital(worded);
  }

  function pick(value) {
    brush = value;
    for (const tool of tools.querySelectorAll(".brush")) tool.setAttribute("aria-pressed", String(tool.dataset.value === String(value)));
    if (sketch) draw();
  }

  function offer(list) {
    brushes = list;
    fill(tools, list.map(([value, label, chip]) => h("button", { type: "button", class: "brush", "data-value": value, onclick: () => pick(value) }, chip, label)));
    pick(list[0][0]);
  }

  const otherSide = () => h("button", { type: "button", onclick: () => sketch && take(written(sketch.board, 1 - mover(), extra())) }, "The other side to move");

  if (!initial.editable) {
    fill(tools, h("p", { class: "faint" }, "The positions of this game are written as text. Change it below: the board shows each that can be."));
  } else if (onGrid) {
    const { board, players } = initial;
    offer([...board.symbols].slice(1).concat(board.symbols[0]).map((symbol) => {
      const role = board.roles[symbol] ?? "empty";
      const side = role.startsWith("first") ? 0 : role.startsWith("second") ? 1 : null;
      const faint = role.endsWith("-faint");
      const name = side === null ? (symbol === board.symbols[0] ? "Empty" : symbol) : !faint ? players[side] : symbol in board.shown ? `Captured by ${players[side]}` : `${players[side]}, captured`;
      const chip = side === null || faint ? null : h("span", { class: tones(initial) }, h("span", { class: `token ${SIDES[side]}`, "aria-hidden": "true" }, tones(initial) === "tones-marks" ? symbol : ""));
      return [symbol, name, chip];
    }));
    if (board.with_turn) tools.append(otherSide());
  } else {
    offer([[1, "Add a seed"], [-1, "Take a seed"]]);
    tools.append(...[0, 1].map((side) => h("button", { type: "button", onclick: () => change(side, null, brush) }, `${initial.players[side]}: store`)), otherSide());
  }
  words.addEventListener("input", () => take(words.value));
  const begun = params.start ? await ask(params.start).catch(() => null) : initial;
  await take(begun ? textOf(begun) : params.start);
}

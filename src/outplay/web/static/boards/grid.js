/** Boards of rows and columns: stones on lines or in cells, discs in columns, marks, and territory. */

import { fresh, h, s, still } from "../dom.js";
import { look, tones } from "./board.js";
import { cursor } from "./cursor.js";
import { frame } from "./frame.js";

const SIZE = 40;
const EDGE = 10;
/** Boards with more rows or columns than this are scrolled where there is no room, so that a cell is not too small. */
const LARGE = 15;
const LEAST_CELL = 22;
/** Milliseconds that a stone falls, as in boards.css. */
const FALL = 380;

/** @param {import("./board.js").View} first */
export function grid(first, { onMove = null, small = false } = {}) {
  const { rows, columns } = first.board;
  const style = look(first);
  const scale = Math.min(1.9, (Math.max(rows, columns) + 1) / 8); // labels and corners keep their size on small boards and large ones
  const margin = small ? 0 : 16 * scale;
  const width = columns * SIZE + 2 * EDGE;
  const height = rows * SIZE + 2 * EDGE;
  const id = fresh("grid");
  const x = (cell) => EDGE + (cell % columns) * SIZE;
  const y = (cell) => EDGE + Math.floor(cell / columns) * SIZE;

  const layer = (name) => s("g", { class: name, "aria-hidden": "true" });
  const [ground, shades, tints, stones, over] = ["ground", "shades", "tints", "stones", "over"].map(layer);
  const hits = s("g", { class: "hits", role: small ? null : "rowgroup" });
  const svg = s(
    "svg",
    {
      class: `board grid look-${style} ${tones(first)}${small ? " small" : ""}${columns > 1.25 * rows || columns > 24 ? " wide" : ""}`,
      viewBox: `${-margin} 0 ${width + margin} ${height + margin}`,
      role: small ? "img" : "grid",
      "aria-label": small ? `A board of ${first.title}` : `The board of ${first.title}`,
      tabindex: small ? null : 0,
    },
    gradients(id),
    ground,
    shades,
    tints,
    stones,
    over,
  );
  const others = h("div", { class: "others" });
  svg.style.setProperty("--least", `${columns * LEAST_CELL}px`);
  svg.style.setProperty("--ratio", ((width + margin) / (height + margin)).toFixed(3));
  const large = !small && Math.max(rows, columns) > LARGE ? frame(svg, lastPlace) : null;
  const element = small ? svg : (large?.element ?? h("div", { class: "board-frame" }, svg));
  if (!small) element.append(others);
  drawGround(ground, style, rows, columns, width, height, scale);

  let view = first;
  let extras = {};
  let drawn = Array(rows * columns).fill(null);
  const pieces = Array(rows * columns).fill(null);

  const moveAt = (cell) => view.legal.find((legal) => legal.at.includes(cell))?.move;

  function act(cell) {
    const move = extras.playable ? moveAt(cell) : undefined;
    if (move !== undefined) onMove?.(move);
  }

  const places = [];
  let keys = null;
  if (!small) {
    labels(ground, first.board, style, height, scale);
    for (let row = 0; row < rows; row++) {
      const line = s("g", { role: "row" });
      places.push([]);
      for (let column = 0; column < columns; column++) {
        const cell = row * columns + column;
        const place = s("rect", {
          id: `${id}-${cell}`, class: "place", role: "gridcell", "data-cell": cell, x: x(cell), y: y(cell), width: SIZE, height: SIZE, rx: 4 * scale,
          onclick: () => {
            keys.put([row, column]);
            act(cell);
          },
          onpointerenter: () => svg.classList.contains("look-columns") && hoverColumn(column, true),
          onpointerleave: () => svg.classList.contains("look-columns") && hoverColumn(column, false),
        });
        places[row].push(place);
        line.append(place);
      }
      hits.append(line);
    }
    svg.append(hits);
    keys = cursor(svg, () => places, (place) => act(Number(place.dataset.cell)), large?.reveal);
  }

  /** A column's letter plays there, where pieces fall. */
  function onLetter(event) {
    if (event.key.length > 1 || event.ctrlKey || event.metaKey || event.altKey) return;
    const column = first.board.column_labels.indexOf(event.key.toLowerCase());
    if (column < 0) return;
    event.preventDefault();
    keys.put([0, column]);
    act(column);
  }
  if (!small && style === "columns") svg.addEventListener("keydown", onLetter);

  /** The place of the last move, if there is one. */
  function lastPlace() {
    const [cell] = view.marks.last;
    return cell === undefined ? null : places[Math.floor(cell / columns)][cell % columns];
  }

  function hoverColumn(column, on) {
    for (const row of places) row[column].classList.toggle("beside", on && !extras.says);
  }

  /** The piece in a cell, or null for an empty one. */
  function piece(symbol, cell, appearing) {
    const { roles, shown } = view.board;
    const role = roles[symbol] ?? "empty";
    const [side, faint] = [role.split("-")[0], role.endsWith("-faint")];
    if (role === "empty" || (faint && symbol in shown)) return null;
    const [cx, cy] = [x(cell) + SIZE / 2, y(cell) + SIZE / 2];
    const classes = `piece ${side}${faint ? " faint" : ""}${appearing ? ` ${appearing}` : ""}`;
    const group = s("g", { class: classes });
    if (appearing === "drop") group.style.setProperty("--drop", `${-y(cell) - SIZE}px`);
    if (style === "marks" && "xX".includes(symbol)) {
      const r = SIZE * 0.27;
      group.append(s("path", { class: "mark", d: `M${cx - r} ${cy - r}L${cx + r} ${cy + r}M${cx + r} ${cy - r}L${cx - r} ${cy + r}` }));
    } else if (style === "marks" && "oO".includes(symbol)) {
      group.append(s("circle", { class: "mark", cx, cy, r: SIZE * 0.28 }));
    } else {
      const r = SIZE * (style === "lines" ? 0.46 : style === "columns" ? 0.41 : 0.4);
      group.append(s("circle", { class: "stone", cx, cy, r, fill: `url(#${id}-${side})` }));
      const plainSymbols = Object.keys(roles).length <= 3 || style === "territory";
      if (!plainSymbols) group.append(s("text", { class: "symbol", x: cx, y: cy }, shown[symbol] ?? symbol));
    }
    return group;
  }

  function shade(symbol, cell) {
    const role = view.board.roles[symbol] ?? "empty";
    if (!role.endsWith("-faint")) return null;
    const side = role.split("-")[0];
    const captor = symbol in view.board.shown ? side : side === "first" ? "second" : "first";
    return s("rect", { class: `shade ${captor}`, x: x(cell), y: y(cell), width: SIZE, height: SIZE });
  }

  function show(next, more = {}) {
    const before = view;
    view = next;
    extras = more;
    const cells = next.board.cells;
    const animate = more.animate !== false && !small && !more.preview;
    let fell = false;
    shades.replaceChildren(...[...cells].map(shade).filter(Boolean));
    [...cells].forEach((symbol, cell) => {
      if (drawn[cell] === symbol) return;
      const fresh = drawn[cell] === null || before.board.roles[drawn[cell]] === "empty";
      const how = !animate || drawn[cell] === null ? "" : !fresh ? "flip" : style === "columns" ? "drop" : "appear";
      const made = piece(symbol, cell, how);
      fell ||= Boolean(made) && how === "drop";
      pieces[cell]?.remove();
      pieces[cell] = made;
      if (made) stones.append(made);
    });
    drawn = [...cells];
    svg.classList.toggle("previewed", Boolean(more.preview));
    svg.classList.toggle("playable", Boolean(more.playable));
    drawMarks(next, more);
    if (small) return;
    if (fell && !still()) over.animate([{ opacity: 0 }, { opacity: 0 }], FALL);
    if (large && !more.preview && lastPlace() && next.moves.length !== before.moves.length) large.reveal(lastPlace());
    const legal = new Map(next.legal.flatMap(({ move, at }) => at.map((cell) => [cell, move])));
    const empty = [...cells].filter((symbol) => next.board.roles[symbol] === "empty").length;
    const dotted = more.playable && !next.board.by_column && legal.size < empty;
    places.flat().forEach((place, cell) => {
      const can = Boolean(more.playable) && legal.has(cell);
      place.classList.toggle("legal", can);
      place.setAttribute("aria-label", described(cell, can));
    });
    if (dotted) for (const cell of legal.keys()) over.append(dot(cell, "may", 0.1));
    others.replaceChildren(
      ...next.legal
        .filter(({ at }) => !at.length)
        .map(({ move }) => h("button", { type: "button", disabled: !more.playable, onclick: () => onMove?.(move) }, move)),
    );
    svg.setAttribute("aria-label", `The board of ${next.title}, ${next.outcome ? "the game is over" : `${next.players[next.to_move]} to move`}`);
  }

  function described(cell, can) {
    const { board, players, marks } = view;
    const column = board.column_labels[cell % columns] ?? cell % columns;
    const row = board.row_labels[Math.floor(cell / columns)] ?? Math.floor(cell / columns);
    const role = board.roles[board.cells[cell]] ?? "empty";
    const side = role.startsWith("first") ? players[0] : role.startsWith("second") ? players[1] : "empty";
    const state = role.endsWith("-faint") ? `captured (${side})` : side;
    return `${column}${row}: ${state}${marks.last.includes(cell) ? ", last move" : ""}${can ? (extras.says?.(cell) ?? ", can be played") : ""}`;
  }

  const dot = (cell, name, r) => s("circle", { class: name, cx: x(cell) + SIZE / 2, cy: y(cell) + SIZE / 2, r: SIZE * r });

  function drawMarks(next, { hints = [], preview = false }) {
    over.replaceChildren();
    tints.replaceChildren();
    for (const cell of next.marks.captured) over.append(s("rect", { class: "captured", x: x(cell) + 2, y: y(cell) + 2, width: SIZE - 4, height: SIZE - 4, rx: 6 }));
    for (const cell of next.marks.last) over.append(dot(cell, `last on-${next.board.roles[next.board.cells[cell]] ?? "empty"}`, style === "marks" ? 0.46 : 0.12));
    for (const cell of next.marks.win) over.append(dot(cell, "win", 0.47));
    if (next.marks.win.length > 1 && straight(next.marks.win)) {
      const ends = [...next.marks.win].sort((a, b) => a - b);
      const [from, to] = [ends[0], ends[ends.length - 1]];
      const d = `M${x(from) + SIZE / 2} ${y(from) + SIZE / 2}L${x(to) + SIZE / 2} ${y(to) + SIZE / 2}`;
      for (const part of ["casing", "core"]) over.append(s("path", { class: `win-line ${part}`, pathLength: 1, d }));
    }
    const won = new Set(next.marks.win);
    pieces.forEach((piece, cell) => piece?.classList.toggle("outside", won.size > 0 && !won.has(cell)));
    if (preview) return;
    for (const { move, strength } of hints) {
      const cells = next.legal.find((legal) => legal.move === move)?.at ?? [];
      for (const cell of cells) {
        const tint = s("rect", { class: "tint", x: x(cell) + 1, y: y(cell) + 1, width: SIZE - 2, height: SIZE - 2, rx: 6 });
        tint.style.setProperty("--strength", String(strength));
        tints.append(tint);
      }
    }
  }

  /** Whether cells lie on one line, so that it can be drawn through them. */
  function straight(cells) {
    const [a, ...rest] = [...cells].sort((one, two) => one - two).map((cell) => [cell % columns, Math.floor(cell / columns)]);
    const [dx, dy] = [rest[0][0] - a[0], rest[0][1] - a[1]];
    return rest.every(([cx, cy]) => (cx - a[0]) * dy === (cy - a[1]) * dx);
  }

  return { element, show, focus: () => svg.focus({ preventScroll: true }) };
}

function gradients(id) {
  const stops = (side) =>
    s(
      "radialGradient",
      { id: `${id}-${side}`, cx: "36%", cy: "30%", r: "75%" },
      s("stop", { offset: "0%", class: `stop-${side}-light` }),
      s("stop", { offset: "100%", class: `stop-${side}-dark` }),
    );
  return s("defs", {}, stops("first"), stops("second"));
}

function drawGround(ground, style, rows, columns, width, height, scale) {
  ground.append(s("rect", { class: "wood", width, height, rx: 12 * scale }));
  if (style === "columns") {
    for (let cell = 0; cell < rows * columns; cell++) {
      const [cx, cy] = [EDGE + (cell % columns) * SIZE + SIZE / 2, EDGE + Math.floor(cell / columns) * SIZE + SIZE / 2];
      ground.append(s("circle", { class: "hole", cx, cy, r: SIZE * 0.41 }));
    }
    return;
  }
  const shift = style === "lines" ? SIZE / 2 : 0;
  const [right, bottom] = [EDGE + columns * SIZE - shift, EDGE + rows * SIZE - shift];
  const inner = style === "marks" ? 1 : 0;
  let path = "";
  for (let row = inner; row <= rows - (shift ? 1 : inner); row++) path += `M${EDGE + shift} ${EDGE + row * SIZE + shift}H${right}`;
  for (let column = inner; column <= columns - (shift ? 1 : inner); column++) path += `M${EDGE + column * SIZE + shift} ${EDGE + shift}V${bottom}`;
  ground.append(s("path", { class: "lines", d: path }));
  if (style === "lines" && rows === columns && rows % 2) {
    const far = rows >= 13 ? 3 : 2;
    const [low, middle, high] = [far, (rows - 1) / 2, rows - 1 - far];
    for (const [row, column] of [[low, low], [low, high], [middle, middle], [high, low], [high, high]]) {
      ground.append(s("circle", { class: "star", cx: EDGE + column * SIZE + SIZE / 2, cy: EDGE + row * SIZE + SIZE / 2, r: 3.4 }));
    }
  }
}

function labels(ground, board, style, height, scale) {
  const size = 9 * scale;
  board.column_labels.forEach((label, column) =>
    ground.append(s("text", { class: "label", "font-size": size, x: EDGE + column * SIZE + SIZE / 2, y: height + 13 * scale }, label)),
  );
  if (style === "columns") return;
  board.row_labels.forEach((label, row) =>
    ground.append(s("text", { class: "label", "font-size": size, x: -8 * scale, y: EDGE + row * SIZE + SIZE / 2 + size / 3 }, label)),
  );
}

/** A mancala board: houses and stores with their seeds, which are sown one by one as the server describes it. */

import { fresh, h, s, still } from "../dom.js";
import { tones } from "./board.js";
import { cursor } from "./cursor.js";

const PITCH = 78;
const RADIUS = 33;
const REACH = RADIUS + 3;
const STORE = 74;
const ROW = 102;
const WIDE_ROW = 124;
/** Room for the numbers of the houses beside a board that stands upright. */
const SIDE = 34;
/** Where houses would be smaller than this, in pixels, the board stands upright. */
const LEAST_HOUSE = 32;
const EDGE = 14;
const SEED = 5.6;
const TURN = Math.PI * (3 - Math.sqrt(5));
const BEAT = 130;

/** @param {import("./board.js").View} first */
export function pits(first, { onMove = null, small = false, flat = false } = {}) {
  const { houses } = first.board;
  const margin = small ? 0 : 22;
  const length = 2 * EDGE + 2 * STORE + houses * PITCH;
  const id = fresh("pits");

  const ground = s("g", { "aria-hidden": "true" });
  const counts = s("g", { class: "counts", "aria-hidden": "true" });
  const seeds = s("g", { class: "seeds", "aria-hidden": "true" });
  const hits = s("g", { class: "hits", role: small ? null : "rowgroup" });
  const svg = s(
    "svg",
    {
      class: `board pits ${tones(first)}${small ? " small" : ""}`,
      role: small ? "img" : "grid",
      "aria-label": small ? `A board of ${first.title}` : `The board of ${first.title}`,
      tabindex: small ? null : 0,
    },
    ground,
    counts,
    seeds,
  );
  svg.style.setProperty("--length", String(length));
  const others = h("div", { class: "others" });
  const element = small ? svg : h("div", { class: "board-frame" }, svg, others);

  let view = first;
  let extras = {};
  let bottom = 0;
  /** Whether the board stands upright: your houses on the left, from the top down to your store. */
  let upright = false;
  let playing = null;
  /** @type {Map<string, SVGElement[]>} the seeds that lie in each pit now */
  const lying = new Map();

  const depth = () => 2 * EDGE + 2 * (upright ? WIDE_ROW : ROW);

  /** A point of the lying board where it is drawn. */
  const at = (along, across) => (upright ? [depth() - across, along] : [along, across]);

  /** Where a pit is: `0:2` is the first player's third house from the left, `1:store` the second player's store. */
  function spot(pit) {
    const [side, house] = pit.split(":");
    const below = Number(side) === bottom;
    if (house === "store") {
      const [x, y] = at(below ? length - EDGE - STORE / 2 : EDGE + STORE / 2, depth() / 2);
      return { x, y, store: true, below };
    }
    const column = below ? Number(house) : houses - 1 - Number(house);
    const off = upright ? WIDE_ROW / 2 - 8 : ROW / 2 - 5;
    const [x, y] = at(EDGE + STORE + (column + 0.5) * PITCH, depth() / 2 + (below ? off : -off));
    return { x, y, store: false, below };
  }

  const names = () => [0, 1].flatMap((side) => [...Array(houses).keys(), "store"].map((house) => `${side}:${house}`));

  function amount(position, pit) {
    const [side, house] = pit.split(":");
    const { houses: row, store } = position.board.sides[Number(side)];
    return house === "store" ? store : row[Number(house)];
  }

  /** Where the n-th of some seeds lies in a pit: like the seeds of a sunflower. */
  function place(pit, index, count) {
    const { x, y, store } = spot(pit);
    const reach = RADIUS - SEED - 3;
    const distance = reach * Math.sqrt((index + 0.5) / Math.max(count, 6));
    const angle = index * TURN + (x + y) / 50;
    const [wide, high] = !store ? [1, 1] : upright ? [2.4, 0.8] : [0.8, 2.4];
    return [x + distance * Math.cos(angle) * wide, y + distance * Math.sin(angle) * high];
  }

  function settle(pit) {
    const all = lying.get(pit);
    all.forEach((seed, index) => {
      const [x, y] = place(pit, index, all.length);
      seed.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
    });
    const count = counts.querySelector(`[data-pit="${pit}"]`);
    if (count) count.textContent = String(all.length);
  }

  function newSeed(number) {
    const seed = s("circle", { class: `seed kind-${number % 4}`, r: SEED });
    seeds.append(seed);
    return seed;
  }

  /** Makes the seeds those of a position, at once. */
  function set(position) {
    let number = 0;
    for (const pit of names()) {
      const all = lying.get(pit) ?? [];
      const wanted = amount(position, pit);
      while (all.length > wanted) all.pop().remove();
      while (all.length < wanted) all.push(newSeed(number++ + all.length));
      lying.set(pit, all);
      settle(pit);
    }
  }

  /** Moves seeds from pits to a pit; `most` of each, or all. */
  function carry(from, to, most = Infinity) {
    for (const pit of from) {
      const taken = lying.get(pit).splice(-most);
      for (const seed of taken) seeds.append(seed);
      lying.get(to).push(...taken);
      settle(pit);
    }
    settle(to);
  }

  function frame(step) {
    if (step.from) carry([step.from], step.to, 1);
    else carry(step.capture ?? step.sweep, step.to);
  }

  function finish() {
    if (!playing) return;
    clearTimeout(playing.timer);
    const { done } = playing;
    playing = null;
    svg.classList.remove("sowing");
    set(view);
    drawState();
    done();
  }

  /** Plays the steps one after the other; what the position says has the last word. */
  function sow(steps) {
    let next = 0;
    let done = null;
    const over = new Promise((resolve) => {
      done = resolve;
    });
    const beat = Math.max(35, Math.min(BEAT, 2200 / steps.length));
    svg.classList.add("sowing");
    const go = () => {
      if (next === steps.length) return finish();
      const step = steps[next++];
      frame(step);
      const following = steps[next]?.capture || steps[next]?.sweep;
      playing.timer = setTimeout(go, following || next === steps.length ? 3 * beat : beat);
    };
    playing = { timer: setTimeout(go, beat), done, over };
    return over;
  }

  function drawGround() {
    const [width, height] = upright ? [depth(), length] : [length, depth()];
    svg.setAttribute("viewBox", upright ? `${-SIDE} 0 ${width + 2 * SIDE} ${height}` : `0 ${-margin} ${width} ${height + 2 * margin}`);
    svg.classList.toggle("upright", upright);
    ground.replaceChildren(s("rect", { class: "wood", width, height, rx: 40 }));
    counts.replaceChildren();
    for (const pit of names()) {
      const { x, y, store, below } = spot(pit);
      const side = pit[0] === "0" ? "first" : "second";
      const [long, short] = [depth() / 2 - EDGE - 8, 29];
      const [dx, dy] = !store ? [RADIUS, RADIUS] : upright ? [long, short] : [short, long];
      ground.append(s("rect", { class: `pit${store ? " store" : ""} ${side}`, x: x - dx, y: y - dy, width: 2 * dx, height: 2 * dy, rx: Math.min(dx, dy) }));
      const [cx, cy] = counted(x, y, store, below);
      counts.append(s("text", { class: "count", "data-pit": pit, x: cx, y: cy }));
      if (small || store) continue;
      const [lx, ly] = upright ? [below ? -SIDE / 2 : width + SIDE / 2, y + 5] : [x, below ? height + 16 : -7];
      ground.append(s("text", { class: "label", x: lx, y: ly }, String(Number(pit.split(":")[1]) + 1)));
    }
  }

  /** Where the number of a pit's seeds stands: at its outer side, or at the end of a store. */
  function counted(x, y, store, below) {
    const out = (store ? depth() / 2 - EDGE - 30 : RADIUS + (upright ? 18 : 13)) * (below ? 1 : -1);
    return upright ? [x - out, y + 6] : [x, y + out + 6];
  }

  /** Lays the board down or stands it up, as its room wants it. */
  function turn(to) {
    if (to === upright) return;
    finish();
    upright = to;
    seeds.replaceChildren();
    lying.clear();
    drawGround();
    drawPlaces();
    set(view);
    drawState();
  }

  let places = [];
  function drawPlaces() {
    const top = 1 - bottom;
    const own = [...Array(houses).keys()].map((house) => `${bottom}:${house}`);
    const facing = own.map((_, column) => `${top}:${houses - 1 - column}`);
    const rows = upright ? own.map((pit, row) => [pit, facing[row]]) : [facing, own];
    places = rows.map((row) =>
      row.map((pit) => {
        const { x, y } = spot(pit);
        const element = s("circle", {
          id: `${id}-${pit.replace(":", "-")}`, class: "place", role: "gridcell", cx: x, cy: y, r: REACH, "data-pit": pit,
          onclick: () => act(pit),
        });
        return element;
      }),
    );
    hits.replaceChildren(...places.map((row) => s("g", { role: "row" }, row)));
  }

  function act(pit) {
    if (playing) finish();
    const move = extras.playable ? view.legal.find((legal) => legal.at.includes(pit))?.move : undefined;
    if (move !== undefined) onMove?.(move);
  }

  function drawState() {
    svg.classList.toggle("previewed", Boolean(extras.preview));
    svg.classList.toggle("playable", Boolean(extras.playable));
    const legal = new Set(view.legal.flatMap(({ at }) => at));
    const hints = new Map((extras.hints ?? []).flatMap(({ move, strength }) => (view.legal.find((l) => l.move === move)?.at ?? []).map((pit) => [pit, strength])));
    for (const element of places.flat()) {
      const pit = element.dataset.pit;
      const [side, house] = pit.split(":");
      const can = Boolean(extras.playable) && legal.has(pit);
      const last = view.marks.last.includes(pit);
      element.classList.toggle("legal", can);
      element.classList.toggle("last", last);
      element.classList.toggle("captured", view.marks.captured.includes(pit));
      element.classList.toggle("tinted", hints.has(pit) && !extras.preview);
      element.style.setProperty("--strength", String(hints.get(pit) ?? 0));
      const count = amount(view, pit);
      element.setAttribute(
        "aria-label",
        `${view.players[side]}, house ${Number(house) + 1}: ${count} ${count === 1 ? "seed" : "seeds"}${last ? ", last move" : ""}${can ? (extras.says?.(pit) ?? ", can be played") : ""}`,
      );
    }
    const stores = view.board.sides.map((side, index) => `${view.players[index]}'s store ${side.store}`).join(", ");
    const turn = view.outcome ? "the game is over" : `${view.players[view.to_move]} to move`;
    if (!small) svg.setAttribute("aria-label", `The board of ${view.title}: ${stores}; ${turn}`);
    others.replaceChildren(
      ...view.legal
        .filter(({ at }) => !at.length)
        .map(({ move }) => h("button", { type: "button", disabled: !extras.playable, onclick: () => onMove?.(move) }, move === "P" ? "Pie: take their side (P)" : move)),
    );
  }

  function show(next, more = {}) {
    if (playing && next === view && (more.bottom ?? 0) === bottom) {
      extras = more;
      drawState();
      return playing.over;
    }
    finish();
    const follows = next.moves.length === view.moves.length + 1 && view.moves.every((move, index) => move === next.moves[index]);
    view = next;
    extras = more;
    if ((more.bottom ?? 0) !== bottom) {
      bottom = more.bottom ?? 0;
      drawGround();
      drawPlaces();
    }
    if (follows && next.steps?.length && more.animate !== false && !more.preview && !small && !still()) {
      drawState();
      return sow(next.steps);
    }
    set(next);
    drawState();
    return Promise.resolve();
  }

  drawGround();
  if (!small) {
    drawPlaces();
    svg.append(hits);
    cursor(svg, () => places, (place) => act(place.dataset.pit));
    svg.addEventListener("keydown", (event) => {
      if (!/^[1-9]$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey || Number(event.key) > houses) return;
      event.preventDefault();
      act(`${view.to_move}:${Number(event.key) - 1}`);
    });
    if (!flat) new ResizeObserver(([{ contentRect }]) => contentRect.width && turn((contentRect.width / length) * 2 * REACH < LEAST_HOUSE)).observe(element);
  }
  return { element, show, focus: () => svg.focus({ preventScroll: true }) };
}

/** Dragging a piece from target to target with mouse, pen or finger. */

import { closest } from "../dom.js";

/** @typedef {import("./types.js").Target} Target */

/** Pixels that a pointer moves before a press becomes a drag. */
const FAR = 6;
/** Milliseconds that a dropped piece waits for the new position where it was dropped. */
const WAIT = 1500;

/**
 * The target of an element that can be clicked: a cell's number, or a name.
 * @param {Element} hit
 * @returns {Target}
 */
export function targetOf(hit) {
  const text = hit.getAttribute("data-target") ?? "";
  return /^\d+$/.test(text) ? Number(text) : text;
}

/**
 * @typedef {{
 *   begins: (target: Target) => boolean, lift: (target: Target) => void, drop: (target: Target | null) => boolean,
 *   piece: (target: Target) => SVGElement | null, middle: (target: Target) => [number, number],
 * }} Handling
 *   whether a drag can begin on a target; what happens when it does; what happens where it ends, and whether that made
 *   a move; the piece that is carried, and where it stands
 */

export class Drag {
  #svg;
  #handling;
  /** @type {{target: Target, x: number, y: number, id: number, piece: SVGElement | null} | null} */
  #held = null;
  #moving = false;
  /** @type {Element | null} what the pointer is over */
  #aimed = null;
  /** @type {(() => void) | null} puts the dropped piece back */
  #putBack = null;
  /** Whether the click that a browser sends after a drag is still to come. */
  justDragged = false;
  /** Whether the position that is shown next is the result of a drag, so that no piece need travel. */
  dropped = false;

  /**
   * @param {SVGSVGElement} svg
   * @param {Handling} handling
   */
  constructor(svg, handling) {
    this.#svg = svg;
    this.#handling = handling;
    svg.addEventListener("pointerdown", (event) => this.#down(event));
    svg.addEventListener("pointermove", (event) => this.#move(event));
    svg.addEventListener("pointerup", (event) => this.#up(event));
    svg.addEventListener("pointercancel", () => this.#end());
    // The page must not scroll under a dragged piece. Browsers ignore `touch-action` of the parts of a drawing.
    svg.addEventListener("touchmove", (event) => this.#held && event.preventDefault(), { passive: false });
  }

  /** Forgets the piece that was dropped, because a new position is drawn. */
  settle() {
    this.#putBack?.();
  }

  /** @param {PointerEvent} event */
  #down(event) {
    this.justDragged = this.dropped = false;
    const hit = closest(event, "[data-target]");
    if (!hit || !event.isPrimary || event.button !== 0 || !this.#handling.begins(targetOf(hit))) return;
    if (event.pointerType === "touch" && !this.#handling.piece(targetOf(hit))) return; // a finger scrolls there
    this.#held = { target: targetOf(hit), x: event.clientX, y: event.clientY, id: event.pointerId, piece: null };
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const held = this.#held;
    if (!held || event.pointerId !== held.id) return;
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
    if (!this.#moving) {
      if (Math.hypot(dx, dy) < FAR) return;
      this.#moving = true;
      this.#svg.setPointerCapture(held.id);
      this.#handling.lift(held.target);
      held.piece = this.#handling.piece(held.target);
      held.piece?.classList.add("carried");
      held.piece?.parentElement?.append(held.piece);
    }
    const scale = this.#svg.getScreenCTM()?.a ?? 1;
    if (held.piece) held.piece.style.translate = `${dx / scale}px ${dy / scale}px`;
    this.#aim(this.#under(event));
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const held = this.#held;
    if (!held || event.pointerId !== held.id) return;
    if (!this.#moving) return this.#end();
    const hit = this.#under(event);
    this.justDragged = true;
    const target = hit && targetOf(hit);
    const { piece } = held;
    this.dropped = this.#handling.drop(target);
    if (this.dropped && piece && target !== null) this.#leave(piece, held.target, target);
    this.#end(this.dropped ? null : piece);
  }

  /**
   * Leaves a piece on the target where it was dropped, until the new position is drawn.
   * @param {SVGElement} piece
   * @param {Target} from
   * @param {Target} to
   */
  #leave(piece, from, to) {
    const [[x1, y1], [x2, y2]] = [this.#handling.middle(from), this.#handling.middle(to)];
    piece.style.translate = `${x2 - x1}px ${y2 - y1}px`;
    const timer = setTimeout(() => this.settle(), WAIT);
    this.#putBack = () => {
      clearTimeout(timer);
      this.#putBack = null;
      this.#drop(piece);
    };
  }

  /** @param {SVGElement | null} piece */
  #drop(piece) {
    piece?.classList.remove("carried");
    if (piece) piece.style.translate = "";
  }

  /** @param {PointerEvent} event */
  #under(event) {
    const root = /** @type {Document | ShadowRoot} */ (this.#svg.getRootNode());
    const found = root.elementFromPoint(event.clientX, event.clientY)?.closest("[data-target]") ?? null;
    return found && this.#svg.contains(found) ? found : null;
  }

  /** @param {Element | null} hit */
  #aim(hit) {
    this.#aimed?.classList.remove("aimed");
    this.#aimed = hit;
    hit?.classList.add("aimed");
  }

  /** @param {SVGElement | null} piece  the one that goes back to where it stood */
  #end(piece = this.#held?.piece ?? null) {
    this.#held = null;
    this.#moving = false;
    this.#aim(null);
    this.#drop(piece);
  }
}

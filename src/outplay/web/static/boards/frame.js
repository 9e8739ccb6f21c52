/** The frame of a board that may be larger than its room: it is scrolled, or shown as a whole. */

import { h, still } from "../dom.js";

/** How near to the edge of the frame a target may be, in pixels. */
const NEAR = 30;
const WHOLE = "The whole board";
/** A target smaller than this, in pixels, is not hit for certain with a finger. */
const FINGER = 28;

/**
 * How far to scroll so that something is in view, in one direction: not at all, or to the middle.
 * @param {number} low
 * @param {number} high  its ends
 * @param {number} from
 * @param {number} to  the ends of the frame
 */
function distance(low, high, from, to) {
  return low < from + NEAR || high > to - NEAR ? (low + high - from - to) / 2 : 0;
}

export class Frame {
  /**
   * @param {SVGSVGElement} board
   * @param {() => Element | null} wanted  what is to be in view at first; the middle, if there is nothing
   */
  constructor(board, wanted) {
    this.wanted = wanted;
    this.width = 0;
    this.scrolled = h("div", { class: "board-frame large" }, board);
    const onclick = () => this.resize(!this.scrolled.classList.contains("whole"));
    this.button = h("button", { type: "button", class: "quiet size", hidden: true, onclick }, WHOLE);
    this.element = h("div", { class: "board-frame" }, this.scrolled, this.button);
    new ResizeObserver(() => this.onResize()).observe(this.scrolled);
  }

  /** @param {boolean} whole */
  resize(whole) {
    this.scrolled.classList.toggle("whole", whole);
    this.button.textContent = whole ? "Larger" : WHOLE;
    if (!whole) this.begin();
  }

  /**
   * Enlarges a board that is shown as a whole, where a finger could not hit a target for certain.
   * @param {Element} target  what was tapped; it is in view afterwards
   * @returns {boolean} whether that was needed, so that the tap plays nothing
   */
  enlarge(target) {
    const small = target.getBoundingClientRect().height < FINGER && matchMedia("(pointer: coarse)").matches;
    if (!small || !this.scrolled.classList.contains("whole")) return false;
    this.resize(false);
    this.reveal(target, "auto");
    return true;
  }

  begin() {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = this.scrolled;
    this.scrolled.scrollTo((scrollWidth - clientWidth) / 2, (scrollHeight - clientHeight) / 2);
    const target = this.wanted();
    if (target) this.reveal(target, "auto");
  }

  /**
   * Scrolls as far as is needed to have a target in view.
   * @param {Element} target
   * @param {ScrollBehavior} behavior
   */
  reveal(target, behavior = still() ? "auto" : "smooth") {
    const [inner, outer] = [target.getBoundingClientRect(), this.scrolled.getBoundingClientRect()];
    const left = distance(inner.left, inner.right, outer.left, outer.right);
    const top = distance(inner.top, inner.bottom, outer.top, outer.bottom);
    this.scrolled.scrollBy({ left, top, behavior });
  }

  onResize() {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = this.scrolled;
    const whole = this.scrolled.classList.contains("whole");
    this.button.hidden = !whole && scrollWidth <= clientWidth && scrollHeight <= clientHeight;
    if (!whole && clientWidth !== this.width) this.begin();
    this.width = clientWidth;
  }
}

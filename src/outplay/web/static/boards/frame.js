/** The frame of a board that may be larger than its room: it is scrolled, or shown as a whole. */

import { h, still } from "../dom.js";

/** How near to the edge of the frame a place may be, in pixels. */
const NEAR = 30;
const WHOLE = "The whole board";

/**
 * @param {SVGSVGElement} board
 * @param {() => Element | null} wanted  the place that is to be in view at first; the middle, if there is none
 */
export function frame(board, wanted) {
  const element = h("div", { class: "board-frame large" }, board);
  const size = h("button", { type: "button", class: "quiet size", hidden: true, onclick: () => resize(!element.classList.contains("whole")) }, WHOLE);

  function resize(whole) {
    element.classList.toggle("whole", whole);
    size.textContent = whole ? "Larger" : WHOLE;
    if (!whole) begin();
  }

  function begin() {
    element.scrollTo((element.scrollWidth - element.clientWidth) / 2, (element.scrollHeight - element.clientHeight) / 2);
    const place = wanted();
    if (place) reveal(place, "auto");
  }

  /** Scrolls as far as is needed to have a place in view. */
  function reveal(place, behavior = still() ? "auto" : "smooth") {
    const [inner, outer] = [place.getBoundingClientRect(), element.getBoundingClientRect()];
    const by = (low, high, from, to) => (low < from + NEAR || high > to - NEAR ? (low + high - from - to) / 2 : 0);
    element.scrollBy({ left: by(inner.left, inner.right, outer.left, outer.right), top: by(inner.top, inner.bottom, outer.top, outer.bottom), behavior });
  }

  let width = 0;
  new ResizeObserver(() => {
    const whole = element.classList.contains("whole");
    size.hidden = !whole && element.scrollWidth <= element.clientWidth && element.scrollHeight <= element.clientHeight;
    if (!whole && element.clientWidth !== width) begin();
    width = element.clientWidth;
  }).observe(element);
  return { element: h("div", { class: "board-frame" }, element, size), reveal };
}

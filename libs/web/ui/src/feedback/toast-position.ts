/** A part of the window that a toast does not cover, or the toast itself: the distance of its edges from the window's top. */
interface Span {
  readonly top: number;
  readonly bottom: number;
}

/** The distance of a toast from the window's edges and from what it must not cover. */
const GAP_PX = 8;

/**
 * The top of a toast that covers no heading: where it is, else at the window's top or bottom, else above the lowest heading
 * with room. If there is no room at all, it is at the top.
 */
export function findToastTop(
  heightPx: number,
  windowPx: number,
  headings: readonly Span[],
  currentTop = GAP_PX,
): number {
  const lowest = windowPx - GAP_PX - heightPx;
  const above = headings.map(({ top }) => top - GAP_PX - heightPx).sort((first, second) => second - first);
  const isFree = (top: number): boolean =>
    top >= GAP_PX &&
    top <= lowest &&
    headings.every((heading) => top + heightPx <= heading.top || top >= heading.bottom);
  return [currentTop, GAP_PX, lowest, ...above].find(isFree) ?? GAP_PX;
}

/** Headings, and bars at the window's edge with the main button of a page. */
const UNCOVERED = 'h1, h2, h3, h4, [role=heading], [data-buy-bar]';

/** Headings for screen readers only are a pixel large. */
export const listUncoveredSpans = (): Span[] =>
  [...document.querySelectorAll(UNCOVERED)]
    .map((element) => element.getBoundingClientRect())
    .filter(({ width, height, top, bottom }) => width > 1 && height > 1 && bottom > 0 && top < innerHeight);

import { DRAWN_MIN, fitArea, type Area, type Mask, type PhotoPixels } from './mask.js';

/** What is left out stays recognisable, so that a lost ear is noticed. */
const OUTSIDE_OPACITY = 0.3;
/** The outline is light inside and dark outside, so that it is visible on any fur and any ground. */
const INNER_LINE = 255;
const OUTER_LINE = 40;

/**
 * Draws the photo so that everything outside of the cut-out is grey and translucent. `out` has the size of the photo, and
 * only this area of it is written.
 */
export function shadeCutOut(photo: PhotoPixels, mask: Mask, out: Uint8ClampedArray, area: Area): void {
  forEachPixel(mask, area, (i) => setShaded(photo.data, mask.data[i]! / 255, out, i));
}

/** Draws the edge of the cut-out as a line. */
export function drawOutline(mask: Mask, out: Uint8ClampedArray, area: Area): void {
  forEachPixel(mask, area, (i, x, y) => {
    if (isOutline(mask, x, y)) setGrey(out, i, mask.data[i]! >= DRAWN_MIN ? INNER_LINE : OUTER_LINE);
  });
}

function forEachPixel(mask: Mask, area: Area, visit: (index: number, x: number, y: number) => void): void {
  const visited = fitArea(area, mask);
  if (!visited) return;
  for (let y = visited.top; y < visited.top + visited.height; y++)
    for (let x = visited.left; x < visited.left + visited.width; x++) visit(y * mask.width + x, x, y);
}

/** True if a neighbour is on the other side of the cut-out's edge. */
function isOutline({ data, width, height }: Mask, x: number, y: number): boolean {
  const i = y * width + x;
  const isInside = data[i]! >= DRAWN_MIN;
  return (
    (x > 0 && data[i - 1]! >= DRAWN_MIN !== isInside) ||
    (x < width - 1 && data[i + 1]! >= DRAWN_MIN !== isInside) ||
    (y > 0 && data[i - width]! >= DRAWN_MIN !== isInside) ||
    (y < height - 1 && data[i + width]! >= DRAWN_MIN !== isInside)
  );
}

function setGrey(out: Uint8ClampedArray, index: number, value: number): void {
  out.fill(value, index * 4, index * 4 + 3);
  out[index * 4 + 3] = 255;
}

function setShaded(photo: Uint8ClampedArray, share: number, out: Uint8ClampedArray, index: number): void {
  const p = index * 4;
  const grey = 0.2126 * photo[p]! + 0.7152 * photo[p + 1]! + 0.0722 * photo[p + 2]!;
  for (let channel = 0; channel < 3; channel++) out[p + channel] = grey + (photo[p + channel]! - grey) * share;
  out[p + 3] = photo[p + 3]! * (OUTSIDE_OPACITY + (1 - OUTSIDE_OPACITY) * share);
}

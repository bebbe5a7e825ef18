import type { PhotoPixels, Point } from './mask.js';

interface Options {
  /** The largest difference to the colour at the start: 0 is the same colour, 1 is black to white. */
  readonly tolerance: number;
  /** Limits the region: only these pixels may be in it. */
  readonly isAllowed: (index: number) => boolean;
}

/** Euclidean distance of black and white in RGB. */
const WHOLE_RANGE = Math.hypot(255, 255, 255);

/**
 * The connected area of similar colour around a point: 1 is inside. It is found by a flood fill in rows (A. R. Smith,
 * "Tint fill", SIGGRAPH 1979) and grows by one pixel, because edges have mixed colours. Null if the start is outside of
 * the photo or not allowed.
 */
export function findSimilarRegion(photo: PhotoPixels, start: Point, options: Options): Uint8Array | null {
  const { width, height } = photo;
  const [startX, startY] = [Math.floor(start.x), Math.floor(start.y)];
  if (startX < 0 || startY < 0 || startX >= width || startY >= height) return null;
  const startIndex = startY * width + startX;
  if (!options.isAllowed(startIndex)) return null;

  const isSimilar = createColourTest(photo, startIndex, options.tolerance);
  const region = new Uint8Array(width * height);
  const canFill = (index: number): boolean => region[index] === 0 && options.isAllowed(index) && isSimilar(index);
  const pending = [startIndex];
  for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
    if (!canFill(index)) continue;
    const rowStart = index - (index % width);
    let [left, right] = [index, index];
    while (left > rowStart && canFill(left - 1)) left--;
    while (right < rowStart + width - 1 && canFill(right + 1)) right++;
    region.fill(1, left, right + 1);
    for (const offset of [-width, width]) addRunStarts(pending, left + offset, right + offset, canFill);
  }
  return growByOnePixel(region, width, options.isAllowed);
}

function createColourTest({ data }: PhotoPixels, startIndex: number, tolerance: number): (index: number) => boolean {
  const [red, green, blue] = [data[startIndex * 4]!, data[startIndex * 4 + 1]!, data[startIndex * 4 + 2]!];
  const squaredLimit = (tolerance * WHOLE_RANGE) ** 2;
  return (index) => {
    const p = index * 4;
    return (data[p]! - red) ** 2 + (data[p + 1]! - green) ** 2 + (data[p + 2]! - blue) ** 2 <= squaredLimit;
  };
}

/** Adds one pixel of each run that can be filled. Indices outside of the photo can't. */
function addRunStarts(pending: number[], from: number, to: number, canFill: (index: number) => boolean): void {
  let isInRun = false;
  for (let index = from; index <= to; index++) {
    const isFillable = canFill(index);
    if (isFillable && !isInRun) pending.push(index);
    isInRun = isFillable;
  }
}

function growByOnePixel(region: Uint8Array, width: number, isAllowed: (index: number) => boolean): Uint8Array {
  const grown = region.slice();
  for (let index = 0; index < region.length; index++) {
    if (region[index] === 1 || !isAllowed(index)) continue;
    const x = index % width;
    const hasNeighbour =
      (x > 0 && region[index - 1] === 1) ||
      (x < width - 1 && region[index + 1] === 1) ||
      region[index - width] === 1 ||
      region[index + width] === 1;
    if (hasNeighbour) grown[index] = 1;
  }
  return grown;
}

import { type Area, DRAWN_MIN, fitArea, type Mask, mergeAreas } from './mask.js';

/** A part that a stroke cuts off is a ball or a bowl; a larger share of what remains may be the animal's head. */
const CUT_OFF_SHARE = 0.06;

/** Width of a part's soft edge in pixels. */
const EDGE_PX = 2;

/** The connected drawn parts of a mask. */
interface Parts {
  /** For each pixel the number of its part, from 1; 0 where nothing is drawn. */
  readonly labels: Int32Array;
  /** Pixels of each part, by its number. */
  readonly sizes: readonly number[];
}

/**
 * Removes small parts that a stroke has cut off from a larger one, so that a ball beside the pet is left out by one
 * stroke between the two. Parts that were alone before, such as a second pet, stay.
 *
 * @param before the mask before the stroke
 * @returns the changed area; null if nothing was cut off
 */
export function removeCutOffParts(mask: Mask, before: Mask): Area | null {
  const now = findParts(mask);
  if (now.sizes.length <= 2) return null;
  const earlier = findParts(before);
  const originOf = new Int32Array(now.sizes.length);
  const isTouched = new Uint8Array(now.sizes.length);
  const touch = (index: number): void => {
    isTouched[now.labels[index]!] = 1;
  };
  for (let i = 0; i < mask.data.length; i++) {
    const part = now.labels[i]!;
    if (part !== 0) originOf[part] = earlier.labels[i]!;
    else if (earlier.labels[i] !== 0) visitNeighbors(i, mask.width, mask.data.length, touch);
  }
  const largestOf = new Map<number, number>();
  for (const [part, size] of now.sizes.entries())
    largestOf.set(originOf[part]!, Math.max(largestOf.get(originOf[part]!) ?? 0, size));
  const isCutOff = now.sizes.map(
    (size, part) => part > 0 && isTouched[part] === 1 && size < CUT_OFF_SHARE * largestOf.get(originOf[part]!)!,
  );
  return isCutOff.includes(true) ? erase(mask, now.labels, isCutOff) : null;
}

function findParts({ width, data }: Mask): Parts {
  const labels = new Int32Array(data.length);
  const sizes = [0];
  const pending = new Int32Array(data.length);
  for (let start = 0; start < data.length; start++) {
    if (data[start]! < DRAWN_MIN || labels[start] !== 0) continue;
    const label = sizes.length;
    let count = 0;
    const add = (index: number): void => {
      if (data[index]! < DRAWN_MIN || labels[index] !== 0) return;
      labels[index] = label;
      pending[count++] = index;
    };
    add(start);
    for (let next = 0; next < count; next++) visitNeighbors(pending[next]!, width, data.length, add);
    sizes.push(count);
  }
  return { labels, sizes };
}

/** Visits the pixels beside, above and below, within the mask. */
function visitNeighbors(index: number, width: number, length: number, visit: (neighbor: number) => void): void {
  const x = index % width;
  if (x > 0) visit(index - 1);
  if (x < width - 1) visit(index + 1);
  if (index >= width) visit(index - width);
  if (index + width < length) visit(index + width);
}

/** Erases these parts with their soft edges. */
function erase(mask: Mask, labels: Int32Array, isErased: readonly boolean[]): Area {
  const areas: Area[] = [];
  for (let i = 0; i < labels.length; i++) {
    if (!isErased[labels[i]!]) continue;
    const [x, y] = [i % mask.width, Math.floor(i / mask.width)];
    const around = fitArea({ left: x, top: y, width: 1, height: 1 }, mask, EDGE_PX)!;
    for (let row = around.top; row < around.top + around.height; row++)
      for (let column = around.left; column < around.left + around.width; column++) {
        const at = row * mask.width + column;
        if (labels[at] === 0 || isErased[labels[at]!]) mask.data[at] = 0;
      }
    areas.push(around);
  }
  return areas.reduce(mergeAreas);
}

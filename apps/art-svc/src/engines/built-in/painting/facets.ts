import { coverage, type Point, type Triangle } from '../kernels/facets.js';
import type { View } from './field.js';
import type { Layer } from './layers.js';

/** Facets are found this many times denser each way than painted, for smooth edges. */
const OVERSAMPLING = 2;

/**
 * Triangles, each in its own colour; covers all that is below.
 *
 * @param points in units
 * @param colours three bytes for each triangle, sRGB
 */
export const facets =
  (points: readonly Point[], triangles: readonly Triangle[], colours: Uint8Array): Layer =>
  (view) => {
    const scale = view.pxPerUnit * OVERSAMPLING;
    const stride = view.widthPx * OVERSAMPLING;
    let slab: { readonly firstRow: number; readonly owner: Int32Array } | null = null;
    return {
      prepare: (firstRow, rows) => {
        const seen = visible(points, triangles, view, firstRow, rows);
        const top = view.top + firstRow / view.pxPerUnit;
        const placed = points.map(([x, y]) => [(x - view.left) * scale, (y - top) * scale] as const);
        const owner = coverage(placed, seen.map((index) => triangles[index]!), stride, rows * OVERSAMPLING);
        for (let i = 0; i < owner.length; i++) owner[i] = seen[owner[i]!] ?? 0;
        slab = { firstRow, owner };
      },
      paintRow: (row, pixels, from, to) => {
        const { firstRow, owner } = slab!;
        for (let column = from, p = 3 * from; column < to; column++, p += 3) {
          const first = (row - firstRow) * OVERSAMPLING * stride + column * OVERSAMPLING;
          const a = owner[first]! * 3;
          const b = owner[first + 1]! * 3;
          const c = owner[first + stride]! * 3;
          const d = owner[first + stride + 1]! * 3;
          pixels[p] = (colours[a]! + colours[b]! + colours[c]! + colours[d]!) / 4;
          pixels[p + 1] = (colours[a + 1]! + colours[b + 1]! + colours[c + 1]! + colours[d + 1]!) / 4;
          pixels[p + 2] = (colours[a + 2]! + colours[b + 2]! + colours[c + 2]! + colours[d + 2]!) / 4;
        }
      },
    };
  };

/** Which triangles reach into these rows. */
function visible(points: readonly Point[], triangles: readonly Triangle[], view: View, firstRow: number, rows: number): number[] {
  const [top, bottom] = [view.top + firstRow / view.pxPerUnit, view.top + (firstRow + rows) / view.pxPerUnit];
  const found: number[] = [];
  for (const [index, [a, b, c]] of triangles.entries()) {
    const ys = [points[a]![1], points[b]![1], points[c]![1]];
    if (Math.max(...ys) >= top && Math.min(...ys) <= bottom) found.push(index);
  }
  return found;
}

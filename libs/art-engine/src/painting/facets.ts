import { ownCovered, type Owners, type Point, type Triangle } from '../kernels/facets.js';
import type { View } from './field.js';
import type { Layer, LayerRenderer } from './layers.js';
import type { AlphaLayer } from './alpha-layers.js';

/** Facets are rasterised at this multiple of the resolution, for smooth edges. */
const OVERSAMPLING = 2;

/**
 * Triangles, each in its own colour; they cover everything below.
 *
 * @param points in units
 * @param colours three bytes for each triangle, sRGB
 */
export const facets =
  (points: readonly Point[], triangles: readonly Triangle[], colours: Uint8Array): Layer =>
  (view) => {
    const { prepare, ownersAt } = openFacets(points, triangles, view);
    return { prepare, paintRow: (row, pixels, from, to) => glassRow(pixels, ownersAt(row), colours, from, to) };
  };

/**
 * Facets of which only some are there. Parameters as for {@link facets}.
 *
 * @param opacities a byte for each triangle. Triangles with 0 have the colour of their neighbours, which smooth edges
 * show.
 */
export const alphaFacets =
  (points: readonly Point[], triangles: readonly Triangle[], colours: Uint8Array, opacities: Uint8Array): AlphaLayer =>
  (view) => {
    const { prepare, ownersAt } = openFacets(points, triangles, view);
    return {
      prepare,
      paintRow: (row, pixels, opacity) => {
        const owner = ownersAt(row);
        glassRow(pixels, owner, colours, 0, view.widthPx);
        opacityRow(opacity, owner, opacities);
      },
    };
  };

interface OpenFacets {
  readonly prepare: NonNullable<LayerRenderer['prepare']>;
  /** Triangle indices of a prepared row of pixels, its upper half and its lower half. */
  readonly ownersAt: (row: number) => Int32Array;
}

function openFacets(points: readonly Point[], triangles: readonly Triangle[], view: View): OpenFacets {
  const scale = view.pxPerUnit * OVERSAMPLING;
  const stride = view.widthPx * OVERSAMPLING;
  let slab: { readonly firstRow: number; readonly owner: Int32Array } | null = null;
  return {
    // Prepared only when its rows are painted: this is computed here and not by libvips, and two slabs take much
    // memory.
    prepare: (firstRow, rows) =>
      Promise.resolve(() => {
        slab = null;
        const seen = visible(points, triangles, view, firstRow, rows);
        const top = view.top + firstRow / view.pxPerUnit;
        const placed = points.map(([x, y]) => [(x - view.left) * scale, (y - top) * scale] as const);
        const owner: Owners = {
          width: stride,
          height: rows * OVERSAMPLING,
          triangles: new Int32Array(stride * rows * OVERSAMPLING),
        };
        for (const index of seen) ownCovered(owner, placed, triangles[index]!, index);
        slab = { firstRow, owner: owner.triangles };
      }),
    ownersAt: (row) => {
      const { firstRow, owner } = slab!;
      const start = (row - firstRow) * OVERSAMPLING * stride;
      return owner.subarray(start, start + OVERSAMPLING * stride);
    },
  };
}

/** @param owner triangle indices of one row of pixels, its upper half and its lower half */
function glassRow(pixels: Float32Array, owner: Int32Array, colours: Uint8Array, from: number, to: number): void {
  const stride = owner.length / OVERSAMPLING;
  for (
    let column = from, p = 3 * from, first = OVERSAMPLING * from;
    column < to;
    column++, p += 3, first += OVERSAMPLING
  ) {
    const a = owner[first]! * 3;
    const b = owner[first + 1]! * 3;
    const c = owner[first + stride]! * 3;
    const d = owner[first + stride + 1]! * 3;
    pixels[p] = (colours[a]! + colours[b]! + colours[c]! + colours[d]!) / 4;
    pixels[p + 1] = (colours[a + 1]! + colours[b + 1]! + colours[c + 1]! + colours[d + 1]!) / 4;
    pixels[p + 2] = (colours[a + 2]! + colours[b + 2]! + colours[c + 2]! + colours[d + 2]!) / 4;
  }
}

function opacityRow(out: Float32Array, owner: Int32Array, opacities: Uint8Array): void {
  const stride = owner.length / OVERSAMPLING;
  for (let column = 0, first = 0; column < out.length; column++, first += OVERSAMPLING) {
    const above = opacities[owner[first]!]! + opacities[owner[first + 1]!]!;
    const below = opacities[owner[first + stride]!]! + opacities[owner[first + stride + 1]!]!;
    out[column] = (above + below) / (4 * 255);
  }
}

/** The triangles that reach into these rows. */
function visible(
  points: readonly Point[],
  triangles: readonly Triangle[],
  view: View,
  firstRow: number,
  rows: number,
): number[] {
  const [top, bottom] = [view.top + firstRow / view.pxPerUnit, view.top + (firstRow + rows) / view.pxPerUnit];
  const found: number[] = [];
  for (let index = 0; index < triangles.length; index++)
    if (reaches(points, triangles[index]!, top, bottom)) found.push(index);
  return found;
}

function reaches(points: readonly Point[], [a, b, c]: Triangle, top: number, bottom: number): boolean {
  const [first, second, third] = [points[a]![1], points[b]![1], points[c]![1]];
  return Math.max(first, second, third) >= top && Math.min(first, second, third) <= bottom;
}

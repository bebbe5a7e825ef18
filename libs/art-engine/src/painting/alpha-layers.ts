/**
 * Layers with an opacity of their own. They make pictures without a ground: each layer paints its colours
 * as if it covered everything, so the colour of a soft edge is the layer's own. The pixel loops are top-level functions
 * of this file, see layers.ts.
 */
import type { Rgb } from '../kernels/colour.js';
import type { Field, View } from './field.js';
import { stack, type Layer, type LayerRenderer } from './layers.js';
import { spanOf } from './shaped-fields.js';

export interface AlphaLayerRenderer {
  /**
   * Paints one row: `colours` (width × 3, sRGB 0…255, not premultiplied) and `opacity` (width, 0…1). The opacity is 0
   * before the call. Colours are not read where it stays 0.
   */
  readonly paintRow: (row: number, colours: Float32Array, opacity: Float32Array) => void;
  readonly prepare?: LayerRenderer['prepare'];
}

export type AlphaLayer = (view: View) => AlphaLayerRenderer;

/** @param layers the lowest covers everything */
export const alphaLayer =
  (layers: readonly Layer[], opacity: Field): AlphaLayer =>
  (view) => {
    const read = opacity(view);
    const { paintRow, prepare } = stack(layers)(view);
    return {
      prepare,
      paintRow: (row, colours, out) => {
        read(row, out, 0, view.widthPx);
        const [first, end] = spanOf(out, 0, view.widthPx);
        if (first < end) paintRow(row, colours, 0, view.widthPx);
      },
    };
  };

/** Paints finished rows. */
export interface RowWriter {
  /** 4 is RGBA, not premultiplied. */
  readonly channels: 3 | 4;
  readonly prepare?: LayerRenderer['prepare'];
  /** Writes one row of bytes from index `start` on. */
  readonly writeRow: (row: number, out: Uint8ClampedArray, start: number) => void;
}

/** Composites the layers, from bottom to top, and over the ground. Without a ground the rows have alpha. */
export function openAlphaLayers(alphaLayers: readonly AlphaLayer[], ground: Rgb | null, view: View): RowWriter {
  const open = alphaLayers.map((each) => each(view));
  const [mixed, colours] = [new Float32Array(view.widthPx * 4), new Float32Array(view.widthPx * 3)];
  const opacity = new Float32Array(view.widthPx);
  const write = ground ? writeOpaqueRow : writeRow;
  return {
    channels: ground ? 3 : 4,
    prepare: async (firstRow, rows) => {
      const turns = await Promise.all(open.flatMap(({ prepare }) => (prepare ? [prepare(firstRow, rows)] : [])));
      return () => {
        for (const turn of turns) turn();
      };
    },
    writeRow: (row, out, start) => {
      fillRow(mixed, ground);
      for (const { paintRow } of open) {
        opacity.fill(0);
        paintRow(row, colours, opacity);
        const [first, end] = spanOf(opacity, 0, opacity.length);
        overRow(mixed, colours, opacity, first, end);
      }
      write(mixed, out, start);
    },
  };
}

/** @param mixed width × 4: premultiplied sRGB 0…255, and opacity 0…1 */
function fillRow(mixed: Float32Array, ground: Rgb | null): void {
  if (!ground) return void mixed.fill(0);
  for (let p = 0; p < mixed.length; p += 4) {
    mixed[p] = ground[0];
    mixed[p + 1] = ground[1];
    mixed[p + 2] = ground[2];
    mixed[p + 3] = 1;
  }
}

/** The operator "over": T. Porter and T. Duff, "Compositing Digital Images", 1984. */
function overRow(mixed: Float32Array, colours: Float32Array, opacity: Float32Array, first: number, end: number): void {
  for (let column = first, p = 4 * first, c = 3 * first; column < end; column++, p += 4, c += 3) {
    const share = opacity[column]!;
    const below = 1 - share;
    mixed[p] = colours[c]! * share + mixed[p]! * below;
    mixed[p + 1] = colours[c + 1]! * share + mixed[p + 1]! * below;
    mixed[p + 2] = colours[c + 2]! * share + mixed[p + 2]! * below;
    mixed[p + 3] = share + mixed[p + 3]! * below;
  }
}

/** Less opacity is no step of a byte; its colour would be noise. */
const LEAST_OPACITY = 0.5 / 255;

function writeRow(mixed: Float32Array, out: Uint8ClampedArray, start: number): void {
  for (let p = 0, at = start; p < mixed.length; p += 4, at += 4) {
    const opacity = mixed[p + 3]!;
    if (opacity < LEAST_OPACITY) continue;
    out[at] = mixed[p]! / opacity;
    out[at + 1] = mixed[p + 1]! / opacity;
    out[at + 2] = mixed[p + 2]! / opacity;
    out[at + 3] = 255 * opacity;
  }
}

function writeOpaqueRow(mixed: Float32Array, out: Uint8ClampedArray, start: number): void {
  for (let p = 0, at = start; p < mixed.length; p += 4, at += 3) {
    out[at] = mixed[p]!;
    out[at + 1] = mixed[p + 1]!;
    out[at + 2] = mixed[p + 2]!;
  }
}

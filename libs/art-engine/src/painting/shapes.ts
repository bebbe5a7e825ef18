import sharp from 'sharp';
import type { View } from './field.js';
import type { Layer, LayerRenderer } from './layers.js';
import type { AlphaLayer } from './alpha-layers.js';

/** In units, from the picture's left and top edge. */
export interface Area {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** In pixels of the view; the end is excluded. */
interface Part {
  readonly firstColumn: number;
  readonly endColumn: number;
  readonly firstRow: number;
  readonly endRow: number;
}

interface Drawn {
  readonly part: Part;
  /** rows × columns × 4 bytes, alpha not premultiplied. */
  readonly rgba: Uint8Array;
}

const EVERYWHERE: Area = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };

/**
 * Shapes drawn as SVG in units, over what is below. Never use text elements, because fonts differ between machines:
 * letters are paths.
 *
 * @param shapes SVG elements
 * @param area bounding box of the shapes
 */
export const shapes =
  (elements: string, area = EVERYWHERE): Layer =>
  (view) => {
    const { prepare, rowAt } = openShapes(elements, area, view);
    return {
      prepare,
      paintRow: (row, pixels, from, to) => {
        const { rgba, start, first, end } = rowAt(row, from, to);
        coverRow(pixels, rgba, start, first, end);
      },
    };
  };

/** Shapes as a layer with alpha: their opacity is that of the SVG. Parameters as for {@link shapes}. */
export const alphaShapes =
  (elements: string, area = EVERYWHERE): AlphaLayer =>
  (view) => {
    const { prepare, rowAt } = openShapes(elements, area, view);
    return {
      prepare,
      paintRow: (row, colours, opacity) => {
        const { rgba, start, first, end } = rowAt(row, 0, view.widthPx);
        takeRow(colours, opacity, rgba, start, first, end);
      },
    };
  };

/** The drawn columns `first` to `end` of a row; `start` is the index of the first column's red byte. */
interface DrawnRow {
  readonly rgba: Uint8Array;
  readonly start: number;
  readonly first: number;
  readonly end: number;
}

const EMPTY_ROW: DrawnRow = { rgba: new Uint8Array(), start: 0, first: 0, end: 0 };

interface OpenShapes {
  readonly prepare: NonNullable<LayerRenderer['prepare']>;
  /** The part of a prepared row between two columns. */
  readonly rowAt: (row: number, from: number, to: number) => DrawnRow;
}

function openShapes(elements: string, area: Area, view: View): OpenShapes {
  let drawn: Drawn = { part: { firstColumn: 0, endColumn: 0, firstRow: 0, endRow: 0 }, rgba: new Uint8Array() };
  return {
    prepare: async (firstRow, rows) => {
      const part = partOf(area, view, firstRow, rows);
      const isEmpty = part.firstColumn >= part.endColumn || part.firstRow >= part.endRow;
      const next: Drawn = { part, rgba: isEmpty ? new Uint8Array() : await drawPart(elements, view, part) };
      return () => {
        drawn = next;
      };
    },
    rowAt: (row, from, to) => {
      const { part, rgba } = drawn;
      if (row < part.firstRow || row >= part.endRow) return EMPTY_ROW;
      const [first, end] = [Math.max(from, part.firstColumn), Math.min(to, part.endColumn)];
      const start = 4 * ((row - part.firstRow) * (part.endColumn - part.firstColumn) - part.firstColumn + first);
      return { rgba, start, first, end };
    },
  };
}

/** @param start index of the shapes' pixel in the first column */
function coverRow(pixels: Float32Array, rgba: Uint8Array, start: number, first: number, end: number): void {
  for (let column = first, at = start, p = 3 * first; column < end; column++, at += 4, p += 3) {
    const alpha = rgba[at + 3]!;
    if (alpha === 0) continue;
    if (alpha === 255) {
      pixels[p] = rgba[at]!;
      pixels[p + 1] = rgba[at + 1]!;
      pixels[p + 2] = rgba[at + 2]!;
      continue;
    }
    const share = alpha / 255;
    pixels[p] = pixels[p]! + (rgba[at]! - pixels[p]!) * share;
    pixels[p + 1] = pixels[p + 1]! + (rgba[at + 1]! - pixels[p + 1]!) * share;
    pixels[p + 2] = pixels[p + 2]! + (rgba[at + 2]! - pixels[p + 2]!) * share;
  }
}

function takeRow(
  colours: Float32Array,
  opacity: Float32Array,
  rgba: Uint8Array,
  start: number,
  first: number,
  end: number,
): void {
  for (let column = first, at = start, p = 3 * first; column < end; column++, at += 4, p += 3) {
    colours[p] = rgba[at]!;
    colours[p + 1] = rgba[at + 1]!;
    colours[p + 2] = rgba[at + 2]!;
    opacity[column] = rgba[at + 3]! / 255;
  }
}

function partOf({ left, top, right, bottom }: Area, view: View, firstRow: number, rows: number): Part {
  const before = (units: number, edge: number): number => Math.floor((units - edge) * view.pxPerUnit);
  const behind = (units: number, edge: number): number => Math.ceil((units - edge) * view.pxPerUnit);
  return {
    firstColumn: Math.max(0, before(left, view.left)),
    endColumn: Math.min(view.widthPx, behind(right, view.left)),
    firstRow: Math.max(firstRow, before(top, view.top)),
    endRow: Math.min(firstRow + rows, behind(bottom, view.top)),
  };
}

/** rows × columns × 4 bytes, alpha not premultiplied. */
async function drawPart(
  elements: string,
  { left, top, pxPerUnit }: View,
  { firstColumn, endColumn, firstRow, endRow }: Part,
): Promise<Uint8Array<ArrayBuffer>> {
  const [columns, rows] = [endColumn - firstColumn, endRow - firstRow];
  const box = [left + firstColumn / pxPerUnit, top + firstRow / pxPerUnit, columns / pxPerUnit, rows / pxPerUnit].join(
    ' ',
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${columns}" height="${rows}" viewBox="${box}" preserveAspectRatio="none">${elements}</svg>`;
  const { data } = await sharp(Buffer.from(svg), { limitInputPixels: false })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return new Uint8Array(data.buffer, data.byteOffset, data.length);
}

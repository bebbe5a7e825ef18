import sharp from 'sharp';
import type { Layer } from './layers.js';
import type { View } from './field.js';

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
    let drawn: Drawn = { part: { firstColumn: 0, endColumn: 0, firstRow: 0, endRow: 0 }, rgba: new Uint8Array() };
    return {
      prepare: async (firstRow, rows) => {
        const part = partOf(area, view, firstRow, rows);
        const next: Drawn = {
          part,
          rgba:
            part.firstColumn < part.endColumn && part.firstRow < part.endRow
              ? await drawPart(elements, view, part)
              : new Uint8Array(),
        };
        return () => {
          drawn = next;
        };
      },
      paintRow: (row, pixels, from, to) => {
        const { part, rgba } = drawn;
        if (row < part.firstRow || row >= part.endRow) return;
        const [first, end] = [Math.max(from, part.firstColumn), Math.min(to, part.endColumn)];
        const start = (row - part.firstRow) * (part.endColumn - part.firstColumn) - part.firstColumn;
        coverRow(pixels, rgba, 4 * (start + first), first, end);
      },
    };
  };

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

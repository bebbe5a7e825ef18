import sharp from 'sharp';
import type { Layer } from './layers.js';
import type { View } from './field.js';

/**
 * Shapes drawn as SVG in units, over what is below. Never with text, whose fonts differ from machine to machine: letters come as paths.
 *
 * @param shapes SVG elements
 */
export const shapes =
  (elements: string): Layer =>
  (view) => {
    let drawn: { readonly firstRow: number; readonly rgba: Uint8Array } | null = null;
    return {
      prepare: async (firstRow, rows) => {
        drawn = { firstRow, rgba: await drawPart(elements, view, firstRow, rows) };
      },
      paintRow: (row, pixels) => {
        const { firstRow, rgba } = drawn!;
        for (let column = 0, from = (row - firstRow) * view.widthPx * 4, p = 0; column < view.widthPx; column++, from += 4, p += 3) {
          const alpha = rgba[from + 3]!;
          if (alpha === 0) continue;
          const share = alpha / 255;
          pixels[p] = pixels[p]! + (rgba[from]! - pixels[p]!) * share;
          pixels[p + 1] = pixels[p + 1]! + (rgba[from + 1]! - pixels[p + 1]!) * share;
          pixels[p + 2] = pixels[p + 2]! + (rgba[from + 2]! - pixels[p + 2]!) * share;
        }
      },
    };
  };

/** rows × width × 4 bytes, alpha not premultiplied. */
async function drawPart(elements: string, { left, top, widthPx, pxPerUnit }: View, firstRow: number, rows: number): Promise<Uint8Array> {
  const box = [left, top + firstRow / pxPerUnit, widthPx / pxPerUnit, rows / pxPerUnit].join(' ');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${rows}" viewBox="${box}" preserveAspectRatio="none">${elements}</svg>`;
  const { data } = await sharp(Buffer.from(svg), { limitInputPixels: false }).toColourspace('srgb').ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return data;
}

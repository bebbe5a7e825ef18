/** An artwork painted anew from its recipe, as densely as the press prints. Plain TypeScript: it runs in the rendering thread. */
import { composeArtwork, type ArtworkOrder } from '../../engines/built-in/draw-artwork.js';
import { paint, type Painting } from '../../engines/built-in/painting/painting.js';
import { rememberedScene } from '../../engines/built-in/study/remembered-scenes.js';
import { sizeAt, type CanvasSize, type Place, type Source } from './lay-artwork.js';
import type { Raster } from './resample.js';

/** Throws an Error for a style without recipe or a photo that can't be decoded. */
export async function recipeSource(order: ArtworkOrder): Promise<Source> {
  const painting = await composeArtwork(order, () => undefined, rememberedScene);
  return {
    width: painting.width,
    height: painting.height,
    render: async (crop, scale) => {
      const { width, height } = sizeAt(crop, scale);
      // Whole pixels are up to half a pixel off the crop's true size: the pixels follow the picture, and the sampling knows by how much.
      const { pixels } = await paint(painting, {
        left: crop.left,
        top: crop.top,
        widthPx: width,
        heightPx: height,
        pxPerUnit: width / crop.width,
      });
      return opaque(pixels, width, height);
    },
    renderUpright: (canvas, place) => upright(painting, canvas, place),
  };
}

/** Painted straight onto the canvas's own pixels; a pixel on the picture's edge is as opaque as it is covered. */
async function upright(painting: Painting, { widthPx, heightPx }: CanvasSize, place: Place): Promise<Raster> {
  const out: Raster = { data: new Uint8Array(widthPx * heightPx * 4), width: widthPx, height: heightPx, channels: 4 };
  const columns = covered(place.centreXPx - place.widthPx / 2, place.widthPx, widthPx);
  const rows = covered(place.centreYPx - place.heightPx / 2, place.heightPx, heightPx);
  if (columns.count === 0 || rows.count === 0) return out;
  const pxPerUnit = place.widthPx / painting.width;
  const view = {
    left: columns.cut / pxPerUnit,
    top: rows.cut / pxPerUnit,
    widthPx: columns.count,
    heightPx: rows.count,
    pxPerUnit,
  };
  const { pixels } = await paint(painting, view);
  for (let row = 0, from = 0; row < rows.count; row++) {
    let to = ((rows.first + row) * widthPx + columns.first) * 4;
    for (let column = 0; column < columns.count; column++, from += 3, to += 4) {
      out.data[to] = pixels[from]!;
      out.data[to + 1] = pixels[from + 1]!;
      out.data[to + 2] = pixels[from + 2]!;
      out.data[to + 3] = Math.round(255 * columns.share(column) * rows.share(row));
    }
  }
  return out;
}

interface Covered {
  /** Pixels of the canvas that the picture touches. */
  readonly first: number;
  readonly count: number;
  /** How far into the picture the first of them begins; below zero where it begins before it. */
  readonly cut: number;
  /** How much of one of them the picture covers, 0…1. */
  readonly share: (pixel: number) => number;
}

function covered(start: number, length: number, canvas: number): Covered {
  const first = Math.max(0, Math.floor(start));
  const end = Math.min(canvas, Math.ceil(start + length));
  const share = (pixel: number): number =>
    Math.max(0, Math.min(first + pixel + 1, start + length) - Math.max(first + pixel, start));
  return { first, count: Math.max(0, end - first), cut: first - start, share };
}

function opaque(rgb: Uint8Array, width: number, height: number): Raster {
  const data = new Uint8Array(width * height * 4);
  for (let from = 0, to = 0; to < data.length; from += 3, to += 4) {
    data[to] = rgb[from]!;
    data[to + 1] = rgb[from + 1]!;
    data[to + 2] = rgb[from + 2]!;
    data[to + 3] = 255;
  }
  return { data, width, height, channels: 4 };
}

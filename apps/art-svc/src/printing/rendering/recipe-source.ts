/** Paints an artwork from its recipe at print density. Plain TypeScript: it runs in a render worker. */
import { composeArtwork, type ArtworkRequest, paint, type Painting, composeSceneCached } from '@shop/art-engine';
import { computeSize, type CanvasSize, type Placement, type ScalableSource } from './place-on-canvas.js';
import type { Raster } from './resample.js';

/** Throws for a style without a recipe, or a photo that can't be decoded. */
export async function createRecipeSource(recipe: ArtworkRequest): Promise<ScalableSource> {
  const painting = await composeArtwork(recipe, () => undefined, composeSceneCached);
  return {
    width: painting.width,
    height: painting.height,
    render: async (crop, scale) => {
      const { width, height } = computeSize(crop, scale);
      // Whole pixels are up to half a pixel off the crop's true size. Pixels keep the picture's aspect, and the
      // sampling corrects the difference.
      const { pixels } = await paint(painting, {
        left: crop.left,
        top: crop.top,
        widthPx: width,
        heightPx: height,
        pxPerUnit: width / crop.width,
      });
      return toOpaqueRaster(pixels, width, height);
    },
    renderUpright: (canvas, place) => paintUpright(painting, canvas, place),
  };
}

/** Paints directly onto the canvas's pixels. The alpha of an edge pixel is the part of it that the picture covers. */
async function paintUpright(painting: Painting, { widthPx, heightPx }: CanvasSize, place: Placement): Promise<Raster> {
  const out: Raster = { data: new Uint8Array(widthPx * heightPx * 4), width: widthPx, height: heightPx, channels: 4 };
  const columns = computeCoverage(place.centreXPx - place.widthPx / 2, place.widthPx, widthPx);
  const rows = computeCoverage(place.centreYPx - place.heightPx / 2, place.heightPx, heightPx);
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

interface Coverage {
  /** First canvas pixel that the picture touches. */
  readonly first: number;
  readonly count: number;
  /** Offset of that pixel within the picture; negative where it starts before the picture. */
  readonly cut: number;
  /** How much of a pixel the picture covers, 0 to 1. */
  readonly share: (pixel: number) => number;
}

function computeCoverage(start: number, length: number, canvas: number): Coverage {
  const first = Math.max(0, Math.floor(start));
  const end = Math.min(canvas, Math.ceil(start + length));
  const share = (pixel: number): number =>
    Math.max(0, Math.min(first + pixel + 1, start + length) - Math.max(first + pixel, start));
  return { first, count: Math.max(0, end - first), cut: first - start, share };
}

function toOpaqueRaster(rgb: Uint8Array, width: number, height: number): Raster {
  const data = new Uint8Array(width * height * 4);
  for (let from = 0, to = 0; to < data.length; from += 3, to += 4) {
    data[to] = rgb[from]!;
    data[to + 1] = rgb[from + 1]!;
    data[to + 2] = rgb[from + 2]!;
    data[to + 3] = 255;
  }
  return { data, width, height, channels: 4 };
}

import { createHash } from 'node:crypto';
import { type ArtworkRequest, composePrint, paintPrintable, type PaintedRaster, type Painting } from '@shop/art-engine';
import sharp, { type Sharp } from 'sharp';
import {
  type CanvasSize,
  computeSize,
  createFileSource,
  layGround,
  type PlacedGround,
  type Placement,
  placeOnCanvas,
  type ScalableSource,
} from './place-on-canvas.js';
import type { Raster } from './resample.js';

/** Paints an artwork from its recipe at print density. Throws for a style without a recipe, or a photo that can't be decoded. */
export async function createRecipeSource(recipe: ArtworkRequest): Promise<ScalableSource> {
  const painting = await composePrint(recipe);
  return {
    width: painting.width,
    height: painting.height,
    render: async (crop, scale) => {
      const { width, height } = computeSize(crop, scale);
      // Whole pixels are up to half a pixel off the crop's true size. Pixels keep the picture's aspect, and the
      // sampling corrects the difference.
      const painted = await paintPrintable(painting, {
        left: crop.left,
        top: crop.top,
        widthPx: width,
        heightPx: height,
        pxPerUnit: width / crop.width,
      });
      return toRgba(painted);
    },
    renderUpright: (canvas, place) => paintUpright(painting, canvas, place),
  };
}

/**
 * Paints directly onto the canvas's pixels. The alpha of an edge pixel is reduced to the part of it that the picture
 * covers.
 */
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
  const painted = await paintPrintable(painting, view);
  const shares = Float64Array.from({ length: columns.count }, (_, column) => columns.share(column));
  for (let row = 0; row < rows.count; row++)
    copyRow(painted, row, shares, rows.share(row), out.data, ((rows.first + row) * widthPx + columns.first) * 4);
  return out;
}

/**
 * Copies one row as RGBA.
 * @param shares visible part of each column, 0 to 1; `rowShare` that of the row
 */
function copyRow(
  { pixels, channels, width }: PaintedRaster,
  row: number,
  shares: Float64Array,
  rowShare: number,
  out: Uint8Array,
  start: number,
): void {
  for (let column = 0, from = row * width * channels, to = start; column < width; column++, from += channels, to += 4) {
    const alpha = channels === 4 ? pixels[from + 3]! : 255;
    out[to] = pixels[from]!;
    out[to + 1] = pixels[from + 1]!;
    out[to + 2] = pixels[from + 2]!;
    out[to + 3] = Math.round(alpha * shares[column]! * rowShare);
  }
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

function toRgba(painted: PaintedRaster): Raster {
  const { width, height, channels, pixels } = painted;
  if (channels === 4) return { data: pixels, width, height, channels };
  const data = new Uint8Array(width * height * 4);
  const shares = new Float64Array(width).fill(1);
  for (let row = 0; row < height; row++) copyRow(painted, row, shares, 1, data, row * width * 4);
  return { data, width, height, channels: 4 };
}

/** What an artwork is printed from: its file, which is enlarged, or its recipe, which is painted at print density. */
export type PrintSource =
  { readonly kind: 'file'; readonly path: string } | { readonly kind: 'recipe'; readonly recipe: ArtworkRequest };

export interface PrintInput {
  readonly source: PrintSource;
  /** The print area with its bleed, at 300 dpi. */
  readonly canvas: CanvasSize;
  readonly place: Placement;
  /** Null where the product itself is the artwork's ground. */
  readonly ground: PlacedGround | null;
  /** Density that the file declares. */
  readonly dpi: number;
}

export interface RenderedPrint {
  /** PNG, 8 bit RGBA, sRGB (its profile written in), the density written in. */
  readonly png: Uint8Array;
  /** SHA-256 of the PNG, hex. */
  readonly sha256: string;
  /** A smaller copy for web pages. */
  readonly view: PrintView;
}

/** PNG, RGBA; unprinted parts are transparent. */
export interface PrintView {
  readonly png: Uint8Array;
  readonly width: number;
  readonly height: number;
}

const VIEW_LONG_SIDE_PX = 1000;

/**
 * Adaptive filters take two seconds more for a large print and more than halve its size; a higher level saves little.
 */
const PNG = { compressionLevel: 6, adaptiveFiltering: true } as const;

export async function renderPrintFile({ source, canvas, place, ground, dpi }: PrintInput): Promise<RenderedPrint> {
  const artwork =
    source.kind === 'file' ? await createFileSource(source.path) : await createRecipeSource(source.recipe);
  const placed = await placeOnCanvas(artwork, canvas, place);
  if (ground) await layGround(placed, canvas, ground);
  const { data, width, height } = placed;
  const raster = () => sharp(data, { raw: { width, height, channels: 4 }, limitInputPixels: false });
  const png = await raster().withIccProfile('srgb').withMetadata({ density: dpi }).png(PNG).toBuffer();
  const view = await renderView(raster());
  return { png, sha256: createHash('sha256').update(png).digest('hex'), view };
}

async function renderView(raster: Sharp): Promise<PrintView> {
  const sides = { width: VIEW_LONG_SIDE_PX, height: VIEW_LONG_SIDE_PX };
  const { data, info } = await raster
    .resize({ ...sides, fit: 'inside', withoutEnlargement: true })
    .withIccProfile('srgb')
    .png(PNG)
    .toBuffer({ resolveWithObject: true });
  return { png: data, width: info.width, height: info.height };
}

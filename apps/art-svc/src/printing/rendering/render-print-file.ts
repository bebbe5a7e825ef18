/** The picture that goes to the press. Plain TypeScript: it runs in the rendering thread. */
import { createHash } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';
import type { ArtworkOrder } from '../../engines/built-in/draw-artwork.js';
import { fileSource, layArtwork, type CanvasSize, type Place } from './lay-artwork.js';
import { recipeSource } from './recipe-source.js';

/** What an artwork is printed from: its file, which is enlarged, or its recipe, which is painted anew. */
export type PrintSource =
  { readonly kind: 'file'; readonly path: string } | { readonly kind: 'recipe'; readonly recipe: ArtworkOrder };

export interface PrintOrder {
  readonly source: PrintSource;
  /** The print area with its bleed, at 300 dpi. */
  readonly canvas: CanvasSize;
  readonly place: Place;
  /** Written into the file. */
  readonly dpi: number;
}

export interface RenderedPrint {
  /** PNG, 8 bit RGBA, sRGB (its profile written in), the density written in. */
  readonly png: Uint8Array;
  /** Of the PNG, hex. */
  readonly sha256: string;
  /** The same, small enough for a page. */
  readonly view: PrintView;
}

/** PNG, RGBA: what is not printed is transparent. */
export interface PrintView {
  readonly png: Uint8Array;
  readonly width: number;
  readonly height: number;
}

const VIEW_LONG_SIDE_PX = 1000;

/** Adaptive filters take two seconds more for a large print and make its file less than half as large; a higher level adds little. */
const PNG = { compressionLevel: 6, adaptiveFiltering: true } as const;

export async function renderPrintFile({ source, canvas, place, dpi }: PrintOrder): Promise<RenderedPrint> {
  const artwork = source.kind === 'file' ? await fileSource(source.path) : await recipeSource(source.recipe);
  const { data, width, height } = await layArtwork(artwork, canvas, place);
  const raster = () => sharp(data, { raw: { width, height, channels: 4 }, limitInputPixels: false });
  const png = await raster().withIccProfile('srgb').withMetadata({ density: dpi }).png(PNG).toBuffer();
  const view = await viewOf(raster());
  return { png, sha256: createHash('sha256').update(png).digest('hex'), view };
}

async function viewOf(raster: Sharp): Promise<PrintView> {
  const sides = { width: VIEW_LONG_SIDE_PX, height: VIEW_LONG_SIDE_PX };
  const { data, info } = await raster
    .resize({ ...sides, fit: 'inside', withoutEnlargement: true })
    .withIccProfile('srgb')
    .png(PNG)
    .toBuffer({ resolveWithObject: true });
  return { png: data, width: info.width, height: info.height };
}

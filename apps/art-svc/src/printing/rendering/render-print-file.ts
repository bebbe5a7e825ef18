/** Renders the print file. Plain TypeScript: it runs in a render worker. */
import { createHash } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';
import type { ArtworkRequest } from '@shop/art-engine';
import { createFileSource, placeOnCanvas, type CanvasSize, type Placement } from './place-on-canvas.js';
import { createRecipeSource } from './recipe-source.js';

/** What an artwork is printed from: its file, which is enlarged, or its recipe, which is painted at print density. */
export type PrintSource =
  { readonly kind: 'file'; readonly path: string } | { readonly kind: 'recipe'; readonly recipe: ArtworkRequest };

export interface PrintInput {
  readonly source: PrintSource;
  /** The print area with its bleed, at 300 dpi. */
  readonly canvas: CanvasSize;
  readonly place: Placement;
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

export async function renderPrintFile({ source, canvas, place, dpi }: PrintInput): Promise<RenderedPrint> {
  const artwork =
    source.kind === 'file' ? await createFileSource(source.path) : await createRecipeSource(source.recipe);
  const { data, width, height } = await placeOnCanvas(artwork, canvas, place);
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

/** The picture that goes to the press. Plain TypeScript: it runs in the rendering thread. */
import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { layArtwork, type CanvasSize, type Place } from './lay-artwork.js';

export interface PrintOrder {
  /** Where the artwork's file lies. */
  readonly artworkPath: string;
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
}

/** Adaptive filters take two seconds more for a large print and make its file less than half as large; a higher level adds little. */
const PNG = { compressionLevel: 6, adaptiveFiltering: true } as const;

export async function renderPrintFile({ artworkPath, canvas, place, dpi }: PrintOrder): Promise<RenderedPrint> {
  const { data, width, height } = await layArtwork(artworkPath, canvas, place);
  const png = await sharp(data, { raw: { width, height, channels: 4 }, limitInputPixels: false }).withIccProfile('srgb').withMetadata({ density: dpi }).png(PNG).toBuffer();
  return { png, sha256: createHash('sha256').update(png).digest('hex') };
}

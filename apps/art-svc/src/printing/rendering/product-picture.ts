/** A product's picture for mock-ups. Plain TypeScript: it runs in the rendering thread. */
import sharp, { type Sharp } from 'sharp';

/** Of a mock-up, and so of the product's picture on it. */
export const LONG_SIDE_PX = 1000;
/** A product's picture is drawn once, at this size; a larger one is a mistake somewhere. */
const MOST_PICTURE_PIXELS = 50_000_000;

/** An SVG as it lies on mock-ups, PNG; any other picture as it is. Filters take seconds: what is kept of it saves each further mock-up as many. */
export async function drawnPicture(picture: Uint8Array): Promise<Uint8Array> {
  if (!isSvg(picture)) return picture;
  const drawn = await fitted(picture, LONG_SIDE_PX, LONG_SIDE_PX, 'inside');
  return drawn.png({ compressionLevel: 1 }).toBuffer();
}

/** SVG is drawn at the density at which it comes out as large as it is needed: filters cost time by the pixel. */
export async function fitted(
  picture: Uint8Array,
  width: number,
  height: number,
  fit: 'inside' | 'fill' = 'fill',
): Promise<Sharp> {
  const limits = { limitInputPixels: MOST_PICTURE_PIXELS, failOn: 'error' } as const;
  const drawn = isSvg(picture) ? { density: await densityFor(picture, Math.max(width, height)) } : {};
  return sharp(picture, { ...limits, ...drawn })
    .resize({ width, height, fit })
    .toColourspace('srgb');
}

/** At 72 dpi a unit of an SVG is a pixel (libvips takes 1 to 100,000). */
async function densityFor(svg: Uint8Array, longSidePx: number): Promise<number> {
  const { width, height } = await sharp(svg, { density: 72 }).metadata();
  return Math.min(600, Math.max(1, (72 * longSidePx) / Math.max(width, height)));
}

const isSvg = (picture: Uint8Array): boolean => /<svg[\s>]/.test(new TextDecoder().decode(picture.subarray(0, 1000)));

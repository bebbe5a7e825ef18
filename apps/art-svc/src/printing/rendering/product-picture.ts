/** Prepares product pictures for mock-ups. Plain TypeScript: it runs in a render worker. */
import sharp, { type Sharp } from 'sharp';

/** Long side of a mock-up and of the product picture in it. */
export const LONG_SIDE_PX = 1000;
/** A larger product picture is rejected as a mistake. */
const MAX_PICTURE_PIXELS = 50_000_000;

/**
 * Converts an SVG to a PNG of mock-up size; returns any other picture as it is. SVG filters take seconds, so the
 * result is cached.
 */
export async function rasterizeIfSvg(picture: Uint8Array): Promise<Uint8Array> {
  if (!isSvg(picture)) return picture;
  const rasterized = await fitPicture(picture, LONG_SIDE_PX, LONG_SIDE_PX, 'inside');
  return rasterized.png({ compressionLevel: 1 }).toBuffer();
}

/** An SVG is rasterised at the density of its final size, because filters cost time for each pixel. */
export async function fitPicture(
  picture: Uint8Array,
  width: number,
  height: number,
  fit: 'inside' | 'fill' = 'fill',
): Promise<Sharp> {
  const limits = { limitInputPixels: MAX_PICTURE_PIXELS, failOn: 'error' } as const;
  const svgOptions = isSvg(picture) ? { density: await computeDensity(picture, Math.max(width, height)) } : {};
  return sharp(picture, { ...limits, ...svgOptions })
    .resize({ width, height, fit })
    .toColourspace('srgb');
}

/** At 72 dpi an SVG unit is a pixel (libvips accepts 1 to 100,000). */
async function computeDensity(svg: Uint8Array, longSidePx: number): Promise<number> {
  const { width, height } = await sharp(svg, { density: 72 }).metadata();
  return Math.min(600, Math.max(1, (72 * longSidePx) / Math.max(width, height)));
}

const isSvg = (picture: Uint8Array): boolean => /<svg[\s>]/.test(new TextDecoder().decode(picture.subarray(0, 1000)));

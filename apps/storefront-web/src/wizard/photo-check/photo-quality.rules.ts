import { PRODUCT_KINDS } from '@shop/contracts-catalog/kinds';
import { type PrintQuality, ratePhoto } from '@shop/placement';

/**
 * Rules of the photo check: too small for all but pet tags, too small for large products, blurred, too dark, too bright. The check
 * only advises, so each limit ignores photos that are merely not ideal. All but the size is measured on a small sRGB copy.
 */

export type PhotoIssue = 'small' | 'small for shirts' | 'blurred' | 'dark' | 'bright';

export interface PhotoSize {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Height × width × 4 bytes: R, G, B, A. */
export interface PixelCopy {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

/** Long side of the small copy. What is blurred here is also blurred in the artwork, which has twice the resolution. */
export const COPY_SIDE_PX = 512;

/** Middle grey reflects 18 % of the light (A. Adams, "The Negative": zone V). A stop below it, 9 %, is 85 in sRGB. */
const ONE_STOP_BELOW_MIDDLE_GREY = 85;
/** A photo is dark if less than this share of it is brighter than one stop below middle grey. */
const LIT_SHARE_MIN = 0.05;

/** From this brightness on, the sensor is saturated and fur has no detail. */
const BLOWN_OUT = 250;
/** Share of the central half of the frame, where the pet is; a white wall behind it is no problem. */
const BLOWN_OUT_SHARE_MAX = 0.4;
/** Minimum alpha of a pixel that counts as opaque. */
const OPAQUE_MIN = 128;

/**
 * A photo is blurred if even its sharpest tenth is below this variance of the Laplacian (J. Pech-Pacheco et al., "Diatom
 * autofocusing in brightfield microscopy", ICPR 2000; 100 is the common limit for 8 bit photos of about 500 px). It is
 * measured per tile, because a blurred background is fine, and on stretched tones, because a dark photo is not blurred.
 */
const SHARPNESS_MIN = 100;
const TILES = 8;
const SHARPEST_SHARE = 0.1;
/** Tones are stretched to STRETCHED_RANGE, but from no less than RANGE_MIN: a nearly flat photo contains only noise. */
const STRETCHED_RANGE = 200;
const RANGE_MIN = 16;

/** Returns the issues in the order in which they are displayed. */
export function findPhotoIssues(size: PhotoSize, copy: PixelCopy): PhotoIssue[] {
  const luma = computeLuma(copy);
  const tones = computeHistogram(luma);
  const issues = findSizeIssues(size);
  if (isBlurred(luma, tones, copy)) issues.push('blurred');
  if (getPercentile(tones, 1 - LIT_SHARE_MIN) < ONE_STOP_BELOW_MIDDLE_GREY) issues.push('dark');
  if (getBlownOutShare(luma, copy) > BLOWN_OUT_SHARE_MAX) issues.push('bright');
  return issues;
}

const NOT_SHARP: readonly PrintQuality[] = ['soft', 'poor'];

/** Two inches: prints that are smaller are sharp from any photo. */
const SMALL_PRINT_PX = 600;
const byWidth = PRODUCT_KINDS.toSorted((one, other) => one.printArea.widthPx - other.printArea.widthPx);
const smallest = byWidth.find(({ printArea }) => printArea.widthPx >= SMALL_PRINT_PX);
const largestShirt = byWidth.findLast((kind) => kind.isGarment);

function findSizeIssues({ widthPx, heightPx }: PhotoSize): PhotoIssue[] {
  const shortSide = Math.min(widthPx, heightPx);
  if (smallest && NOT_SHARP.includes(ratePhoto(shortSide, smallest.printArea))) return ['small'];
  return largestShirt && ratePhoto(shortSide, largestShirt.printArea) === 'poor' ? ['small for shirts'] : [];
}

/** Brightness 0…255 with Rec. 709 weights; transparent parts are white, as in the artwork engine. */
function computeLuma({ data }: PixelCopy): Float32Array {
  const luma = new Float32Array(data.length / 4);
  for (let i = 0, p = 0; i < luma.length; i++, p += 4) {
    const opacity = data[p + 3]! / 255;
    luma[i] = (0.2126 * data[p]! + 0.7152 * data[p + 1]! + 0.0722 * data[p + 2]!) * opacity + 255 * (1 - opacity);
  }
  return luma;
}

/** The number of pixels of each of 256 tones. */
function computeHistogram(luma: Float32Array): Uint32Array {
  const tones = new Uint32Array(256);
  for (let i = 0; i < luma.length; i++) tones[(luma[i]! + 0.5) | 0]!++;
  return tones;
}

/** The tone below which this share of the pixels lies, exact to one step of 255. */
function getPercentile(tones: Uint32Array, share: number): number {
  const targetCount = share * tones.reduce((sum, count) => sum + count, 0);
  let below = 0;
  for (let value = 0; value < tones.length; value++) {
    below += tones[value]!;
    if (below >= targetCount) return value;
  }
  return 255;
}

/** Counts only opaque pixels, so that the empty surroundings of a cut-out pet do not count as bright. */
function getBlownOutShare(luma: Float32Array, { width, height, data }: PixelCopy): number {
  const [left, right, top, bottom] = [
    Math.floor(width / 4),
    Math.ceil(width * 0.75),
    Math.floor(height / 4),
    Math.ceil(height * 0.75),
  ];
  let [opaqueCount, blownOutCount] = [0, 0];
  for (let y = top; y < bottom; y++) {
    for (let i = y * width + left; i < y * width + right; i++) {
      if (data[i * 4 + 3]! < OPAQUE_MIN) continue;
      opaqueCount++;
      if (luma[i]! >= BLOWN_OUT) blownOutCount++;
    }
  }
  return opaqueCount === 0 ? 0 : blownOutCount / opaqueCount;
}

function isBlurred(luma: Float32Array, tones: Uint32Array, copy: PixelCopy): boolean {
  const range = Math.max(RANGE_MIN, getPercentile(tones, 0.98) - getPercentile(tones, 0.02));
  const gain = STRETCHED_RANGE / range;
  const sharpest = computeTileVariances(luma, copy).sort((first, second) => second - first)[
    Math.floor(TILES * TILES * SHARPEST_SHARE)
  ];
  return sharpest !== undefined && sharpest * gain * gain < SHARPNESS_MIN;
}

/** Variance of the Laplacian (the four neighbours minus four times the pixel) in each of 8 × 8 tiles. */
function computeTileVariances(luma: Float32Array, { width, height }: PixelCopy): Float64Array {
  const counts = new Float64Array(TILES * TILES);
  const sums = new Float64Array(TILES * TILES);
  const squares = new Float64Array(TILES * TILES);
  for (let y = 1; y < height - 1; y++) {
    const row = Math.floor((y * TILES) / height) * TILES;
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      const laplacian = luma[i - 1]! + luma[i + 1]! + luma[i - width]! + luma[i + width]! - 4 * luma[i]!;
      const tile = row + Math.floor((x * TILES) / width);
      counts[tile]!++;
      sums[tile]! += laplacian;
      squares[tile]! += laplacian * laplacian;
    }
  }
  return counts.map((count, tile) => (count === 0 ? 0 : squares[tile]! / count - (sums[tile]! / count) ** 2));
}

/**
 * What the photo coach looks for: a photo that is too small to print, blurred, too dark or too bright. It advises and never refuses, so each limit
 * leaves a photo that is merely not ideal alone. All but the size is measured on a small copy, in sRGB.
 */

export type PhotoFault = 'small' | 'blurred' | 'dark' | 'bright';

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

/** Long side of the small copy; what is blurred on it is blurred in the artwork, which has twice as many pixels. */
export const COPY_SIDE_PX = 512;

/** The smallest thing we print on, a pet tag, is 300 px across (1 in at 300 dpi, D18b). */
const PRINT_SIDE_MIN_PX = 300;

/** Middle grey reflects 18 % of the light (A. Adams, "The Negative": zone V). A stop below it, 9 %, is 85 in sRGB. */
const ONE_STOP_BELOW_MIDDLE_GREY = 85;
/** Dark: not even this share of the photo comes within a stop of middle grey. */
const LIT_SHARE_MIN = 0.05;

/** From here on a sensor is as good as full: fur has no more detail to draw. */
const BLOWN_OUT = 250;
/** Of the middle half of the frame, where the pet is; a white wall behind it does no harm. */
const BLOWN_OUT_SHARE_MAX = 0.4;

/**
 * Blurred: even the sharpest tenth of the photo lies below this variance of the Laplacian. The measure is J. Pech-Pacheco's et al., "Diatom autofocusing
 * in brightfield microscopy", ICPR 2000; 100 is the limit it is commonly used with on 8 bit photos of about 500 px. Tile by tile, since a pet in
 * front of a blurred garden is no fault; on stretched tones, since a dark photo is not a blurred one.
 */
const SHARPNESS_MIN = 100;
const TILES = 8;
const SHARPEST_SHARE = 0.1;
/** Tones are stretched to this range, from no less than that: what is nearly flat holds only noise. */
const STRETCHED_RANGE = 200;
const RANGE_MIN = 16;

/** In the order in which they are said. */
export function photoFaults(size: PhotoSize, copy: PixelCopy): PhotoFault[] {
  const luma = lumaOf(copy);
  const found: PhotoFault[] = [];
  if (Math.min(size.widthPx, size.heightPx) < PRINT_SIDE_MIN_PX) found.push('small');
  if (isBlurred(luma, copy)) found.push('blurred');
  if (percentile(luma, 1 - LIT_SHARE_MIN) < ONE_STOP_BELOW_MIDDLE_GREY) found.push('dark');
  if (blownOutShare(luma, copy) > BLOWN_OUT_SHARE_MAX) found.push('bright');
  return found;
}

/** Brightness 0…255 with Rec. 709 weights; what is transparent lies on white, as the artwork's engine sees it. */
function lumaOf({ data }: PixelCopy): Float32Array {
  const luma = new Float32Array(data.length / 4);
  for (let i = 0, p = 0; i < luma.length; i++, p += 4) {
    const opacity = data[p + 3]! / 255;
    luma[i] = (0.2126 * data[p]! + 0.7152 * data[p + 1]! + 0.0722 * data[p + 2]!) * opacity + 255 * (1 - opacity);
  }
  return luma;
}

/** Out of a histogram: exact to one step of 255. */
function percentile(luma: Float32Array, share: number): number {
  const histogram = new Uint32Array(256);
  for (const value of luma) histogram[Math.min(255, Math.round(value))]!++;
  let below = 0;
  for (let value = 0; value < 256; value++) {
    below += histogram[value]!;
    if (below >= share * luma.length) return value;
  }
  return 255;
}

function blownOutShare(luma: Float32Array, { width, height }: PixelCopy): number {
  const [left, right, top, bottom] = [Math.floor(width / 4), Math.ceil(width * 0.75), Math.floor(height / 4), Math.ceil(height * 0.75)];
  let blown = 0;
  for (let y = top; y < bottom; y++) {
    for (let i = y * width + left; i < y * width + right; i++) if (luma[i]! >= BLOWN_OUT) blown++;
  }
  return blown / ((right - left) * (bottom - top));
}

function isBlurred(luma: Float32Array, copy: PixelCopy): boolean {
  const range = Math.max(RANGE_MIN, percentile(luma, 0.98) - percentile(luma, 0.02));
  const gain = STRETCHED_RANGE / range;
  const sharpest = tileVariances(luma, copy).sort((one, other) => other - one)[Math.floor(TILES * TILES * SHARPEST_SHARE)];
  return sharpest !== undefined && sharpest * gain * gain < SHARPNESS_MIN;
}

/** Variance of the Laplacian (the four neighbours less four times the pixel) in each of 8 × 8 tiles. */
function tileVariances(luma: Float32Array, { width, height }: PixelCopy): number[] {
  const tiles = Array.from({ length: TILES * TILES }, () => ({ count: 0, sum: 0, squares: 0 }));
  for (let y = 1; y < height - 1; y++) {
    const row = Math.floor((y * TILES) / height) * TILES;
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      const laplacian = luma[i - 1]! + luma[i + 1]! + luma[i - width]! + luma[i + width]! - 4 * luma[i]!;
      const tile = tiles[row + Math.floor((x * TILES) / width)]!;
      tile.count++;
      tile.sum += laplacian;
      tile.squares += laplacian * laplacian;
    }
  }
  return tiles.map(({ count, sum, squares }) => (count === 0 ? 0 : squares / count - (sum / count) ** 2));
}

/**
 * What the photo coach looks for: a photo that is too small to print, or only for something small, blurred, too dark or too bright. It advises and never
 * refuses, so each limit leaves a photo that is merely not ideal alone. All but the size is measured on a small copy, in sRGB.
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

/** Long side of the small copy; what is blurred on it is blurred in the artwork, which has twice as many pixels. */
export const COPY_SIDE_PX = 512;

/** The smallest thing we print on, a pet tag, is 300 px across (1 in at 300 dpi, D18b, D49). */
const PRINT_SIDE_MIN_PX = 300;

/**
 * The engine looks at 640 px of the animal and as much around it as is 1.25 times as wide as high (art-svc, `compose-scene.ts`): a photo with less on its
 * short side is enlarged for it even where the animal fills the frame, and single hairs are lost. Across a phone case, 2.93 in, that is 175 dpi, and
 * nobody misses them; on a shirt one does (docs/art.md, D49).
 */
const SHIRT_SIDE_MIN_PX = 512;

/** Middle grey reflects 18 % of the light (A. Adams, "The Negative": zone V). A stop below it, 9 %, is 85 in sRGB. */
const ONE_STOP_BELOW_MIDDLE_GREY = 85;
/** Dark: not even this share of the photo comes within a stop of middle grey. */
const LIT_SHARE_MIN = 0.05;

/** From here on a sensor is as good as full: fur has no more detail to draw. */
const BLOWN_OUT = 250;
/** Of the middle half of the frame, where the pet is; a white wall behind it does no harm. */
const BLOWN_OUT_SHARE_MAX = 0.4;
/** Alpha from which on a pixel counts as there. */
const OPAQUE_MIN = 128;

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
export function findPhotoIssues(size: PhotoSize, copy: PixelCopy): PhotoIssue[] {
  const luma = computeLuma(copy);
  const tones = computeHistogram(luma);
  const found = findSizeIssues(size);
  if (isBlurred(luma, tones, copy)) found.push('blurred');
  if (percentile(tones, 1 - LIT_SHARE_MIN) < ONE_STOP_BELOW_MIDDLE_GREY) found.push('dark');
  if (blownOutShare(luma, copy) > BLOWN_OUT_SHARE_MAX) found.push('bright');
  return found;
}

function findSizeIssues({ widthPx, heightPx }: PhotoSize): PhotoIssue[] {
  const shortSide = Math.min(widthPx, heightPx);
  if (shortSide < PRINT_SIDE_MIN_PX) return ['small'];
  return shortSide < SHIRT_SIDE_MIN_PX ? ['small for shirts'] : [];
}

/** Brightness 0…255 with Rec. 709 weights; what is transparent lies on white, as the artwork's engine sees it. */
function computeLuma({ data }: PixelCopy): Float32Array {
  const luma = new Float32Array(data.length / 4);
  for (let i = 0, p = 0; i < luma.length; i++, p += 4) {
    const opacity = data[p + 3]! / 255;
    luma[i] = (0.2126 * data[p]! + 0.7152 * data[p + 1]! + 0.0722 * data[p + 2]!) * opacity + 255 * (1 - opacity);
  }
  return luma;
}

/** How many pixels there are of each of 256 tones. */
function computeHistogram(luma: Float32Array): Uint32Array {
  const tones = new Uint32Array(256);
  for (let i = 0; i < luma.length; i++) tones[(luma[i]! + 0.5) | 0]!++;
  return tones;
}

/** Exact to one step of 255. */
function percentile(tones: Uint32Array, share: number): number {
  const wanted = share * tones.reduce((sum, count) => sum + count, 0);
  let below = 0;
  for (let value = 0; value < tones.length; value++) {
    below += tones[value]!;
    if (below >= wanted) return value;
  }
  return 255;
}

/** Of what is there: a pet that was cut out has nothing around it, which is no light. */
function blownOutShare(luma: Float32Array, { width, height, data }: PixelCopy): number {
  const [left, right, top, bottom] = [
    Math.floor(width / 4),
    Math.ceil(width * 0.75),
    Math.floor(height / 4),
    Math.ceil(height * 0.75),
  ];
  let [there, blown] = [0, 0];
  for (let y = top; y < bottom; y++) {
    for (let i = y * width + left; i < y * width + right; i++) {
      if (data[i * 4 + 3]! < OPAQUE_MIN) continue;
      there++;
      if (luma[i]! >= BLOWN_OUT) blown++;
    }
  }
  return there === 0 ? 0 : blown / there;
}

function isBlurred(luma: Float32Array, tones: Uint32Array, copy: PixelCopy): boolean {
  const range = Math.max(RANGE_MIN, percentile(tones, 0.98) - percentile(tones, 0.02));
  const gain = STRETCHED_RANGE / range;
  const sharpest = tileVariances(luma, copy).sort((one, other) => other - one)[
    Math.floor(TILES * TILES * SHARPEST_SHARE)
  ];
  return sharpest !== undefined && sharpest * gain * gain < SHARPNESS_MIN;
}

/** Variance of the Laplacian (the four neighbours less four times the pixel) in each of 8 × 8 tiles. */
function tileVariances(luma: Float32Array, { width, height }: PixelCopy): Float64Array {
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

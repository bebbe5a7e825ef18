import sharp from 'sharp';

/** A window is 2 × 2 blocks and moves by one block, so the sums of a block are computed once and used in four windows. */
const BLOCK = 4;
const PIXELS_PER_WINDOW = (2 * BLOCK) ** 2;
/** (0.01 × 255)² and (0.03 × 255)² */
const [C1, C2] = [6.5025, 58.5225];

/**
 * Structural similarity of the brightness of two pictures of equal size (Wang et al., "Image quality assessment", IEEE 2004):
 * the mean over windows of 8 × 8 pixels that overlap by half. 1 means identical. Transparent pixels count as grey.
 */
export async function ssim(one: Uint8Array, other: Uint8Array): Promise<number> {
  return computeMeanSsim(await readLuma(one), await readLuma(other));
}

/** The lowest similarity of the red, green and blue channels. Detects a different hue of equal brightness. */
export async function colourSsim(one: Uint8Array, other: Uint8Array): Promise<number> {
  const [a, b] = [await readChannels(one), await readChannels(other)];
  return Math.min(...a.map((plane, index) => computeMeanSsim(plane, b[index]!)));
}

function computeMeanSsim(a: Plane, b: Plane): number {
  if (a.width !== b.width || a.height !== b.height)
    throw new Error(`The pictures differ in size: ${a.width} × ${a.height} and ${b.width} × ${b.height}`);
  const [sums, columns, rows] = [computeBlockSums(a, b), Math.floor(a.width / BLOCK), Math.floor(a.height / BLOCK)];
  let total = 0;
  for (let row = 0; row + 1 < rows; row += 1)
    for (let column = 0; column + 1 < columns; column += 1)
      total += computeWindowSsim(sums, (row * columns + column) * SUMS_PER_BLOCK, columns * SUMS_PER_BLOCK);
  return total / ((rows - 1) * (columns - 1));
}

/** One value per pixel, 0…255. */
interface Plane {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

async function readLuma(picture: Uint8Array): Promise<Plane> {
  const { data, info } = await sharp(picture)
    .flatten({ background: '#808080' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

async function readChannels(picture: Uint8Array): Promise<Plane[]> {
  const { data, info } = await sharp(picture)
    .flatten({ background: '#808080' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  return [0, 1, 2].map((channel) => ({
    data: Uint8Array.from({ length: width * height }, (_, pixel) => data[pixel * info.channels + channel]!),
    width,
    height,
  }));
}

/** Sums per block: values of both pictures, their squares, and their products. */
const SUMS_PER_BLOCK = 5;

function computeBlockSums(a: Plane, b: Plane): Float64Array {
  const [columns, rows] = [Math.floor(a.width / BLOCK), Math.floor(a.height / BLOCK)];
  const sums = new Float64Array(columns * rows * SUMS_PER_BLOCK);
  for (let y = 0; y < rows * BLOCK; y += 1)
    addRow(a.data, b.data, y * a.width, columns, sums, Math.floor(y / BLOCK) * columns * SUMS_PER_BLOCK);
  return sums;
}

function addRow(a: Uint8Array, b: Uint8Array, row: number, columns: number, sums: Float64Array, start: number): void {
  for (let x = 0; x < columns * BLOCK; x += 1) {
    const at = start + ((x / BLOCK) | 0) * SUMS_PER_BLOCK;
    const va = a[row + x]!;
    const vb = b[row + x]!;
    sums[at]! += va;
    sums[at + 1]! += vb;
    sums[at + 2]! += va * va;
    sums[at + 3]! += vb * vb;
    sums[at + 4]! += va * vb;
  }
}

/**
 * @param at index of the sums of the window's first block
 * @param below offset from a block's sums to those of the block below
 */
function computeWindowSsim(sums: Float64Array, at: number, below: number): number {
  const mean = (n: number): number =>
    (sums[at + n]! + sums[at + SUMS_PER_BLOCK + n]! + sums[at + below + n]! + sums[at + below + SUMS_PER_BLOCK + n]!) /
    PIXELS_PER_WINDOW;
  const [meanA, meanB] = [mean(0), mean(1)];
  const [varA, varB, covariance] = [mean(2) - meanA ** 2, mean(3) - meanB ** 2, mean(4) - meanA * meanB];
  return ((2 * meanA * meanB + C1) * (2 * covariance + C2)) / ((meanA ** 2 + meanB ** 2 + C1) * (varA + varB + C2));
}

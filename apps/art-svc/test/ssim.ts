import sharp from 'sharp';

const WINDOW = 8;
/** (0.01 × 255)² and (0.03 × 255)² */
const [C1, C2] = [6.5025, 58.5225];

/**
 * Structural similarity of two pictures of one size, 1 where they are the same: the mean over windows of 8 × 8 pixels, a half apart, of their
 * brightness on grey (Wang et al., "Image quality assessment", IEEE 2004).
 */
export async function ssim(one: Uint8Array, other: Uint8Array): Promise<number> {
  const [a, b] = [await luma(one), await luma(other)];
  if (a.width !== b.width || a.height !== b.height) throw new Error(`${a.width} × ${a.height} against ${b.width} × ${b.height}`);
  const found: number[] = [];
  for (let top = 0; top + WINDOW <= a.height; top += WINDOW / 2) {
    for (let left = 0; left + WINDOW <= a.width; left += WINDOW / 2) found.push(ofWindow(a, b, left, top));
  }
  return found.reduce((sum, value) => sum + value, 0) / found.length;
}

interface Luma {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

async function luma(picture: Uint8Array): Promise<Luma> {
  const { data, info } = await sharp(picture).flatten({ background: '#808080' }).greyscale().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

function ofWindow(a: Luma, b: Luma, left: number, top: number): number {
  const count = WINDOW * WINDOW;
  let [sumA, sumB, squaresA, squaresB, products] = [0, 0, 0, 0, 0];
  for (let y = top; y < top + WINDOW; y += 1) {
    for (let x = left; x < left + WINDOW; x += 1) {
      const [va, vb] = [a.data[y * a.width + x]!, b.data[y * b.width + x]!];
      sumA += va;
      sumB += vb;
      squaresA += va * va;
      squaresB += vb * vb;
      products += va * vb;
    }
  }
  const [meanA, meanB] = [sumA / count, sumB / count];
  const [varA, varB, covariance] = [squaresA / count - meanA ** 2, squaresB / count - meanB ** 2, products / count - meanA * meanB];
  return ((2 * meanA * meanB + C1) * (2 * covariance + C2)) / ((meanA ** 2 + meanB ** 2 + C1) * (varA + varB + C2));
}

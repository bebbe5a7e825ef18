import type { Plane } from '../kernels/plane.js';

/** A soft coat has less fine detail than its photo could show; this much is no sign of an enlarged photo. */
const TOLERANCE = 1.2;
/** Natural pictures at these distances; regular feathers exceed it. */
const NATURAL_RATIO = { least: 0.3, most: 0.45 };
/** Share of the natural ratio from which on there is detail. Calibrated with nine photos, enlarged one to eight times. */
const DETAIL_SHARE = 0.6;
const DISTANCES = [1, 2, 4];

/**
 * The share of the picture's resolution that it really has: 1 for a sharp photo, about 0.6 for one that was enlarged to
 * twice its size. Second differences of pixels fall by 16 for each halving of the distance where there is no detail,
 * and by two or three in a sharp photo.
 * Source: D. J. Field, "Relations between the statistics of natural images and the response properties of cortical
 * cells", 1987 (spectra of natural images fall with the frequency).
 *
 * @param mask only the animal counts
 */
export function measureDetail(brightness: Plane, mask: Plane): number {
  const energies = [...DISTANCES, 8].map((distance) => measureEnergy(brightness, mask, distance));
  const ratios = DISTANCES.map((_, n) => energies[n]! / Math.max(1e-9, energies[n + 1]!));
  const natural = Math.min(NATURAL_RATIO.most, Math.max(NATURAL_RATIO.least, ...ratios));
  const limit = DETAIL_SHARE * natural;
  const first = ratios.findIndex((ratio) => ratio >= limit);
  if (first === 0) return 1;
  if (first < 0) return TOLERANCE / DISTANCES.at(-1)!;
  const between = (limit - ratios[first - 1]!) / (ratios[first]! - ratios[first - 1]!);
  return Math.min(1, TOLERANCE / (DISTANCES[first - 1]! * 2 ** between));
}

/** Mean square of the second differences on the animal, in every second row. */
function measureEnergy({ width, height, values }: Plane, mask: Plane, distance: number): number {
  let [sum, count] = [0, 0];
  for (let y = distance; y < height - distance; y += 2) {
    const from = y * width + distance;
    count += countRow(mask.values, from, (y + 1) * width - distance);
    sum += sumRow(values, mask.values, from, (y + 1) * width - distance, distance, distance * width);
  }
  return sum / Math.max(1, count);
}

const ON_ANIMAL = 0.9;

function countRow(mask: Float32Array, from: number, to: number): number {
  let count = 0;
  for (let i = from; i < to; i++) if (mask[i]! >= ON_ANIMAL) count++;
  return count;
}

function sumRow(
  values: Float32Array,
  mask: Float32Array,
  from: number,
  to: number,
  across: number,
  down: number,
): number {
  let sum = 0;
  for (let i = from; i < to; i++) {
    if (mask[i]! < ON_ANIMAL) continue;
    const horizontal = 2 * values[i]! - values[i - across]! - values[i + across]!;
    const vertical = 2 * values[i]! - values[i - down]! - values[i + down]!;
    sum += horizontal * horizontal + vertical * vertical;
  }
  return sum;
}

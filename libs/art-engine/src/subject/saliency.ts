import { gaussianBlur } from '../kernels/blur.js';
import type { LabPlanes } from '../kernels/colour.js';
import { emptyPlane, normalise, type Plane } from '../kernels/plane.js';

/**
 * The likelihood, 0…1, that each pixel belongs to the animal, without any training: contrast with the border, position
 * in the frame, fur colours, and sharpness. Takes OKLab planes H × W and returns planes H × W; meant for about 40,000
 * pixels.
 *
 * It returns two planes, because there are two kinds of pet photos: `distant` for an animal in a scene, and `close` for
 * an animal that fills the frame and touches its border, where contrast with the border means little.
 */
export function saliency(lab: LabPlanes): { close: Plane; distant: Plane } {
  const { width, height } = lab.lightness;
  const enclosed = normalise(borderContrast(lab));
  const unlike = normalise(borderDifference(lab));
  const contrast = emptyPlane(width, height);
  for (let start = 0; start < width * height; start += width)
    contrastRow(enclosed.values, unlike.values, contrast.values, start, start + width);
  const clues = {
    contrast: contrast.values,
    centre: centrePrior(width, height).values,
    sharp: sharpness(lab.lightness).values,
    spread: gaussianBlur(contrast, Math.max(width, height) / 16).values,
  };
  const found = { close: emptyPlane(width, height), distant: emptyPlane(width, height) };
  for (let start = 0; start < width * height; start += width) weighRow(clues, lab, found, start, start + width);
  return found;
}

/** The border does not enclose a white cat that touches it, but the cat still differs from most of the border. */
function contrastRow(enclosed: Float32Array, unlike: Float32Array, out: Float32Array, from: number, to: number): void {
  for (let i = from; i < to; i++) out[i] = Math.max(enclosed[i]!, 0.72 * unlike[i]!);
}

interface Cues {
  readonly contrast: Float32Array;
  readonly centre: Float32Array;
  readonly sharp: Float32Array;
  readonly spread: Float32Array;
}

function weighRow(
  { contrast, centre, sharp, spread }: Cues,
  { a, b }: LabPlanes,
  { close, distant }: { close: Plane; distant: Plane },
  from: number,
  to: number,
): void {
  for (let i = from; i < to; i++) {
    const central = centre[i]!;
    const fur = Math.fround(furLikeness(a.values[i]!, b.values[i]!));
    const seen = 0.5 * contrast[i]! + 0.3 * central + 0.2 * sharp[i]!;
    distant.values[i] = seen * (0.35 + 0.65 * central) * fur;
    close.values[i] = (0.55 * central + 0.3 * sharp[i]! + 0.15 * spread[i]!) * (0.5 + 0.5 * fur);
  }
}

/**
 * The minimum colour variation of any path from the frame's border to the pixel (minimum barrier distance), by four
 * raster scans.
 * Source: J. Zhang et al., "Minimum Barrier Salient Object Detection at 80 FPS", ICCV 2015.
 */
function borderContrast(lab: LabPlanes): Plane {
  const out = emptyPlane(lab.lightness.width, lab.lightness.height);
  for (const [channel, weight] of [
    [lab.lightness, 1],
    [lab.a, 2.5],
    [lab.b, 2.5],
  ] as const) {
    const distance = barrierDistance(channel);
    for (let start = 0; start < distance.length; start += out.width)
      addRow(out.values, distance, weight, start, start + out.width);
  }
  return out;
}

function addRow(out: Float32Array, values: Float32Array, weight: number, from: number, to: number): void {
  for (let i = from; i < to; i++) out[i]! += weight * values[i]!;
}

/** Number of samples along the border. */
const BORDER_SAMPLES = 40;

/** Mean colour difference to the pixels of the frame's border. */
function borderDifference({ lightness, a, b }: LabPlanes): Plane {
  const { width, height } = lightness;
  const around = 2 * (width + height);
  const samples = Array.from({ length: BORDER_SAMPLES }, (_, n) =>
    borderPixel(Math.floor((n / BORDER_SAMPLES) * around), width, height),
  );
  const out = emptyPlane(width, height);
  for (const sample of samples) addDifferences({ lightness, a, b }, sample, out.values);
  return out;
}

function addDifferences({ lightness, a, b }: LabPlanes, sample: number, sums: Float32Array): void {
  const [l, as, bs] = [lightness.values, a.values, b.values];
  const l0 = l[sample]!;
  const a0 = as[sample]!;
  const b0 = bs[sample]!;
  for (let i = 0; i < sums.length; i++) {
    const dl = l[i]! - l0;
    const da = 2.5 * (as[i]! - a0);
    const db = 2.5 * (bs[i]! - b0);
    sums[i]! += Math.sqrt(dl * dl + da * da + db * db);
  }
}

/** The pixel at a step along the border, clockwise from the top left corner. */
function borderPixel(step: number, width: number, height: number): number {
  if (step < width) return step;
  if (step < width + height) return (step - width) * width + width - 1;
  if (step < 2 * width + height) return (height - 1) * width + (step - width - height);
  return Math.min(height - 1, step - 2 * width - height) * width;
}

function barrierDistance({ width, height, values }: Plane): Float32Array {
  const ways: Paths = {
    values,
    distance: new Float32Array(values.length),
    highest: values.slice(),
    lowest: values.slice(),
  };
  // All pixels are on the border.
  if (width < 3 || height < 3) return ways.distance;
  for (let y = 1; y < height - 1; y++) ways.distance.fill(Infinity, y * width + 1, (y + 1) * width - 1);
  for (let pass = 0; pass < 2; pass++) {
    for (let y = 1; y < height - 1; y++) scanRow(ways, y * width + 1, (y + 1) * width - 1, 1, -width);
    for (let y = height - 2; y > 0; y--) scanRow(ways, (y + 1) * width - 2, y * width, -1, width);
  }
  return ways.distance;
}

/** For each pixel: the smallest variation of a path from the border, and the highest and lowest value on that path. */
interface Paths {
  readonly values: Float32Array;
  readonly distance: Float32Array;
  readonly highest: Float32Array;
  readonly lowest: Float32Array;
}

/**
 * Checks for each pixel whether a path through the pixel in the previous row, or through the previous pixel, is better.
 */
function scanRow(ways: Paths, first: number, end: number, step: number, rowBefore: number): void {
  for (let i = first; i !== end; i += step) {
    relax(ways, i, i + rowBefore);
    relax(ways, i, i - step);
  }
}

function relax({ values, distance, highest, lowest }: Paths, pixel: number, neighbour: number): void {
  const high = Math.max(highest[neighbour]!, values[pixel]!);
  const low = Math.min(lowest[neighbour]!, values[pixel]!);
  if (high - low >= distance[pixel]!) return;
  distance[pixel] = high - low;
  highest[pixel] = high;
  lowest[pixel] = low;
}

/** The animal is usually near the middle, and its body extends downwards: a Gaussian that falls more slowly below. */
function centrePrior(width: number, height: number): Plane {
  const out = emptyPlane(width, height);
  for (let y = 0; y < height; y++) {
    const below = y / height - 0.5;
    centreRow(out.values, y * width, width, below / (below > 0 ? 0.45 : 0.3));
  }
  return out;
}

function centreRow(out: Float32Array, start: number, width: number, dy: number): void {
  for (let x = 0; x < width; x++) {
    const dx = (x / width - 0.5) / 0.3;
    out[start + x] = Math.exp(-0.5 * (dx * dx + dy * dy));
  }
}

/**
 * Fur is black, white, grey, or a colour from cream to ginger to brown. Grass, sky, toys and paint are more saturated.
 */
function furLikeness(a: number, b: number): number {
  const chroma = Math.hypot(a, b);
  const hue = Math.atan2(b, a);
  const fromGinger = Math.abs(Math.atan2(Math.sin(hue - 1.05), Math.cos(hue - 1.05)));
  const allowed = 0.05 + 0.09 * Math.exp(-((fromGinger / 0.5) ** 2));
  return 1 / (1 + (chroma / allowed) ** 4);
}

/** Local detail, spread to its surroundings: in front of a blurred background the animal is sharp. */
function sharpness(lightness: Plane): Plane {
  const fine = gaussianBlur(lightness, 1);
  const detail = emptyPlane(lightness.width, lightness.height);
  for (let start = 0; start < detail.values.length; start += detail.width)
    differenceRow(lightness.values, fine.values, detail.values, start, start + detail.width);
  return normalise(gaussianBlur(detail, Math.max(lightness.width, lightness.height) / 40), 0.02);
}

function differenceRow(one: Float32Array, other: Float32Array, out: Float32Array, from: number, to: number): void {
  for (let i = from; i < to; i++) out[i] = Math.abs(one[i]! - other[i]!);
}

import { boxBlur, gaussianBlur } from '../kernels/blur.js';
import { connectedComponents, emptyPlane, multiply, smoothstep, type Plane, type Raster } from '../kernels/plane.js';
import { enlarge, shrink } from '../kernels/scale.js';
import { pipeline, raw } from '../raster.js';
import { samplePart, wholeOf, type CoveredPart, type PhotoPart } from './photo-part.js';

/** The local colours vary slowly, so they are computed at a smaller size. */
const COLOUR_FACTOR = 3;

/** Half the band around the prior's outline in which fur is searched, in pixels of the prior. */
const BAND_PX = 4;

/** Two colours closer than this (squared distance of R, G, B in 0…1) can't be distinguished. */
const MIN_CONTRAST = 0.02;

/** A detached tuft of less than this share of the animal is noise. */
const SPECK_SHARE = 0.004;

/** A drawing enlarges a smaller part, so that single pixels of its outline are visible as teeth. */
const SMALL_SIDE_PX = 480;

/**
 * Follows the fur: near the prior's outline, a pixel's share of the animal is its position between the local colour of
 * the animal and the local colour of the ground, as far as these differ.
 * Source of the model (a pixel is a mixture of two local colours): A. Levin, D. Lischinski, Y. Weiss, "A Closed-Form
 * Solution to Natural Image Matting", CVPR 2006. Here the two colours are means over a window.
 *
 * @param photo H × W × 3 sRGB
 * @returns H × W, 1 on the animal
 */
export async function refineOutline(photo: Raster, prior: CoveredPart): Promise<Plane> {
  const { part } = prior;
  const { width, height } = part;
  const cut = isWhole(part, photo) ? photo : await raw(pipeline(photo).extract(part));
  const rough = samplePart(prior, part, width, height);
  const band = Math.max(
    2,
    Math.round((BAND_PX * Math.max(width, height)) / Math.max(prior.plane.width, prior.plane.height)),
  );
  const matte = matteOf(cut, rough, band);
  removeSpecks(matte);
  if (Math.max(width, height) < SMALL_SIDE_PX) smooth(matte);
  return isWhole(part, photo) ? matte : pasteInto(photo, matte, part);
}

const isWhole = (part: PhotoPart, photo: Raster): boolean => part.width === photo.width && part.height === photo.height;

/** `distance`: mean of the rough mask near a pixel, 0…1, which says how deep inside or outside it is. */
function matteOf(photo: Raster, rough: Plane, band: number): Plane {
  const around = boxBlur(rough, band);
  const colours = channelsOf(photo).map((channel) => shrink(channel, COLOUR_FACTOR));
  const small = shrink(around, COLOUR_FACTOR);
  const radius = Math.max(2, Math.round((2.5 * band) / COLOUR_FACTOR));
  const animal = localColours(
    colours,
    sureOf(small, (value) => value > 0.92),
    radius,
  );
  const ground = localColours(
    colours,
    sureOf(small, (value) => value < 0.06),
    radius,
  );
  const large = (plane: Plane): Plane => enlarge(plane, photo.width, photo.height, COLOUR_FACTOR);
  const mixture: Mixture = {
    pixels: photo.pixels,
    animal: animal.means.map((mean) => large(mean).values),
    ground: ground.means.map((mean) => large(mean).values),
    spread: large(sum(animal.spread, ground.spread)).values,
    known: large(multiply(animal.weight, ground.weight)).values,
  };
  const out = emptyPlane(photo.width, photo.height);
  for (let start = 0; start < out.values.length; start += photo.width)
    matteRow(mixture, rough.values, around.values, out.values, start, start + photo.width);
  return out;
}

/** Three planes of 0…1. */
function channelsOf({ width, height, pixels }: Raster): Plane[] {
  return [0, 1, 2].map((channel) => {
    const plane = emptyPlane(width, height);
    for (let start = 0; start < plane.values.length; start += width)
      channelRow(pixels, channel, plane.values, start, start + width);
    return plane;
  });
}

function channelRow(pixels: Uint8Array, channel: number, out: Float32Array, from: number, to: number): void {
  for (let i = from; i < to; i++) out[i] = pixels[3 * i + channel]! / 255;
}

function sureOf({ width, height, values }: Plane, isSure: (value: number) => boolean): Plane {
  const out = emptyPlane(width, height);
  for (let i = 0; i < values.length; i++) out.values[i] = isSure(values[i]!) ? 1 : 0;
  return out;
}

interface LocalColours {
  readonly means: readonly Plane[];
  /** Variance within the window, summed over the channels. */
  readonly spread: Plane;
  /** 1 where sure pixels are in the window. */
  readonly weight: Plane;
}

/** Means over the sure pixels of each window. */
function localColours(channels: readonly Plane[], sure: Plane, radius: number): LocalColours {
  const weight = boxBlur(sure, radius);
  const spread = emptyPlane(sure.width, sure.height);
  const means = channels.map((channel) => {
    const masked = multiply(channel, sure);
    const mean = boxBlur(masked, radius);
    const square = boxBlur(multiply(masked, channel), radius);
    divideRow(mean.values, square.values, weight.values, spread.values);
    return mean;
  });
  for (let i = 0; i < weight.values.length; i++) weight.values[i] = Math.min(1, weight.values[i]! * 12);
  return { means, spread, weight };
}

/** Overwrites the mean's sums with means, and adds the variance to `spread`. */
function divideRow(mean: Float32Array, square: Float32Array, weight: Float32Array, spread: Float32Array): void {
  for (let i = 0; i < mean.length; i++) {
    const share = Math.max(1e-5, weight[i]!);
    mean[i] = mean[i]! / share;
    spread[i]! += Math.max(0, square[i]! / share - mean[i]! * mean[i]!);
  }
}

function sum(one: Plane, other: Plane): Plane {
  const out = emptyPlane(one.width, one.height);
  for (let i = 0; i < out.values.length; i++) out.values[i] = one.values[i]! + other.values[i]!;
  return out;
}

interface Mixture {
  readonly pixels: Uint8Array;
  readonly animal: readonly Float32Array[];
  readonly ground: readonly Float32Array[];
  readonly spread: Float32Array;
  readonly known: Float32Array;
}

function matteRow(
  { pixels, animal, ground, spread, known }: Mixture,
  rough: Float32Array,
  around: Float32Array,
  out: Float32Array,
  from: number,
  to: number,
): void {
  const [animalR, animalG, animalB] = animal as [Float32Array, Float32Array, Float32Array];
  const [groundR, groundG, groundB] = ground as [Float32Array, Float32Array, Float32Array];
  for (let i = from; i < to; i++) {
    const depth = around[i]!;
    if (depth > 0.97 || depth < 0.01) {
      out[i] = depth > 0.5 ? 1 : 0;
      continue;
    }
    const [dr, dg, db] = [animalR[i]! - groundR[i]!, animalG[i]! - groundG[i]!, animalB[i]! - groundB[i]!];
    const distance = dr * dr + dg * dg + db * db;
    const position =
      ((pixels[3 * i]! / 255 - groundR[i]!) * dr +
        (pixels[3 * i + 1]! / 255 - groundG[i]!) * dg +
        (pixels[3 * i + 2]! / 255 - groundB[i]!) * db) /
      (distance + 1e-6);
    const trust = (known[i]! * distance) / (distance + MIN_CONTRAST + 1.5 * spread[i]!);
    // Deep inside and far outside, the prior is right whatever the colours are.
    const near = 4 * depth * (1 - depth);
    const share = trust * Math.min(1, 1.6 * near);
    const mixed = rough[i]! + share * (Math.min(1, Math.max(0, position)) - rough[i]!);
    out[i] = Math.min(1, Math.max(0, (mixed - 0.1) / 0.8));
  }
}

function removeSpecks(matte: Plane): void {
  const on = sureOf(matte, (value) => value >= 0.3);
  const parts = connectedComponents(on, 1);
  const area = parts.reduce((total, part) => total + part.length, 0);
  for (const part of parts) if (part.length < SPECK_SHARE * area) for (const i of part) matte.values[i] = 0;
  for (const hole of connectedComponents(on, 0))
    if (hole.length < SPECK_SHARE * area) for (const i of hole) matte.values[i] = 1;
}

/** Rounds the outline by about a pixel in place; it stays as sharp as it was. */
function smooth(matte: Plane): void {
  const around = gaussianBlur(matte, 1.2);
  for (let i = 0; i < around.values.length; i++) matte.values[i] = smoothstep(0.2, 0.8, around.values[i]!);
}

function pasteInto(photo: Raster, matte: Plane, part: PhotoPart): Plane {
  const { left, top } = part;
  const out = emptyPlane(wholeOf(photo).width, photo.height);
  for (let y = 0; y < matte.height; y++)
    out.values.set(matte.values.subarray(y * matte.width, (y + 1) * matte.width), (top + y) * photo.width + left);
  return out;
}

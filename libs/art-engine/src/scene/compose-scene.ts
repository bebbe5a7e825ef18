import { gaussianBlur } from '../kernels/blur.js';
import { luma } from '../kernels/colour.js';
import { tableIndex, buildTable } from '../kernels/curve.js';
import { GUIDED_FACTOR, guidedFilter } from '../kernels/guided-filter.js';
import { clamp01, emptyPlane, type Plane, type Raster } from '../kernels/plane.js';
import { LONG_SIDE_UNITS } from '../painting/painting.js';
import { pipeline, raw } from '../raster.js';
import { boxOf, findSubject, SUBJECT_SIDE_PX, type Box } from '../subject/find-subject.js';
import { composeGroup } from './compose-group.js';
import { decodePhoto, type DecodedPhoto } from './decode-photo.js';
import type { Proportions } from './group-layout.js';
import type { Pet } from './pet.js';

/**
 * What a recipe paints from: the analysed photo, always at the same size for any output size. All planes and rasters
 * are H × W.
 */
export interface Scene {
  readonly width: number;
  readonly height: number;
  /** Pixels of the planes per unit of the picture (painting/field.ts). */
  readonly unit: number;
  /** The photo, cropped to the animal, sRGB. */
  readonly photo: Raster;
  /** Brightness 0…1, stretched over the animal's own range, with enhanced detail. */
  readonly tone: Plane;
  /** 1 on the animal, 0 on the background, soft at the edge. */
  readonly mask: Plane;
  /** The animal's bounding box in units. */
  readonly box: Box;
}

/**
 * Long side of the planes. A larger size shows camera noise and takes longer. The photo check's limit for shirts
 * follows from it.
 */
const SCENE_SIDE_PX = 640;

/** The photo is decoded at this size at most; the crop is taken from it. */
const DECODED_SIDE_PX = 1100;

/**
 * Composes the picture of one pet, or of several from left to right.
 *
 * @throws Error for a photo that can't be decoded
 */
export async function composeScene(pets: readonly Pet[]): Promise<Scene> {
  const [pet, ...others] = pets;
  if (!pet) throw new Error('A scene needs a pet');
  if (others.length === 0) return composePet(pet, PICTURE);
  const scenes: Scene[] = [];
  // One after another: each photo takes memory while it is decoded.
  for (const each of pets) scenes.push(await composePet(each, UNLIMITED));
  return composeGroup(scenes, PICTURE, SCENE_SIDE_PX);
}

/** Decodes the photo (JPEG or PNG, upright, sRGB), finds the animal and crops the picture to it. */
async function composePet({ photo }: Pet, proportions: Proportions): Promise<Scene> {
  const decoded = await decodePhoto(photo, DECODED_SIDE_PX);
  const { box, frame, mask: found } = await frameSubject(decoded, proportions);
  const scale = SCENE_SIDE_PX / Math.max(frame.width, frame.height);
  const width = Math.round(frame.width * scale);
  const height = Math.round(frame.height * scale);
  const unit = SCENE_SIDE_PX / LONG_SIDE_UNITS;
  const cut = await raw(pipeline(decoded.photo).extract(frame).resize(width, height, { fit: 'fill', kernel: 'cubic' }));
  const brightness = luma(cut);
  const mask = decoded.cutOut
    ? sampleMask(found, frame, width, height)
    : guidedFilter(
        brightness,
        sampleMask(found, frame, Math.ceil(width / GUIDED_FACTOR), Math.ceil(height / GUIDED_FACTOR)),
        7 * unit,
        0.004,
      );
  const tone = stretchTone(brightness, mask, unit);
  clipMask(mask);
  return {
    width,
    height,
    unit,
    photo: cut,
    tone,
    mask,
    box: boxInFrame(box, frame, scale / unit),
  };
}

/** In pixels of the decoded photo. */
interface Framing {
  readonly box: Box;
  readonly frame: Frame;
  /** The part of the photo that the mask covers. */
  readonly mask: { readonly plane: Plane; readonly part: Frame };
}

/**
 * A cut-out animal needs no analysis. A small animal is analysed a second time at a larger scale: the first pass has too
 * few pixels for a clean outline.
 */
async function frameSubject({ photo, cutOut }: DecodedPhoto, proportions: Proportions): Promise<Framing> {
  const whole = { left: 0, top: 0, width: photo.width, height: photo.height };
  if (cutOut) {
    const box = scaleBox(boxOf(cutOut), whole);
    return { box, frame: frameAround(box, whole, proportions), mask: { plane: cutOut, part: whole } };
  }
  const first = await analysePart(photo, whole, proportions);
  if (Math.max(first.frame.width, first.frame.height) > SECOND_PASS_SHARE * Math.max(photo.width, photo.height))
    return first;
  return analysePart(photo, first.frame, proportions);
}

/** No second pass when the frame is a larger share of the photo than this. */
const SECOND_PASS_SHARE = 0.75;

async function analysePart(photo: Raster, part: Frame, proportions: Proportions): Promise<Framing> {
  const small = await raw(pipeline(photo).extract(part).resize(SUBJECT_SIDE_PX, SUBJECT_SIDE_PX, { fit: 'inside' }));
  const { mask, box: share } = findSubject(small);
  const box = scaleBox(share, part);
  return { box, frame: frameAround(box, part, proportions), mask: { plane: mask, part } };
}

/** A box in shares of a part of the photo, in pixels of the photo. */
const scaleBox = (share: Box, part: Frame): Box => ({
  left: part.left + share.left * part.width,
  top: part.top + share.top * part.height,
  right: part.left + share.right * part.width,
  bottom: part.top + share.bottom * part.height,
});

interface Frame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Largest height by width: the ratio of a hoodie's print area, 12 × 14 inches, the squarest portrait area, so that
 * nothing is cut off.
 */
const PICTURE: Proportions = { maxHeightByWidth: 14 / 12, maxWidthByHeight: 1.25 };
/** A pet of a group is composed whole; the group has the limits. */
const UNLIMITED: Proportions = { maxHeightByWidth: Infinity, maxWidthByHeight: Infinity };
/** The crop keeps at least this share of the photo's short side: the detection may be wrong. */
const MIN_CROP_SHARE = 0.6;

/** The frame stays inside the analysed part: the mask is unknown outside it. */
function frameAround(box: Box, within: Frame, { maxHeightByWidth, maxWidthByHeight }: Proportions): Frame {
  const [boxWidth, boxHeight] = [box.right - box.left, box.bottom - box.top];
  const margin = 0.16 * Math.max(boxWidth, boxHeight);
  const least = MIN_CROP_SHARE * Math.min(within.width, within.height);
  let width = Math.max(least, boxWidth + 2 * margin);
  let height = Math.max(least, boxHeight + 2 * margin);
  width = Math.min(within.width, Math.max(width, height / maxHeightByWidth));
  height = Math.min(within.height, Math.max(height, width / maxWidthByHeight));
  width = Math.round(Math.min(width, height * maxWidthByHeight));
  height = Math.floor(Math.min(height, width * maxHeightByWidth));
  const between = (wanted: number, from: number, length: number, room: number): number =>
    Math.round(Math.min(Math.max(from, wanted), from + room - length));
  const left = between((box.left + box.right - width) / 2, within.left, width, within.width);
  const top = between((box.top + box.bottom - height) / 2, within.top, height, within.height);
  return { left, top, width, height };
}

function boxInFrame(box: Box, frame: Frame, scale: number): Box {
  return {
    left: Math.max(0, (box.left - frame.left) * scale),
    top: Math.max(0, (box.top - frame.top) * scale),
    right: Math.min(frame.width, box.right - frame.left) * scale,
    bottom: Math.min(frame.height, box.bottom - frame.top) * scale,
  };
}

/** The small mask, cropped to the frame and interpolated linearly. */
function sampleMask({ plane: mask, part: of }: Framing['mask'], frame: Frame, width: number, height: number): Plane {
  const out = emptyPlane(width, height);
  const columns = Array.from({ length: width }, (_, x) =>
    neighbours(((frame.left + ((x + 0.5) / width) * frame.width - of.left) / of.width) * mask.width - 0.5, mask.width),
  );
  for (let y = 0; y < height; y++) {
    const row = neighbours(
      ((frame.top + ((y + 0.5) / height) * frame.height - of.top) / of.height) * mask.height - 0.5,
      mask.height,
    );
    sampleRow(mask, row, columns, out.values.subarray(y * width, (y + 1) * width));
  }
  return out;
}

function sampleRow(
  { width, values }: Plane,
  row: Interpolation,
  columns: readonly Interpolation[],
  out: Float32Array,
): void {
  const [upper, lower] = [row.first * width, row.second * width];
  for (let x = 0; x < out.length; x++) {
    const { first, second, share } = columns[x]!;
    const above = values[upper + first]! * (1 - share) + values[upper + second]! * share;
    const below = values[lower + first]! * (1 - share) + values[lower + second]! * share;
    out[x] = above * (1 - row.share) + below * row.share;
  }
}

/** Two pixels of a row, and the interpolation weight of the second. */
interface Interpolation {
  readonly first: number;
  readonly second: number;
  readonly share: number;
}

/** The two pixels around a position. */
function neighbours(place: number, length: number): Interpolation {
  const first = Math.floor(place);
  const inside = (pixel: number): number => Math.min(length - 1, Math.max(0, pixel));
  return { first: inside(first), second: inside(first + 1), share: place - first };
}

/** Clips values near 0 and 1. */
function clipMask({ width, values }: Plane): void {
  for (let start = 0; start < values.length; start += width) clipRow(values, start, start + width);
}

function clipRow(values: Float32Array, from: number, to: number): void {
  for (let i = from; i < to; i++) values[i] = clamp01((values[i]! - 0.12) / 0.76);
}

/** The animal's median brightness after stretching. */
const MIDDLE_TONE = 0.5;

/** Maps the animal's darkest and brightest 2 % to black and white, and enhances local detail. */
function stretchTone(brightness: Plane, mask: Plane, unit: number): Plane {
  const tone = gaussianBlur(brightness, 24 * unit);
  const { width, values } = tone;
  for (let start = 0; start < values.length; start += width) detailRow(values, brightness.values, start, start + width);
  const onAnimal = sampleSubject(values, mask.values);
  const low = onAnimal[Math.floor(onAnimal.length * 0.02)] ?? 0;
  const high = Math.max(low + 0.2, onAnimal[Math.floor(onAnimal.length * 0.98)] ?? 1);
  const middle = ((onAnimal[Math.floor(onAnimal.length * 0.5)] ?? 0.5) - low) / (high - low);
  const gamma = Math.min(1.5, Math.max(0.55, Math.log(MIDDLE_TONE) / Math.log(Math.min(0.9, Math.max(0.1, middle)))));
  const curve = buildTable((value) => value ** gamma);
  for (let start = 0; start < values.length; start += width)
    applyCurveRow(values, curve, { low, range: high - low }, start, start + width);
  return tone;
}

/** @param values the blurred brightness; receives the brightness with enhanced detail */
function detailRow(values: Float32Array, brightness: Float32Array, from: number, to: number): void {
  for (let i = from; i < to; i++) values[i] = brightness[i]! + 0.6 * (brightness[i]! - values[i]!);
}

/** Every 37th value on the animal, sorted. */
function sampleSubject(values: Float32Array, mask: Float32Array): Float32Array {
  const samples = new Float32Array(Math.ceil(values.length / 37));
  let count = 0;
  for (let i = 0; i < values.length; i += 37) if (mask[i]! > 0.6) samples[count++] = values[i]!;
  return samples.subarray(0, count).sort();
}

function applyCurveRow(
  values: Float32Array,
  curve: Float32Array,
  { low, range }: { low: number; range: number },
  from: number,
  to: number,
): void {
  for (let i = from; i < to; i++) values[i] = curve[tableIndex((values[i]! - low) / range)]!;
}

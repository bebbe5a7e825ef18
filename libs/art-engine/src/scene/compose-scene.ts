import { gaussianBlur } from '../kernels/blur.js';
import { luma } from '../kernels/colour.js';
import { percentiles, type Plane, type Raster } from '../kernels/plane.js';
import { LONG_SIDE_UNITS } from '../painting/painting.js';
import { DECODED_SIDE_PX, maskByContrast, readCutOut } from '../subject/cut-out-photo.js';
import type { Box, PhotoPart } from '../subject/photo-part.js';
import { composeGroup } from './compose-group.js';
import { measureDetail } from './measure-detail.js';
import { decodeFiner, type DecodedPhoto, decodePhoto, type Pet } from '../subject/decode-photo.js';
import {
  ANY_PROPORTIONS,
  cropMask,
  cropPhoto,
  frameAnimal,
  PICTURE_PROPORTIONS,
  type Proportions,
} from './frame-animal.js';

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
  /** Share of the planes' resolution that the photo has: below 1 where it was enlarged, here or before. */
  readonly detail: number;
}

/**
 * Long side of the planes. A larger size shows camera noise and takes longer. The photo check's limit for shirts
 * follows from it.
 */
const SCENE_SIDE_PX = 640;

/** How many times larger the planes of a print are at most, if the photo has the pixels. */
const PRINT_FINENESS = 3;

/**
 * Composes the picture of one pet, or of several from left to right.
 *
 * @throws Error for a photo or a cut-out that can't be decoded
 */
export const composeScene = (pets: readonly Pet[]): Promise<Scene> => compose(pets, 1);

/**
 * The same picture with more of the photo's pixels, for a large print of a style that shows them. The planes are a
 * whole number of times larger, so that the picture's size in units and the frame are the same. Several pets keep their
 * usual size: their layout is computed from pixels.
 */
export const composeFineScene = (pets: readonly Pet[]): Promise<Scene> => compose(pets, PRINT_FINENESS);

async function compose(pets: readonly Pet[], fineness: number): Promise<Scene> {
  const [pet, ...others] = pets;
  if (!pet) throw new Error('A scene needs a pet');
  if (others.length === 0) return composePet(pet, PICTURE_PROPORTIONS, fineness);
  const scenes: Scene[] = [];
  // One after another: each photo takes memory while it is decoded.
  for (const each of pets) scenes.push(await composePet(each, ANY_PROPORTIONS, 1));
  return composeGroup(scenes, PICTURE_PROPORTIONS, SCENE_SIDE_PX);
}

/** The scene of one pet: decodes the photo (JPEG or PNG, upright, sRGB) and crops the picture to the animal. */
async function composePet({ photo, cutOut }: Pet, proportions: Proportions, fineness: number): Promise<Scene> {
  const decoded = await decodePhoto(photo, DECODED_SIDE_PX);
  const found = await maskOf(decoded, cutOut);
  const { box, frame } = frameAnimal(found, proportions);
  const scale = SCENE_SIDE_PX / Math.max(frame.width, frame.height);
  const finer = fineness === 1 ? decoded.photo : await decodeFiner(photo, DECODED_SIDE_PX * fineness, decoded);
  const sharper = finer.width / decoded.photo.width;
  const times = Math.max(1, Math.min(fineness, Math.round(sharper / scale)));
  const width = Math.round(frame.width * scale) * times;
  const height = Math.round(frame.height * scale) * times;
  const unit = (SCENE_SIDE_PX * times) / LONG_SIDE_UNITS;
  const cut = await cropPhoto(finer, scaleFrame(frame, sharper), width, height);
  const mask = cropMask(found, frame, width, height);
  const brightness = luma(cut);
  const detail = Math.min(1, sharper / scale / times, measureDetail(brightness, mask));
  const tone = stretchTone(brightness, mask, unit);
  return {
    width,
    height,
    unit,
    photo: cut,
    tone,
    mask,
    box: boxInFrame(box, frame, (scale * times) / unit),
    detail,
  };
}

/**
 * The given cut-out, else the photo's transparency, else the animal found by contrast. A mask without an animal, such as
 * a cut-out that the customer has emptied, becomes the whole photo.
 */
async function maskOf(decoded: DecodedPhoto, cutOut: Pet['cutOut']): Promise<Plane> {
  const mask = cutOut ? await readCutOut(cutOut, decoded) : (decoded.cutOut ?? (await maskByContrast(decoded.photo)));
  if (!mask.values.some((value) => value >= 0.5)) mask.values.fill(1);
  return mask;
}

const scaleFrame = ({ left, top, width, height }: PhotoPart, times: number): PhotoPart => ({
  left: Math.round(left * times),
  top: Math.round(top * times),
  width: Math.round(width * times),
  height: Math.round(height * times),
});

function boxInFrame(box: Box, frame: PhotoPart, scale: number): Box {
  return {
    left: Math.max(0, (box.left - frame.left) * scale),
    top: Math.max(0, (box.top - frame.top) * scale),
    right: Math.min(frame.width, box.right - frame.left) * scale,
    bottom: Math.min(frame.height, box.bottom - frame.top) * scale,
  };
}

/**
 * The animal's median brightness after stretching: a black animal stays darker than a white one.
 *
 * @param median a share of the photo's white
 */
const middleTone = (median: number): number => Math.min(0.56, Math.max(0.36, 0.33 + 0.34 * median));

/** The brightest of a dark animal lacks this share of the way to the photo's white. */
const KEPT_DARKNESS = 0.2;

/** Finer than the 256 steps of a picture. */
const TABLE_STEPS = 4096;

/** A table of a slow function over 0…1. Read it at {@link tableIndex} of a value in 0…1. */
const buildTable = (curve: (value: number) => number): Float32Array =>
  Float32Array.from({ length: TABLE_STEPS + 1 }, (_, step) => curve(step / TABLE_STEPS));

/** The table index of a value; values outside 0…1 take the nearest end. */
const tableIndex = (value: number): number =>
  value <= 0 ? 0 : value >= 1 ? TABLE_STEPS : (value * TABLE_STEPS + 0.5) | 0;

/** Maps the animal's darkest 2 % to black and its brightest 2 % near white, and enhances local detail. */
function stretchTone(brightness: Plane, mask: Plane, unit: number): Plane {
  const tone = gaussianBlur(brightness, 24 * unit);
  const { width, values } = tone;
  for (let start = 0; start < values.length; start += width) detailRow(values, brightness.values, start, start + width);
  const onAnimal = sampleSubject(values, mask.values);
  const low = onAnimal[Math.floor(onAnimal.length * 0.02)] ?? 0;
  const bright = onAnimal[Math.floor(onAnimal.length * 0.98)] ?? 1;
  // An animal counts as dark beside the brightest places of its photo: the photo itself may be dark.
  const white = Math.max(low + 0.2, percentiles(brightness, [0.98])[0]!);
  const high = Math.max(low + 0.2, bright + KEPT_DARKNESS * Math.max(0, white - bright));
  const median = onAnimal[Math.floor(onAnimal.length * 0.5)] ?? 0.5;
  const middle = Math.min(0.9, Math.max(0.1, (median - low) / (high - low)));
  const gamma = Math.min(1.5, Math.max(0.55, Math.log(middleTone(median / white)) / Math.log(middle)));
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

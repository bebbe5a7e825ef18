import sharp, { type Sharp } from 'sharp';
import { gaussianBlur } from './kernels/blur.js';
import { luma, type Rgb } from './kernels/colour.js';
import { guidedFilter } from './kernels/guided-filter.js';
import { clamp01, emptyPlane, mapPlane, type Plane, type Raster } from './kernels/plane.js';
import { randomFrom } from './kernels/random.js';
import { findSubject, SUBJECT_SIDE_PX, type Box } from './subject/find-subject.js';
import { wishedColour } from './wished-colour.js';

/** What a recipe paints from. All planes and rasters are H × W of the artwork. */
export interface Scene {
  readonly width: number;
  readonly height: number;
  /** Pixels of the artwork per pixel of one with a long side of 1024: all sizes in recipes are multiplied by it. */
  readonly unit: number;
  /** The photo, cut to the animal, sRGB. */
  readonly photo: Raster;
  /** Brightness 0…1, stretched over the animal's own range, with its detail brought out. */
  readonly tone: Plane;
  /** 1 on the animal, 0 behind it, soft between. */
  readonly mask: Plane;
  /** The animal's box in pixels. */
  readonly box: Box;
  /** A colour the customer asked for in the prompt. */
  readonly wish: Rgb | null;
  readonly random: () => number;
}

/** For an artwork of 1024 px the photo is decoded to no more than this: the crop is made from it. */
const DECODED_SIDE_PX = 1600;

/**
 * Decodes the photo (JPEG or PNG, upright, sRGB), finds the animal, and cuts the picture to it.
 *
 * @param photo its bytes, or the path of its file
 * @param sidePx long side of the artwork
 */
export async function composeScene(photo: Uint8Array | string, sidePx: number, seed: number, prompt: string): Promise<Scene> {
  const unit = sidePx / 1024;
  const decodedSidePx = Math.round(DECODED_SIDE_PX * unit);
  const decoded = await raw(
    sharp(photo, { limitInputPixels: 50_000_000 })
      .autoOrient()
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .resize(decodedSidePx, decodedSidePx, { fit: 'inside', withoutEnlargement: true }),
  );
  const small = await raw(pipeline(decoded).resize(SUBJECT_SIDE_PX, SUBJECT_SIDE_PX, { fit: 'inside' }));
  const subject = findSubject(small);
  const frame = frameAround(subject.box, decoded.width, decoded.height);
  const scale = sidePx / Math.max(frame.width, frame.height);
  const width = Math.round(frame.width * scale);
  const height = Math.round(frame.height * scale);
  const cut = await raw(pipeline(decoded).extract(frame).resize(width, height, { fit: 'fill', kernel: 'cubic' }));
  const brightness = luma(cut);
  const mask = guidedFilter(brightness, sampleMask(subject.mask, frame, decoded, width, height), Math.round(7 * unit), 0.004);
  return {
    width,
    height,
    unit,
    photo: cut,
    tone: stretchTone(brightness, mask, unit),
    mask: mapPlane(mask, (value) => clamp01((value - 0.12) / 0.76)),
    box: boxInFrame(subject.box, frame, decoded, scale),
    wish: wishedColour(prompt),
    random: randomFrom(seed),
  };
}

export const pipeline = ({ width, height, pixels }: Raster): Sharp => sharp(pixels, { raw: { width, height, channels: 3 } });

/** Runs the pipeline: H × W × 3 bytes. */
export async function raw(image: Sharp): Promise<Raster> {
  const { data, info } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, pixels: new Uint8Array(data.buffer, data.byteOffset, data.length) };
}

interface Frame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Neither narrower than 4:5 nor wider than 5:4, which suits shirts, cases and tags alike. */
const MAX_ASPECT = 1.25;
/** Less of the photo than this share of its short side is never kept: the finding may be wrong. */
const MIN_SHARE = 0.6;

function frameAround(box: Box, photoWidth: number, photoHeight: number): Frame {
  const margin = 0.16 * Math.max((box.right - box.left) * photoWidth, (box.bottom - box.top) * photoHeight);
  const least = MIN_SHARE * Math.min(photoWidth, photoHeight);
  let width = Math.max(least, (box.right - box.left) * photoWidth + 2 * margin);
  let height = Math.max(least, (box.bottom - box.top) * photoHeight + 2 * margin);
  width = Math.min(photoWidth, Math.max(width, height / MAX_ASPECT));
  height = Math.min(photoHeight, Math.max(height, width / MAX_ASPECT));
  width = Math.round(Math.min(width, height * MAX_ASPECT));
  height = Math.round(Math.min(height, width * MAX_ASPECT));
  const centreX = ((box.left + box.right) / 2) * photoWidth;
  const centreY = ((box.top + box.bottom) / 2) * photoHeight;
  const left = Math.round(Math.min(Math.max(0, centreX - width / 2), photoWidth - width));
  const top = Math.round(Math.min(Math.max(0, centreY - height / 2), photoHeight - height));
  return { left, top, width, height };
}

function boxInFrame(box: Box, frame: Frame, photo: Raster, scale: number): Box {
  return {
    left: Math.max(0, (box.left * photo.width - frame.left) * scale),
    top: Math.max(0, (box.top * photo.height - frame.top) * scale),
    right: Math.min(frame.width, box.right * photo.width - frame.left) * scale,
    bottom: Math.min(frame.height, box.bottom * photo.height - frame.top) * scale,
  };
}

/** The small mask at the artwork's size, between its pixels linearly. */
function sampleMask(mask: Plane, frame: Frame, photo: Raster, width: number, height: number): Plane {
  const out = emptyPlane(width, height);
  const at = (x: number, y: number): number =>
    mask.values[Math.min(mask.height - 1, Math.max(0, y)) * mask.width + Math.min(mask.width - 1, Math.max(0, x))]!;
  for (let y = 0, i = 0; y < height; y++) {
    const sourceY = ((frame.top + ((y + 0.5) / height) * frame.height) / photo.height) * mask.height - 0.5;
    const y0 = Math.floor(sourceY);
    const ty = sourceY - y0;
    for (let x = 0; x < width; x++, i++) {
      const sourceX = ((frame.left + ((x + 0.5) / width) * frame.width) / photo.width) * mask.width - 0.5;
      const x0 = Math.floor(sourceX);
      const tx = sourceX - x0;
      const upper = at(x0, y0) * (1 - tx) + at(x0 + 1, y0) * tx;
      const lower = at(x0, y0 + 1) * (1 - tx) + at(x0 + 1, y0 + 1) * tx;
      out.values[i] = upper * (1 - ty) + lower * ty;
    }
  }
  return out;
}

/** Black and white are where the animal's own darkest and brightest 2 % are; detail against its surroundings counts more. */
function stretchTone(brightness: Plane, mask: Plane, unit: number): Plane {
  const onAnimal: number[] = [];
  for (let i = 0; i < mask.values.length; i += 37) if (mask.values[i]! > 0.6) onAnimal.push(brightness.values[i]!);
  onAnimal.sort((one, other) => one - other);
  const low = onAnimal[Math.floor(onAnimal.length * 0.02)] ?? 0;
  const high = Math.max(low + 0.2, onAnimal[Math.floor(onAnimal.length * 0.98)] ?? 1);
  const middle = ((onAnimal[Math.floor(onAnimal.length * 0.5)] ?? 0.5) - low) / (high - low);
  const gamma = Math.min(1.5, Math.max(0.6, Math.log(0.45) / Math.log(Math.min(0.9, Math.max(0.1, middle)))));
  const surroundings = gaussianBlur(brightness, 24 * unit);
  return mapPlane(brightness, (value, i) => {
    const local = value + 0.6 * (value - surroundings.values[i]!);
    return clamp01((local - low) / (high - low)) ** gamma;
  });
}

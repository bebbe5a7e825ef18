/**
 * Runs in a process of its own, with the engine of one commit: `measure-portraits.ts ENGINE [FOLDER]` measures the
 * portraits and prints JSON. ENGINE is the folder of the engine's sources.
 */
import { join } from 'node:path';
import { STYLE_KEYS } from '@shop/contracts-art';
import sharp from 'sharp';
import { overlap } from '../cut-outs/overlap.ts';
import { type EyeBox, type Portrait, readPortraits } from './portraits.ts';

/** Of one photo, by one engine. */
export interface Measured {
  /** Intersection over union of the cut-out with the known mask. */
  readonly overlap: number;
  /** By style: for each eye, the correlation of lightness between photo and artwork, −1 to 1. */
  readonly eyes: Readonly<Record<string, readonly number[]>>;
}

interface Frame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface Engine {
  cutOutPhoto(photo: Uint8Array): Promise<{ png: Uint8Array }>;
  drawArtwork(request: object): Promise<{ png: Uint8Array; width: number; height: number }>;
  releaseSubjectFinder(): void;
}

/** An eye is compared in this many cells across and down: enough for iris, pupil and rim, too few for single hairs. */
const CELLS = 12;

const [engineFolder = '', photoFolder] = process.argv.slice(2);
const engine = (await import(join(engineFolder, 'index.ts'))) as Engine;
const framing = (await import(join(engineFolder, 'scene/frame-animal.ts'))) as {
  frameAnimal(mask: object): { frame: Frame };
};
const { DECODED_SIDE_PX } = (await import(join(engineFolder, 'subject/cut-out-photo.ts'))) as {
  DECODED_SIDE_PX: number;
};

/** Lightness of a part of a picture, in cells, row by row. A cell outside the picture repeats the border. */
async function readLightness(picture: Uint8Array, [left, top, width, height]: EyeBox): Promise<number[]> {
  const { data, info } = await sharp(picture)
    .removeAlpha()
    .toColourspace('lab')
    .raw({ depth: 'float' })
    .toBuffer({ resolveWithObject: true });
  const values = new Float32Array(data.buffer, data.byteOffset, data.byteLength / 4);
  const clamp = (value: number, most: number): number => Math.min(most - 1, Math.max(0, Math.floor(value)));
  const meanOf = (column: number, row: number): number => {
    const [fromX, toX] = [left + (column * width) / CELLS, left + ((column + 1) * width) / CELLS];
    const [fromY, toY] = [top + (row * height) / CELLS, top + ((row + 1) * height) / CELLS];
    let [sum, count] = [0, 0];
    for (let y = fromY; y < toY; y++)
      for (let x = fromX; x < toX; x++, count++)
        sum += values[(clamp(y, info.height) * info.width + clamp(x, info.width)) * info.channels]!;
    return sum / count;
  };
  return Array.from({ length: CELLS * CELLS }, (_, cell) => meanOf(cell % CELLS, Math.floor(cell / CELLS)));
}

/** Pearson's correlation; 0 where one of the two is flat. */
function correlate(one: readonly number[], other: readonly number[]): number {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanOne, meanOther] = [mean(one), mean(other)];
  let [both, squaresOne, squaresOther] = [0, 0, 0];
  for (const [at, value] of one.entries()) {
    const [a, b] = [value - meanOne, other[at]! - meanOther];
    both += a * b;
    squaresOne += a * a;
    squaresOther += b * b;
  }
  return squaresOne < 1e-6 || squaresOther < 1e-6 ? 0 : both / Math.sqrt(squaresOne * squaresOther);
}

async function measure({ photo, width, height, mask, eyes }: Portrait): Promise<Measured> {
  const { png: cutOut } = await engine.cutOutPhoto(photo);
  const found = await sharp(cutOut).extractChannel(0).resize(width, height, { fit: 'fill' }).raw().toBuffer();
  // The engine computes the frame at the size at which it decodes the photo.
  const share = Math.min(1, DECODED_SIDE_PX / Math.max(width, height));
  const [planeWidth, planeHeight] = [Math.round(width * share), Math.round(height * share)];
  const small = await sharp(cutOut).extractChannel(0).resize(planeWidth, planeHeight, { fit: 'fill' }).raw().toBuffer();
  const { frame } = framing.frameAnimal({
    width: planeWidth,
    height: planeHeight,
    values: Float32Array.from(small, (value) => value / 255),
  });
  const byStyle: Record<string, number[]> = {};
  for (const styleKey of STYLE_KEYS) {
    const request = { pets: [{ photo, cutOut }], background: 'style', styleKey, prompt: '', petName: '', seed: 1 };
    const artwork = await engine.drawArtwork(request);
    const scale = artwork.width / frame.width;
    byStyle[styleKey] = [];
    for (const eye of eyes) {
      const [left, top, eyeWidth, eyeHeight] = eye.map((value) => value * share) as unknown as EyeBox;
      const drawn = [(left - frame.left) * scale, (top - frame.top) * scale, eyeWidth * scale, eyeHeight * scale];
      byStyle[styleKey].push(
        correlate(await readLightness(photo, eye), await readLightness(artwork.png, drawn as unknown as EyeBox)),
      );
    }
  }
  return { overlap: overlap(found, mask), eyes: byStyle };
}

const measured: Record<string, Measured> = {};
for (const portrait of await readPortraits(photoFolder)) measured[portrait.name] = await measure(portrait);
engine.releaseSubjectFinder();
console.log(JSON.stringify(measured));

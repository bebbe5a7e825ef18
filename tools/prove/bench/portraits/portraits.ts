/**
 * Photos with known masks and eyes. `annotations.json` was drawn by hand before the engine's change that it measures:
 * outlines as polygons, eyes as boxes [left, top, width, height], both in pixels of the photo.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

type Point = readonly [x: number, y: number];
/** In pixels of the photo. */
export type EyeBox = readonly [left: number, top: number, width: number, height: number];

export interface Portrait {
  readonly name: string;
  /** PNG, upright. */
  readonly photo: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** H × W of the photo, 255 on the animal. */
  readonly mask: Uint8Array;
  readonly eyes: readonly EyeBox[];
}

interface Annotation {
  /** Without it, the mask is a picture beside the photo. */
  readonly outline?: readonly Point[];
  readonly eyes: readonly EyeBox[];
}

const CUT_OUTS = join(import.meta.dirname, '../cut-outs');
const PICTURES = join(import.meta.dirname, '../../../dev/pictures/photos');

/** The annotated photos of the repository, and those of `folder` if it is given. */
export async function readPortraits(folder: string | undefined): Promise<Portrait[]> {
  const text = await readFile(join(import.meta.dirname, 'annotations.json'), 'utf8');
  const portraits: Portrait[] = [];
  for (const [name, annotation] of Object.entries(JSON.parse(text) as Record<string, Annotation>)) {
    const path = [CUT_OUTS, PICTURES, ...(folder ? [folder] : [])]
      .flatMap((place) => [join(place, `${name}.jpg`), join(place, `${name}.png`)])
      .find(existsSync);
    if (path) portraits.push(await readPortrait(name, path, annotation));
  }
  return portraits;
}

async function readPortrait(name: string, path: string, { outline, eyes }: Annotation): Promise<Portrait> {
  const { data: photo, info } = await sharp(path).autoOrient().png().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const drawn = outline ? drawOutline(outline, width, height) : join(CUT_OUTS, `${name}-mask.png`);
  const mask = await sharp(drawn).resize(width, height, { fit: 'fill' }).extractChannel(0).raw().toBuffer();
  return { name, photo, width, height, mask, eyes };
}

const drawOutline = (outline: readonly Point[], width: number, height: number): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%"/><path fill="#fff" d="M${outline.map((point) => point.join(' ')).join('L')}Z"/></svg>`,
  );

/** Compares cut-outs with known masks. */
import sharp from 'sharp';
import { EMPTY_PICTURES, readCases, readGround } from './cases.ts';
import { overlap } from './overlap.ts';

interface PhotoCutOut {
  readonly png: Uint8Array;
  readonly hasSubject: boolean;
}
export type CutOut = (photo: Uint8Array) => Promise<PhotoCutOut>;

export interface Overlaps {
  /** Intersection over union with the known mask, by the case's name. */
  readonly byCase: ReadonlyMap<string, number>;
  readonly mean: number;
  /** Share of the cases under {@link POOR}. */
  readonly poorShare: number;
  /** The cases whose animal, and the pictures whose emptiness, was not recognised. */
  readonly mistaken: readonly string[];
}

export const POOR = 0.8;

export async function measureOverlaps(cutOut: CutOut): Promise<Overlaps> {
  const byCase = new Map<string, number>();
  const mistaken: string[] = [];
  for (const { name, photo, mask } of await readCases()) {
    const { png, hasSubject } = await cutOut(photo);
    const found = await sharp(png).extractChannel(0).raw().toBuffer();
    byCase.set(name, overlap(found, mask));
    if (!hasSubject) mistaken.push(name);
  }
  for (const ground of EMPTY_PICTURES) if ((await cutOut(await readGround(ground))).hasSubject) mistaken.push(ground);
  const overlaps = [...byCase.values()];
  return {
    byCase,
    mean: overlaps.reduce((sum, value) => sum + value, 0) / overlaps.length,
    poorShare: overlaps.filter((value) => value < POOR).length / overlaps.length,
    mistaken,
  };
}

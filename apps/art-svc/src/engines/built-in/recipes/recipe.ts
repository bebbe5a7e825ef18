import type { Layer } from '../painting/layers.js';
import type { Painting } from '../painting/painting.js';
import type { Scene } from '../study/compose-scene.js';
import type { Wishes } from '../wishes/wishes.js';

/** Tells how far the work is: a share 0…1 and a few words for the waiting customer. */
export type Report = (share: number, stage: string) => void;

export interface Sitting {
  readonly scene: Scene;
  readonly wishes: Wishes;
  /** The pet's name; null where there is none. */
  readonly name: string | null;
  /** Numbers 0…1, always the same for the same seed. */
  readonly random: () => number;
  /** Gives the layer back, and has its first rows begun where they will be needed: shapes are drawn while the recipe works out the rest. */
  readonly begin: (layer: Layer) => Layer;
}

/** One style. The same sitting (and its random numbers) gives the same painting. */
export type Recipe = (sitting: Sitting, report: Report) => Painting;

/** In whole units, so that the artwork's file has exactly the picture's proportions. */
export const sizeOf = ({ width, height, unit }: Scene): { width: number; height: number } => ({
  width: Math.round(width / unit),
  height: Math.round(height / unit),
});

/** The ground of a picture as SVG. It reaches a little over the edge, where a print may show part of a pixel. */
export const sheetOf = (fill: string, { width, height }: { width: number; height: number }): string =>
  `<rect x="-8" y="-8" width="${width + 16}" height="${height + 16}" fill="${fill}"/>`;

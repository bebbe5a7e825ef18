import { type Background, getPlainColour } from '@shop/contracts-art';
import { rgb, type Rgb } from '../kernels/colour.js';
import { type PreparedName, setName, type Setting } from '../lettering/set-name.js';
import type { Layer } from '../painting/layers.js';
import type { Painting } from '../painting/painting.js';
import type { Area } from '../painting/shapes.js';
import type { Scene } from '../scene/compose-scene.js';
import type { Wishes } from '../wishes/wishes.js';

/** Reports progress: a share 0…1 and a short text for the waiting customer. */
export type ReportProgress = (share: number, stage: string) => void;

export interface RecipeInput {
  readonly scene: Scene;
  readonly background: Background;
  readonly wishes: Wishes;
  /** The pet's name; null for none. */
  readonly name: PreparedName | null;
  /** Random numbers in 0…1, always the same for the same seed. */
  readonly random: () => number;
  /**
   * Returns the layer and starts to prepare its first rows, so that shapes are drawn while the recipe computes the
   * rest.
   */
  readonly prepareLayer: (layer: Layer) => Layer;
  /** Receives the box of the name's letters where the recipe sets the name. */
  readonly onNameSet: (letters: Area) => void;
}

/** One style. The same input (with the same random numbers) gives the same painting. */
export type Recipe = (input: RecipeInput, report: ReportProgress) => Painting;

/** The size in whole units, so that the artwork's file has exactly the picture's proportions. */
export const sceneSize = ({ width, height, unit }: Scene): { width: number; height: number } => ({
  width: Math.round(width / unit),
  height: Math.round(height / unit),
});

/** The colour of a plain background; null for the others. */
export function plainGround({ background }: RecipeInput): Rgb | null {
  const colour = getPlainColour(background);
  return colour === null ? null : rgb(colour);
}

/** The picture's ground as SVG. It extends slightly over the edge, where a print may show part of a pixel. */
export const groundRect = (fill: string, { width, height }: { width: number; height: number }): string =>
  `<rect x="-8" y="-8" width="${width + 16}" height="${height + 16}" fill="${fill}"/>`;

/** How the name is set; `tall` and `wide` are maximum shares of the picture. */
type Plate = Pick<Setting, 'face' | 'tracking'> & { readonly tall: number; readonly wide: number };

interface NamePlate {
  /** `<path>` attributes: the letters' outlines and their position, SVG in units. */
  readonly outline: string;
  /** The box of the letters with the given margin in units. */
  readonly around: (units: number) => Area;
}

/** The name in capitals at the bottom of the picture, centred. Null for no name. */
export function namePlate(
  { name, scene, onNameSet }: RecipeInput,
  { face, tracking, tall, wide }: Plate,
): NamePlate | null {
  if (!name) return null;
  const size = sceneSize(scene);
  const lettering = setName(name, {
    face,
    tracking,
    maxWidth: size.width * wide,
    maxHeight: size.height * tall,
  });
  if (!lettering) return null;
  const { width, height, path } = lettering;
  const [left, top] = [(size.width - width) / 2, size.height * FOOT - height];
  const around = (units: number): Area => ({
    left: left - units,
    top: top - units,
    right: left + width + units,
    bottom: top + height + units,
  });
  onNameSet(around(0));
  return { outline: `d="${path}" transform="translate(${left} ${top})"`, around };
}

/** Share of the picture's height below the name: a tag's rim or a seam would cut letters there. */
const FOOT = 0.94;

import { setName, type Setting } from '../lettering/set-name.js';
import type { Area } from '../painting/shapes.js';
import { sizeOf, type Sitting } from './recipe.js';

/** How the name is set; `tall` and `wide` at the most, in shares of the picture. */
type Plate = Pick<Setting, 'face' | 'tracking'> & { readonly tall: number; readonly wide: number };

interface NamePlate {
  /** `<path>` attributes: the letters' outlines and their place, SVG in units. */
  readonly outline: string;
  /** What the letters cover, and so many units around them. */
  readonly around: (units: number) => Area;
}

/** The name in capitals at the picture's foot, centred. Null where no name is to be set. */
export function namePlate({ name, scene }: Sitting, { face, tracking, tall, wide }: Plate): NamePlate | null {
  if (!name) return null;
  const size = sizeOf(scene);
  const lettering = setName(name.toLocaleUpperCase('en'), {
    face,
    tracking,
    maxWidth: size.width * wide,
    maxHeight: size.height * tall,
  });
  if (!lettering) return null;
  const { width, height, path } = lettering;
  const [left, top] = [(size.width - width) / 2, size.height * FOOT - height];
  return {
    outline: `d="${path}" transform="translate(${left} ${top})"`,
    around: (units) => ({
      left: left - units,
      top: top - units,
      right: left + width + units,
      bottom: top + height + units,
    }),
  };
}

/** In shares of the picture's height: below it, a tag's rim or a seam would cut the letters. */
const FOOT = 0.94;

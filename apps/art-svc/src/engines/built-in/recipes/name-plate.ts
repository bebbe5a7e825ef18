import { setName, type Setting } from '../lettering/set-name.js';
import { sizeOf, type Sitting } from './recipe.js';

/** How the name is set; `tall` and `wide` at the most, in shares of the picture. */
type Plate = Pick<Setting, 'face' | 'tracking'> & { readonly tall: number; readonly wide: number };

/** The name in capitals at the picture's foot, centred: `<path>` attributes, its outlines and their place, SVG in units. Null where no name is to be set. */
export function namePlate({ name, scene }: Sitting, { face, tracking, tall, wide }: Plate): string | null {
  if (!name) return null;
  const size = sizeOf(scene);
  const lettering = setName(name.toLocaleUpperCase('en'), { face, tracking, maxWidth: size.width * wide, maxHeight: size.height * tall });
  if (!lettering) return null;
  const { width, height, path } = lettering;
  return `d="${path}" transform="translate(${(size.width - width) / 2} ${size.height * FOOT - height})"`;
}

/** In shares of the picture's height: below it, a tag's rim or a seam would cut the letters. */
const FOOT = 0.94;

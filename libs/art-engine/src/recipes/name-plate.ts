import { setName, type Setting } from '../lettering/set-name.js';
import type { Area } from '../painting/shapes.js';
import { sceneSize, type RecipeInput } from './recipe.js';

/** How the name is set; `tall` and `wide` are maximum shares of the picture. */
type Plate = Pick<Setting, 'face' | 'tracking'> & { readonly tall: number; readonly wide: number };

interface NamePlate {
  /** `<path>` attributes: the letters' outlines and their position, SVG in units. */
  readonly outline: string;
  /** The box of the letters with the given margin in units. */
  readonly around: (units: number) => Area;
}

/** The name in capitals at the bottom of the picture, centred. Null for no name. */
export function namePlate({ name, scene }: RecipeInput, { face, tracking, tall, wide }: Plate): NamePlate | null {
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

/** Share of the picture's height below the name: a tag's rim or a seam would cut letters there. */
const FOOT = 0.94;

import { setName, type Setting } from '../lettering/set-name.js';
import { sizeOf, type Sitting } from './recipe.js';

/** Where the pet's name stands, and its outlines. SVG in units. */
export interface NamePlate {
  /** `<path>` attributes: the outlines and their place. */
  readonly outline: string;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Centred at the picture's foot; null where no name is to be set. */
export function namePlate({ name, scene }: Sitting, setting: Pick<Setting, 'face' | 'tracking'> & { readonly tall: number; readonly wide: number; readonly capitals: boolean }): NamePlate | null {
  if (!name) return null;
  const size = sizeOf(scene);
  const text = setting.capitals ? name.toLocaleUpperCase('en') : name;
  const lettering = setName(text, { ...setting, maxWidth: size.width * setting.wide, maxHeight: size.height * setting.tall });
  if (!lettering) return null;
  const { width, height, path } = lettering;
  const [left, top] = [(size.width - width) / 2, size.height * FOOT - height];
  return { outline: `d="${path}" transform="translate(${left} ${top})"`, left, top, width, height };
}

/** In shares of the picture's height: below it, a tag's rim or a seam would cut the letters. */
const FOOT = 0.94;

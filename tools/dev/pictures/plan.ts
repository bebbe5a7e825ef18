/** The list of the pictures on the landing page and the style tiles. */
import { join } from 'node:path';
import { STYLE_KEYS, type StyleKey } from '@shop/contracts-art';
import { DEFAULT_PLACEMENT, type DesignPlacement } from '@shop/placement';
import type { ColourKey, CutKey } from '@shop/product-pictures';

export type Pet = 'kitten' | 'shepherd' | 'yarn';

export interface Portrait {
  readonly pet: Pet;
  readonly style: StyleKey;
}

interface Named {
  readonly name: string;
  /** Widths of the copies in pixels: for the slot on a phone, on a desktop, and both at double density. */
  readonly widths: readonly number[];
}

export interface Photo extends Named {
  readonly kind: 'photo';
  readonly pet: Pet;
}

export interface Artwork extends Named, Portrait {
  readonly kind: 'artwork';
}

/** The artwork on one of the catalogue's products. */
export interface ProductPicture extends Named, Portrait {
  readonly kind: 'product';
  readonly cut: CutKey;
  readonly colour: ColourKey;
  readonly place: DesignPlacement;
  /** The artwork's ground is continued to the edges of the print area. */
  readonly continuesGround: boolean;
  /** Left, top, width and height as fractions of the picture; the whole picture when absent. */
  readonly crop?: readonly [number, number, number, number];
}

export type Picture = Photo | Artwork | ProductPicture;

const photo = (pet: Pet, widths: number[]): Photo => ({ kind: 'photo', name: `${pet}-photo`, pet, widths });
const artwork = (pet: Pet, style: StyleKey, widths: number[]): Artwork => ({
  kind: 'artwork',
  name: `${pet}-${style}`,
  pet,
  style,
  widths,
});
const product = (
  name: string,
  portrait: Portrait,
  [cut, colour]: [CutKey, ColourKey],
  over: Partial<Pick<ProductPicture, 'widths' | 'crop' | 'continuesGround'>> & {
    place?: Partial<DesignPlacement>;
  } = {},
): ProductPicture => ({
  kind: 'product',
  name,
  ...portrait,
  cut,
  colour,
  widths: over.widths ?? [340, 560],
  crop: over.crop,
  continuesGround: over.continuesGround ?? false,
  place: { ...DEFAULT_PLACEMENT, ...over.place },
});

export const PICTURES: readonly Picture[] = [
  photo('kitten', [320, 640]),
  photo('shepherd', [160]),
  photo('yarn', [160]),
  ...STYLE_KEYS.map((style) => artwork('kitten', style, [340, 560])),
  artwork('shepherd', 'modern', [160, 300]),
  artwork('yarn', 'cyberpunk', [160, 300]),
  product('tshirt', { pet: 'kitten', style: 'modern' }, ['classic-tee', 'white'], {
    widths: [480, 720, 1080],
    crop: [0.115, 0.115, 0.77, 0.73],
  }),
  product('long-sleeve', { pet: 'kitten', style: 'cyberpunk' }, ['long-sleeve', 'black'], {
    widths: [380, 700],
    crop: [0.1, 0.12, 0.8, 0.6],
  }),
  product('hoodie', { pet: 'shepherd', style: 'cyberpunk' }, ['pullover-hoodie', 'black'], {
    crop: [0.06, 0.02, 0.88, 0.88],
  }),
  product('phone-case', { pet: 'yarn', style: 'modern' }, ['iphone-case', 'black'], {
    continuesGround: true,
    crop: [0.07, 0.07, 0.86, 0.86],
  }),
  product('pet-tag', { pet: 'kitten', style: 'minimalistic' }, ['round-tag', 'gold'], {
    continuesGround: true,
    place: { scale: 130, y: 60 },
    crop: [0.08, 0.04, 0.84, 0.84],
  }),
];

export const FOLDER = join(import.meta.dirname, '../../../apps/storefront-web/src/pet-art/pictures');
/** The module that the web app imports. */
export const MODULE = join(FOLDER, '../pictures.ts');
export const fileOf = (name: string, width: number): string => `${name}-${width}.avif`;

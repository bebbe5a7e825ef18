import { findSizeArea, type PrintArea, type ProductCategory } from '@shop/contracts-catalog';
import type { CutKey } from '@shop/product-pictures';

export interface SeedSize {
  readonly name: string;
  readonly priceModifier?: string;
  /** Absent for that of its kind, if the kind has one for this size. */
  readonly printArea?: PrintArea;
}

/** A product of a new shop. Its cut defines colours, pictures and areas. */
export interface SeedProduct {
  readonly cut: CutKey;
  readonly title: string;
  readonly description: string;
  readonly category: ProductCategory;
  readonly basePrice: string;
  readonly sizes: readonly SeedSize[];
}

const rectangle = (widthPx: number, heightPx: number): PrintArea => ({ widthPx, heightPx, shape: 'rectangle' });

const ADULT_SIZES = ['XS', 'S', 'M', 'L', 'XL', '2XL', '3XL'] as const;
/** The largest sizes need more cloth. */
const MODIFIERS: Readonly<Record<string, string>> = { '2XL': '2.00', '3XL': '4.00' };

/** XS to 3XL; sizes of the kind that print smaller may print `small` instead. */
const adultSizes = (category: ProductCategory, small?: PrintArea): SeedSize[] =>
  ADULT_SIZES.map((name) => ({
    name,
    ...(MODIFIERS[name] ? { priceModifier: MODIFIERS[name] } : {}),
    ...(small && findSizeArea(category, name) ? { printArea: small } : {}),
  }));

const models = (...names: string[]): SeedSize[] => names.map((name) => ({ name }));

/** The catalogue of a new shop, in the order of the list. */
export const SEED_PRODUCTS: readonly SeedProduct[] = [
  {
    cut: 'classic-tee',
    title: 'Classic Pet Portrait Tee',
    category: 'tshirt',
    basePrice: '24.00',
    description:
      'The everyday tee for proud pet parents: soft ringspun cotton with a straight, easy fit. Your artwork is printed large across the chest with water-based inks that stay bright wash after wash.',
    sizes: adultSizes('tshirt'),
  },
  {
    cut: 'pullover-hoodie',
    title: 'Cozy Pullover Hoodie',
    category: 'hoodie',
    basePrice: '44.00',
    description:
      'Brushed fleece inside, a roomy pouch pocket for treats, and your best friend on the chest. A mid-weight hoodie made for early walks and long sofa evenings.',
    sizes: adultSizes('hoodie'),
  },
  {
    cut: 'iphone-case',
    title: 'Slim Case for iPhone',
    category: 'phone-case',
    basePrice: '22.00',
    description:
      'A slim case with a satin finish and a raised lip around screen and camera. Your artwork covers the whole back, so choose a picture with the face below the lenses.',
    sizes: models('iPhone 15', 'iPhone 15 Pro', 'iPhone 16', 'iPhone 16 Pro', 'iPhone 17', 'iPhone 17 Pro'),
  },
  {
    cut: 'round-tag',
    title: 'Round Pet Tag',
    category: 'pet-tag',
    basePrice: '12.50',
    description:
      'A polished metal disc with a portrait that rides along on every walk. Printed under a clear coat of resin, so that scratches and puddles leave it alone. Split ring included.',
    sizes: [{ name: '1 in' }, { name: '1.25 in', priceModifier: '1.50' }],
  },
  {
    cut: 'womens-tee',
    title: 'Women’s Relaxed Tee',
    category: 'tshirt',
    basePrice: '26.00',
    description:
      'A lighter cotton, a wider neckline and short rolled sleeves. Falls softly at the waist and lets your pet’s portrait take the stage.',
    sizes: adultSizes('tshirt', rectangle(3000, 3600)).filter(({ name }) => name !== '3XL'),
  },
  {
    cut: 'long-sleeve',
    title: 'Long Sleeve Portrait Tee',
    category: 'tshirt',
    basePrice: '29.50',
    description:
      'All the comfort of the classic tee, with long sleeves and ribbed cuffs. Warm enough for autumn walks, light enough to wear under a jacket.',
    sizes: adultSizes('tshirt'),
  },
  {
    cut: 'bone-tag',
    title: 'Bone Pet Tag',
    category: 'pet-tag',
    basePrice: '13.50',
    description:
      'The one every dog would choose: a solid bone of brushed metal, 1.75 inches long, with your artwork in the middle. Split ring included.',
    sizes: [],
  },
  {
    cut: 'galaxy-case',
    title: 'Slim Case for Galaxy',
    category: 'phone-case',
    basePrice: '22.00',
    description:
      'Thin, tough and printed from edge to edge. Cut exactly for the separate lenses of a Galaxy, with keys that click as they should.',
    sizes: models('Galaxy S24', 'Galaxy S24 Ultra', 'Galaxy S25', 'Galaxy S25 Ultra'),
  },
  {
    cut: 'kids-hoodie',
    title: 'Kids’ Best Friend Hoodie',
    category: 'hoodie',
    basePrice: '36.00',
    description:
      'A soft hoodie for the youngest members of the pack, with a light lining, a pocket for found sticks, and no cords that could catch.',
    sizes: ['3–4', '5–6', '7–8', '9–11', '12–13'].map((years) => ({
      name: `${years} years`,
      ...(years === '12–13' ? { priceModifier: '2.00' } : {}),
    })),
  },
  {
    cut: 'dog-tag',
    title: 'Dog Tag Necklace',
    category: 'pet-tag',
    basePrice: '15.00',
    description:
      'Not for the dog this time: a brushed metal plate on a 24 inch ball chain, with your companion’s portrait to carry close to the heart.',
    sizes: [],
  },
  {
    cut: 'pixel-case',
    title: 'Slim Case for Pixel',
    category: 'phone-case',
    basePrice: '22.00',
    description:
      'A slender case shaped around the camera bar of a Pixel. The picture runs over the whole back in a soft satin finish.',
    sizes: models('Pixel 8', 'Pixel 8 Pro', 'Pixel 9', 'Pixel 9 Pro'),
  },
  {
    cut: 'heart-tag',
    title: 'Heart Pet Tag',
    category: 'pet-tag',
    basePrice: '13.50',
    description:
      'A little heart of brushed metal for the one who has yours. Clear-coated against scratches, with a sturdy split ring.',
    sizes: [],
  },
  {
    cut: 'square-poster',
    title: 'Pet Portrait Poster',
    category: 'poster',
    basePrice: '24.00',
    description:
      'Your companion on the wall: thick matte paper, printed from edge to edge in deep, even color. Comes rolled in a sturdy tube, ready for a standard square frame.',
    sizes: [
      { name: '10 × 10 in', priceModifier: '-6.00' },
      { name: '14 × 14 in' },
      { name: '18 × 18 in', priceModifier: '8.00' },
    ],
  },
];

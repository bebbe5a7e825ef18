/**
 * The articles that the printer prints on. Product 1 stands for every product of the shop, so that an admin's new
 * products can be printed, too. The others are examples in the form of Printful's catalogue.
 */
export interface Product {
  id: number;
  type: string;
  title: string;
  brand: string | null;
  model: string;
  placement: string;
  /** The print file that covers the print area. */
  printFile: { width: number; height: number; dpi: number };
}

export interface Variant {
  id: number;
  product: Product;
  size: string | null;
  color: string | null;
  colorCode: string | null;
  priceCents: number;
  isInStock: boolean;
  isDiscontinued: boolean;
}

/** What someone at the printer changed. */
export type VariantChanges = Partial<Pick<Variant, 'priceCents' | 'isInStock' | 'isDiscontinued'>>;

interface Range {
  product: Product;
  firstVariantId: number;
  colors: readonly (readonly [name: string, code: string] | null)[];
  sizes: readonly (string | null)[];
  priceCents: number;
}

const WHITE = ['White', '#ffffff'] as const;
const BLACK = ['Black', '#0b0b0b'] as const;
const NAVY = ['Navy', '#212642'] as const;

const RANGES: readonly Range[] = [
  {
    product: {
      id: 1,
      type: 'ANY',
      title: 'Any product',
      brand: null,
      model: 'Sandbox',
      placement: 'default',
      printFile: { width: 3_600, height: 4_800, dpi: 300 },
    },
    firstVariantId: 1,
    colors: [null],
    sizes: [null, 'XS', 'S', 'M', 'L', 'XL', '2XL', '3XL'],
    priceCents: 1_000,
  },
  {
    product: {
      id: 71,
      type: 'T-SHIRT',
      title: 'Unisex Staple T-Shirt | Bella + Canvas 3001',
      brand: 'Bella + Canvas',
      model: '3001',
      placement: 'front',
      printFile: { width: 1_800, height: 2_400, dpi: 150 },
    },
    firstVariantId: 4_011,
    colors: [WHITE, BLACK],
    sizes: ['S', 'M', 'L', 'XL', '2XL'],
    priceCents: 1_169,
  },
  {
    product: {
      id: 146,
      type: 'SWEATSHIRT',
      title: 'Unisex Heavy Blend Hoodie | Gildan 18500',
      brand: 'Gildan',
      model: '18500',
      placement: 'front',
      printFile: { width: 1_800, height: 2_100, dpi: 150 },
    },
    firstVariantId: 5_522,
    colors: [WHITE, BLACK, NAVY],
    sizes: ['S', 'M', 'L', 'XL', '2XL'],
    priceCents: 2_250,
  },
  {
    product: {
      id: 181,
      type: 'PHONE-CASE',
      title: 'Clear Case for iPhone®',
      brand: null,
      model: 'Case',
      placement: 'default',
      printFile: { width: 879, height: 1_830, dpi: 300 },
    },
    firstVariantId: 17_616,
    colors: [null],
    sizes: ['iPhone 15', 'iPhone 15 Pro', 'iPhone 16', 'iPhone 16 Pro'],
    priceCents: 1_050,
  },
];

const listVariants = ({ product, firstVariantId, colors, sizes, priceCents }: Range): Variant[] =>
  colors.flatMap((color, colorIndex) =>
    sizes.map((size, sizeIndex) => ({
      id: firstVariantId + colorIndex * sizes.length + sizeIndex,
      product,
      size,
      color: color?.[0] ?? null,
      colorCode: color?.[1] ?? null,
      priceCents,
      isInStock: true,
      isDiscontinued: false,
    })),
  );

export const PRODUCTS: readonly Product[] = RANGES.map(({ product }) => product);

export const VARIANTS: ReadonlyMap<number, Variant> = new Map(
  RANGES.flatMap(listVariants).map((variant) => [variant.id, variant]),
);

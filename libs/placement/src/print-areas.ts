import type { AreaSize } from './place-artwork.js';

export type AreaShape = 'rectangle' | 'round';

/** A print area at 300 dpi; `round` is the ellipse inside the box. */
export interface PrintArea extends AreaSize {
  readonly shape: AreaShape;
}

export type PrintCategory = 'tshirt' | 'hoodie' | 'phone-case' | 'pet-tag';

/** Default print area of each category, for products that have none of their own. */
export const PRINT_AREAS = {
  /** 15 × 18 in */
  tshirt: { widthPx: 4500, heightPx: 5400, shape: 'rectangle' },
  /** 12 × 14 in, above the pouch pocket */
  hoodie: { widthPx: 3600, heightPx: 4200, shape: 'rectangle' },
  /** 2.93 × 6.10 in, printed over the whole back */
  'phone-case': { widthPx: 879, heightPx: 1830, shape: 'rectangle' },
  /** Ø 1 in */
  'pet-tag': { widthPx: 300, heightPx: 300, shape: 'round' },
} as const satisfies Record<PrintCategory, PrintArea>;

/** Smaller t-shirts print 11.5 × 13.8 in. The aspect ratio is the same, so a placement looks the same on them. */
export const SMALL_TSHIRT_PRINT_AREA = {
  widthPx: 3450,
  heightPx: 4140,
  shape: 'rectangle',
} as const satisfies PrintArea;
export const SMALL_TSHIRT_SIZES = ['XS', 'S', 'M'] as const;

/**
 * Width printed beyond the cut on every side, so that no unprinted edge is visible: 1/16 in on tags, none elsewhere.
 */
export const BLEED_PX = { tshirt: 0, hoodie: 0, 'phone-case': 0, 'pet-tag': 19 } as const satisfies Record<
  PrintCategory,
  number
>;

/** The default area of a category, for a size (`"M"`) that may print smaller. */
export function getDefaultPrintArea(category: PrintCategory, size?: string | null): PrintArea {
  const isSmall = category === 'tshirt' && SMALL_TSHIRT_SIZES.some((small) => small === size?.trim().toUpperCase());
  return isSmall ? SMALL_TSHIRT_PRINT_AREA : PRINT_AREAS[category];
}

/** The bleed of any area, also of a product's own. Only round areas are cut to their outline and need a bleed. */
export const getBleedPx = ({ shape }: Pick<PrintArea, 'shape'>): number =>
  shape === 'round' ? BLEED_PX['pet-tag'] : 0;

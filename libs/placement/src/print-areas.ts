/** An area in pixels. Print areas have 300 dpi; previews and mock-ups have the same proportions in a smaller size. */
export interface AreaSize {
  readonly widthPx: number;
  readonly heightPx: number;
}

export type AreaShape = 'rectangle' | 'round';

/** A print area at 300 dpi; `round` is the ellipse inside the box. */
export interface PrintArea extends AreaSize {
  readonly shape: AreaShape;
}

/** A part of a picture, in fractions (0..1) of its width and height. */
export interface PictureBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
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

/** Products whose whole print area is printed: the artwork's ground is continued where the artwork does not reach. */
export const GROUND_CATEGORIES: readonly PrintCategory[] = ['phone-case', 'pet-tag'];

/** 10 × 10 in, for a category that this version does not know. */
const OTHER_PRINT_AREA: PrintArea = { widthPx: 3000, heightPx: 3000, shape: 'rectangle' };

const isPrintCategory = (category: string): category is PrintCategory => Object.hasOwn(PRINT_AREAS, category);

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
export function getDefaultPrintArea(category: string, size?: string | null): PrintArea {
  const isSmall = category === 'tshirt' && SMALL_TSHIRT_SIZES.some((small) => small === size?.trim().toUpperCase());
  if (isSmall) return SMALL_TSHIRT_PRINT_AREA;
  return isPrintCategory(category) ? PRINT_AREAS[category] : OTHER_PRINT_AREA;
}

/** The part of a picture, assumed to be square, that a print area may fill if its place is unknown. */
const MIDDLE: PictureBox = { x: 0.25, y: 0.2, width: 0.5, height: 0.6 };

/** The largest centred box inside `box` with the proportions of the print area, on a square picture. */
export function fitIntoPicture({ widthPx, heightPx }: AreaSize, box: PictureBox = MIDDLE): PictureBox {
  const scale = Math.min(box.width / widthPx, box.height / heightPx);
  const width = widthPx * scale;
  const height = heightPx * scale;
  return { x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2, width, height };
}

/** The bleed of any area, also of a product's own. Only round areas are cut to their outline and need a bleed. */
export const getBleedPx = ({ shape }: Pick<PrintArea, 'shape'>): number =>
  shape === 'round' ? BLEED_PX['pet-tag'] : 0;

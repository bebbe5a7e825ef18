import type { Product } from '@shop/contracts/catalog';
import { PLACEMENT_BOUNDS, type DesignConfig } from '@shop/contracts/order';
import { PRINT_DPI } from '@shop/placement';

export type PresetName = 'Centre' | 'Left chest' | 'Large';

/** What presets follow from: the print area of the chosen size, and the artwork's width ÷ height. */
export interface PresetContext {
  /** Where it is not known, the middle is all there is. */
  readonly category: Product['category'] | undefined;
  readonly printArea: Product['printArea'];
  readonly aspect: number;
}

/** The usual width of a print over the heart. */
const CHEST_INCHES = 4;
/** The wearer's left is at the right of the picture. */
export const CHEST = { x: 75, y: 15 } as const;

const isGarment = (category: PresetContext['category']): boolean => category === 'tshirt' || category === 'hoodie';

const { min, max, step } = PLACEMENT_BOUNDS.scale;
const roundToStep = (scale: number, round: (steps: number) => number): number =>
  Math.min(max, Math.max(min, min + round((scale - min) / step) * step));

/** Percent of the area's width at which the artwork, upright, is just as high as the area. */
const getFullHeightScale = ({ printArea, aspect }: PresetContext): number =>
  (printArea.heightPx / printArea.widthPx) * aspect * 100;

/** On a garment the whole artwork as large as the area holds it; what is printed to its edge is covered without a gap. */
function largeScale(ground: PresetContext): number {
  const high = getFullHeightScale(ground);
  return isGarment(ground.category)
    ? roundToStep(Math.min(100, high), Math.floor)
    : roundToStep(Math.max(100, high), Math.ceil);
}

const chestScale = ({ printArea }: PresetContext): number =>
  roundToStep(((CHEST_INCHES * PRINT_DPI) / printArea.widthPx) * 100, Math.round);

/** The left chest is one of a garment only. */
export function presetNames(category: PresetContext['category']): readonly PresetName[] {
  if (!category) return ['Centre'];
  return isGarment(category) ? ['Centre', 'Left chest', 'Large'] : ['Centre', 'Large'];
}

/** Centre keeps size and angle. */
export function presetPlacement(name: PresetName, ground: PresetContext): Partial<DesignConfig> {
  switch (name) {
    case 'Centre':
      return { x: 50, y: 50 };
    case 'Left chest':
      return { ...CHEST, scale: chestScale(ground), rotation: 0 };
    case 'Large':
      return { x: 50, y: 50, scale: largeScale(ground), rotation: 0 };
  }
}

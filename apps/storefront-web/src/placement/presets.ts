import type { Product } from '@shop/contracts/catalog';
import { PLACEMENT_BOUNDS, type DesignConfig } from '@shop/contracts/order';
import { PRINT_DPI } from '@shop/placement';

export type PresetName = 'Centre' | 'Left chest' | 'Large';

/** What presets follow from: the print area of the chosen size, and the artwork's width ÷ height. */
export interface PresetGround {
  readonly category: Product['category'];
  readonly printArea: Product['printArea'];
  readonly aspect: number;
}

/** The usual width of a print over the heart. */
const CHEST_INCHES = 4;
/** The wearer's left is at the right of the picture. */
export const CHEST = { x: 75, y: 15 } as const;

const isGarment = (category: Product['category']): boolean => category === 'tshirt' || category === 'hoodie';

const { min, max, step } = PLACEMENT_BOUNDS.scale;
const onStep = (scale: number, round: (steps: number) => number): number => Math.min(max, Math.max(min, min + round((scale - min) / step) * step));

/** Percent of the area's width at which the artwork, upright, is just as high as the area. */
const asHighAsArea = ({ printArea, aspect }: PresetGround): number => (printArea.heightPx / printArea.widthPx) * aspect * 100;

/** On a garment the whole artwork as large as the area holds it; what is printed to its edge is covered without a gap. */
function largeScale(ground: PresetGround): number {
  const high = asHighAsArea(ground);
  return isGarment(ground.category) ? onStep(Math.min(100, high), Math.floor) : onStep(Math.max(100, high), Math.ceil);
}

/** The left chest is one of a garment only. Centre keeps size and angle. */
export function presetsFor(ground: PresetGround): readonly { name: PresetName; placement: Partial<DesignConfig> }[] {
  const chestScale = onStep(((CHEST_INCHES * PRINT_DPI) / ground.printArea.widthPx) * 100, Math.round);
  return [
    { name: 'Centre' as const, placement: { x: 50, y: 50 } },
    ...(isGarment(ground.category) ? [{ name: 'Left chest' as const, placement: { ...CHEST, scale: chestScale, rotation: 0 } }] : []),
    { name: 'Large' as const, placement: { x: 50, y: 50, scale: largeScale(ground), rotation: 0 } },
  ];
}

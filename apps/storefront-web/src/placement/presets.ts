import type { DisplayedProduct, PrintArea } from '@shop/contracts/catalog';
import { PLACEMENT_BOUNDS, type DesignConfig } from '@shop/contracts/order';
import { PRINT_DPI } from '@shop/placement';
import { isGarment } from '../catalogue/garment-colour.js';

export type PresetName = 'Centre' | 'Left chest' | 'Large';

/** The input of presets: the print area of the chosen size, and the artwork's width ÷ height. */
export interface PresetContext {
  /** If it is unknown, the only preset is the centre. */
  readonly category: DisplayedProduct['category'] | undefined;
  readonly printArea: PrintArea;
  readonly aspect: number;
}

/** The usual width of a print over the heart. */
const CHEST_INCHES = 4;
/** The wearer's left is on the right side of the picture. */
export const CHEST = { x: 75, y: 15 } as const;

const { min, max, step } = PLACEMENT_BOUNDS.scale;
const roundToStep = (scale: number, roundSteps: (steps: number) => number): number =>
  Math.min(max, Math.max(min, min + roundSteps((scale - min) / step) * step));

/** The scale at which the upright artwork is as high as the area, in percent of the area's width. */
const getFullHeightScale = ({ printArea, aspect }: PresetContext): number =>
  (printArea.heightPx / printArea.widthPx) * aspect * 100;

/** On a garment the whole artwork fits into the area; other products are covered completely. */
function getLargeScale(context: PresetContext): number {
  const fullHeight = getFullHeightScale(context);
  return isGarment(context.category)
    ? roundToStep(Math.min(100, fullHeight), Math.floor)
    : roundToStep(Math.max(100, fullHeight), Math.ceil);
}

const getChestScale = ({ printArea }: PresetContext): number =>
  roundToStep(((CHEST_INCHES * PRINT_DPI) / printArea.widthPx) * 100, Math.round);

/** Only garments have a left chest. */
export function presetNames(category: PresetContext['category']): readonly PresetName[] {
  if (!category) return ['Centre'];
  return isGarment(category) ? ['Centre', 'Left chest', 'Large'] : ['Centre', 'Large'];
}

/** Centre keeps scale and rotation. */
export function presetPlacement(name: PresetName, context: PresetContext): Partial<DesignConfig> {
  switch (name) {
    case 'Centre':
      return { x: 50, y: 50 };
    case 'Left chest':
      return { ...CHEST, scale: getChestScale(context), rotation: 0 };
    case 'Large':
      return { x: 50, y: 50, scale: getLargeScale(context), rotation: 0 };
  }
}

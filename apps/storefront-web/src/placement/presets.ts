import { findKind, isGarment, type DisplayedProduct } from '@shop/contracts-catalog';
import { PLACEMENT_BOUNDS, type DesignConfig } from '@shop/contracts-order';
import { fillArea, fitParts, fitWhole, PRINT_DPI } from '@shop/placement';
import { CHEST, DEFAULT_PLACEMENT, type PlacementTarget, toPlacementContext } from './placement.js';
import { type Artwork, getParts } from './print-details.js';

export type PresetName = 'Center' | 'Left chest' | 'Large' | 'Fill the case';

/** The input of presets: the product in the chosen size, and the artwork. */
export interface PresetContext {
  /** If its category is unknown, the only preset is the centre. */
  readonly category: DisplayedProduct['category'] | undefined;
  readonly target: PlacementTarget & { readonly continuesGround: boolean };
  readonly artwork: Artwork;
}

/** The usual width of a print over the heart. */
const CHEST_INCHES = 4;

const { min, max, step } = PLACEMENT_BOUNDS.scale;
const roundToStep = (scale: number): number =>
  Math.min(max, Math.max(min, min + Math.round((scale - min) / step) * step));

/** On a garment the whole artwork is printed; elsewhere at least the animal and the name. */
function getLargePlacement({ category, target, artwork }: PresetContext): DesignConfig {
  const context = toPlacementContext(target, artwork.aspect);
  return isGarment(category) ? fitWhole(context, DEFAULT_PLACEMENT) : fitParts(context, getParts(artwork));
}

const getChestScale = ({ target: { printArea } }: PresetContext): number =>
  roundToStep(((CHEST_INCHES * PRINT_DPI) / printArea.widthPx) * 100);

/** Only garments have a left chest, and only artwork whose ground can't be continued leaves the back of a case empty. */
export function presetNames(
  category: PresetContext['category'],
  context: Pick<PresetContext, 'target' | 'artwork'> | null,
): readonly PresetName[] {
  if (!category) return ['Center'];
  if (isGarment(category)) return ['Center', 'Left chest', 'Large'];
  if (findKind(category)?.canBeFilled && context?.target.continuesGround && !context.artwork.isGroundContinued)
    return ['Center', 'Fill the case'];
  return ['Center', 'Large'];
}

/** Centre keeps scale and rotation. */
export function presetPlacement(name: PresetName, context: PresetContext): Partial<DesignConfig> {
  switch (name) {
    case 'Center':
      return { x: 50, y: 50 };
    case 'Left chest':
      return { ...CHEST, scale: getChestScale(context), rotation: 0 };
    case 'Large':
      return getLargePlacement(context);
    case 'Fill the case':
      return fillArea(toPlacementContext(context.target, context.artwork.aspect));
  }
}

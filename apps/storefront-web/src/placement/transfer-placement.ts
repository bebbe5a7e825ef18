import type { DesignConfig } from '@shop/contracts-order';
import { fitParts } from '@shop/placement';
import { DEFAULT_PLACEMENT, type PlacementTarget, toPlacementContext } from './placement.js';
import { type Artwork, computePrintDetails, getParts } from './print-details.js';

/**
 * Where another artwork is placed at first: like the one before it, or in the middle if something of the animal or its
 * name would be cut there.
 */
export function transferPlacement(target: PlacementTarget, artwork: Artwork, former: DesignConfig): DesignConfig {
  const isPrinted = (placement: DesignConfig): boolean => {
    const { cutWarning, edge } = computePrintDetails(target, artwork, placement);
    return cutWarning === null && edge !== 'all outside';
  };
  return (
    [former, DEFAULT_PLACEMENT].find(isPrinted) ??
    fitParts(toPlacementContext(target, artwork.aspect), getParts(artwork))
  );
}

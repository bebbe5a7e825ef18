import type { ArtworkDetails } from '@shop/contracts-art';
import type { DesignConfig } from '@shop/contracts-order';
import { placeArtwork } from '@shop/placement';
import type { PlacementTarget } from './placement.js';

/**
 * Whether a print is sharper if the artwork is drawn again: an earlier version drew it, and the print is larger than its
 * file, which would be enlarged.
 */
export const isSharperDrawnAgain = (
  { isOfEarlierVersion = false, width, height }: Pick<ArtworkDetails, 'isOfEarlierVersion' | 'width' | 'height'>,
  { printArea, scaleSense }: PlacementTarget,
  placement: DesignConfig,
): boolean => isOfEarlierVersion && placeArtwork(printArea, width / height, placement, scaleSense).widthPx > width;

import type { PrintArea } from '@shop/contracts/catalog';
import type { DesignConfig } from '@shop/contracts/order';
import {
  computeAreaCoverage,
  computeEffectiveDpi,
  isInSafeArea,
  findLargestSharpScale,
  placeArtwork,
  PRINT_DPI,
  computePrintedPartInches,
  computePrintedSizeInches,
  ratePrintQuality,
  type PrintQuality,
  type ScaleSteps,
} from '@shop/placement';

/**
 * `widthPx` is the width of the picture file; null until it is known. An artwork that is redrawn for print has full
 * resolution at any size.
 */
export interface Artwork {
  readonly aspect: number;
  readonly widthPx: number | null;
  readonly isRedrawnForPrint?: boolean;
}

export interface PrintDetails {
  /** Size of the printed part, along the artwork's own sides. */
  readonly inches: { readonly width: number; readonly height: number };
  /** Rounded down: 299.9 is not yet 300. */
  readonly dpi: number | null;
  readonly quality: PrintQuality | null;
  readonly edge: 'inside' | 'near the cut' | 'partly outside' | 'all outside';
  /** Percent of the artwork that is not printed, a whole number 0..100. */
  readonly outsidePercent: number;
}

export function computePrintDetails(
  printArea: PrintArea,
  { aspect, widthPx, isRedrawnForPrint }: Artwork,
  placement: DesignConfig,
): PrintDetails {
  const placed = placeArtwork(printArea, aspect, placement);
  const dpi = isRedrawnForPrint ? PRINT_DPI : widthPx === null ? null : computeEffectiveDpi(widthPx, placed);
  const { isWhole, isOutside, visibleShare } = computeAreaCoverage(printArea, placed);
  return {
    inches: isWhole ? computePrintedSizeInches(placed) : computePrintedPartInches(printArea, placed),
    dpi: dpi === null ? null : Math.floor(dpi),
    quality: dpi === null ? null : ratePrintQuality(dpi),
    edge: isOutside
      ? 'all outside'
      : !isWhole
        ? 'partly outside'
        : isInSafeArea(printArea, placed)
          ? 'inside'
          : 'near the cut',
    // A partly printed artwork is never rounded to 0 % or 100 %.
    outsidePercent: isWhole ? 0 : isOutside ? 100 : Math.min(99, Math.max(1, Math.round((1 - visibleShare) * 100))),
  };
}

export function findSharpScale(
  printArea: PrintArea,
  { aspect, widthPx, isRedrawnForPrint }: Artwork,
  steps: ScaleSteps,
): number | null {
  // A redrawn artwork is sharp at any size, so only the coverage limits the scale.
  const pixels = isRedrawnForPrint ? printArea.widthPx * (steps.max / 100) : widthPx;
  return pixels === null
    ? null
    : findLargestSharpScale(printArea, { widthPx: pixels, heightPx: pixels / aspect }, steps);
}

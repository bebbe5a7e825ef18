import type { Product } from '@shop/contracts/catalog';
import type { DesignConfig } from '@shop/contracts/order';
import {
  areaCoverage,
  effectiveDpi,
  isInSafeArea,
  largestSharpScale,
  placeArtwork,
  PRINT_DPI,
  printedPartInches,
  printedSizeInches,
  printVerdict,
  type PrintVerdict,
  type ScaleSteps,
} from '@shop/placement';

/** `widthPx` is of the picture file itself; null until it is known. Painted anew for the press, an artwork is as dense as that prints, at any size. */
export interface Artwork {
  readonly aspect: number;
  readonly widthPx: number | null;
  readonly isPaintedAnew?: boolean;
}

export interface PrintDetails {
  /** Of what is printed, along the artwork's own sides. */
  readonly inches: { readonly width: number; readonly height: number };
  /** Whole, and rounded down: 299.9 is not yet 300. */
  readonly dpi: number | null;
  readonly verdict: PrintVerdict | null;
  readonly edge: 'inside' | 'near the cut' | 'partly outside' | 'all outside';
  /** Whole percent of the artwork that is not printed, 0..100. */
  readonly outsidePercent: number;
}

export function computePrintDetails(
  printArea: Product['printArea'],
  { aspect, widthPx, isPaintedAnew }: Artwork,
  placement: DesignConfig,
): PrintDetails {
  const placed = placeArtwork(printArea, aspect, placement);
  const dpi = isPaintedAnew ? PRINT_DPI : widthPx === null ? null : effectiveDpi(widthPx, placed);
  const { isWhole, isOutside, visibleShare } = areaCoverage(printArea, placed);
  return {
    inches: isWhole ? printedSizeInches(placed) : printedPartInches(printArea, placed),
    dpi: dpi === null ? null : Math.floor(dpi),
    verdict: dpi === null ? null : printVerdict(dpi),
    edge: isOutside
      ? 'all outside'
      : !isWhole
        ? 'partly outside'
        : isInSafeArea(printArea, placed)
          ? 'inside'
          : 'near the cut',
    // What is cut off is never called nothing, what is left never everything.
    outsidePercent: isWhole ? 0 : isOutside ? 100 : Math.min(99, Math.max(1, Math.round((1 - visibleShare) * 100))),
  };
}

export function findSharpScale(
  printArea: Product['printArea'],
  { aspect, widthPx, isPaintedAnew }: Artwork,
  steps: ScaleSteps,
): number | null {
  // As dense as the press prints on the whole area already: only what it covers is left to be asked.
  const pixels = isPaintedAnew ? printArea.widthPx * (steps.max / 100) : widthPx;
  return pixels === null ? null : largestSharpScale(printArea, { widthPx: pixels, heightPx: pixels / aspect }, steps);
}

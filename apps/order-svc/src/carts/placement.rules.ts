/** Which placements are accepted: at least a part of the artwork must be printed, judged by the printed shape. */
import { DomainError } from '@shop/contracts/common';
import type { DesignConfig, OrderItemPrint } from '@shop/contracts/order';
import { computeAreaCoverage, placeArtwork, type ScaleSense } from '@shop/placement';

export interface ArtworkSize {
  widthPx: number;
  heightPx: number;
}

interface PlacedLine {
  designConfig: DesignConfig;
  scaleSense: ScaleSense;
  print: OrderItemPrint | null;
}

const nothingPrinted = (): DomainError =>
  new DomainError(
    'PLACEMENT_OUTSIDE',
    'impossible',
    'Your artwork lies outside the print area. Nothing of it would be printed.',
  );

/** Throws 422 where nothing of the artwork would be printed. Without the area or the artwork's size nothing is known. */
export function assertPrintsArtwork(
  { designConfig, scaleSense, print }: PlacedLine,
  artwork: ArtworkSize | null,
): void {
  if (!print || !artwork) return;
  const placed = placeArtwork(print.areaPx, artwork.widthPx / artwork.heightPx, designConfig, scaleSense);
  if (computeAreaCoverage(print.areaPx, placed).isOutside) throw nothingPrinted();
}

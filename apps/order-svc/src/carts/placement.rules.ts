/** Which placements are accepted: at least a part of the artwork must be printed, judged by the printed shape. */
import { DomainError } from '@shop/contracts-common';
import type { DesignConfig, OrderItemPrint } from '@shop/contracts-order';
import { computeAreaCoverage, type PictureBox, placeArtwork, placePart, type ScaleSense } from '@shop/placement';

export interface ArtworkSize {
  widthPx: number;
  heightPx: number;
  /** Animal and name of an artwork without a background; null: all of the artwork is printed. */
  printedBox: PictureBox | null;
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

/** False where nothing of the artwork would be printed. Without the area or the artwork's size nothing is known. */
export function printsArtwork({ designConfig, scaleSense, print }: PlacedLine, artwork: ArtworkSize | null): boolean {
  if (!print || !artwork) return true;
  const placed = placeArtwork(print.areaPx, artwork.widthPx / artwork.heightPx, designConfig, scaleSense);
  const printed = artwork.printedBox ? placePart(placed, artwork.printedBox) : placed;
  return !computeAreaCoverage(print.areaPx, printed).isOutside;
}

/** @throws DomainError `impossible` where nothing of the artwork would be printed. */
export function assertPrintsArtwork(line: PlacedLine, artwork: ArtworkSize | null): void {
  if (!printsArtwork(line, artwork)) throw nothingPrinted();
}

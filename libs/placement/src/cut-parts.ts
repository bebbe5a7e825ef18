import { computeAreaCoverage, placePart } from './area-coverage.js';
import type { PlacedArtwork } from './place-artwork.js';
import type { PictureBox, PrintArea } from './print-areas.js';

/** Where the animal and the name are in a picture; null where it is unknown, or there is none. */
export interface ArtworkParts {
  readonly subjectBox: PictureBox | null;
  readonly nameBox: PictureBox | null;
}

export interface CutParts {
  /** Part of the animal that is not printed, 0..1. Of a picture whose animal is unknown, part of the picture. */
  readonly animalShare: number;
  readonly isNameCut: boolean;
}

/** A sliver of a whisker is not worth a warning. */
const TOLERATED_SHARE = 0.05;

export function computeCutParts(area: PrintArea, placed: PlacedArtwork, parts: ArtworkParts): CutParts {
  const { subjectBox, nameBox } = parts;
  const animal = subjectBox ? placePart(placed, subjectBox) : placed;
  return {
    animalShare: 1 - computeAreaCoverage(area, animal).visibleShare,
    isNameCut: nameBox !== null && !computeAreaCoverage(area, placePart(placed, nameBox)).isWhole,
  };
}

/** Whether the customer should know about the cut: more than 5 % of the animal, or any letter of the name. */
export const isCutWorthWarning = ({ animalShare, isNameCut }: CutParts): boolean =>
  isNameCut || animalShare > TOLERATED_SHARE;

import { PRINT_AREAS } from '@shop/contracts-catalog/kinds';
import { computeCutParts, isCutWorthWarning } from './cut-parts.js';
import { DEFAULT_PLACEMENT, placeArtwork, type DesignPlacement } from './place-artwork.js';

const TAG = PRINT_AREAS['pet-tag'];
const PARTS = {
  subjectBox: { x: 0.2, y: 0.1, width: 0.6, height: 0.7 },
  nameBox: { x: 0.1, y: 0.84, width: 0.8, height: 0.1 },
};

const cutAt = (design: Partial<DesignPlacement>, parts: Parameters<typeof computeCutParts>[2] = PARTS) =>
  computeCutParts(TAG, placeArtwork(TAG, 1, { ...DEFAULT_PLACEMENT, ...design }, 'whole-artwork'), parts);

describe('computeCutParts', () => {
  it('cuts neither the animal nor the name by default', () => {
    expect(cutAt({})).toEqual({ animalShare: 0, isNameCut: false });
    expect(isCutWorthWarning(cutAt({}))).toBe(false);
  });

  it('warns of a cut letter while the animal is whole', () => {
    expect(cutAt({ scale: 125 })).toEqual({ animalShare: 0, isNameCut: true });
    expect(isCutWorthWarning(cutAt({ scale: 125 }))).toBe(true);
  });

  it('turns with the picture: upside down the name is at the top', () => {
    expect(cutAt({ y: 35, rotation: 180 }).isNameCut).toBe(true);
    expect(cutAt({ y: 60, rotation: 180 }).isNameCut).toBe(false);
  });

  it('warns from a twentieth of the animal, and takes the whole picture for an animal that is unknown', () => {
    expect(isCutWorthWarning(cutAt({ scale: 190 }, { ...PARTS, nameBox: null }))).toBe(true);
    const unknown = { subjectBox: null, nameBox: null };
    expect(isCutWorthWarning(cutAt({}, unknown))).toBe(false);
    expect(cutAt({ scale: 190 }, unknown).animalShare).toBeGreaterThan(cutAt({ scale: 190 }).animalShare);
  });
});

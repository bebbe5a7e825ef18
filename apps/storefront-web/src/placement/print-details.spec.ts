import { PRINT_AREAS } from '@shop/contracts-catalog/kinds';
import { DEFAULT_PLACEMENT, type PlacementTarget } from './placement.js';
import {
  type Artwork,
  computePrintDetails,
  findSharpPlacement,
  formatInches,
  formatSize,
  getEdgeWarning,
  getSpokenSummary,
} from './print-details.js';

const tee: PlacementTarget = { printArea: PRINT_AREAS.tshirt, scaleSense: 'whole-artwork' };
const tag: PlacementTarget = { printArea: PRINT_AREAS['pet-tag'], scaleSense: 'whole-artwork' };
const square = { aspect: 1, detail: { widthPx: 2600, isFlat: false } };
const summarize = (change: object, area: PlacementTarget = tee, artwork = square) => {
  const placement = { ...DEFAULT_PLACEMENT, ...change };
  return getSpokenSummary(placement, computePrintDetails(area, artwork, placement));
};

describe('computePrintDetails', () => {
  it('computes size and quality', () => {
    const artwork = { aspect: 1.25, detail: { widthPx: 640, isFlat: false } };
    expect(computePrintDetails(tee, artwork, { ...DEFAULT_PLACEMENT, scale: 50 })).toEqual({
      inches: { width: 7.5, height: 6 },
      quality: 'good',
      qualityText: 'Sharp from a step away.',
      edge: 'inside',
      outsidePercent: 0,
      cutWarning: null,
    });
  });

  it('calls the print of a small photo blurred, in the words of the photo check, but flat shapes sharp', () => {
    const textOf = (isFlat: boolean) =>
      computePrintDetails(tee, { aspect: 1.25, detail: { widthPx: 586, isFlat } }, DEFAULT_PLACEMENT).qualityText;
    expect(textOf(false)).toContain('whiskers and fine fur are lost');
    expect(textOf(true)).toBe('Clear shapes: sharp at any size.');
  });

  it('is neutral about an artwork of unknown detail', () => {
    const unknown = { aspect: 1, detail: null };
    expect(computePrintDetails(tee, unknown, DEFAULT_PLACEMENT)).toMatchObject({
      quality: null,
      qualityText: 'The sharper your photo, the sharper the print.',
    });
    expect(computePrintDetails(tee, { ...unknown, detail: undefined }, DEFAULT_PLACEMENT).qualityText).toBeNull();
    expect(findSharpPlacement(tee, unknown, DEFAULT_PLACEMENT)).toBeNull();
  });

  it('names what would be cut off of the animal and the name, and is silent at the defaults', () => {
    const known = {
      ...square,
      subjectBox: { x: 0.2, y: 0.1, width: 0.6, height: 0.7 },
      nameBox: { x: 0.1, y: 0.84, width: 0.8, height: 0.1 },
    };
    const warningAt = (placement: object, artwork: Artwork = known) =>
      computePrintDetails(tag, artwork, { ...DEFAULT_PLACEMENT, ...placement }).cutWarning;
    expect(warningAt({})).toBeNull();
    expect(warningAt({ scale: 125 })).toBe('Part of the name would be cut off.');
    expect(warningAt({ scale: 200 })).toMatch(/^\d+% of your pet and part of the name would be cut off\.$/);
    expect(warningAt({ scale: 200 }, square)).toMatch(/^\d+% of your artwork would be cut off\.$/);
    // The corners of the picture are at the edge, but not the animal and the name.
    expect(computePrintDetails(tag, known, DEFAULT_PLACEMENT).edge).toBe('inside');
  });

  it('warns about the part outside of the print area, however small', () => {
    const detailsOf = (placement: object, area: PlacementTarget = tee) =>
      computePrintDetails(area, square, { ...DEFAULT_PLACEMENT, ...placement });
    expect(getEdgeWarning(detailsOf({}))).toBeNull();
    expect(getEdgeWarning(detailsOf({ x: 0 }))).toBe(
      '50% of your artwork lies outside the print area and is not printed.',
    );
    expect(getEdgeWarning(detailsOf({ x: 50.1 }))).toMatch(/^1% of your artwork/);
    expect(getEdgeWarning(detailsOf({}, tag))).toBe('Very close to the edge: a sliver may be cut off.');
    expect(getEdgeWarning(detailsOf({ x: 0, y: 0, scale: 20 }, tag))).toMatch(/Nothing of it would be printed/);
  });
});

describe('formatInches', () => {
  it.each([
    [10, '10'],
    [6.75, '6.8'],
    [0.5, '0.5'],
    [0.625, '0.63'],
    [1.999, '2'],
  ])('formats %d as %s', (inches, formatted) => {
    expect(formatInches(inches)).toBe(formatted);
  });

  it('formats width and height', () => {
    expect(formatSize({ width: 15, height: 18.75 })).toBe('15 × 18.8 in');
  });
});

describe('getSpokenSummary', () => {
  it('is one short sentence', () => {
    expect(summarize({ scale: 66.66 }, tee)).toBe('Centered, 10 inches wide, excellent.');
  });

  it.each([
    [{ x: 25, y: 25, scale: 40 }, 'Upper left, 6 inches wide, excellent.'],
    [{ x: 75, y: 70, scale: 40 }, 'Lower right, 6 inches wide, excellent.'],
    [{ x: 25, scale: 40 }, 'Left of center, 6 inches wide, excellent.'],
    [{ y: 40, scale: 40 }, 'Above center, 6 inches wide, excellent.'],
    [{ y: 60, scale: 40 }, 'Below center, 6 inches wide, excellent.'],
    [{ x: 75, y: 15, scale: 25 }, 'Left chest, 3.8 inches wide, excellent.'],
    [{ scale: 40, rotation: 45 }, 'Centered, 6 inches wide, turned 45 degrees, excellent.'],
    [{ scale: 40, rotation: 360 }, 'Centered, 6 inches wide, excellent.'],
    [{ x: 0 }, 'Left of center, 7.5 inches wide, very good, 50 percent outside the print area.'],
  ])('describes the position: %j', (change, summary) => {
    expect(summarize(change)).toBe(summary);
  });

  it('handles one inch and the edge of a tag', () => {
    expect(summarize({ scale: 200 }, tag)).toMatch(
      /^Centered, 1 inch wide, excellent, \d+ percent outside the print area\.$/,
    );
    expect(summarize({}, tag)).toBe('Centered, 0.71 inches wide, excellent, close to the edge.');
  });
});

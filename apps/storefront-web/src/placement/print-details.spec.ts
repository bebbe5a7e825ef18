import { PRINT_AREAS } from '@shop/placement';
import { DEFAULT_PLACEMENT } from './placement.js';
import {
  computePrintDetails,
  findSharpScale,
  formatInches,
  formatSize,
  getEdgeWarning,
  getSpokenSummary,
} from './print-details.js';

const tee = PRINT_AREAS.tshirt;
const tag = PRINT_AREAS['pet-tag'];
const square = { aspect: 1, detail: { widthPx: 2600, isFlat: false } };
const summarize = (change: object, area: typeof tee | typeof tag = tee, artwork = square) => {
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
    expect(findSharpScale(tee, unknown, { min: 20, max: 200, step: 5 })).toBeNull();
  });

  it('warns about the part outside of the print area, however small', () => {
    const detailsOf = (placement: object, area: typeof tee | typeof tag = tee) =>
      computePrintDetails(area, square, { ...DEFAULT_PLACEMENT, ...placement });
    expect(getEdgeWarning(detailsOf({}))).toBeNull();
    expect(getEdgeWarning(detailsOf({ x: 0 }))).toBe(
      '50% of your artwork lies outside the print area and is not printed.',
    );
    expect(getEdgeWarning(detailsOf({ x: 50.1 }))).toMatch(/^1% of your artwork/);
    expect(getEdgeWarning(detailsOf({ scale: 65 }, tag))).toBe('Very close to the edge: a sliver may be cut off.');
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
    expect(summarize({ scale: 66.66 }, tee)).toBe('Centred, 10 inches wide, excellent.');
  });

  it.each([
    [{ x: 25, y: 25, scale: 40 }, 'Upper left, 6 inches wide, excellent.'],
    [{ x: 75, y: 70, scale: 40 }, 'Lower right, 6 inches wide, excellent.'],
    [{ x: 25, scale: 40 }, 'Left of centre, 6 inches wide, excellent.'],
    [{ y: 40, scale: 40 }, 'Above centre, 6 inches wide, excellent.'],
    [{ y: 60, scale: 40 }, 'Below centre, 6 inches wide, excellent.'],
    [{ x: 75, y: 15, scale: 25 }, 'Left chest, 3.8 inches wide, excellent.'],
    [{ scale: 40, rotation: 45 }, 'Centred, 6 inches wide, turned 45 degrees, excellent.'],
    [{ scale: 40, rotation: 360 }, 'Centred, 6 inches wide, excellent.'],
    [{ x: 0 }, 'Left of centre, 7.5 inches wide, very good, 50 percent outside the print area.'],
  ])('describes the position: %j', (change, summary) => {
    expect(summarize(change)).toBe(summary);
  });

  it('handles one inch and the edge of a tag', () => {
    expect(summarize({}, tag)).toMatch(/^Centred, 1 inch wide, excellent, \d+ percent outside the print area\.$/);
    expect(summarize({ scale: 65 }, tag)).toBe('Centred, 0.65 inches wide, excellent, close to the edge.');
  });
});

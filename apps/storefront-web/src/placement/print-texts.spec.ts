import { PRINT_AREAS } from '@shop/placement';
import { DEFAULT_PLACEMENT } from './placement.js';
import { computePrintDetails, findSharpScale } from './print-details.js';
import { getEdgeWarning, formatInches, formatSize, getSpokenSummary } from './print-texts.js';

const tee = PRINT_AREAS.tshirt;
const tag = PRINT_AREAS['pet-tag'];
const square = { aspect: 1, widthPx: 3000 };
const spoken = (change: object, area: typeof tee | typeof tag = tee, artwork = square) => {
  const placement = { ...DEFAULT_PLACEMENT, ...change };
  return getSpokenSummary(placement, computePrintDetails(area, artwork, placement));
};

describe('what is printed', () => {
  it('has its size, its density rounded down, and a verdict', () => {
    expect(computePrintDetails(tee, { aspect: 1.25, widthPx: 2999 }, { ...DEFAULT_PLACEMENT, scale: 66.7 })).toEqual({
      inches: { width: 10.005, height: 8.004 },
      dpi: 299,
      verdict: 'very good',
      edge: 'inside',
      outsidePercent: 0,
    });
  });

  it('has neither density nor verdict while the width of the file is unknown', () => {
    const unknown = { aspect: 1, widthPx: null };
    expect(computePrintDetails(tee, unknown, DEFAULT_PLACEMENT)).toMatchObject({
      inches: { width: 15, height: 15 },
      dpi: null,
      verdict: null,
    });
    expect(findSharpScale(tee, unknown, { min: 20, max: 200, step: 5 })).toBeNull();
  });

  it('tells what is lost at the edge, and never calls a little nothing', () => {
    const facts = (placement: object, area: typeof tee | typeof tag = tee) =>
      computePrintDetails(area, square, { ...DEFAULT_PLACEMENT, ...placement });
    expect(getEdgeWarning(facts({}))).toBeNull();
    expect(getEdgeWarning(facts({ x: 0 }))).toBe('50% of your artwork lies outside the print area and is not printed.');
    expect(getEdgeWarning(facts({ x: 50.1 }))).toMatch(/^1% of your artwork/);
    expect(getEdgeWarning(facts({ scale: 65 }, tag))).toBe('Very close to the edge: a sliver may be cut off.');
    expect(getEdgeWarning(facts({ x: 0, y: 0, scale: 20 }, tag))).toMatch(/Nothing of it would be printed/);
  });
});

describe('inches', () => {
  it.each([
    [10, '10'],
    [6.75, '6.8'],
    [0.5, '0.5'],
    [0.625, '0.63'],
    [1.999, '2'],
  ])('%d are written %s', (inches, written) => {
    expect(formatInches(inches)).toBe(written);
  });

  it('are written across and down', () => {
    expect(formatSize({ width: 15, height: 18.75 })).toBe('15 × 18.8 in');
  });
});

describe('the spoken summary', () => {
  it('is one short sentence', () => {
    expect(spoken({ scale: 66.66 }, tee, { aspect: 1, widthPx: 3000 })).toBe('Centred, 10 inches wide, excellent.');
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
  ])('says where it is: %j', (change, sentence) => {
    expect(spoken(change)).toBe(sentence);
  });

  it('knows one inch, and the edge of a tag', () => {
    expect(spoken({}, tag)).toMatch(/^Centred, 1 inch wide, excellent, \d+ percent outside the print area\.$/);
    expect(spoken({ scale: 65 }, tag)).toBe('Centred, 0.65 inches wide, excellent, close to the edge.');
  });
});

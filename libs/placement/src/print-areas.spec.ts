import {
  BLEED_PX,
  getBleedPx,
  PRINT_AREAS,
  fitIntoPicture,
  getDefaultPrintArea,
  SMALL_TSHIRT_PRINT_AREA,
  SMALL_TSHIRT_SIZES,
} from './print-areas.js';

describe('print areas', () => {
  it.each(SMALL_TSHIRT_SIZES)('are smaller for a t-shirt of size %s, with the same aspect ratio', (size) => {
    expect(getDefaultPrintArea('tshirt', size)).toBe(SMALL_TSHIRT_PRINT_AREA);
    expect(SMALL_TSHIRT_PRINT_AREA.heightPx / SMALL_TSHIRT_PRINT_AREA.widthPx).toBe(
      PRINT_AREAS.tshirt.heightPx / PRINT_AREAS.tshirt.widthPx,
    );
  });

  it('ignore case and spaces of a size', () => {
    expect(getDefaultPrintArea('tshirt', ' xs ')).toBe(SMALL_TSHIRT_PRINT_AREA);
  });

  it.each(['mug', '', 'constructor', 'toString'])('are a square for the unknown category "%s"', (category) => {
    expect(getDefaultPrintArea(category, 'M')).toEqual({ widthPx: 3000, heightPx: 3000, shape: 'rectangle' });
  });

  it('lie in the middle of a picture, with their proportions', () => {
    const { x, y, width, height } = fitIntoPicture(PRINT_AREAS.tshirt);
    expect(width / height).toBeCloseTo(4500 / 5400, 6);
    expect([x + width / 2, y + height / 2]).toEqual([expect.closeTo(0.5, 6), expect.closeTo(0.5, 6)]);
    expect(fitIntoPicture(PRINT_AREAS['pet-tag'], { x: 0, y: 0, width: 1, height: 0.5 })).toEqual({
      x: 0.25,
      y: 0,
      width: 0.5,
      height: 0.5,
    });
  });

  it('print a sixteenth of an inch beyond the cut of a tag: 338 pixels across', () => {
    expect(PRINT_AREAS['pet-tag'].widthPx + 2 * BLEED_PX['pet-tag']).toBe(338);
  });

  it.each(Object.entries(PRINT_AREAS))(
    'have the bleed of their category, computed from the shape: %s',
    (category, area) => {
      expect(getBleedPx(area)).toBe(BLEED_PX[category as keyof typeof BLEED_PX]);
    },
  );
});

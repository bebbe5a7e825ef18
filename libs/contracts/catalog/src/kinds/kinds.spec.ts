import {
  EVENT_CATEGORIES,
  findSizeArea,
  getBleedPx,
  getDefaultPrintArea,
  getKindName,
  PRODUCT_CATEGORIES,
  PRODUCT_KINDS,
  toEventCategory,
} from './index.js';

it('the four specified kinds come first', () => {
  expect(PRODUCT_CATEGORIES.slice(0, 4)).toEqual(['tshirt', 'hoodie', 'phone-case', 'pet-tag']);
});

it('events call each kind what the first release knows', () => {
  expect(EVENT_CATEGORIES).toEqual(['tshirt', 'hoodie', 'phone-case', 'pet-tag']);
  for (const key of PRODUCT_CATEGORIES) expect(EVENT_CATEGORIES).toContain(toEventCategory(key));
});

describe.each(PRODUCT_KINDS.map((kind) => [kind.key, kind] as const))('a %s', (key, kind) => {
  const { printArea, sizeAreas = [], sizeTable } = kind;

  it('has sizes that print the same proportions, so that a design looks the same on each', () => {
    for (const { printArea: area } of sizeAreas) {
      expect(area.shape).toBe(printArea.shape);
      expect(area.widthPx / area.heightPx).toBeCloseTo(printArea.widthPx / printArea.heightPx, 3);
    }
  });

  it('has the bleed of its shape, so that a product with its own area has it, too', () => {
    expect(getBleedPx(printArea)).toBe(kind.bleedPx ?? 0);
  });

  it('is printed in at most 24 inches, and measured in two columns or more', () => {
    expect(Math.max(printArea.widthPx, printArea.heightPx)).toBeLessThanOrEqual(7200);
    expect(sizeTable.columns.length).toBeGreaterThan(1);
  });

  it('is treated by released readers as its stand-in: with the same word for a size, and the same ground', () => {
    const standIn = PRODUCT_KINDS.find((each) => each.key === toEventCategory(key));
    expect([standIn?.sizeName, standIn?.continuesGround]).toEqual([kind.sizeName, kind.continuesGround]);
  });
});

it.each(['XS', 's', ' m '])('t-shirts of size %s print 11.5 × 13.8 in', (size) => {
  expect(getDefaultPrintArea('tshirt', size)).toEqual({ widthPx: 3450, heightPx: 4140, shape: 'rectangle' });
});

it.each(['10 × 10 in', '10x10 in', '10 X 10 IN'])('posters of size %s print ten inches', (size) => {
  expect(findSizeArea('poster', size)?.widthPx).toBe(3000);
});

it.each(['L', '', null, undefined])('size %s prints the area of its kind', (size) => {
  expect(getDefaultPrintArea('tshirt', size)).toEqual({ widthPx: 4500, heightPx: 5400, shape: 'rectangle' });
});

it('a tag prints a sixteenth of an inch beyond the cut: 338 pixels across', () => {
  const { widthPx } = getDefaultPrintArea('pet-tag');
  expect(widthPx + 2 * getBleedPx({ shape: 'round' })).toBe(338);
});

it.each(['mug', '', 'constructor', 'toString'])('"%s" of a newer server is a square, and shown as its text', (key) => {
  expect(getDefaultPrintArea(key, 'M')).toEqual({ widthPx: 3000, heightPx: 3000, shape: 'rectangle' });
  expect(getKindName(key)).toBe(key);
});

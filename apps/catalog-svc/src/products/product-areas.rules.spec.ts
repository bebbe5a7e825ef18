import { PRINT_AREAS, getDefaultPrintArea } from '@shop/contracts-catalog/kinds';
import { PRODUCT_CATEGORIES } from '@shop/contracts-catalog';
import { CUTS } from '@shop/product-pictures';
import { getAreas, assertUndistorted, haveSameProportions, type AreasSource } from './product-areas.rules.js';

const SMALL_AREA = getDefaultPrintArea('tshirt', 'S');

const source = (given: Partial<AreasSource>): AreasSource => ({
  category: 'tshirt',
  imageUrl: null,
  printArea: null,
  pictureArea: null,
  ...given,
});
const area = (widthPx: number, heightPx: number, shape: 'rectangle' | 'round' = 'rectangle') => ({
  widthPx,
  heightPx,
  shape,
});

describe('areas of a product', () => {
  it('are those of its own picture', () => {
    const { printArea, pictureArea } = CUTS['womens-tee'];
    expect(getAreas(source({ imageUrl: '/pictures/womens-tee-rose.svg' }))).toEqual({ printArea, pictureArea });
  });

  it.each(PRODUCT_CATEGORIES)('are the default of %s in the middle of a foreign picture', (category) => {
    const { printArea, pictureArea } = getAreas(source({ category, imageUrl: 'https://example.com/product.jpg' }));
    expect(printArea).toEqual(PRINT_AREAS[category]);
    expect(pictureArea.x + pictureArea.width / 2).toBeCloseTo(0.5, 12);
    expect(pictureArea.y + pictureArea.height / 2).toBeCloseTo(0.5, 12);
    expect(pictureArea.width / pictureArea.height).toBeCloseTo(printArea.widthPx / printArea.heightPx, 12);
    expect(pictureArea.height).toBeLessThanOrEqual(0.6 + 1e-12);
    expect(pictureArea.width).toBeLessThanOrEqual(0.5 + 1e-12);
  });

  it('are those set by an admin for every picture and category', () => {
    const own = { printArea: area(2000, 1000), pictureArea: { x: 0.2, y: 0.2, width: 0.4, height: 0.2 } };
    for (const imageUrl of [null, 'https://example.com/a.jpg', '/pictures/classic-tee-white.svg'])
      expect(getAreas(source({ category: 'hoodie', imageUrl, ...own }))).toEqual(own);
  });

  it('fit an admin’s print area into that of the picture, undistorted', () => {
    const drawn = CUTS['classic-tee'].pictureArea;
    const { pictureArea } = getAreas(
      source({ imageUrl: '/pictures/classic-tee-white.svg', printArea: area(3000, 1000) }),
    );
    expect(pictureArea.width / pictureArea.height).toBeCloseTo(3, 12);
    expect(pictureArea.width).toBeCloseTo(drawn.width, 12);
    expect(pictureArea.y + pictureArea.height / 2).toBeCloseTo(drawn.y + drawn.height / 2, 12);
  });
});

describe('an area on a picture', () => {
  const onDrawing = (width: number, height: number) => () =>
    assertUndistorted(
      source({ imageUrl: '/pictures/classic-tee-white.svg', pictureArea: { x: 0.1, y: 0.1, width, height } }),
    );

  it('drawn by the shop must not stretch the artwork', () => {
    expect(onDrawing(0.35, 0.42)).not.toThrow();
    expect(onDrawing(0.35, 0.425)).not.toThrow();
    expect(onDrawing(0.42, 0.42)).toThrow('The area on the picture must have the proportions of the print area');
    expect(onDrawing(0.35, 0.5)).toThrow('The area on the picture must have the proportions of the print area');
  });

  it('from elsewhere may have any proportions, because those of the picture are unknown', () => {
    expect(() =>
      assertUndistorted(
        source({ imageUrl: 'https://example.com/wide.jpg', pictureArea: { x: 0, y: 0, width: 1, height: 0.1 } }),
      ),
    ).not.toThrow();
  });
});

describe('the proportions of two print areas', () => {
  it.each([
    [area(4500, 5400), SMALL_AREA, true],
    [area(300, 300, 'round'), area(375, 375, 'round'), true],
    [area(300, 300, 'round'), area(375, 375), false],
    [area(879, 1830), area(440, 916), true],
    [area(879, 1830), area(440, 920), false],
    [area(4500, 5400), area(3600, 4200), false],
  ])('of %j and %j are the same: %s', (one, other, same) => {
    expect(haveSameProportions(one, other)).toBe(same);
    expect(haveSameProportions(other, one)).toBe(same);
  });
});

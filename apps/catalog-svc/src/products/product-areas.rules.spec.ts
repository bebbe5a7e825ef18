import { PRODUCT_CATEGORIES } from '@shop/contracts/catalog';
import { PRINT_AREAS } from '@shop/placement';
import { CUTS } from '../pictures/cuts.js';
import { areasOf } from './product-areas.rules.js';

describe('areas of a product', () => {
  it('are those of its picture, where the shop drew it', () => {
    const { printArea, pictureArea } = CUTS['womens-tee'];
    expect(areasOf('tshirt', '/pictures/womens-tee-rose.svg')).toEqual({ printArea, pictureArea });
  });

  it.each(PRODUCT_CATEGORIES)('are the default of %s in the middle of a foreign picture', (category) => {
    const { printArea, pictureArea } = areasOf(category, 'https://example.com/product.jpg');
    expect(printArea).toEqual(PRINT_AREAS[category]);
    expect(pictureArea.x + pictureArea.width / 2).toBeCloseTo(0.5, 12);
    expect(pictureArea.y + pictureArea.height / 2).toBeCloseTo(0.5, 12);
    expect(pictureArea.width / pictureArea.height).toBeCloseTo(printArea.widthPx / printArea.heightPx, 12);
    expect(pictureArea.height).toBeLessThanOrEqual(0.6 + 1e-12);
    expect(pictureArea.width).toBeLessThanOrEqual(0.5 + 1e-12);
  });

  it('keep a print area of the product’s own when only the picture changes', () => {
    const own = { widthPx: 2000, heightPx: 2000, shape: 'rectangle' as const };
    expect(areasOf('hoodie', null, { category: 'hoodie', printArea: own }).printArea).toEqual(own);
  });

  it('are those of the new category when it changes', () => {
    expect(areasOf('pet-tag', null, { category: 'hoodie', printArea: PRINT_AREAS.hoodie }).printArea).toEqual(PRINT_AREAS['pet-tag']);
  });
});

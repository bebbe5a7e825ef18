import { aProduct, aVariant } from '../testing/builders.js';
import {
  productChoiceReducer,
  resolveProductChoice,
  toVariantSelections,
  type ProductChoice,
} from './product-choice.js';

const tee = aProduct({ basePrice: '24.00', imageUrl: '/pictures/tee-white.svg' });
const mug = aProduct({ title: 'Other' });
const xl = aVariant({ name: '2XL', type: 'size', priceModifier: '2.50' });
const small = aVariant({ name: 'S', type: 'size', printArea: { widthPx: 3450, heightPx: 4140, shape: 'rectangle' } });
const sand = aVariant({ name: 'Sand', type: 'color', priceModifier: '-1.00', imageUrl: '/pictures/tee-sand.svg' });
const choice: ProductChoice = { productId: tee.id, size: '2XL', color: 'Sand' };

describe('product choice', () => {
  it('clears size and colour when another product is chosen', () => {
    expect(productChoiceReducer(choice, { type: 'product chosen', productId: mug.id })).toEqual({
      ...choice,
      productId: mug.id,
      size: null,
      color: null,
    });
  });

  it('keeps size and colour when the same product is chosen again', () => {
    expect(productChoiceReducer(choice, { type: 'product chosen', productId: tee.id })).toBe(choice);
  });

  it('costs the base price plus the modifiers of the chosen variants', () => {
    expect(resolveProductChoice(choice, [tee, mug], [xl, small, sand])?.unitPrice).toBe('25.50');
    expect(resolveProductChoice({ ...choice, size: null, color: null }, [tee], [xl, sand])?.unitPrice).toBe('24.00');
    const discounted = { ...xl, priceModifier: '-30.00' };
    expect(resolveProductChoice(choice, [tee], [discounted])?.unitPrice).toBe('0.00');
  });

  it('shows the picture of the chosen colour, or else of the product', () => {
    expect(resolveProductChoice(choice, [tee], [sand])?.pictureUrl).toBe('/pictures/tee-sand.svg');
    expect(resolveProductChoice({ ...choice, color: null }, [tee], [sand])?.pictureUrl).toBe('/pictures/tee-white.svg');
  });

  it('uses the print area of the size if the size has its own', () => {
    expect(resolveProductChoice({ ...choice, size: 'S' }, [tee], [small])?.printArea.widthPx).toBe(3450);
    expect(resolveProductChoice(choice, [tee], [xl])?.printArea).toEqual(tee.printArea);
  });

  it.each([
    ['tshirt', 'L', { widthPx: 4500, heightPx: 5400, shape: 'rectangle' }],
    ['tshirt', 'S', { widthPx: 3450, heightPx: 4140, shape: 'rectangle' }],
    ['pet-tag', null, { widthPx: 300, heightPx: 300, shape: 'round' }],
    ['mug', null, { widthPx: 3000, heightPx: 3000, shape: 'rectangle' }],
  ])('uses the default print area of the category %s in size %s if there is none', (category, size, area) => {
    const product = { ...tee, category, printArea: null, pictureArea: null };
    const variants = size === null ? [] : [aVariant({ name: size })];
    const resolved = resolveProductChoice({ productId: tee.id, size, color: null }, [product], variants);
    expect(resolved?.printArea).toEqual(area);
    expect(resolved?.pictureArea).toMatchObject({ x: expect.closeTo(0.25, 1), y: expect.closeTo(0.2, 0) });
  });

  it('resolves to null when the product is no longer sold', () => {
    expect(resolveProductChoice(choice, [mug], [])).toBeNull();
  });

  it('sends only variants that were chosen and still exist', () => {
    const chosen = resolveProductChoice(choice, [tee], [sand]);
    expect(chosen && toVariantSelections(chosen)).toEqual({ color: 'Sand' });
  });
});

import { aProduct, aVariant } from '../testing/builders.js';
import { productChoiceReducer, resolveProductChoice, variantSelections, type ProductChoice } from './product-choice.js';

const tee = aProduct({ basePrice: '24.00', imageUrl: '/pictures/tee-white.svg' });
const mug = aProduct({ title: 'Other' });
const xl = aVariant({ name: '2XL', type: 'size', priceModifier: '2.50' });
const small = aVariant({ name: 'S', type: 'size', printArea: { widthPx: 3450, heightPx: 4140, shape: 'rectangle' } });
const sand = aVariant({ name: 'Sand', type: 'color', priceModifier: '-1.00', imageUrl: '/pictures/tee-sand.svg' });
const choice: ProductChoice = { productId: tee.id, size: '2XL', color: 'Sand' };

describe('a choice', () => {
  it('loses size and colour with another product', () => {
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

  it('costs the base price and the modifiers of what is chosen', () => {
    expect(resolveProductChoice(choice, [tee, mug], [xl, small, sand])?.unitPrice).toBe('25.50');
    expect(resolveProductChoice({ ...choice, size: null, color: null }, [tee], [xl, sand])?.unitPrice).toBe('24.00');
  });

  it('shows the picture of the chosen colour, else the product', () => {
    expect(resolveProductChoice(choice, [tee], [sand])?.pictureUrl).toBe('/pictures/tee-sand.svg');
    expect(resolveProductChoice({ ...choice, color: null }, [tee], [sand])?.pictureUrl).toBe('/pictures/tee-white.svg');
  });

  it('prints on the area of the size where that has its own', () => {
    expect(resolveProductChoice({ ...choice, size: 'S' }, [tee], [small])?.printArea.widthPx).toBe(3450);
    expect(resolveProductChoice(choice, [tee], [xl])?.printArea).toEqual(tee.printArea);
  });

  it('is none when the product is no longer sold', () => {
    expect(resolveProductChoice(choice, [mug], [])).toBeNull();
  });

  it('sends only what was chosen and still exists', () => {
    const chosen = resolveProductChoice(choice, [tee], [sand]);
    expect(chosen && variantSelections(chosen)).toEqual({ color: 'Sand' });
  });
});

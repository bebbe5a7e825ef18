import fc from 'fast-check';
import { buildCartLine as line } from '../../test/support/cart-line.js';
import {
  isOffered,
  listMissingChoices,
  normalizeSelections,
  withoutUnprintable,
  computeLineKey,
  type CartLine,
  type LineContent,
} from './cart-line.rules.js';

const content = (change: Partial<LineContent> = {}): LineContent => ({
  productId: 'product-1',
  generatedImageId: 'artwork-1',
  variantSelections: { size: 'M', color: 'Black' },
  designConfig: { x: 50, y: 50, scale: 100, rotation: 0 },
  scaleSense: 'whole-artwork',
  ...change,
});

const anyContent = fc.record<LineContent>({
  productId: fc.constantFrom('p1', 'p2'),
  generatedImageId: fc.constantFrom('a1', 'a2'),
  variantSelections: fc.record(
    { size: fc.constantFrom('S', 'M'), color: fc.constantFrom('Red', 'Blue') },
    { requiredKeys: [] },
  ),
  designConfig: fc.record({
    x: fc.constantFrom(0, 50),
    y: fc.constantFrom(0, 50),
    scale: fc.constantFrom(20, 100),
    rotation: fc.constantFrom(0, 15),
  }),
  scaleSense: fc.constantFrom('whole-artwork', 'area-width'),
});

const flat = ({ productId, generatedImageId, variantSelections, designConfig, scaleSense }: LineContent): unknown => ({
  productId,
  generatedImageId,
  size: variantSelections.size,
  color: variantSelections.color,
  ...designConfig,
  scaleSense,
});

describe('equal lines', () => {
  it('agree in product, artwork, choices and placement', () => {
    fc.assert(
      fc.property(anyContent, anyContent, (one, other) => {
        const areEqual = JSON.stringify(flat(one)) === JSON.stringify(flat(other));
        expect(computeLineKey(one) === computeLineKey(other)).toBe(areEqual);
      }),
    );
  });

  it('do not depend on the order in which choices and placement were sent', () => {
    const turned = content({
      variantSelections: { color: 'Black', size: 'M' },
      designConfig: { rotation: 0, scale: 100, y: 50, x: 50 },
    });
    expect(computeLineKey(turned)).toBe(computeLineKey(content()));
  });

  it('cannot be forged by a choice that contains the separators', () => {
    expect(computeLineKey(content({ variantSelections: { size: 'M","Black' } }))).not.toBe(computeLineKey(content()));
  });

  it('contain only what was chosen', () => {
    expect(normalizeSelections({ size: undefined, color: 'Red' })).toEqual({ color: 'Red' });
    expect(Object.keys(normalizeSelections({ size: undefined, color: undefined }))).toEqual([]);
  });
});

describe('listMissingChoices', () => {
  const SHIRT: Partial<CartLine> = { variantTypes: ['color', 'size'] };
  const M = { variantSelections: { size: 'M' } };

  it.each<[string, Partial<CartLine>, string[], boolean]>([
    ['a product without sizes and colours', {}, [], true],
    ['a product with both', SHIRT, ['size', 'color'], true],
    ['a chosen size', { ...SHIRT, ...M, sizeModifierCents: 0 }, ['color'], true],
    ['a size that is no longer sold', { ...SHIRT, ...M }, ['size', 'color'], false],
    ['a size of a product that has none any more', M, [], false],
    ['a product that is no longer sold', { ...SHIRT, isSold: false }, [], false],
  ])('of %s', (_, change, missing, offered) => {
    const shirt = line(change);
    expect(listMissingChoices(shirt, shirt).map(({ type }) => type)).toEqual(missing);
    expect(isOffered(shirt, shirt)).toBe(offered);
  });

  it('calls the size of a phone case its model', () => {
    const phoneCase = line({ category: 'phone-case', variantTypes: ['size'] });
    expect(listMissingChoices(phoneCase, phoneCase)).toEqual([{ type: 'size', label: 'model' }]);
  });
});

describe('withoutUnprintable', () => {
  const row = line({
    variantSelections: { size: 'M', color: 'Black' },
    variantIds: { size: 'm', color: 'black' },
    variantTypes: ['color', 'size'],
    sizeModifierCents: 0,
    colorModifierCents: 0,
  });
  const check = (printed: string[]) => {
    const canPrint: Parameters<typeof withoutUnprintable>[2] = ({ variantIds: { size = '', color = '' } }, open) =>
      printed.some((article) => {
        const [printedSize, printedColor] = article.split(' ');
        return (open.includes('size') || printedSize === size) && (open.includes('color') || printedColor === color);
      });
    const { isSold, sizeModifierCents, colorModifierCents } = withoutUnprintable(row, 'tee', canPrint);
    return { isSold, size: sizeModifierCents, color: colorModifierCents };
  };

  it.each([
    [['m black'], { isSold: true, size: 0, color: 0 }],
    [['l black'], { isSold: true, size: null, color: 0 }],
    [['m white', 'l black'], { isSold: true, size: 0, color: null }],
    [[], { isSold: false, size: 0, color: 0 }],
  ])('offers M in black, of which the printer prints %j, as %j', (printed, offer) => {
    expect(check(printed)).toEqual(offer);
  });
});

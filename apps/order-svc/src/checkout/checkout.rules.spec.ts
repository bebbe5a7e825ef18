import { MAX_CENTS } from '@shop/contracts-common';
import { priceCart } from '../carts/cart-pricing.rules.js';
import { buildCartLine as line } from '../../test/support/cart-line.js';
import { type CheckoutObstacle, draftItems, findObstacle, haveSameItems, toCheckoutError } from './checkout.rules.js';

/** A line that was added while the whole square was printed. */
const cornerOfTag = (title: string) =>
  line({
    title,
    designConfig: { x: 0, y: 0, scale: 20, rotation: 0 },
    print: {
      areaPx: { widthPx: 300, heightPx: 300, shape: 'round' },
      pictureUrl: null,
      pictureArea: { x: 0.2, y: 0.2, width: 0.6, height: 0.6 },
      overlayUrl: null,
    },
  });

describe('findObstacle', () => {
  it.each([
    ['nothing', [line()], null],
    ['an empty cart', [], 'empty'],
    ['a line no longer sold', [line(), line({ id: 'b', isSold: false })], 'unavailable'],
    ['nothing but lines no longer sold', [line({ isSold: false })], 'unavailable'],
    ['an unconfirmed price', [line({ basePriceCents: 2_500 })], 'price-changed'],
    ['a missing choice', [line({ variantTypes: ['size'] })], 'choice-missing'],
    [
      'a chosen size that is no longer sold',
      [line({ variantTypes: ['size'], variantSelections: { size: 'S' } })],
      'choice-missing',
    ],
    [
      'a line no longer sold before a missing choice',
      [line({ variantTypes: ['size'] }), line({ id: 'b', isSold: false })],
      'unavailable',
    ],
    [
      'a missing choice before an unconfirmed price',
      [line({ variantTypes: ['size'], basePriceCents: 2_500 })],
      'choice-missing',
    ],
    [
      'an unavailable line before an unconfirmed price',
      [line({ basePriceCents: 2_500 }), line({ id: 'b', isSold: false })],
      'unavailable',
    ],
    ['a placement of which nothing is printed any more', [cornerOfTag('Tag')], 'nothing-printed'],
    ['more lines than an order has', Array.from({ length: 101 }, (_, id) => line({ id: String(id) })), 'too-many'],
    [
      'a total that cannot be written down',
      [line({ basePriceCents: MAX_CENTS, unitPriceCents: MAX_CENTS })],
      'too-large',
    ],
  ] as const)('%s', (_, lines, obstacle) => {
    expect(findObstacle(priceCart(lines), null)).toBe(obstacle);
  });

  it.each<[CheckoutObstacle, string, string]>([
    ['empty', 'conflict', 'Your cart is empty'],
    ['unavailable', 'conflict', 'Something in your cart is no longer available. Please remove it and try again.'],
    ['price-changed', 'conflict', 'A price in your cart has changed. Please check it and try again.'],
    ['too-large', 'impossible', 'That is more than one order can hold. Please choose a smaller quantity.'],
  ])('%s has its own error message', (obstacle, kind, message) => {
    expect(toCheckoutError(obstacle, priceCart([]))).toMatchObject({ kind, message });
  });

  it('names each product of which nothing would be printed', () => {
    const cart = priceCart([line(), cornerOfTag('Tag'), cornerOfTag('Coin')]);
    expect(toCheckoutError('nothing-printed', cart).message).toBe(
      'Nothing of your artwork would be printed on Tag, Coin. Please remove it, and add it again with another placement.',
    );
  });

  it('says how many items are too many', () => {
    const cart = priceCart(Array.from({ length: 101 }, (_, id) => line({ id: String(id) })));
    expect(toCheckoutError('too-many', cart).message).toBe(
      'Your cart has 101 different items, and one order has room for 100. Please remove some and order them next.',
    );
  });

  it('names each product that lacks a choice, once', () => {
    const hoodie = { title: 'Hoodie', variantTypes: ['color', 'size'] } as const;
    const cart = priceCart([
      line(hoodie),
      line({ ...hoodie, id: 'b' }),
      line({ id: 'c', title: 'Case', category: 'phone-case', variantTypes: ['size'] }),
      line({ id: 'd', title: 'Tag' }),
    ]);
    expect(toCheckoutError('choice-missing', cart)).toMatchObject({
      kind: 'impossible',
      message: 'Please choose a size and a color for Hoodie, a model for Case.',
    });
  });
});

it('takes a size that was created again under its name for another item, because the printer finds its article by the id', () => {
  const draft = (size: string) => draftItems('order', priceCart([line({ variantIds: { size } })]));
  expect(haveSameItems(draft('a'), draft('a'))).toBe(true);
  expect(haveSameItems(draft('a'), draft('b'))).toBe(false);
});

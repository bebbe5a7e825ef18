import { MAX_CENTS } from '@shop/contracts/common';
import { priceCart } from '../carts/cart-pricing.rules.js';
import type { CartLine } from '../carts/cart-line.rules.js';
import { refusalOf } from './checkout-refusals.js';
import { obstacleOf, type CheckoutObstacle } from './checkout.rules.js';

const line = (change: Partial<CartLine> = {}): CartLine => ({
  id: 'a',
  productId: 'product',
  generatedImageId: 'artwork',
  variantSelections: {},
  designConfig: { x: 50, y: 50, scale: 100, rotation: 0 },
  lineKey: 'a',
  quantity: 1,
  unitPriceCents: 2_400,
  title: 'T-shirt',
  imageUrl: null,
  basePriceCents: 2_400,
  isSold: true,
  sizeModifierCents: null,
  colorModifierCents: null,
  artworkUrl: null,
  ...change,
});

describe('what stands in the way of a checkout', () => {
  it.each([
    ['nothing', [line()], null],
    ['an empty cart', [], 'empty'],
    ['a line no longer sold', [line(), line({ id: 'b', isSold: false })], 'unavailable'],
    ['nothing but lines no longer sold', [line({ isSold: false })], 'unavailable'],
    ['an untold price', [line({ basePriceCents: 2_500 })], 'price-changed'],
    ['an unavailable line before an untold price', [line({ basePriceCents: 2_500 }), line({ id: 'b', isSold: false })], 'unavailable'],
    ['a total that cannot be written down', [line({ basePriceCents: MAX_CENTS, unitPriceCents: MAX_CENTS })], 'too-large'],
  ] as const)('%s', (_, lines, obstacle) => {
    expect(obstacleOf(priceCart(lines), null)).toBe(obstacle);
  });

  it.each<[CheckoutObstacle, string, string]>([
    ['empty', 'conflict', 'Your cart is empty'],
    ['unavailable', 'conflict', 'Something in your cart is no longer available. Please remove it and try again.'],
    ['price-changed', 'conflict', 'A price in your cart has changed. Please check it and try again.'],
    ['too-large', 'impossible', 'That is more than one order can hold. Please choose a smaller quantity.'],
  ])('%s is said in one sentence', (obstacle, kind, sentence) => {
    expect(refusalOf(obstacle)).toMatchObject({ kind, sentence });
  });
});

import { MAX_CENTS } from '@shop/contracts/common';
import { priceCart } from '../carts/cart-pricing.rules.js';
import { aCartLine as line } from '../../test/support/cart-line.js';
import { refusalOf } from './checkout-refusals.js';
import { obstacleOf, type CheckoutObstacle } from './checkout.rules.js';

describe('what stands in the way of a checkout', () => {
  it.each([
    ['nothing', [line()], null],
    ['an empty cart', [], 'empty'],
    ['a line no longer sold', [line(), line({ id: 'b', isSold: false })], 'unavailable'],
    ['nothing but lines no longer sold', [line({ isSold: false })], 'unavailable'],
    ['an untold price', [line({ basePriceCents: 2_500 })], 'price-changed'],
    [
      'an unavailable line before an untold price',
      [line({ basePriceCents: 2_500 }), line({ id: 'b', isSold: false })],
      'unavailable',
    ],
    [
      'a total that cannot be written down',
      [line({ basePriceCents: MAX_CENTS, unitPriceCents: MAX_CENTS })],
      'too-large',
    ],
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

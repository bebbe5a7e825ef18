/**
 * What stands between a cart and its order (D21, D23, D33, D34): the cart holds something, all of it is still sold, its
 * prices are the ones the session was told, and the total can be written down. In this order: the first one is said.
 */
import { MAX_CENTS } from '@shop/contracts/common';
import { orderTotals } from '@shop/contracts/order';
import type { PricedCart } from '../carts/cart-pricing.rules.js';
import { hasUntoldPrice, type ToldPrices } from '../carts/told-prices.rules.js';

export type CheckoutObstacle = 'empty' | 'unavailable' | 'price-changed' | 'too-large';

export function obstacleOf(cart: PricedCart, told: ToldPrices | null): CheckoutObstacle | null {
  if (cart.lines.length === 0) return 'empty';
  if (cart.lines.some(({ available }) => !available)) return 'unavailable';
  if (hasUntoldPrice(cart.lines, told)) return 'price-changed';
  if (orderTotals(cart.subtotalCents).totalCents > MAX_CENTS) return 'too-large';
  return null;
}

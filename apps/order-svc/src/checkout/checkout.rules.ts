/**
 * When a cart can become an order: it is not empty, all of it is still sold, the session has seen its prices, and the
 * total fits. The first obstacle in this order is reported.
 */
import { MAX_CENTS } from '@shop/contracts/common';
import { computeOrderTotals } from '@shop/contracts/order';
import type { PricedCart } from '../carts/cart-pricing.rules.js';
import { hasUnconfirmedPrice, type ConfirmedPrices } from '../carts/confirmed-prices.rules.js';

export type CheckoutObstacle = 'empty' | 'unavailable' | 'price-changed' | 'too-large';

export function findObstacle(cart: PricedCart, confirmed: ConfirmedPrices | null): CheckoutObstacle | null {
  if (cart.lines.length === 0) return 'empty';
  if (cart.lines.some(({ available }) => !available)) return 'unavailable';
  if (hasUnconfirmedPrice(cart.lines, confirmed)) return 'price-changed';
  if (computeOrderTotals(cart.subtotalCents).totalCents > MAX_CENTS) return 'too-large';
  return null;
}

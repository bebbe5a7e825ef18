/**
 * When a cart can become an order: it is not empty, all of it is still sold, the session has seen its prices, and the
 * total fits. The first obstacle in this order is reported.
 */
import { DomainError, MAX_CENTS, MESSAGES } from '@shop/contracts/common';
import { computeOrderTotals } from '@shop/contracts/order';
import { type PricedCart, cartTooLarge } from '../carts/cart-pricing.rules.js';
import { type ConfirmedPrices, hasUnconfirmedPrice } from '../carts/confirmed-prices.rules.js';

export type CheckoutObstacle = 'empty' | 'unavailable' | 'price-changed' | 'too-large';

export function findObstacle(cart: PricedCart, confirmed: ConfirmedPrices | null): CheckoutObstacle | null {
  if (cart.lines.length === 0) return 'empty';
  if (cart.lines.some(({ available }) => !available)) return 'unavailable';
  if (hasUnconfirmedPrice(cart.lines, confirmed)) return 'price-changed';
  if (computeOrderTotals(cart.subtotalCents).totalCents > MAX_CENTS) return 'too-large';
  return null;
}

export const cartEmpty = (): DomainError => new DomainError('CART_EMPTY', 'conflict', 'Your cart is empty');

const cartUnavailable = () =>
  new DomainError(
    'CART_UNAVAILABLE',
    'conflict',
    'Something in your cart is no longer available. Please remove it and try again.',
  );

const priceChanged = () =>
  new DomainError('CART_PRICE_CHANGED', 'conflict', 'A price in your cart has changed. Please check it and try again.');

export const paymentInProgress = ({ takesDays }: { takesDays?: boolean }): DomainError =>
  new DomainError(
    'PAYMENT_IN_PROGRESS',
    'conflict',
    takesDays
      ? 'Your bank is still working on your payment. You can order more once it is done.'
      : 'Your payment is being confirmed. Please wait a moment.',
  );

export const checkoutBusy = (): DomainError =>
  new DomainError('CHECKOUT_BUSY', 'conflict', 'Your cart is being changed elsewhere. Please try again.');

export const placedOrderUnknown = (): DomainError => new DomainError('ORDER_UNKNOWN', 'not-found', MESSAGES.notFound);

export const orderClosed = (): DomainError =>
  new DomainError('ORDER_CLOSED', 'conflict', 'This order can no longer be changed.');

export function toCheckoutError(obstacle: CheckoutObstacle): DomainError {
  switch (obstacle) {
    case 'empty':
      return cartEmpty();
    case 'unavailable':
      return cartUnavailable();
    case 'price-changed':
      return priceChanged();
    case 'too-large':
      return cartTooLarge();
  }
}

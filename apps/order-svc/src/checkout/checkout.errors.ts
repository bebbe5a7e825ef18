import { DomainError, MESSAGES } from '@shop/contracts/common';
import { cartTooLarge } from '../carts/cart.errors.js';
import type { CheckoutObstacle } from './checkout.rules.js';

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

import { DomainError, MESSAGES } from '@shop/contracts/common';
import { ORDER_BEING_PRINTED, ORDER_CANCELLED } from '@shop/contracts/order';

export const orderUnknown = (): DomainError => new DomainError('ORDER_UNKNOWN', 'not-found', MESSAGES.notFound);

export const orderBeingPrinted = (): DomainError =>
  new DomainError('ORDER_BEING_PRINTED', 'conflict', ORDER_BEING_PRINTED);

export const orderNotPaid = (): DomainError =>
  new DomainError(
    'ORDER_NOT_PAID',
    'conflict',
    'This order is not paid yet. Change it in your cart and at the checkout.',
  );

export const orderCancelled = (): DomainError => new DomainError('ORDER_CANCELLED', 'conflict', ORDER_CANCELLED);

export const productNotSold = (): DomainError =>
  new DomainError(
    'PRODUCT_GONE',
    'conflict',
    'This product is no longer sold, so its size can no longer be changed. Its placement still can.',
  );

export const sizeNotSold = (): DomainError =>
  new DomainError('SIZE_NOT_SOLD', 'conflict', 'This size is not available for the product.');

export const priceDiffers = (): DomainError =>
  new DomainError(
    'SIZE_PRICE_DIFFERS',
    'conflict',
    'This size has another price. Only sizes at the price you paid can be chosen now.',
  );

export const onlySizeChanges = (): DomainError =>
  new DomainError('COLOUR_FIXED', 'conflict', 'Only the size can be changed now, not the colour.');

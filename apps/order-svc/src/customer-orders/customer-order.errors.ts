import { DomainError, MESSAGES } from '@shop/contracts/common';
import { ORDER_BEING_PRINTED, ORDER_CANCELLED, ORDER_IN_OTHER_ACCOUNT } from '@shop/contracts/order';

export const orderUnknown = (): DomainError => new DomainError('ORDER_UNKNOWN', 'not-found', MESSAGES.notFound);

export const orderBeingPrinted = (): DomainError =>
  new DomainError('ORDER_BEING_PRINTED', 'conflict', ORDER_BEING_PRINTED);

export const orderNotPaid = (): DomainError =>
  new DomainError(
    'ORDER_NOT_PAID',
    'conflict',
    'This order is not paid yet. Change it in your cart and at the checkout.',
  );

export const orderInOtherAccount = (): DomainError =>
  new DomainError('ORDER_IN_OTHER_ACCOUNT', 'conflict', ORDER_IN_OTHER_ACCOUNT);

export const orderCancelled = (): DomainError => new DomainError('ORDER_CANCELLED', 'conflict', ORDER_CANCELLED);

export const productNotSold = (): DomainError =>
  new DomainError(
    'PRODUCT_GONE',
    'conflict',
    'This product is no longer sold, so its size and color can no longer be changed. Its placement still can.',
  );

export const choiceNotSold = (): DomainError =>
  new DomainError('CHOICE_NOT_SOLD', 'conflict', 'This size or color is not available for the product.');

export const priceTooHigh = (): DomainError =>
  new DomainError(
    'CHOICE_TOO_EXPENSIVE',
    'conflict',
    'This choice costs more than you paid. Only sizes and colors at that price or a lower one can be chosen now.',
  );

import { DomainError, MESSAGES } from '@shop/contracts/common';

export const cartTooLarge = (): DomainError =>
  new DomainError(
    'CART_TOO_LARGE',
    'impossible',
    'That is more than one order can hold. Please choose a smaller quantity.',
  );

/** The same error for another person's item as for one that does not exist. */
export const itemUnknown = (): DomainError => new DomainError('CART_ITEM_UNKNOWN', 'not-found', MESSAGES.notFound);

import { DomainError, SENTENCES } from '@shop/contracts/common';

/** D21 */
export const cartTooLarge = (): DomainError =>
  new DomainError(
    'CART_TOO_LARGE',
    'impossible',
    'That is more than one order can hold. Please choose a smaller quantity.',
  );

/** Another's item is as unknown as one that never was. */
export const itemUnknown = (): DomainError => new DomainError('CART_ITEM_UNKNOWN', 'not-found', SENTENCES.notFound);

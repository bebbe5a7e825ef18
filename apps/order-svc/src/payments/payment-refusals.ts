import { DomainError } from '@shop/contracts/common';
import { orderChangedSentence } from '@shop/contracts/order';

/** D44: without an address there is nobody to send the confirmation to, so no payment is taken. */
export const emailMissing = (): DomainError => new DomainError('EMAIL_MISSING', 'invalid', 'Invalid email address');

/** `total` as it is now, `"61.83"`. */
export const orderChanged = (total: string): DomainError =>
  new DomainError('ORDER_CHANGED', 'conflict', orderChangedSentence(total));

/** Why a refund was refused, as it stands in the books. */
export const DISPUTED = 'the payment is disputed';

/** Why a refund is given up that no provider makes: it has no such payment. */
export const FAILURE_INTENT_UNKNOWN = 'the payment provider does not know this payment';

/** Somebody has given it back at the provider: the money is where it should be. */
export const MORE_THAN_LEFT = 'more than was left';

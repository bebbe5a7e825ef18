import { DomainError } from '@shop/contracts/common';
import { orderChangedMessage } from '@shop/contracts/order';

/** The confirmation needs an email address, so no payment is taken without one. */
export const emailMissing = (): DomainError => new DomainError('EMAIL_MISSING', 'invalid', 'Invalid email address');

/** `total`: the present total, such as `"61.83"`. */
export const orderChanged = (total: string): DomainError =>
  new DomainError('ORDER_CHANGED', 'conflict', orderChangedMessage(total));

/** Stored as the failure of a refund during a dispute. */
export const FAILURE_DISPUTED = 'the payment is disputed';

/** Stored as the failure of a refund whose payment no provider knows. */
export const FAILURE_INTENT_UNKNOWN = 'the payment provider does not know this payment';

/** Stored as the failure of a refund for money that somebody has already refunded at the provider. */
export const FAILURE_EXCEEDS_REMAINDER = 'more than was left';

/** Codes of errors that are resolved as soon as the provider accepts any call. */
export const API_KEY_ERROR_CODES: readonly string[] = ['PAYMENT_KEY_WRONG', 'PAYMENT_NOT_PERMITTED'];

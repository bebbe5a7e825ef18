/** The Idempotency-Key of a call becomes the id of the created row, so that a repeated call finds it. */
import { DomainError } from '@shop/contracts/common';

export const idempotencyKeyReused = (): DomainError =>
  new DomainError('IDEMPOTENCY_KEY_REUSED', 'conflict', 'This Idempotency-Key was already used for something else.');

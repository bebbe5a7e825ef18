/** The Idempotency-Key of a call that makes something becomes the thing's id, so that it is found again. */
import { DomainError } from '@shop/contracts/common';

export const keyReused = (): DomainError =>
  new DomainError('IDEMPOTENCY_KEY_REUSED', 'conflict', 'This Idempotency-Key was already used for something else.');

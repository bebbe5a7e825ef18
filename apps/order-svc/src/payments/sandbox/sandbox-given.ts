import { DomainError } from '@shop/contracts/common';
import type { SandboxConfirmation } from '@shop/contracts/order';
import type { SandboxIntent } from './sandbox-books.js';

/** What came of giving a card. A decline is kept in the books: it is returned out of their transaction, and thrown after it. */
export type Given =
  ({ intentId: string } & Omit<SandboxConfirmation, 'paymentIntentId'>) | { intentId: string; declined: string };

/** What was settled before stands, however often it is asked for; null where there is something to do. */
export const givenBefore = ({ id: intentId, status }: SandboxIntent): Given | null =>
  status === 'succeeded' || status === 'processing' ? { intentId, status } : null;

export const givenNow = (intentId: string, declined: string | null): Given =>
  declined === null ? { intentId, status: 'succeeded' } : { intentId, declined };

/** @throws DomainError CARD_DECLINED in the bank's words. */
export function confirmationOf(given: Given): SandboxConfirmation {
  if ('declined' in given) throw new DomainError('CARD_DECLINED', 'impossible', given.declined);
  const { intentId: paymentIntentId, ...confirmation } = given;
  return { paymentIntentId, ...confirmation };
}

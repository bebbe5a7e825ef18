import { DomainError } from '@shop/contracts/common';
import type { SandboxConfirmation } from '@shop/contracts/order';
import type { SandboxIntent } from './sandbox-payment.store.js';

/** What came of giving a card. A decline is kept in the books: it is returned out of their transaction, and thrown after it. */
export type SandboxPaymentResult =
  ({ intentId: string } & Omit<SandboxConfirmation, 'paymentIntentId'>) | { intentId: string; declined: string };

/** What was settled before stands, however often it is asked for; null where there is something to do. */
export const findEarlierResult = ({ id: intentId, status }: SandboxIntent): SandboxPaymentResult | null =>
  status === 'succeeded' || status === 'processing' ? { intentId, status } : null;

export const toResult = (intentId: string, declined: string | null): SandboxPaymentResult =>
  declined === null ? { intentId, status: 'succeeded' } : { intentId, declined };

/** @throws DomainError CARD_DECLINED in the bank's words. */
export function toConfirmation(result: SandboxPaymentResult): SandboxConfirmation {
  if ('declined' in result) throw new DomainError('CARD_DECLINED', 'impossible', result.declined);
  const { intentId: paymentIntentId, ...confirmation } = result;
  return { paymentIntentId, ...confirmation };
}

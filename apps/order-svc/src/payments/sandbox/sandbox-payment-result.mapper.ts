import { DomainError } from '@shop/contracts/common';
import type { SandboxConfirmation } from '@shop/contracts/order';
import type { SandboxIntent } from './sandbox-payment.store.js';

/**
 * The result of a card payment. A decline must be committed, so it is returned from the transaction and thrown
 * afterwards.
 */
export type SandboxPaymentResult =
  ({ intentId: string } & Omit<SandboxConfirmation, 'paymentIntentId'>) | { intentId: string; declined: string };

/** The earlier result of a paid or processing intent; null if the card can be charged. */
export const findEarlierResult = ({ id: intentId, status }: SandboxIntent): SandboxPaymentResult | null =>
  status === 'succeeded' || status === 'processing' ? { intentId, status } : null;

export const toResult = (intentId: string, declined: string | null): SandboxPaymentResult =>
  declined === null ? { intentId, status: 'succeeded' } : { intentId, declined };

/** @throws DomainError CARD_DECLINED with the bank's message. */
export function toConfirmation(result: SandboxPaymentResult): SandboxConfirmation {
  if ('declined' in result) throw new DomainError('CARD_DECLINED', 'impossible', result.declined);
  const { intentId: paymentIntentId, ...confirmation } = result;
  return { paymentIntentId, ...confirmation };
}

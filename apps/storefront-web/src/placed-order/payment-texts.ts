import type { CustomerOrder, PaymentStatus } from '@shop/contracts/order';
import { formatExactly } from '@shop/web-kit';

/** Of a debit, a bank transfer, a voucher: nobody has to wait beside the page. */
export const BANK_PROCESSING_TEXT = 'Your bank is still working on it. That can take some days; we write to you.';

/** Of another amount than the order's (D26). */
export const AMOUNT_MISMATCH_TEXT =
  'What we got is not what your order costs. We look at it ourselves; after a day at the latest it goes back to you, and we write to you. You need to do nothing.';

const WORDS: Record<PaymentStatus, string> = {
  pending: 'Not paid yet',
  paid: 'Paid',
  failed: 'Not paid',
  refunded: 'Refunded to the card or account it was paid from',
};

/** What a receipt says of the payment: `Paid on November 22, 2026, 14:32 GMT+1`. */
export function describePayment({ order, timeline }: Pick<CustomerOrder, 'order' | 'timeline'>): string {
  const paidAt = timeline.find(({ what }) => what === 'paid')?.at;
  return order.paymentStatus === 'paid' && paidAt
    ? `${WORDS.paid} on ${formatExactly(paidAt)}`
    : WORDS[order.paymentStatus];
}

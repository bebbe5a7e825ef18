import type { DisplayedCustomerOrder } from '@shop/contracts/order';
import { formatFullDateTime } from '@shop/web-kit';

/** For a debit, a bank transfer or a voucher, which take days. */
export const BANK_PROCESSING_TEXT = 'Your bank is still working on it. That can take some days; we write to you.';

/** For a payment whose amount differs from the order total. */
export const AMOUNT_MISMATCH_TEXT =
  'What we got is not what your order costs. We look at it ourselves; after a day at the latest it goes back to you, and we write to you. You need to do nothing.';

const STATUS_TEXTS: ReadonlyMap<string, string> = new Map([
  ['pending', 'Not paid yet'],
  ['paid', 'Paid'],
  ['failed', 'Not paid'],
  ['refunded', 'Refunded to the card or account it was paid from'],
]);

/** The payment line of a receipt: `Paid on November 22, 2026, 14:32 GMT+1`. Null if the payment status is not known. */
export function describePayment({
  order: { paymentStatus },
  timeline,
}: Pick<DisplayedCustomerOrder, 'order' | 'timeline'>): string | null {
  if (paymentStatus === undefined) return null;
  const text = STATUS_TEXTS.get(paymentStatus) ?? paymentStatus;
  const paidAt = timeline.find(({ type }) => type === 'paid')?.at;
  return paymentStatus === 'paid' && paidAt ? `${text} on ${formatFullDateTime(paidAt)}` : text;
}

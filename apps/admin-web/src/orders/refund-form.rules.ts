/**
 * Validation of a refund: from a cent up to the refundable amount. The server checks it again, because another refund
 * may have been made in between.
 */
import { formatDollars, formatCents, parseCents } from '@shop/contracts-common';
import { refundOrderRequestSchema } from '@shop/contracts-order';
import * as z from 'zod/mini';

/** `refundable`: the amount that is left, as `"12.50"`. */
export const createRefundFormSchema = (refundable: string) =>
  refundOrderRequestSchema.check(
    z.refine(({ amount }) => parseCents(amount) <= parseCents(refundable), {
      path: ['amount'],
      message: `At most ${formatDollars(refundable)} can still go back.`,
    }),
  );

export type RefundForm = z.output<typeof refundOrderRequestSchema>;

/** Label of the submit button: contains the amount once it is valid. */
export function getRefundLabel(refundable: string, amount: string): string {
  const parsed = createRefundFormSchema(refundable).safeParse({ amount, reason: 'any' });
  return parsed.success ? `Give ${formatDollars(formatCents(parseCents(parsed.data.amount)))} Back` : 'Give Back';
}

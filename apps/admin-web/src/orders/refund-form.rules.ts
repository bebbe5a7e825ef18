/**
 * What an admin may give back of an order: from a cent up to all that is left. The server looks again, since something may have
 * gone back meanwhile.
 */
import { dollars, formatCents, parseCents } from '@shop/contracts/common';
import { refundOrderRequestSchema } from '@shop/contracts/order';
import * as z from 'zod/mini';

/** `refundable`: what is left, as `"12.50"`. */
export const createRefundFormSchema = (refundable: string) =>
  refundOrderRequestSchema.check(
    z.refine(({ amount }) => parseCents(amount) <= parseCents(refundable), {
      path: ['amount'],
      message: `At most ${dollars(refundable)} can still go back.`,
    }),
  );

export type RefundForm = z.output<typeof refundOrderRequestSchema>;

/** What the button says: the amount, once it is one. */
export function getRefundLabel(refundable: string, amount: string): string {
  const parsed = createRefundFormSchema(refundable).safeParse({ amount, reason: 'any' });
  return parsed.success ? `Give ${dollars(formatCents(parseCents(parsed.data.amount)))} Back` : 'Give Back';
}

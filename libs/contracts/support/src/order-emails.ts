import * as z from 'zod/mini';
import { orAbsent, readable } from '@shop/contracts-common';

/** At most that many emails of an order are listed, and as many refused ones. */
export const ORDER_EMAILS_MAX = 100;

/**
 * An email about an order, for admins.
 *
 * - waiting: it is sent by itself
 * - sent: the mail server has taken it
 * - refused: the mail server has refused it for good
 */
export const orderEmailSchema = z.object({
  id: z.uuid(),
  /** For example `order-confirmed`. */
  kind: z.string(),
  state: z.enum(['waiting', 'sent', 'refused']),
  /** When it was written, sent or refused. */
  at: z.iso.datetime(),
  /** Of an email that waits. */
  nextTryAt: z.nullable(z.iso.datetime()),
  /** The mail server's answer to the last attempt; null without one. */
  reason: z.nullable(z.string()),
  /** It goes or went to the order's present address; false: to an earlier one, which is not stored. */
  isToPresentAddress: z.boolean(),
  /** Which refund or question it is about; null for other emails. */
  about: z.nullable(z.string()),
  /** `GET /api/admin/orders/{id}/emails/{emailId}` has what it said. */
  hasText: z.optional(z.boolean()),
});
export type OrderEmail = z.infer<typeof orderEmailSchema>;
const readableOrderEmail = readable(orderEmailSchema);
export const orderEmailReader = z.extend(readableOrderEmail, { hasText: orAbsent(z.boolean()) });
export type DisplayedOrderEmail = z.output<typeof orderEmailReader>;

/** What an email about an order said, as it was sent. In place of the key of a link it has the word `hidden`. */
export const sentEmailSchema = z.object({ id: z.uuid(), subject: z.string(), text: z.string() });
export type SentEmail = z.infer<typeof sentEmailSchema>;
export const sentEmailReader = readable(sentEmailSchema);

/** An email about an order that was refused for good, and not sent again since. */
export const refusedEmailSchema = z.object({
  id: z.uuid(),
  kind: z.string(),
  orderId: z.uuid(),
  orderNumber: z.string(),
  at: z.iso.datetime(),
  reason: z.nullable(z.string()),
});
export type RefusedEmail = z.infer<typeof refusedEmailSchema>;
export const refusedEmailReader = readable(refusedEmailSchema);

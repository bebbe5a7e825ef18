import * as z from 'zod/mini';
import { defineEvent } from '@shop/contracts-common';
import { orderSchema } from './order.js';

/** A customer is asked for a review this long after the delivery. */
export const REVIEW_AFTER_DAYS = 14;

/** The link of the email is valid for this time. */
export const REVIEW_LINK_DAYS = 90;

export const orderReviewDue = defineEvent(
  'order.review-due',
  'order-svc',
  { readBy: ['catalog-svc', 'support-svc'] },
  'Two weeks after the delivery of an order, once: its customer is asked for a review. `encrypted` has the address and the key of the link, which only support-svc can read; catalog-svc needs the hash.',
  z.object({
    order: z.pick(orderSchema, { id: true, orderNumber: true }),
    // Null for a guest's order.
    userId: z.nullable(z.uuid()),
    // `version` counts the addresses of the order, `linkVersion` how often its links were ended.
    version: z.int().check(z.nonnegative()),
    linkVersion: z.int().check(z.nonnegative()),
    // Of the recipient; null: not known.
    firstName: z.nullable(z.string()),
    // Each product once.
    products: z.array(z.object({ productId: z.uuid(), title: z.string() })),
    // SHA-256 of the key, base64url.
    keyHash: z.string(),
    expiresAt: z.iso.datetime(),
    encrypted: z.string(),
  }),
);

/** A review of the order, and the link that asks for one, go with the account's data. */
export const orderClaimed = defineEvent(
  'order.claimed',
  'order-svc',
  { readBy: ['catalog-svc'] },
  'A guest’s order now belongs to an account: the guest has signed in, or has added it by the link of its emails.',
  z.object({ orderId: z.uuid(), userId: z.uuid() }),
);

/** The encrypted part of `order.review-due`. */
export const reviewLinkSchema = z.object({ email: z.string(), key: z.string() });

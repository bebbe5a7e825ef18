import * as z from 'zod/mini';
import { defineEvent, moneySchema } from '@shop/contracts-common';
import { variantSelectionsSchema } from './cart.js';
import { orderLinkSchema } from './order-link.js';
import { orderSchema } from './order.js';
import { parcelsSchema } from './parcels.js';
import { refundSummarySchema } from './refund-summary.js';

/** Null for a guest's order. */
const ownerSchema = z.nullable(z.uuid());

export const orderEmailChanged = defineEvent(
  'order.email-changed',
  'order-svc',
  { readBy: ['catalog-svc', 'support-svc'] },
  'The email address of an order was corrected: the old address gets nothing more. Events that were published before have the old one.',
  // `version` counts the addresses of the order; the highest is the present one. `linkVersion`: how often its links were ended before.
  z.object({
    order: orderSchema,
    userId: ownerSchema,
    link: orderLinkSchema,
    version: z.int().check(z.positive()),
    linkVersion: z._default(z.int().check(z.nonnegative()), 0),
  }),
);

export const orderLinksEnded = defineEvent(
  'order.links-ended',
  'order-svc',
  { readBy: ['catalog-svc', 'support-svc'] },
  'An admin has ended the links in all emails of an order. Events that were published before have the old link.',
  // `version` counts the addresses of the order, `linkVersion` how often its links were ended.
  z.object({
    order: orderSchema,
    userId: ownerSchema,
    link: orderLinkSchema,
    version: z.int().check(z.nonnegative()),
    linkVersion: z.int().check(z.positive()),
  }),
);

export const orderCodeRequested = defineEvent(
  'order.code-requested',
  'order-svc',
  { readBy: ['support-svc'] },
  'A code was requested on the page that the link of an order opens. `encrypted` has the code, which opens the changes and which only support-svc can read.',
  // `version` counts the addresses of the order, `linkVersion` how often its links were ended: a code from before is not sent.
  z.object({
    order: orderSchema,
    userId: ownerSchema,
    version: z.int().check(z.nonnegative()),
    linkVersion: z._default(z.int().check(z.nonnegative()), 0),
    expiresAt: z.iso.datetime(),
    encrypted: z.string(),
  }),
);

/** The encrypted part of `order.code-requested`. The address is in it, so that the code cannot be sent to another one. */
export const orderCodeSchema = z.object({ email: z.string(), code: z.string() });

export const orderEmailRequested = defineEvent(
  'order.email-requested',
  'order-svc',
  { readBy: ['support-svc'] },
  'An admin sends an email about an order again. Contains the order as it is now, and what an email of this kind says about it.',
  z.object({
    order: orderSchema,
    userId: ownerSchema,
    link: orderLinkSchema,
    // Of the email that is sent.
    requestId: z.uuid(),
    // The email that is sent again.
    emailId: z.uuid(),
    // An OrderEmailKind.
    kind: z.string(),
    about: z.nullable(z.string()),
    customsNotice: z.optional(z.string()),
    // Of all changes of the paid order, oldest first.
    changes: z.optional(z.array(z.object({ what: z.array(z.string()), isByAdmin: z.boolean() }))),
    // Why the last payment failed.
    message: z.optional(z.string()),
    outOfStock: z.optional(z.array(z.object({ title: z.string(), variantSelections: variantSelectionsSchema }))),
    question: z.optional(z.string()),
    tracking: z.nullish(parcelsSchema),
    // Why the parcel came back.
    reason: z.nullish(z.string()),
    refundSummary: z.optional(refundSummarySchema),
    refund: z.optional(z.object({ amount: moneySchema, currency: z.string() })),
  }),
);

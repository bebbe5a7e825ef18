import * as z from 'zod/mini';
import { defineEvent } from '@shop/contracts-common';
import { orderLinkSchema } from './order-link.js';
import { orderSchema } from './order.js';
import { parcelsSchema } from './parcels.js';
import { problemKindSchema, reprintSchema } from './reprint.js';
import { shippingAddressSchema } from './shipping-address.js';

const reprintedOrderSchema = z.object({
  order: orderSchema,
  /** Null for a guest's order. */
  userId: z.nullable(z.uuid()),
  link: orderLinkSchema,
  reprintId: z.uuid(),
  items: reprintSchema.shape.items,
  shippingAddress: shippingAddressSchema,
});

/** Photos that a customer or an admin uploaded for a report or a reprint, and whose they are. */
export const attachedPhotosSchema = z.object({
  ids: z.array(z.uuid()),
  userId: z.nullable(z.uuid()),
  guestId: z.nullable(z.uuid()),
});
export type AttachedPhotos = z.infer<typeof attachedPhotosSchema>;

const reportedOrderSchema = z.object({
  order: orderSchema,
  /** Null for a guest's order. */
  userId: z.nullable(z.uuid()),
  reportId: z.uuid(),
  text: z.string(),
  link: orderLinkSchema,
});

export const orderProblemReported = defineEvent(
  'order.problem-reported',
  'order-svc',
  { readBy: ['art-svc'] },
  'A customer has reported a problem with items that were sent. An admin answers, or sends them again.',
  z.extend(reportedOrderSchema, {
    kind: problemKindSchema,
    items: reprintSchema.shape.items,
    photos: attachedPhotosSchema,
  }),
);
export const orderProblemAnswered = defineEvent(
  'order.problem-answered',
  'order-svc',
  { readBy: ['support-svc'] },
  'An admin has answered a report of a problem.',
  z.extend(reportedOrderSchema, { answer: z.string() }),
);
export const orderReprintRequested = defineEvent(
  'order.reprint-requested',
  'order-svc',
  { readBy: ['art-svc', 'support-svc'] },
  'An admin sends items of an order again, free of charge, or tries again to have them printed. Their print files are needed.',
  // `isRetry`: the customer knows already.
  z.extend(reprintedOrderSchema, {
    reason: problemKindSchema,
    photos: attachedPhotosSchema,
    isRetry: z.optional(z.boolean()),
  }),
);
export const orderReprintSent = defineEvent(
  'order.reprint-sent',
  'order-svc',
  { readBy: ['support-svc'] },
  'Items that are sent again have left, in one more parcel, or their parcel has another tracking number.',
  z.extend(reprintedOrderSchema, {
    tracking: z.nullable(parcelsSchema),
    what: z.enum(['sent', 'corrected']),
    /** The tracking numbers that are new. */
    numbers: z.array(z.string()),
  }),
);
export const orderReprintReturned = defineEvent(
  'order.reprint-returned',
  'order-svc',
  { readBy: ['support-svc'] },
  'A parcel with items that are sent again came back to the printer. The customer is asked for a better address.',
  // `reason`: the carrier's or the printer's.
  z.extend(reprintedOrderSchema, { reason: z.nullable(z.string()) }),
);
export const orderReprintEnded = defineEvent(
  'order.reprint-ended',
  'order-svc',
  { readBy: ['art-svc', 'order-svc', 'support-svc'] },
  'Items that are sent again were delivered, or are not sent after all.',
  // `isLast`: no other reprint of the order is open, so that its print files are not needed. `wasSent`: its parcel had left.
  z.extend(reprintedOrderSchema, {
    state: z.enum(['delivered', 'cancelled']),
    isLast: z.boolean(),
    wasSent: z.boolean(),
  }),
);
